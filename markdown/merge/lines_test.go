package merge

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Elements of two lists are paired in order: equal ends first, then what stands once in both, then as many as can be.
func TestPairsOfLines(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want []int
	}{
		{"a b c", "a b c", []int{0, 1, 2}}, {"a b c", "a x c", []int{0, -1, 2}}, {"", "a", []int{}}, {"a", "", []int{-1}}, {"a b",
			"b a", []int{-1, 0}}, {"a b c d", "c d a b", []int{-1, -1, 0, 1}},
		{"x a y b z", "a q b", []int{-1, 0, -1, 2, -1}}, {"a a b a", "a b a a", []int{0, -1, 1, 3}}, {"a b a b c", "b a b a c",
			[]int{-1, 0, 1, 2, 4}}, {"p a q a r", "a p a q a", []int{1, 2, 3, 4, -1}}, {"s a a t a u", "t a a s", []int{-1, -1, -1,
			0, 1, -1}}, {"b a c a", "a d a b", []int{3, -1, -1, -1}},
	} {
		got := matching(strings.Fields(tt.a), strings.Fields(tt.b))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q and %q: %#v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
	for _, tt := range []struct{ values, want []int }{{nil, nil}, {[]int{3, 1, 2}, []int{1, 2}}, {[]int{1, 5, 2, 3}, []int{0, 2,
		3}}, {[]int{2, 1}, []int{1}}, {[]int{4, 5, 1, 2, 3, 0}, []int{2, 3, 4}}} {
		if got := increasing(tt.values); !slices.Equal(got, tt.want) {
			t.Errorf("%v increases at %v, want %v", tt.values, got, tt.want)
		}
	}
}

// Lines are merged as git does; what both sides added is kept once; with once, what theirs brings and ours has brought
// elsewhere is left to a person.
func TestMergedLines(t *testing.T) {
	for _, tt := range []struct {
		base, ours, theirs string
		once               bool
		style              Style
		want               string
	}{
		{"a b c", "a x c", "a b c d", false, Plain, "a x c d: 0"},
		{"a b c", "a x c", "a b y", false, Plain, "a < x c = b y >: 1"},
		{"a b c d", "a x c d", "a b c y", false, Plain, "a x c y: 0"},
		{"a", "a x", "a x", false, Plain, "a x: 0"},
		{"a", "a p x q", "a r x s", false, Plain, "a < p = r > x < q = s >: 2"},
		{"a", "a p x", "a x s", false, Plain, "a p x s: 0"},
		{"a", "a x q", "a r x", false, Plain, "a r x q: 0"},
		{"a", "a p x y q", "a r x y s", false, Plain, "a < p = r > x y < q = s >: 2"},
		{"a", "a p x y q", "a r x s y t", false, Plain, "a < p = r > x s y < q = t >: 2"},
		{"a", "a p - q", "a r - s", false, Plain, "a < p - q = r - s >: 1"},
		{"a", "a - q", "a - s", false, Plain, "a - < q = s >: 1"},
		{"a b c", "a x y z c", "a x w z c", false, Plain, "a x < y = w > z c: 1"},
		{"a b c", "a x y z c", "a x w z c", false, Diff3, "a < x y z | b = x w z > c: 1"},
		{"a b c", "a x c", "a x c", false, Diff3, "a x c: 0"},
		{"a b c", "a c", "a x c", false, Plain, "a < = x > c: 1"},
		{"a b c", "a c", "b c", false, Plain, "< a = b > c: 1"},
		{"a b c d e", "a c d e x", "x a b c d e", false, Plain, "x a c d e x: 0"},
		{"a b c d e", "a c d e x", "x a b c d e", true, Plain, "< = x > a c d e x: 1"},
		{"a b c d e", "a c d e -", "- a b c d e", true, Plain, "- a c d e -: 0"},
		{"a b c d e f", "x b c d e y", "a b z d e f", false, Plain, "x b z d e y: 0"},
		{"", "a b", "c b", false, Plain, "< a = c > b: 1"},
	} {
		pieces := mergeLineLists(strings.Fields(tt.base), strings.Fields(tt.ours), strings.Fields(tt.theirs), tt.once)
		text, conflicts := render(pieces, Options{MarkerSize: 1, Style: tt.style})
		if got := fmt.Sprintf("%s: %d", strings.ReplaceAll(text, "\n", " "), conflicts); got != tt.want {
			t.Errorf("%q, %q and %q: %s, want %s", tt.base, tt.ours, tt.theirs, got, tt.want)
		}
	}
	if got := marker('<', 0, "o") + marker('=', 1, "") + marker('>', 9, "t"); got != "<<<<<<< o=>>>>>>>>> t" {
		t.Errorf("markers %q", got)
	}
}
