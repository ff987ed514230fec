package snapshot

import (
	"slices"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// Who supersedes whom is read from either side; a note does not supersede itself, nor what is not there.
func TestSupersessionsOfANote(t *testing.T) {
	texts := map[string]string{
		"a.md": "---\nrelations: [{type: solves, target: c.md}, {type: supersedes, target: a.md}, {type: supersedes, target: b.md}, " +
			"{type: supersedes, target: none.md}, {type: solves, target: c.md}]\n---\nA.\n",
		"b.md": "B.\n", "c.md": "---\nsuperseded_by: b.md\n---\nC.\n",
	}
	entries := map[string]*Entry{}
	for path, text := range texts {
		entries[path] = ReadEntry(git.File{Path: path}, &kb.Config{}, []byte(text))
	}
	s := new(Snapshot).With(&kb.Tree{Config: &kb.Config{}}, entries)
	for path, want := range map[string][]Supersedes{"a.md": {{Old: "b.md", New: "a.md"}}, "b.md": nil, "c.md": {{Old: "c.md",
		New: "b.md"}}} {
		if got := s.Supersessions(s.Entry(path)); !slices.Equal(got, want) {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}
	for name, want := range map[string]int{"": 3, "none.md": 3, "b.md": 2, "a": 2} {
		if got := len(s.Without(name).Entries); got != want {
			t.Errorf("without %q there are %d notes, want %d", name, got, want)
		}
	}
}
