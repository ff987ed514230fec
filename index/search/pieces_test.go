package search

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// A word that may be written as two is looked for where both stand, in the first chunk as well.
func TestBothPartsOfAWord(t *testing.T) {
	r := &run{Searcher: shelved(prose("a.md", "The front matter."), prose("b.md", "Other matter."), prose("c.md", "The front."),
		prose("d.md", "What is the matter in front?"))}
	for parts, want := range map[[2]string][]int{{"front", "matter"}: {0, 3}, {"matter", "front"}: {0, 3}, {"", "front"}: nil,
		{"front", ""}:     nil,
		{"front", "lamp"}: nil, {"lamp", "front"}: nil} {
		if got, err := r.both(t.Context(), parts[:]); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q stand together in %v, want %v; %v", parts, got, want, err)
		}
	}
}

// The chunks of a note are listed whole, without a snippet.
func TestChunksAreListed(t *testing.T) {
	s := shelved(prose("a.md", "# Tea\n\nA pot.", "# Tea\n\n## Cup\n\nA cup."), prose("b.md", "Milk."))
	got, err := s.Chunks(t.Context(), "a.md", time.Time{})
	if err != nil || len(got) != 2 {
		t.Fatalf("%d chunks, %v", len(got), err)
	}
	for i, h := range got {
		if h.Path != "a.md" || h.Match != "listed" || h.Snippet != "" || h.Score != 0 || i > 0 && h.StartLine <= got[0].StartLine {
			t.Errorf("chunk %d: %+v", i, h)
		}
	}
	if _, err := s.Chunks(t.Context(), "none.md", time.Time{}); err == nil {
		t.Error("a note that is not there has chunks")
	}
}

// A note is about a file that one of its globs matches: the first of them, of the first file.
func TestFirstCover(t *testing.T) {
	c := &covering{"a.md", []string{"src/**", "lib/*.go"}}
	for files, want := range map[string]string{"main.go": "", "main.go lib/a.go src/b.go": "a.md lib/*.go lib/a.go",
		"src/b.go": "a.md src/** src/b.go",
		"":         ""} {
		got, said := "", false
		found, ok := c.first(strings.Fields(files))
		if said = ok; said {
			got = found.Path + " " + found.Glob + " " + found.File
		}
		if got != want {
			t.Errorf("%q: %q, want %q", files, got, want)
		}
	}
}

// A snippet begins and ends with a whole character, and has the room that there is.
func TestSnippetsOfWholeCharacters(t *testing.T) {
	for _, before := range []string{"", "x", "xy"} {
		text := before + strings.Repeat("é", 900)
		for _, at := range []int{0, 201, 702, 1001, len(text) - 2} {
			for !utf8.RuneStart(text[at]) {
				at++
			}
			from, to := window(text, [][2]int{{at, at + 1}})
			if !utf8.ValidString(text[from:to]) || from > at || to-from > snippetLength || to-from < snippetLength-3 && to < len(text) {
				t.Errorf("the window on byte %d of %d is %d to %d", at, len(text), from, to)
			}
		}
	}
}
