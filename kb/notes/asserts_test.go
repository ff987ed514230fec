package notes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
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
		p := Parse(git.File{Path: file}, []byte("# Queues\n\nThe queue holds ten jobs of every tenant.\n"))
		if got := len(p.Statements()) > 0; got != want {
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
		p := Parse(git.File{Path: "docs/x.md"}, []byte(text))
		st, ok := decided(&p.Note, p.Doc, p.Source)
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

// A line that the pattern finds is not passed over for its looks.
func TestWhichNotesTakeTextIn(t *testing.T) {
	for _, line := range []string{
		"{{#include a.md}}", "{{% include \"a\" %}}", "{{< readfile file=a >}}", "{%- include a.html %}", "{% from \"a\" import b %}",
		"--8<-- \"a.md\"", "@include a", "```{include} a.md", "::: {eval-rst}", "{autofunction} a", "[!INCLUDE [a](b.md)]", "![[a]]",
		"import A from './a.mdx'", "} from \"../a.mdx\"", "export { a } from 'a.md'", "::: kb.notes", "<HeaderPartial />",
		"<script setup>", "## <!-- md:option a -->",
		"text before {{md-file(a)}}", "| 18 | ![[a]] |",
	} {
		if !inclusion().MatchString(line) || !takesText([]byte("# A\n\n"+line+"\n\nText.\n")) {
			t.Errorf("%q takes nothing in", line)
		}
	}
	for _, line := range []string{"{{path/to/file}}", "# From 8 to <b>", "![a](b.png) [c]: d", "::: note", "a@i.org", "{a}"} {
		if takesText([]byte(line)) {
			t.Errorf("%q takes something in", line)
		}
	}
}
