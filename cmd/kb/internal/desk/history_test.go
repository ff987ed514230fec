package desk

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history"
)

// served is the desk of a server on a repository, with what it has said.
func served(t *testing.T, r *gittest.Repo) (d *Desk, said func() string) {
	t.Helper()
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	tell := func(m string) { all = append(all, m) }
	d = Of(repo, Options{Now: noon, Server: true, Remark: tell, Warn: tell})
	t.Cleanup(func() { d.Close(nil) })
	return d, func() string { return strings.Join(all, "\n") }
}

// files are some files of HEAD, in order.
func files(t *testing.T, d *Desk, paths ...string) []git.File {
	t.Helper()
	tree, err := d.Repo.TreeAt(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	var out []git.File
	for _, p := range paths {
		i := slices.IndexFunc(tree.Files, func(f git.File) bool { return f.Path == p })
		if i < 0 {
			t.Fatalf("there is no %s", p)
		}
		out = append(out, tree.Files[i])
	}
	return out
}

// A server's answers know of the history what is read of it, and wait for the reading that is on.
func TestHistoryOfAServer(t *testing.T) {
	r := shop(t)
	d, said := served(t, r)
	ctx, h := t.Context(), d.History
	both := files(t, d, "docs/mugs.md", "docs/tea.md")
	if h.Settled(ctx) || h.Head() != "" || h.Pending() {
		t.Error("a history that nobody reads is read")
	}
	if h.Life(ctx, "docs/tea.md") != nil || d.touches(ctx, "", both) != nil || h.Limits(ctx) != nil || h.Known(ctx, "") != nil {
		t.Error("something is known before anything was read")
	}
	done := h.Begin()
	if h.Begin() != nil {
		t.Error("two readings are on")
	}
	if h.Settled(ctx) {
		t.Error("a history that is being read for long is read")
	}
	err := h.Read(ctx)
	if h.Life(ctx, "docs/mugs.md") != nil || h.Known(ctx, "") != nil || !h.Reach().Reading {
		t.Error("the history is asked while it is being read")
	}
	if got := d.touches(ctx, "", both); len(got) != 2 || !got[0].When.IsZero() {
		t.Errorf("touches while the history is being read: %+v", got)
	}
	if done(err) || err != nil || !h.Settled(ctx) {
		t.Errorf("the history is not read: %v", err)
	}
	if got, want := h.Reach(), (Reach{Head: r.Git("rev-parse", "HEAD"), Commits: 5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for range 2 { // what was asked for is kept
		mugs := h.Life(ctx, "docs/mugs.md")
		if mugs == nil || mugs.Commits != 3 || mugs.Last.Subject != "Larger mugs" {
			t.Fatalf("the life of the mugs: %+v", mugs)
		}
		if h.Life(ctx, "docs/none.md") != nil {
			t.Error("what never was has a life")
		}
		got := d.touches(ctx, "", both)
		if len(got) != 2 || !strings.HasPrefix(got[0].When.String(), "2026-03-04 10:00") || got[0] != got[1] {
			t.Errorf("last touched: %+v", got)
		}
	}
	if len(h.lives) != 2 || len(h.touched) != 2 {
		t.Errorf("kept: %d lives, %d touches", len(h.lives), len(h.touched))
	}
	if said() != "" {
		t.Errorf("said %q", said())
	}
}

// A history that another process began to record anew, and left, is read to its end, and what could not
// be told meanwhile is told then.
func TestHistoryThatAnotherBeganAnew(t *testing.T) {
	far, r := shop(t), gittest.New(t)
	r = r.At(filepath.Join(r.Dir, "near"))
	far.Git("clone", "-q", "--depth=1", "file://"+far.Dir, r.Dir)
	d, _ := served(t, r)
	ctx, h := t.Context(), d.History
	if err := h.Read(ctx); err != nil {
		t.Fatal(err)
	}
	r.Git("fetch", "-q", "--unshallow")
	other, err := history.Open(ctx, d.Repo, "")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Update(ctx, r.Git("rev-parse", "HEAD~1")); err != nil {
		t.Fatal(err)
	}
	if life := h.Life(ctx, "docs/mugs.md"); life != nil {
		t.Errorf("%+v", life)
	}
	if err := h.Read(ctx); err != nil {
		t.Fatal(err)
	}
	if life := h.Life(ctx, "docs/mugs.md"); life == nil || life.Commits != 3 {
		t.Errorf("%+v", life)
	}
}

// What was found of notes stays where a commit does not touch them, and is read anew where it does.
func TestHistoryGoesOn(t *testing.T) {
	r := shop(t)
	d, _ := served(t, r)
	ctx, h := t.Context(), d.History
	read := func() {
		t.Helper()
		done := h.Begin()
		if err := h.Read(ctx); done(err) || err != nil {
			t.Fatal(err)
		}
	}
	read()
	mugs, tea := h.Life(ctx, "docs/mugs.md"), h.Life(ctx, "docs/tea.md")
	r.Write("docs/tea.md", "# Tea\n\nTea is kept in boxes.\n")
	r.Commit("Boxes", gittest.Date("2026-03-06T10:00:00Z")...)
	if h.Life(ctx, "docs/tea.md") != tea {
		t.Error("a commit that is not read counts")
	}
	read()
	if h.Life(ctx, "docs/mugs.md") != mugs {
		t.Error("the life of a note that did not change is read anew")
	}
	if got := h.Life(ctx, "docs/tea.md"); got == nil || got.Commits != tea.Commits+1 || got.Last.Subject != "Boxes" {
		t.Errorf("the life of the tea: %+v", got)
	}
	if got := d.touches(ctx, "", files(t, d, "docs/tea.md")); len(got) != 1 || got[0].When.Day() != 6 {
		t.Errorf("last touched: %+v", got)
	}
	past, _, err := h.Whole(ctx)
	if err != nil || past != h.Known(ctx, "") || past != h.Known(ctx, r.Git("rev-parse", "HEAD~1")) {
		t.Errorf("two histories: %v", err)
	}
	h.Close()
	if h.Head() != "" || h.Known(ctx, "") != nil {
		t.Error("a history that is closed answers")
	}
}

// A reading that fails twice in the same way is told of once.
func TestHistoryThatCannotBeRead(t *testing.T) {
	d, _ := served(t, shop(t))
	h := d.History
	ended, end := context.WithCancel(t.Context())
	end()
	release := h.Hold(t.Context())
	fail := func(err error) bool { return h.Begin()(err) }
	if err := h.Read(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("a reading that waits for another one ends with %v", err)
	}
	if h.Hold(ended) != nil {
		t.Error("a history is held twice")
	}
	release()
	broken, other := errors.New("the disk is full"), errors.New("no such object")
	for i, c := range []struct {
		err   error
		again bool
	}{{broken, false}, {broken, true}, {other, false}, {nil, false}, {nil, false}, {other, false}} {
		if again := fail(c.err); again != c.again {
			t.Errorf("%d: %v failed again: %v", i, c.err, again)
		}
		if h.Settled(t.Context()) != (c.err == nil) || h.Reach().Failed != c.err {
			t.Errorf("%d: settled after %v", i, c.err)
		}
	}
	none, _ := served(t, gittest.New(t))
	if _, _, err := none.History.Whole(t.Context()); err != ErrNoCommits {
		t.Errorf("a repository without commits: %v", err)
	}
}

// Very many commits take long, and a few do not; a server's answer goes on without either.
func TestSettledDoesNotWaitForLong(t *testing.T) {
	d, _ := served(t, shop(t))
	h := d.History
	done := h.Begin()
	h.measure(1, mostUnread+1)
	h.measure(0, mostUnread)
	if isClosed(h.round.far) {
		t.Error("what is short takes long")
	}
	h.measure(0, mostUnread+1)
	h.measure(0, mostUnread+2)
	if h.Settled(t.Context()) || h.unread != mostUnread+2 {
		t.Errorf("read as far as %q, %d to go", h.Head(), h.unread)
	}
	done(nil)
}
