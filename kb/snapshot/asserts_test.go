package snapshot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// What notes say is so, but for those that say what was said on a day, what changed, or what is elsewhere.
func TestWhichNotesAssert(t *testing.T) {
	for file, want := range map[string]bool{
		"docs/a.md": true, "docs/2026-05-04-weekly.md": false, "20260504 outage.md": false, "2026_05_04.md": false,
		"1999.12.31 end.md": false, "3026-05-04 x.md": true,
		"2026-05-4 x.md": true, "2026-05-041 x.md": true, "20260504.md": false, "30260504.md": true, "weekly-2026-05-04.md": true,
		"2026.md":                        true,
		"docs/meeting minutes of may.md": false, "docs/meeting.md": true, "docs/minutes-of-arc.md": true, "blog/a.md": false,
		"posts/x/a.md": false, "x/_posts/a.md": false,
		"Meeting-Notes/a.md": false, "announcements/a.md": false, "docs/blog.md": true, "vendor/lib/README.md": false,
		"a/node_modules/b.md": false, "third_party/x.md": false,
		"changelogs/1.0.md": false, "release-notes/1.0.md": false, "CHANGELOG-2.md": false, "docs/changes.md": false,
		"HISTORY.md": false, "news.md": false,
		"releases.md": false, "release_notes.md": false, "docs/release.md": true, "docs/adr/2026-05-04-queues.md": true,
		"docs/adr/adr-template.md":   false,
		"changes/archive/x/notes.md": false, "changes/x/tasks.md": false, ".memory/memories/2026-05-04-x.md": true,
	} {
		e := ReadEntry(git.File{Path: file}, &kb.Config{}, []byte("# Queues\n\nThe queue holds ten jobs of every tenant.\n"))
		if got := len(e.Statements()) > 0; got != want {
			t.Errorf("%s asserts: %v", file, got)
		}
	}
}

// What a summary repeats of others is not its own, and places hold; other notes have no such part.
func TestDerivedPartsAreBlank(t *testing.T) {
	text := "# S\n\nOwn.\n\n" + kb.DerivedBegin + "\nThe queue holds ten jobs.\r\nIt is fair.\n" + kb.DerivedEnd + "\n\nMore.\n"
	got := string(withoutDerived(&kb.Note{Kind: "summary"}, []byte(text)))
	want := strings.Replace(strings.Replace(text, "The queue holds ten jobs.", strings.Repeat(" ", 25), 1), "It is fair.",
		strings.Repeat(" ", 11), 1)
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for kind, source := range map[string]string{"doc": text, "summary": "# S\n\nOwn.\n"} {
		if got := string(withoutDerived(&kb.Note{Kind: kind}, []byte(source))); got != source {
			t.Errorf("%s: %q", kind, got)
		}
	}
}

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

// The title of an accepted decision is what was decided, where it says more than a topic, without the number of its note.
func TestWhatWasDecided(t *testing.T) {
	for text, want := range map[string]string{
		"---\nkind: decision\nstatus: accepted\n---\n# 12. Use Redis for sessions\n\nText.\n":   "Use Redis for sessions 5 40-68",
		"---\nkind: decision\nstatus: accepted\n---\n## Why\n\n# ADR-0012: Use Redis now":       "Use Redis now 7 48-73",
		"---\nkind: decision\nstatus: accepted\n---\n# Use Redis\n":                             "",
		"---\nkind: decision\nstatus: accepted\n---\n# Do we use Redis?\n":                      "",
		"---\nkind: decision\nstatus: draft\n---\n# Use Redis for sessions\n":                   "",
		"---\nkind: spec\nstatus: accepted\n---\n# Use Redis for sessions\n":                    "",
		"---\nkind: decision\nstatus: accepted\n---\nUse Redis for sessions, says everybody.\n": "",
	} {
		e := ReadEntry(git.File{Path: "docs/x.md"}, &kb.Config{}, []byte(text))
		st, ok := decided(&e.Note, markdown.Parse([]byte(text)), []byte(text))
		got := ""
		if ok {
			got = fmt.Sprintf("%s %d %d-%d", st.Text, st.Line, st.Span.Start, st.Span.End)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for title, want := range map[string]string{"12. Use it": "Use it", "ADR-0012: – Use it": "Use it", "Use it": "Use it",
		"12": "12", "": "", "R2D2 is": "is"} {
		if got := unnumbered(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
