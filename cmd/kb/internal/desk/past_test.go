package desk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/notelog"
)

// fallen is a repository of notes that took each other's place, in commits of May 2026.
func fallen(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	day := 0
	commit := func(pairs ...string) {
		t.Helper()
		day++
		r.Write(pairs...)
		r.Commit(fmt.Sprint("Day ", day), gittest.Date(fmt.Sprintf("2026-05-%02dT10:00:00Z", day))...)
	}
	adr := func(status, more string) string {
		return "---\nkind: decision\nstatus: " + status + "\n" + more + "---\n# A decision\n\nIt stands.\n"
	}
	commit("plain.md", "# Plain\n", "said.md", adr("accepted", ""), "early.md", adr("accepted", ""), "late.md", adr("accepted", ""),
		"away.md", "# Away\n", "born.md", adr("superseded", ""), "silent.md", adr("accepted", ""))
	commit("said.md", adr("superseded", "")) // its own word alone
	commit("takes-early.md", adr("accepted", "relations:\n  - {type: supersedes, target: early.md}\n"),
		"takes-silent.md", adr("accepted", "relations:\n  - {type: supersedes, target: silent.md}\n"))
	commit("early.md", adr("superseded", ""), "late.md", adr("superseded", ""))
	commit("takes-late.md", adr("accepted", "relations:\n  - {type: supersedes, target: late.md}\n"))
	r.Git("rm", "-q", "away.md")
	if err := os.Symlink("plain.md", filepath.Join(r.Dir, "link.md")); err != nil {
		t.Skipf("this file system has no symbolic links: %v", err)
	}
	commit("plain.md", "# Plain\n\nMore.\n")
	return r
}

// A note is superseded since the first day on which it says so, or another says so of it; links are no notes.
func TestLivesOfNotes(t *testing.T) {
	r := fallen(t)
	d, v := at(t, r, Options{Patient: true})
	notes, steps, err := v.Lives(t.Context(), pastOf(t, d))
	if err != nil || len(steps) != 6 {
		t.Fatalf("%d steps, %v", len(steps), err)
	}
	got := map[string]string{}
	for _, n := range notes {
		since := ""
		if !n.Superseded.IsZero() {
			since = n.Superseded.Format(" since 01-02")
		}
		if n.Life.Removed() {
			since += " removed"
		}
		got[n.Life.Last().Path] = n.Kind + since
	}
	want := map[string]string{
		"plain.md": "doc", "said.md": "decision since 05-02", "early.md": "decision since 05-03", "late.md": "decision since 05-04",
		"away.md": "doc removed", "born.md": "decision since 05-01", "silent.md": "decision since 05-03",
		"takes-early.md": "decision", "takes-silent.md": "decision", "takes-late.md": "decision",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// Lines are blamed whole, or those of one section; what is not committed has nobody.
func TestBlameOfASection(t *testing.T) {
	r := shop(t)
	d, v := at(t, r, Options{Patient: true})
	p := pastOf(t, d)
	blame := func(at Ref, text string) string {
		t.Helper()
		b, err := p.Blame(t.Context(), at, []byte(text))
		if err != nil {
			return err.Error()
		}
		var out []string
		for _, l := range b.Runs {
			out = append(out, fmt.Sprintf("%d-%d %s %s", l.StartLine, l.EndLine, l.Author, l.Date))
		}
		for _, s := range b.Sections {
			who := "nobody"
			if s.Last != nil {
				who = s.Subject
			}
			out = append(out, fmt.Sprintf("%s %d-%d %s: %s", s.Part, s.StartLine, s.EndLine, strings.Join(s.Path, "/"), who))
		}
		for _, h := range b.Holders {
			out = append(out, fmt.Sprintf("%s holds %d (%v)", h.Name, h.Lines, h.Committed))
		}
		return fmt.Sprintf("%d lines, %d origins\n%s", b.Lines, b.Origins, strings.Join(out, "\n"))
	}
	tea, err := v.Text(t.Context(), "docs/tea.md")
	if err != nil {
		t.Fatal(err)
	}
	const green = `4 lines, 3 origins
5-6 A 2026-03-01
7-7 B 2026-03-02
8-8 A 2026-03-01
section 5-8 Tea/Green tea: Brew shorter
A holds 3 (true)
B holds 1 (true)`
	if got := blame(Ref{Path: "docs/tea.md", Heading: "Green tea"}, string(tea.Source)); got != green {
		t.Errorf("a section: %s", got)
	}
	const edited = `6 lines, 4 origins
9-11 A 2026-03-01
12-14  
section 9-14 Tea/Black tea: nobody
 holds 3 (false)
A holds 3 (true)`
	if got := blame(Ref{Path: "docs/tea.md", Heading: "Black tea"}, string(tea.Source)+"\nWith milk.\nOr without.\n"); got != edited {
		t.Errorf("with lines that are new: %s", got)
	}
	if got := blame(Ref{Path: "docs/tea.md", Heading: "Coffee"}, string(tea.Source)); got != `docs/tea.md has no section "Coffee"` {
		t.Errorf("no section: %s", got)
	}
	if got := blame(Ref{Path: "docs/new.md"}, "# New\n\nNot committed yet.\n"); got != "3 lines, 1 origins\n1-3  \n"+
		"section 1-3 New: nobody\n holds 3 (false)" {
		t.Errorf("a new note: %s", got)
	}
	provenance := v.SectionProvenance(t.Context(), "docs/tea.md", append(tea.Source, "\nWith milk.\n"...), 9, 13)
	if provenance == nil || !provenance.Changed {
		t.Errorf("where a section with a new line comes from: %+v", provenance)
	}
	for _, lines := range [][2]int{{0, 3}, {3, 12}, {5, 4}} {
		if p := v.SectionProvenance(t.Context(), "docs/tea.md", tea.Source, lines[0], lines[1]); p != nil {
			t.Errorf("lines %v come from %+v", lines, p)
		}
	}
	if p := v.SectionProvenance(t.Context(), "docs/new.md", []byte("# New\n"), 1, 1); p != nil {
		t.Errorf("a new note comes from %+v", p)
	}
}

// What the commits of a clone do not tell, because their trees are not here, is said and not guessed.
func TestHistoryWithHoles(t *testing.T) {
	r := shop(t)
	r.Git("config", "uploadpack.allowFilter", "true")
	clone := r.At(filepath.Join(t.TempDir(), "clone"))
	r.Git("clone", "-q", "--no-local", "--filter=tree:0", "file://"+r.Dir, clone.Dir)
	clone.Git("remote", "remove", "origin")
	d, _ := at(t, clone, Options{Patient: true})
	p := pastOf(t, d)
	if len(p.Unknown()) == 0 || p.Gaps.Unknown == 0 {
		t.Fatalf("all is known: %+v", p.Gaps)
	}
	var missing *MissingError
	if _, err := p.Log(t.Context(), "docs/tea.md", notelog.Options{}); !errors.As(err, &missing) || missing.Path != "docs/tea.md" {
		t.Errorf("the log of a note of which no commit tells: %v", err)
	}
	if _, err := p.Blame(t.Context(), Ref{Path: "docs/tea.md"}, []byte("# Tea\n")); !errors.As(err, &missing) {
		t.Errorf("its blame: %v", err)
	}
	if log, err := p.Log(t.Context(), "docs/none.md", notelog.Options{}); err != nil || len(log.Commits) > 0 {
		t.Errorf("the log of no note: %+v, %v", log, err)
	}
}

// A commit that HEAD does not descend from is read when it is asked for; a desk that may not read says so.
func TestHistoryOfAnotherBranch(t *testing.T) {
	r := shop(t)
	main := r.Git("rev-parse", "HEAD")
	r.Git("checkout", "-q", "-b", "side", "HEAD~2")
	r.Write("docs/side.md", "# Aside\n")
	side := r.Commit("Aside", gittest.Date("2026-03-07T10:00:00Z")...)
	r.Git("checkout", "-q", "main")
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	open := func(o Options) (*Desk, func() string) {
		said := ""
		o.Now, o.Warn = noon, func(m string) { said += m + "\n" }
		d := Of(repo, o)
		d.History.readBeside(t.Context(), &d.o)
		t.Cleanup(func() { d.close(func() {}) })
		return d, func() string { return said }
	}
	d, said := open(Options{})
	if h := d.History.Known(t.Context(), main); h == nil || h.Has(t.Context(), side) {
		t.Error("the main branch is not known, or more than it is")
	}
	for _, o := range []Options{{AsIs: true}, {Quick: true}} {
		d, said := open(o)
		if d.History.Known(t.Context(), side) != nil || !d.History.Pending() || (said() != "") != o.AsIs {
			t.Errorf("%+v reads more of the history, pending %v, said %q", o, d.History.Pending(), said())
		}
		if p, err := d.HistoryAt(t.Context(), ""); err != nil || p.Reach(t.Context(), main, "") != nil {
			t.Errorf("as far as it is read: %v", err)
		} else if err := p.Reach(t.Context(), side); o.AsIs != (err != nil) {
			t.Errorf("%+v reaches further: %v", o, err)
		}
	}
	if h := d.History.Known(t.Context(), side); h == nil || !h.Has(t.Context(), side) || said() != "" || d.History.Pending() {
		t.Errorf("another branch is not read: %v, pending %v, %q", h, d.History.Pending(), said())
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if d.History.Known(ended, r.Git("commit-tree", "-p", main, "-m", "x", "HEAD^{tree}")) != nil || !d.History.Pending() ||
		!strings.HasPrefix(said(), "the history is left out of this answer: ") {
		t.Errorf("a reading that was broken off: %q", said())
	}
	files := files(t, d, "docs/tea.md")
	for commit, day := range map[string]int{"": 4, main: 4, side: 2} {
		got := d.touches(t.Context(), commit, files)
		if commit == side { // its tea is another one
			files[0].Blob = r.Git("rev-parse", side+":docs/tea.md")
			got = d.touches(t.Context(), commit, files)
		}
		if len(got) != 1 || got[0].When.UTC().Day() != day {
			t.Errorf("touched as of %q: %+v", commit, got)
		}
	}
}

// Before the first commit no note has a past; a log since a day counts what was before.
func TestLogsOfABeginning(t *testing.T) {
	empty, _ := at(t, gittest.New(t), Options{})
	e := pastOf(t, empty)
	if had, err := e.Had(t.Context(), "a.md"); had || err != nil {
		t.Errorf("before the first commit: %v, %v", had, err)
	}
	var none *UncommittedError
	if _, err := e.Log(t.Context(), "a.md", notelog.Options{}); !errors.As(err, &none) || none.Path != "a.md" {
		t.Errorf("a log before the first commit: %v", err)
	}
	d, _ := at(t, shop(t), Options{Patient: true})
	log, err := pastOf(t, d).Log(t.Context(), "docs/mugs.md", notelog.Options{Since: time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)})
	if err != nil || len(log.Commits) != 1 || log.Rest != 2 || !slices.Equal(log.Names, []string{"docs/mugs.md", "docs/cups.md"}) {
		t.Errorf("since a day: %+v, %v", log, err)
	}
}
