package search

import (
	"math"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/query"
)

// As many sections of a note as there can be is no more than it has.
func TestAnyNumberOfSections(t *testing.T) {
	s := shelved(prose("a.md", "# A\n\nTea.\n", "# A\n\nTea and milk.\n"))
	for _, flat := range []bool{false, true} {
		a := ask(t, s, query.Query{Text: "tea", Limit: math.MaxInt, ChunksPerNote: math.MaxInt, NoDedupe: flat})
		if len(a.Hits) != 2 {
			t.Errorf("each for itself %v: %d hits", flat, len(a.Hits))
		}
	}
}

// How far a word may be from what was typed goes by its letters, however many bytes these take.
func TestOtherSpellingsGoByLetters(t *testing.T) {
	s := shelved(prose("a.md", "# A\n\nКот спит.\n"), prose("b.md", "# B\n\n缓存重启。\n"), prose("c.md", "# C\n\nСервер.\n"))
	for text, want := range map[string]string{"код": "", "存在": "", "сервир": "c.md", "缓": "b.md"} {
		if got := pathsOf(ask(t, s, query.Query{Text: text, Mode: query.Keyword})); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What was tried is told in a line, however long the query is.
func TestWhatWasTriedIsShort(t *testing.T) {
	s := shelved(prose("a.md", "# A\n\nTea.\n"))
	a := ask(t, s, query.Query{Text: strings.Repeat("ä->", 3000), Mode: query.Keyword})
	for _, tried := range a.Tried {
		if len(tried) > 200 {
			t.Errorf("%d bytes: %.80s", len(tried), tried)
		}
	}
	if len(a.Tried) == 0 {
		t.Error("nothing was tried")
	}
}
