package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/tally"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/mcp/render"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"pgregory.net/rapid"
)

// The address of a note leads back to it, whatever it is called; no address leads out of the repository.
func TestURIsOfNotes(t *testing.T) {
	one := &warm.Keeper{Options: warm.Options{Name: "web"}}
	two := &warm.Keeper{Options: warm.Options{Name: "web", Several: true}}
	if got := uriOf(one, "docs/a b#ü.md"); got != "kb://note/docs/a%20b%23%C3%BC.md" {
		t.Error(got)
	}
	if got := uriOf(two, "a.md"); got != "kb://note/web/a.md" {
		t.Error(got)
	}
	rapid.Check(t, func(t *rapid.T) {
		path := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[a-z%# ?ü.]{1,5}x`), 1, 3).Draw(t, "parts"), "/")
		for _, b := range []*warm.Keeper{one, two} {
			if got := fromURI(b, uriOf(b, path)); got != path {
				t.Fatalf("%q came back as %q", path, got)
			}
		}
	})
	for _, name := range []string{"kb://note/../x", "kb://note/a/../../x", "kb://note//etc/passwd", "kb://note/a%00b", "kb://note/",
		"kb://note/%zz", "kb://note/..", "kb://note/a//b", "docs/a.md"} {
		if got := fromURI(one, name); got != name {
			t.Errorf("%s leads to %s", name, got)
		}
	}
}

// Each error says what happened and, where there is something to do, what.
func TestExplained(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("disk\nfull"), "disk full"},
		{fmt.Errorf("read: %w", render.Hint(errors.New("no such thing"), "look elsewhere")), "read: no such thing\nlook elsewhere"},
		{fmt.Errorf("ask: %w", context.DeadlineExceeded),
			"the call took too long\nask for less: a lower limit, or a filter such as path or kind"},
		{fmt.Errorf("%w: a.md", index.ErrNoNote), index.ErrNoNote.Error() + ": a.md\nfind notes with the tool search"},
		{fmt.Errorf("%w: kind:", index.ErrQuery), index.ErrQuery.Error() + ": kind:\nchange the arguments as the message says"},
		{desk.ErrNoCommit, desk.ErrNoCommit.Error() + "\nleave at out"},
		{&desk.BeforeError{Day: "1999-01-01"}, "there is no commit on or before 1999-01-01\nname a later day, or leave at out"},
		{desk.ErrNoCommits, "this repository has no commits yet\ncommit something first: git commit"},
		{tally.ErrSlow, tally.ErrSlow.Error() + "\nnarrow it by query, path or kind"},
		{history.ErrBusy, "another kb is reading the history\nask again in a few seconds"},
		{&warm.BuildingError{Reach: "3 of 9"}, (&warm.BuildingError{Reach: "3 of 9"}).Error() + "\nask again in half a minute"},
		{&warm.NoIndexError{Err: errors.New("disk full")},
			"the index cannot be built: disk full\nrun this in the repository to see more: kb index"},
		{desk.ErrNoName, desk.ErrNoName.Error() + "\npass a path, title or id, as search gives them"},
		{&desk.AmbiguousError{Name: "tea", Candidates: []string{"a/tea.md", "b/tea.md"}},
			"\"tea\" may be any of 2 notes\nname one by its path: a/tea.md, b/tea.md"},
		{&desk.UnknownError{Name: "tee", Near: []string{"tea.md"}}, desk.ErrUnknown.Error() + ": \"tee\"\ndid you mean: tea.md"},
		{&desk.UnknownError{Name: "x"}, desk.ErrUnknown.Error() + ": \"x\"\nfind it by what it says with the tool search"},
		{&desk.GoneError{Path: "tea.md"}, "tea.md is gone\nfind what took its place with the tool search"},
		{&desk.AbsentError{Path: "tea.md", At: "v1"}, "there is no tea.md at v1\nthe tool history tells the paths that a note had"},
		{&desk.BeyondError{Line: 9, End: 4}, "line 9 is beyond the end, line 4\nleave start_line and cursor out"},
		{&desk.LinesError{Ref: desk.Ref{Path: "tea.md", Lines: "8-9"}, Has: 4},
			"tea.md has lines 1 to 4, not 8-9\nname others, or a section as #heading"},
		{&desk.UnreadError{Path: "big.md", Reason: "too large"},
			desk.ErrUnknown.Error() + ": big.md is not read: too large\na person can look into the file itself"},
		{fmt.Errorf("%w: v9", git.ErrUnknownRev), git.ErrUnknownRev.Error() +
			": v9\nname a commit, branch or tag that this clone has, or a date such as 2026-05-04"},
	} {
		if got := explain(tt.err); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := render.List(strings.Fields("a b c d e f g h")); got != "a, b, c, d, e, f, g, h" {
		t.Error(got)
	}
	if got := render.List(strings.Fields("a b c d e f g h i")); got != "a, b, c, d, e, f, g, h, …" {
		t.Error(got)
	}
}

func TestProgressInWords(t *testing.T) {
	var none *Progress
	p := &Progress{}
	if none.String() != "" || p.String() != "" {
		t.Errorf("%s, %s", none, p)
	}
	if p.Report("parsing", 3, 9); p.String() != "parsing 3 of 9" {
		t.Error(p)
	}
	if p.Report("listing", 3, 0); p.String() != "listing" {
		t.Error(p)
	}
}
