package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
)

func TestSnippet(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"# Head\n\nBelow it.", "Below it."},
		{"# Only a head\n", "# Only a head\n"},
		{"\n## Head\n\nBelow it.", "Below it."},
		{"# Head\r\n\r\n##\r\nBelow it.", "Below it."},
		{"#tag at the start\nrest", "#tag at the start\nrest"},
		{"# Head\n\n#1234 was the fix.\n\nMore.", "#1234 was the fix.\n\nMore."},
	} {
		if got := belowHeading(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
	s, marks := oneLine("a  word\n\n here", [][2]int{{3, 7}, {10, 14}})
	if s != "a word here" || s[marks[0][0]:marks[0][1]] != "word" || s[marks[1][0]:marks[1][1]] != "here" {
		t.Errorf("%q %v", s, marks)
	}
}

// A snippet is a stretch of 240 bytes with the most words of the query. It begins with a sentence near the first of
// them, else with a word some 40 bytes before, and is marked where it is cut.
func TestWhereSnippetsAreCut(t *testing.T) {
	w := func(n int) string { return strings.Repeat("word ", n) } // 5 bytes each
	for _, tt := range []struct{ name, text, asked, want string }{
		{"all of it", w(46) + "the tea is", "tea", w(46) + "the tea is"},
		{"one byte more", w(46) + "the tea now", "tea", "… " + w(7) + "the tea now"},
		{"from the sentence", w(40) + "end. " + w(17) + "tea " + w(60), "tea", w(17) + "tea " + w(30) + "…"},
		{"a sentence too far", w(40) + "end. " + w(19) + "tea " + w(60), "tea", "… " + w(7) + "tea " + w(40) + "…"},
		{"from the beginning", w(17) + "tea " + w(60), "tea", w(17) + "tea " + w(30) + "…"},
		{"to the end of a sentence", "Tea. " + w(46) + "end. And more.", "tea", "Tea. " + w(46) + "end."},
		{"where most words are", "Tea here. " + w(60) + "End. Then tea and tea again. " + w(60), "tea",
			"Then tea and tea again. " + w(43) + "…"},
		{"the first of as many", "Tea here. " + w(60) + "Then tea again. " + w(60), "tea", "Tea here. " + w(46) + "…"},
		{"a question's end", w(40) + "end? " + w(3) + "tea " + w(60), "tea", w(3) + "tea " + w(44) + "…"},
		{"no blank at all", strings.Repeat("é", 200), "tea", strings.Repeat("é", 120) + " …"},
	} {
		s := shelved(prose("a.md", tt.text))
		r := &run{Searcher: s, terms: terms(words.NewAnalyzer(), tt.asked, false)}
		got, marks := r.snippet(&store.Chunk{Kind: "prose", Text: tt.text})
		if got != strings.TrimSpace(tt.want) || !utf8.ValidString(got) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		var marked []string
		for _, m := range marks {
			marked = append(marked, strings.ToLower(got[m[0]:m[1]]))
		}
		if n := strings.Count(strings.ToLower(got), "tea"); !slices.Equal(marked, slices.Repeat([]string{"tea"}, n)) {
			t.Errorf("%s: marked %q in %q", tt.name, marked, got)
		}
	}
	code := store.Chunk{Kind: "code", Text: "# Brew\n\n```go\nfunc [brew](tea) {}\n```\n"}
	r := &run{Searcher: shelved(prose("a.md", "x")), request: query.Request{}}
	if got, _ := r.snippet(&code); got != "```go func [brew](tea) {} ```" {
		t.Errorf("code is shown as it stands: %q", got)
	}
	if code.Kind = "prose"; true {
		code.Text = "See [the pot](pot.md) <!-- not yet -->."
	}
	if got, _ := r.snippet(&code); got != "See the pot ." {
		t.Errorf("prose is shown as it reads: %q", got)
	}
	for at, want := range map[int]bool{0: true, 1: false, 4: false, 5: true, 6: true, 9: false, 99: false} {
		if sentenceAt("One.  two", at) != want {
			t.Errorf("a sentence ends before %d: %v", at, !want)
		}
	}
}
