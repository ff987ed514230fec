package notes

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/markdown"
)

// Errors are quoted in titles, between backticks and in blocks, but not where it is told what to do.
func TestKnownErrors(t *testing.T) {
	text := "---\nkind: memory\ntype: error_pattern\n---\n# Error: disk quota exceeded\n\nIt says `Error: no space left on device`.\n\n" +
		"```\npanic: runtime error: index out of range\n```\n\n## The fix\n\n```\nError: cannot be cured by this command\n```\n\n" +
		"## After it\n\n```\nError: something else went wrong here\n```\n\n`Error: disk quota exceeded`\n"
	note, doc := Of("e.md", []byte(text))
	got := Errors(&note, doc, []byte(text))
	for i, want := range []string{"disk quota", "index out of range", "something else went", "no space left"} {
		if i >= len(got) || !strings.Contains(got[i], want) {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
	if len(got) != 4 {
		t.Errorf("known: %q", got)
	}
	for section, want := range map[int]bool{-1: false, 0: false, 1: true, 2: false, 3: false} {
		if Solves(doc, section) != want {
			t.Errorf("section %d tells what to do: %v", section, !want)
		}
	}
	for heading, want := range map[string]bool{"Fixed in 1.2": true, "Prefix": false, "WORKAROUND": true,
		"What to do instead?": true, "Az solved": true} {
		if doc := markdown.Parse([]byte("# A\n\n## " + heading + "\n")); Solves(doc, 1) != want {
			t.Errorf("%q tells what to do: %v", heading, !want)
		}
	}
}
