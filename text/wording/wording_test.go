package wording

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

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
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Nearest("abd", []string{"abx", "abc", "abd", "abc"}, 3); !slices.Equal(got, []string{"abd", "abx", "abc"}) {
		t.Errorf("order: %q", got)
	}
	if got := Nearest("abd", []string{"abx", "abc", "abd"}, 2); !slices.Equal(got, []string{"abd", "abx"}) {
		t.Errorf("two of them: %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abcdef", "abcdef", 0}, {"ünï", "uni", 2},
		{"abc", "xyz", 3}, {strings.Repeat("a", 201), strings.Repeat("a", 201), 100},
	} {
		if got := Distance(c.a, c.b, 100); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.StringN(0, 8, -1), rapid.StringOfN(rapid.RuneFrom([]rune("abc")), 0, 12, -1))
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := Distance(a, b, 100)
		if d != Distance(b, a, 100) || (d == 0) != (a == b) || d > max(utf8.RuneCountInString(a), utf8.RuneCountInString(b)) ||
			Distance(a, b, 2) != min(d, 2) {
			t.Fatalf("%q to %q: %d", a, b, d)
		}
	})
}

func TestSlip(t *testing.T) {
	words := []string{"accepted", "draft", "rejected"}
	for word, want := range map[string]string{"acepted": "accepted", "DRAFT": "draft", "rejectde": "rejected", "proposed": "", "": ""} {
		if got := Slip(word, words); got != want {
			t.Errorf("Slip(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Clip("grün ist", 5), "grün…"}, {Clip("grün ist", 6), "grün…"}, {Clip("grün ist", 7), "grün i…"}, {Clip("grün ist", 8), "grün ist"},
		{Clip("exactly ten", 10), "exactly t…"}, {Clip("äöüäöüäöüä", 10), "äöüäöüäöüä"}, {Clip("äöüäöüäö üäöü", 10), "äöüäöüäö…"},
		{ClipBytes("grün", 3), "gr…"}, {ClipBytes("grün", 4), "grü…"}, {ClipBytes("grün", 5), "grün"}, {Bytes("ü", 1), ""},
		{OneLine(" a\n\tb  c\n"), "a b c"}, {Count(1, "note"), "1 note"}, {Count(0, "note"), "0 notes"},
		{Plural(2, "entry", "entries"), "2 entries"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.String().Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "n")
		head, more := Runes(s, n)
		if !strings.HasPrefix(s, head) || more != (len(head) < len(s)) || more && utf8.RuneCountInString(head) != n {
			t.Fatalf("Runes(%q, %d) = %q, %v", s, n, head, more)
		}
	})
}
