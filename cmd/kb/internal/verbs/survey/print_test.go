package survey

import (
	"strconv"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/stale"
)

// When somebody last saw to a note is told by what they did.
func TestLastTouchInWords(t *testing.T) {
	commit := &stale.CommitRef{ID: "0123456789abcdef", Author: "Ann"}
	for want, touch := range map[string]stale.Touch{
		"  verified 2026-03-01":                     {By: "verified", Date: "2026-03-01", Commit: commit},
		"  touched 2026-03-01 in 0123456789 by Ann": {By: "commit", Date: "2026-03-01", Commit: commit},
		"  not committed":                           {By: "uncommitted"},
		"":                                          {},
	} {
		if got := touched(&stale.Assessment{Touched: touch}); got != want {
			t.Errorf("%+v: %q, want %q", touch, got, want)
		}
	}
}

// A reason to doubt is one line; with --explain it has what it rests on, and of that at most a few commits.
func TestReasonsInLines(t *testing.T) {
	var commits []stale.CommitRef
	for range shownCommits + 1 {
		commits = append(commits, stale.CommitRef{ID: "0123456789abcdef", Date: "2026-03-01", Author: "Ann", Subject: "Change"})
	}
	commits[0].Lines = 1
	text := func(explain bool, evidence ...stale.Evidence) string {
		a, out, _ := story.Person(t.TempDir(), app.Globals{})
		r := &stale.Reason{Layer: stale.Explicit, Score: .5, Text: "it says so", Evidence: evidence}
		(&staleCmd{Explain: explain}).printReason(a, r)
		if err := a.Flush(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	const line = "      explicit 0.50  it says so\n"
	if got := text(false, stale.Evidence{Text: "x", Line: 3}); got != line {
		t.Errorf("%q", got)
	}
	if got := text(true, stale.Evidence{Text: "the same again"}); got != line {
		t.Errorf("of one fact: %q", got)
	}
	if got, want := text(true, stale.Evidence{Text: "x", Line: 3, Local: true, Seen: true}, stale.Evidence{Text: "y"}), line+
		"        - x  cited in line 3; it stood in no other file; the note was touched since\n        - y\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	got := text(true, stale.Evidence{Text: "z", Commits: commits, Changes: 40})
	const shown = "            0123456789 2026-03-01 Ann: Change"
	want := line + "        - z\n" + shown + "  1 line\n"
	for range shownCommits - 1 {
		want += shown + "\n"
	}
	if want += "            … and " + strconv.Itoa(40-shownCommits) + " more\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// What is left out of the list is counted.
func TestRemarkOnDoubts(t *testing.T) {
	for want, answer := range map[string]desk.StaleNotes{
		"kb: 0 of 1 note in doubt\n": {Judged: 1},
		"kb: 3 of 9 notes in doubt, the first 1 are listed (-n 0 lists all)\n": {Judged: 9, Total: 3, Notes: make([]stale.Assessment, 1)},
		"kb: 1 of 9 notes in doubt; 2 known not to hold are left out (--include-inactive)\n": {
			Judged: 9, Total: 1, Notes: make([]stale.Assessment, 1), Inactive: 2,
		},
	} {
		a, _, said := story.Person(t.TempDir(), app.Globals{})
		if new(staleCmd).remark(a, &answer); said.String() != want {
			t.Errorf("%q, want %q", said, want)
		}
	}
}
