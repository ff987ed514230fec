package diff

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// The likeness of two texts is twice what they share by all that they have; short ones do not belong to any that has their words.
func TestLikeness(t *testing.T) {
	for _, tt := range []struct {
		a, b        string
		like, alike float64
	}{
		{"", "", 1, 1}, {"tea", "", 0, 0}, {"tea", "Tea", 1, 1}, {"hot tea", "tea hot", 1, 1}, {"hot tea", "hot milk", .5, .5},
		{"tea tea", "tea", 2. / 3, 2. / 3}, {"a b c d", "c d e f", .5, .5}, {"a b", "a b c d e f g h", .4, .4},
		{"a b c", "a b c d e f g h i j k l m", 6. / 16, .5}, {"a b x", "a b c d e f g h i j k l m", .25, .25},
		{"a b c", "a b c", 1, 1},
	} {
		like, alike := Likeness(tt.a, tt.b), alike(bagOf(tt.a), bagOf(tt.b))
		if math.Abs(like-tt.like) > 1e-9 || math.Abs(alike-tt.alike) > 1e-9 {
			t.Errorf("%q and %q: %v, %v", tt.a, tt.b, like, alike)
		}
		if Likeness(tt.a, tt.b) != Likeness(tt.b, tt.a) {
			t.Errorf("%q and %q are not as alike as the other way round", tt.a, tt.b)
		}
	}
	for text, want := range map[string]int{"": 0, " \n": 0, "hot tea": 2, "hot, tea!": 4, "C++": 3} {
		if got := CountTokens(text); got != want {
			t.Errorf("%q has %d", text, got)
		}
	}
}

// A pair fits where it crosses none that there is, and its texts have no other.
func TestPairsThatCross(t *testing.T) {
	match := []int{-1, 2, -1} // the second is paired with the third
	for _, tt := range []struct {
		i, j int
		want bool
	}{{0, 0, true}, {0, 1, true}, {0, 2, false}, {0, 3, false}, {1, 0, false}, {2, 1, false}, {2, 2, false}, {2, 3, true}} {
		if got := fits(match, tt.i, tt.j); got != tt.want {
			t.Errorf("%d with %d: %v", tt.i, tt.j, got)
		}
	}
}

// Of many texts each is paired with the likest of the next few, the first of them where two are.
func TestNextTextsArePaired(t *testing.T) {
	far := func(n int) []string { return append(slices.Repeat([]string{"q"}, n), "a b c d") }
	for _, tt := range []struct {
		a, b []string
		want []int
	}{
		{[]string{"a b c d"}, far(window - 1), []int{window - 1}}, {[]string{"a b c d"}, far(window), []int{-1}},
		{[]string{"a b c d"}, []string{"a b x y", "a b c z", "a b c w"}, []int{1}}, {[]string{"a b c d"}, []string{"a x y z"}, []int{-1}},
		{[]string{"a b", "q", "a b"}, []string{"a b", "a b"}, []int{0, -1, 1}}, {[]string{"a b", "a b"}, []string{"a b"}, []int{0, -1}},
		{nil, nil, []int{}},
	} {
		match := slices.Repeat([]int{-1}, len(tt.a))
		if matchNext(bags(tt.a), bags(tt.b), match); !slices.Equal(match, tt.want) {
			t.Errorf("%q and %q: %v", tt.a, tt.b, match)
		}
	}
}

// What changed is paired with the likest; what was removed stands before what took its place.
func TestAlignmentOfAGap(t *testing.T) {
	for _, tt := range []struct {
		old, new string
		want     []Pair
	}{
		{"a b c d|x", "y|a b c e", []Pair{{-1, 0}, {0, 1}, {1, -1}}}, {"a b c d", "a b c e|a b c f", []Pair{{0, 0}, {-1, 1}}},
		{"a b x y|a b c d", "a b c e", []Pair{{0, -1}, {1, 0}}}, {"same|x", "same|y|z", []Pair{{0, 0}, {1, -1}, {-1, 1}, {-1, 2}}},
		{"x|same", "same", []Pair{{0, -1}, {1, 0}}}, {"same", "same|x", []Pair{{0, 0}, {-1, 1}}},
	} {
		if got := Align(strings.Split(tt.old, "|"), strings.Split(tt.new, "|")); !slices.Equal(got, tt.want) {
			t.Errorf("%q to %q: %v", tt.old, tt.new, got)
		}
	}
}

// Elements that one side lacks are not compared, nor very common ones among many of those; these are marked.
func TestElementsThatAreCompared(t *testing.T) {
	const n, t3, c = matchless, telltale, common
	without := func(k int) []byte { return slices.Repeat([]byte{n}, k) }
	for _, tt := range []struct {
		class []byte
		i     int
		want  bool
	}{
		{slices.Concat(without(4), []byte{c}, without(3)), 4, true},  // seven matchless to two
		{slices.Concat(without(3), []byte{c}, without(3)), 3, false}, // six
		{slices.Concat(without(7), []byte{c}), 7, false}, {slices.Concat([]byte{c}, without(7)), 0, false},
		{slices.Concat([]byte{n, n, n, n, t3, n}, []byte{c}, without(6)), 6, true},
		{slices.Concat([]byte{n, n, n, n, t3}, []byte{c}, without(9)), 5, false},
		{slices.Concat(without(4), []byte{c, c}, without(5)), 4, false}, {slices.Concat(without(5), []byte{c, c}, without(5)), 5, true},
	} {
		if got := adrift(tt.class, tt.i); got != tt.want {
			t.Errorf("%d of %v: %v", tt.i, tt.class, got)
		}
	}
	s := []int32{9, 0, 1, 2, 0, 9} // all but the first and last
	short, at := telling(s, []int{0, 1, 9, 0, 0, 0, 0, 0, 0, 9}, 1, 5)
	if fmt.Sprint(short, at) != "[1 2] [2 3]" {
		t.Errorf("compared are %v at %v", short, at)
	}
	if got := spread([]bool{false, true}, []int{2, 3}, 1, 5, 6); fmt.Sprint(got) != "[false true false true true false]" {
		t.Errorf("marked are %v", got)
	}
	if got := counts([]int32{0, 2, 2}, 3); fmt.Sprint(got) != "[1 0 2]" {
		t.Errorf("counted are %v", got)
	}
	for n, want := range map[int]int{0: 1, 1: 2, 3: 2, 4: 4, 15: 4, 16: 8, 1 << 20: 2048} {
		if got := roughRoot(n); got != want {
			t.Errorf("near the root of %d: %d", n, got)
		}
	}
}

// Blanks and signs between two words that changed change with them, where they are few.
func TestWordsBetweenChanges(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"a b c", "x y c", "[-a b-]{+x y+} c"}, {"a, b", "x, y", "[-a, b-]{+x, y+}"}, {"a    b", "x    y", "[-a    b-]{+x    y+}"},
		{"a     b", "x     y", "[-a-]{+x+}     [-b-]{+y+}"}, {"a b", "a b", "a b"}, {"", "a", "{+a+}"}, {"a", "", "[-a-]"},
		{"end a", "end b", "end [-a-]{+b+}"}, {"a k b", "x k y", "[-a-]{+x+} k [-b-]{+y+}"},
	} {
		if got := Plain(Words(tt.old, tt.new)); got != tt.want {
			t.Errorf("%q to %q: %s, want %s", tt.old, tt.new, got, tt.want)
		}
	}
	if got := fmt.Sprintf("%q", tokens("été_1 a\t b…+")); got != `["été_1" " " "a" "\t " "b" "…" "+"]` {
		t.Errorf("%s", got)
	}
}
