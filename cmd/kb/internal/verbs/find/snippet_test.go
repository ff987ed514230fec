package find

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
	"pgregory.net/rapid"
)

func TestSnippet(t *testing.T) {
	h := index.Hit{Snippet: "a fox\n\n  and \x1b[2J foxes ", Highlights: [][2]int{{2, 5}, {18, 23}}}
	want := []string{"a \x1b[1;31mfox\x1b[0m", `and \x1b[2J ` + "\x1b[1;31mfoxes\x1b[0m"}
	if got := snippet(report.Style{Colour: true}, h, snippetColumns); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := oneLine(report.Style{}, h); got != `a fox and \x1b[2J foxes` {
		t.Errorf("one line: %q", got)
	}
	long := index.Hit{Snippet: strings.Repeat("word ", 200)}
	got := snippet(report.Style{}, long, snippetColumns)
	if len(got) != snippetLines || !strings.HasSuffix(got[2], "word…") {
		t.Errorf("long: %q", got)
	}
}

// However text is wrapped, no line is too long and no letter is lost or added but spaces.
func TestWrapKeepsTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab é\n\t🙂")), 0, 80, -1).Draw(t, "text")
		width := rapid.IntRange(1, 20).Draw(t, "width")
		var kept strings.Builder
		last := 0
		for _, span := range wrap(text, width) {
			if span[0] < last || span[1] <= span[0] {
				t.Fatalf("lines overlap or are empty: %v after %d", span, last)
			}
			last = span[1]
			line := text[span[0]:span[1]]
			if utf8.RuneCountInString(line) > width || strings.TrimSpace(line) != line || strings.Contains(line, "\n") {
				t.Fatalf("line %q at width %d", line, width)
			}
			kept.WriteString(line)
		}
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if squeeze(kept.String()) != squeeze(text) {
			t.Fatalf("%q became %q", text, kept.String())
		}
	})
}

// A snippet ends before the edge of the terminal, is never wider than one reads well, and never too narrow.
func TestWidthOfASnippet(t *testing.T) {
	for _, c := range []struct{ terminal, margin, want int }{
		{0, 3, snippetColumns}, {200, 3, snippetColumns}, {snippetColumns + 4, 3, snippetColumns},
		{snippetColumns + 3, 3, snippetColumns - 1},
		{60, 3, 56}, {24, 3, narrowest}, {23, 3, narrowest}, {10, 3, narrowest},
	} {
		if got := widthIn(c.terminal, c.margin); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
