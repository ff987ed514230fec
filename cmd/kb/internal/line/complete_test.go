package line

import (
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb"
)

func TestJoinBashWords(t *testing.T) {
	for _, c := range []struct {
		in, want []string
		skip     int
	}{
		{[]string{"search", "--mode", "=", "k"}, []string{"search", "--mode=k"}, 7},
		{[]string{"search", "--mode", "="}, []string{"search", "--mode="}, 7},
		{[]string{"search", "tag", ":", "a"}, []string{"search", "tag:a"}, 4},
		{[]string{"search", "--mode", "=", "k", "w"}, []string{"search", "--mode=k", "w"}, 0},
		{[]string{"show", ""}, []string{"show", ""}, 0},
	} {
		got, skip := joinBashWords(c.in)
		if !slices.Equal(got, c.want) || skip != c.skip {
			t.Errorf("%q: got %q, %d", c.in, got, skip)
		}
	}
}

func TestNoteCandidates(t *testing.T) {
	names := []kb.Name{
		{Path: "docs/auth.md", Title: "Sessions", Aliases: []string{"Login"}, ID: "01AUTH"},
		{Path: "docs/cache.md", Title: "Cache"},
		{Path: "top.md", Title: "Top"},
	}
	for _, c := range []struct {
		prefix, word string
		want         []string
	}{
		{"", "docs/", []string{"docs/auth.md", "docs/cache.md"}},
		{"docs", "", []string{"auth.md", "cache.md", "top.md"}},
		{"", "au", []string{"auth"}},
		{"", "Sess", []string{"Sessions"}},
		{"", "Log", []string{"Login"}},
		{"", "01", []string{"01AUTH"}},
		{"", "nothing", nil},
	} {
		var got []string
		for _, found := range noteCandidates(c.prefix, names, c.word) {
			got = append(got, found.word)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: got %q, want %q", c.word, c.prefix, got, c.want)
		}
	}
}
