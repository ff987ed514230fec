package find

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
)

func TestWordsOfASnippet(t *testing.T) {
	for _, tt := range []struct {
		text string
		at   int
		want int
	}{{"ab cd", 0, 2}, {"ab cd", 2, 2}, {"ab cd", 3, 5}, {"ab\ncd", 1, 2}, {"", 0, 0}} {
		if got := wordEnd(tt.text, tt.at); got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
	}
	for _, tt := range []struct {
		word  string
		width int
		want  string
	}{{"abc", 2, "ab"}, {"abc", 3, "abc"}, {"üü", 1, "ü"}, {"abc", 0, ""}} {
		if got := cutRunes(tt.word, tt.width); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
	hit := index.Hit{Snippet: "one two\nthree", Highlights: [][2]int{{0, 3}, {4, 7}}}
	if got := oneLine(report.Style{}, hit); got != "one two three" {
		t.Errorf("%q", got)
	}
	if got := marked(report.Style{Colour: true}, hit, 2, 6); got != "\x1b[1;31me\x1b[0m \x1b[1;31mtw\x1b[0m" {
		t.Errorf("%q", got)
	}
}
