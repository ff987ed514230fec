package stale

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestChanged(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       Lines
	}{
		{"the same", "a\nb\n", "a\nb\n", Lines{0, 4}},
		{"laid out anew", "if (a) {\n  f('x', 1);\n}\n", "if a {\n\n\tf(\"x\", 1)\n}", Lines{0, 4}},
		{"moved", "a\nb\nc\n", "c\na\nb\n", Lines{0, 6}},
		{"one of two", "a\nb\n", "a\nc\n", Lines{2, 4}},
		{"twice the same line", "a\na\n", "a\n", Lines{1, 3}},
		{"from nothing", "", "a\nb", Lines{2, 2}},
	} {
		if got := changed(bagOf([]byte(c.a)), bagOf([]byte(c.b))); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// The count is that of a plain multiset difference, and the same both ways.
func TestChangedIsADifferenceOfBags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "b", "c", "d"})
		a, b := rapid.SliceOf(word).Draw(t, "a"), rapid.SliceOf(word).Draw(t, "b")
		count := map[string]int{}
		for _, w := range a {
			count[w]++
		}
		for _, w := range b {
			count[w]--
		}
		want := Lines{All: len(a) + len(b)}
		for _, n := range count {
			want.Changed += max(n, -n)
		}
		x, y := bagOf([]byte(strings.Join(a, "\n"))), bagOf([]byte(strings.Join(b, "\n")))
		if got, back := changed(x, y), changed(y, x); got != want || back != want {
			t.Fatalf("%+v and %+v, want %+v", got, back, want)
		}
	})
}
