package desk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

// A day and a word name the commit that was the last then; a day that is not over names the work tree.
func TestMoments(t *testing.T) {
	r := shop(t)
	d, _ := at(t, r, Options{})
	first, second := r.Git("rev-parse", "HEAD~4"), r.Git("rev-parse", "HEAD~3")
	for name, want := range map[string]Moment{
		"":                     {},
		"Today ":               {Day: noon()},
		"now":                  {Day: noon()},
		"yesterday":            {Commit: r.Git("rev-parse", "HEAD"), Day: time.Date(2026, 3, 31, 23, 59, 59, 0, time.UTC)},
		"2026-04-01":           {Day: time.Date(2026, 4, 1, 23, 59, 59, 0, time.UTC)},
		"2027-01-01":           {Day: time.Date(2027, 1, 1, 23, 59, 59, 0, time.UTC)},
		"2026-03-01":           {Commit: first, Day: time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)},
		"2026-03-02T09:59:59Z": {Commit: first, Day: time.Date(2026, 3, 2, 9, 59, 59, 0, time.UTC)},
		"HEAD~3":               {Commit: second, Day: time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)},
	} {
		if got, err := d.Moment(t.Context(), name); err != nil || got.Commit != want.Commit || !got.Day.Equal(want.Day) {
			t.Errorf("%q is %+v, %v; want %+v", name, got, err, want)
		}
	}
	var before *BeforeError
	if _, err := d.Moment(t.Context(), "2026-02-28"); !errors.As(err, &before) || before.Day != "2026-02-28" {
		t.Errorf("a day before the first commit: %v", err)
	}
	if _, err := d.Moment(t.Context(), "nope"); !errors.Is(err, git.ErrUnknownRev) {
		t.Errorf("no revision: %v", err)
	}
	if !IsDay("2026-03-01") || !IsDay("2026-03-01T10:00:00Z") || IsDay("HEAD") || IsDay("0001-01-01") {
		t.Error("days and revisions are mixed up")
	}
}

// A past view answers from the notes of its commit.
func TestPastView(t *testing.T) {
	r := shop(t)
	d, now := at(t, r, Options{})
	moment, err := d.Moment(t.Context(), "2026-03-02")
	if err != nil {
		t.Fatal(err)
	}
	v, err := d.Look(t.Context(), moment)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	paths := v.Searcher.Paths()
	if !strings.Contains(strings.Join(paths, " "), "docs/cups.md") ||
		strings.Contains(strings.Join(paths, " "), "docs/mugs.md") {
		t.Errorf("%q", paths)
	}
	if !v.Today().Equal(moment.Day) || !now.Today().Equal(noon()) {
		t.Errorf("ages count from %v and %v", v.Today(), now.Today())
	}
	if then, today := v.Asked(index.Query{Day: noon()}), now.Asked(index.Query{Day: noon()}); !then.Day.Equal(moment.Day) ||
		then.Usage != nil || !today.Day.Equal(noon()) || then.Together == nil {
		t.Errorf("a question is asked as of %v and %v", then.Day, today.Day)
	}
	text, err := v.Text(t.Context(), "tea#Green tea")
	if err != nil || text.Heading != "Green tea" || !strings.Contains(string(text.Source), "2 minutes") {
		t.Errorf("%+v, %v", text.Ref, err)
	}
	text, err = now.TextAt(t.Context(), "docs/tea.md", "HEAD~4")
	if err != nil || !strings.Contains(string(text.Source), "3 minutes") {
		t.Errorf("%q, %v", text.Source, err)
	}
	var absent *AbsentError
	if _, err := now.TextAt(t.Context(), "docs/mugs.md", "HEAD~4"); !errors.As(err, &absent) || absent.Path != "docs/mugs.md" {
		t.Errorf("%v", err)
	}
}

// A name that names no note, or many, or a file that is not read, is an error that helps on.
func TestNamesOfNotes(t *testing.T) {
	r := shop(t)
	d, v := at(t, r, Options{})
	for name, want := range map[string]Ref{
		"docs/tea.md": {Path: "docs/tea.md"}, "tea": {Path: "docs/tea.md"}, "Keep tea in jars": {Path: ".memory/decisions/0002-jars.md"},
		"docs/tea.md#Green tea": {Path: "docs/tea.md", Heading: "Green tea"}, "mugs#a#b": {Path: "docs/mugs.md", Heading: "a#b"},
	} {
		if got, err := v.Find(t.Context(), "", name); err != nil || got != want {
			t.Errorf("%q is %+v, %v", name, got, err)
		}
	}
	var unknown *UnknownError
	if _, err := v.Find(t.Context(), "", "docs/teas.md"); !errors.As(err, &unknown) || len(unknown.Near) == 0 ||
		unknown.Near[0] != "docs/tea.md" {
		t.Errorf("%v, near %q", err, unknown)
	}
	if _, err := v.Find(t.Context(), "", " "); !errors.Is(err, ErrNoName) {
		t.Errorf("%v", err)
	}
	d.SetSkipped(
		[]kb.Skip{{Path: "docs/link.md", Reason: "symbolic link or special file"}, {Path: "docs/big.md", Reason: "larger than 8 MiB"}},
	)
	var unread *UnreadError
	for name, heading := range map[string]string{"docs/link.md": "", "docs/link.md#Green tea": "Green tea"} {
		if got, err := v.Find(t.Context(), "", name); err != nil || got.Path != "docs/tea.md" || got.Heading != heading {
			t.Errorf("%s, a link to a note, is %+v, %v", name, got, err)
		}
	}
	if _, err := v.Find(t.Context(), "", "docs/./big.md"); !errors.As(err, &unread) || unread.Path != "docs/big.md" {
		t.Errorf("a large file: %v", err)
	}
	if err := os.Symlink("../brew.go", filepath.Join(r.Dir, "docs", "code.md")); err != nil {
		t.Fatal(err)
	}
	skipped := d.Skipped()
	d.SetSkipped([]kb.Skip{{Path: "docs/code.md", Reason: "symbolic link or special file"}})
	if _, err := v.Find(t.Context(), "", "docs/code.md"); !errors.As(err, &unread) || unread.Path != "docs/code.md" {
		t.Errorf("a link to what is no note: %v", err)
	}
	if left := skipped; len(left) != 1 || left[0].Path != "docs/big.md" {
		t.Errorf("what is not read: %+v", left)
	}
}

// Status says what is there, before anything is indexed and after it.
func TestStatusOfAnIndex(t *testing.T) {
	r := shop(t)
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := Open(t.Context(), repo, Options{Now: noon, Config: &userconfig.Config{}, Untracked: "KB_USAGE"}, false)
	if err != nil {
		t.Fatal(err)
	}
	s, unread, err := fresh.Status(t.Context())
	if err != nil || unread != nil || s.Indexed || s.History.Commits != 0 || s.History.Fresh || s.Repository != r.Dir {
		t.Errorf("before: %+v, %v, %v", s, unread, err)
	}
	if s.Usage == nil || s.Usage.Recording || s.Usage.OffBy != "KB_USAGE" {
		t.Errorf("usage: %+v", s.Usage)
	}
	fresh.Close(nil)
	d, v := at(t, r, Options{})
	if _, err := d.HistoryAt(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	s, _, err = d.Status(t.Context())
	if err != nil || !s.Indexed || s.History.Commits != 5 || !s.History.Fresh || s.Provider != "none" || !s.Usage.Recording {
		t.Errorf("after: %+v, %v", s, err)
	}
	if reach := d.History.Reach(); reach.Commits != 5 || reach.Failed != nil {
		t.Errorf("reach: %+v", reach)
	}
	r.Commit("One more")
	if s, _, err = d.Status(t.Context()); err != nil || s.History.Fresh {
		t.Errorf("with a commit that was not read: %+v, %v", s.History, err)
	}
	if rec, err := v.Note(t.Context(), "docs/none.md"); rec != nil || err != nil || v.Searcher.Blob("docs/none.md") != "" {
		t.Errorf("a note that is not there: %v, %v", rec, err)
	}
}

// A desk that answers from what there is reads neither notes nor history, and says how far they are behind.
func TestAnswersAsIs(t *testing.T) {
	r := shop(t)
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	config := &userconfig.Config{}
	config.Models.Embed.Provider = "none"
	d, err := Open(t.Context(), repo, Options{Now: noon, Config: config, AsIs: true}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(nil)
	var none *NotIndexedError
	if v, err := d.Look(t.Context(), Moment{}); !errors.As(err, &none) || none.Commit != "" {
		t.Errorf("of no index: %v, %v", v, err)
	}
	var behind *BehindError
	if _, err := d.HistoryAt(t.Context(), r.Git("rev-parse", "HEAD")); !errors.As(err, &behind) {
		t.Errorf("of no history: %v", err)
	}
}

// A section is named by its heading, its anchor, the way to it or the mark of a block.
func TestSectionsByName(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n\nStart.\n\n## Part one\n\nOne. ^mark\n\n### Deep\n\nDeeper.\n\n## Part two\n\nTwo.")
	_, v := at(t, r, Options{})
	for name, want := range map[string]string{
		"a": "1-15", "a#Part one": "5-12", "a#part-one": "5-12", "a#PART TWO": "13-15", "a#A/Part one/Deep": "9-12",
		"a#A › Part one › Deep": "9-12", "a#^mark": "7-7",
		"a#Part three": "a.md has no section \"Part three\"", "a#^none": "a.md has no block ^none",
	} {
		text, err := v.Text(t.Context(), name)
		if err != nil {
			t.Fatal(name, err)
		}
		s, err := text.Section(text.Source)
		got := fmt.Sprintf("%d-%d", s.StartLine, s.EndLine)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
