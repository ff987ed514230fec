package app

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	all := []string{"hybrid", "keyword", "vector"}
	for word, want := range map[string][]string{
		"hybird":  {"hybrid"},
		"KEYWORD": {"keyword"},
		"vectro":  {"vector"},
		"word":    {"keyword"},
		"zzzzz":   nil,
		"":        nil,
	} {
		if got := Nearest(word, all, 1); !slices.Equal(got, want) {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Nearest("abd", []string{"abx", "abc", "abd", "abc"}, 3); !slices.Equal(got, []string{"abd", "abx", "abc"}) {
		t.Errorf("order: %q", got)
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abcdef", "abcdef", 0}, {"über", "uber", 1}} {
		if got := editDistance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestEditDistanceIsSymmetricAndBounded(t *testing.T) {
	word := rapid.SliceOfN(rapid.RuneFrom([]rune("abc")), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := editDistance(a, b)
		if d != editDistance(b, a) || d > max(len(a), len(b)) || (d == 0) != slices.Equal(a, b) {
			t.Fatalf("%q to %q: %d", string(a), string(b), d)
		}
	})
}
