package setup

import (
	"path"
	"strings"
	"testing"
)

// The patterns of .gitattributes match the notes of the folders that kb.yaml names, and nothing else.
func TestPatternsOfNotes(t *testing.T) {
	for pattern, want := range map[string]string{
		"a.md": "a.md", "docs/": "**/docs/**/*.md", "docs": "**/docs/**/*.md", "docs/api": "docs/api/**/*.md", "docs/**": "docs/**/*.md",
		"*": "*.md", "**": "*.md", "/": "*.md",
		"my notes/x": `"my notes/x/**/*.md"`, "#odd/x": `"#odd/x/**/*.md"`, "my notes.md": `"my notes.md"`,
	} {
		got := notePatterns(pattern)
		if got[0] != want {
			t.Errorf("%s: %s, want %s", pattern, got[0], want)
		}
		if ending := path.Ext(strings.Trim(pattern, "/*")); ending == "" && len(got) != 3 {
			t.Errorf("%s: %q", pattern, got)
		}
	}
	if got := quotePattern("a\t\"b\\"); got != `"a\t\"b\\"` {
		t.Error(got)
	}
}
