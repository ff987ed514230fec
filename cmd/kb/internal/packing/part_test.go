package packing

import (
	"testing"

	"pgregory.net/rapid"
)

// What is counted in pieces, and what was counted before, is what the whole has.
func TestPartsCountAsTheWhole(t *testing.T) {
	var c Cache
	line := rapid.OneOf(rapid.StringMatching(`[ \t]*[a-zA-Z0-9.,'#\x60*-]{0,12}( [a-z']{1,8})*[ \t\r]*`), rapid.String(),
		rapid.SampledFrom([]string{"", " ", "\t", "    x", "'s", "```", "\u00a0", "\u2028", "本", "\r"}))
	rapid.Check(t, func(t *rapid.T) {
		body := ""
		for range rapid.IntRange(0, 5).Draw(t, "lines") {
			body += line.Draw(t, "line") + "\n"
		}
		p := block(line.Draw(t, "citation"), line.Draw(t, "facts")+"\n", line.Draw(t, "headings"), body)
		p.tail += "\n"
		want, err := Tokens(p.String())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, err := p.tokens(&c); err != nil || got != want {
				t.Fatalf("%d tokens, not %d: %q (%v)", got, want, p.String(), err)
			}
		}
	})
}
