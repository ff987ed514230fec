package search

import (
	"testing"

	"github.com/9aea2451/kb/index/query"
)

// A note that has nothing but front matter is found by its filters and links all the same, at its first line.
func TestNoteOfNothingButFrontMatter(t *testing.T) {
	bare, twin := prose("bare.md"), prose("twin.md")
	bare.Kind, bare.Title, bare.Tags = "decision", "Bare", []string{"net"}
	twin.Kind, twin.Title = "decision", "Bare"
	bare.links = append(bare.links, link("bare.md", "tea.md"))
	s := shelved(bare, twin, prose("tea.md", "# Tea\n\nA cup.\n"))
	for text, want := range map[string]string{
		"tag:net": "bare.md", "kind:decision": "bare.md twin.md", "what links to tea": "bare.md tea.md", "bare": "",
	} {
		for _, mode := range []query.Mode{query.Keyword, query.Hybrid} {
			a := ask(t, s, query.Query{Text: text, Mode: mode, Explain: true})
			if got := pathsOf(a); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
			for _, h := range a.Hits {
				if h.Path == "bare.md" && (h.StartLine != 1 || h.EndLine != 1 || h.Text != "" || h.HeadingPath == nil) {
					t.Errorf("%s: %+v", text, h)
				}
			}
		}
	}
	near, err := s.Related(t.Context(), "tea.md", 5)
	if err != nil || len(near) != 1 || near[0].Path != "bare.md" {
		t.Errorf("near to tea.md: %+v, %v", near, err)
	}
}
