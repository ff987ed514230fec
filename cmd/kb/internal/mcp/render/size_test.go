package render

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A part takes as much of an answer as its size says, whatever stands in it.
func TestSizeIsWhatIsWritten(t *testing.T) {
	text := rapid.OneOf(
		rapid.String(),
		rapid.StringN(0, 30, -1),
		rapid.SampledFrom([]string{"", "\xff\xfe", "a<b>&\u2028\u2029", "\x00\x1b\r\n\t\b\f\"\\\\", "\n\n", "\ufffd \u202e ä 本 🙂"}),
	)
	rapid.Check(t, func(t *rapid.T) {
		e := Evidence{
			Root: text.Draw(
				t,
				"root",
			), Path: text.Draw(t, "path"), StartLine: rapid.IntRange(1, 1e6).Draw(t, "start"), EndLine: rapid.IntRange(1, 1e6).Draw(t, "end"),
			Title: text.Draw(
				t,
				"title",
			), Heading: text.Draw(t, "heading"), Kind: text.Draw(t, "kind"), Type: text.Draw(t, "type"), Status: text.Draw(t, "status"),
			Changed: text.Draw(
				t,
				"changed",
			), Commit: text.Draw(t, "commit"), Author: text.Draw(t, "author"), Match: text.Draw(t, "match"), Near: text.Draw(t, "near"),
			Score: float64(
				rapid.IntRange(0, 3e6).Draw(t, "score"),
			) / 1e6, Warnings: rapid.SliceOfN(text, 0, 3).Draw(t, "warnings"), Text: text.Draw(t, "text"),
		}
		if rapid.Bool().Draw(t, "aged") {
			days := rapid.IntRange(0, 1e4).Draw(t, "days")
			e.AgeDays = &days
		}
		for range rapid.IntRange(0, 2).Draw(t, "conflicts") {
			e.Conflicts = append(
				e.Conflicts,
				Conflict{
					Path:   text.Draw(t, "there"),
					Line:   rapid.IntRange(0, 1e5).Draw(t, "line"),
					Text:   text.Draw(t, "what"),
					Says:   text.Draw(t, "says"),
					Energy: float64(rapid.IntRange(0, 100).Draw(t, "energy")) / 100,
				},
			)
		}
		structured, written := e.Size()
		b, err := json.Marshal([]Evidence{e, {}})
		if err != nil {
			t.Fatal(err)
		}
		empty, _ := json.Marshal([]Evidence{{}})
		if want := len(b) - len(empty); structured != want {
			t.Errorf("%d characters of JSON, not %d: %s", structured, want, b)
		}
		var w strings.Builder
		parts(&w, []Evidence{e})
		notice := len(NewFence(e.quoted()).notice())
		if want := w.Len() - notice; written != want {
			t.Errorf("%d characters of text, not %d: %q", written, want, w.String())
		}
	})
}
