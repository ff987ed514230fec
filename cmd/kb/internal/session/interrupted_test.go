package session

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/kb/worktree"
)

// Of an edit that is undone what stays as it is is said only where something does, and what is undone
// likewise; without an interrupted edit nothing is said.
func TestWhatIsSaidOfAnUndoneEdit(t *testing.T) {
	for _, c := range []struct {
		mine []string // files that a person changed since
		want string
	}{
		{nil, "kb: an edit that was interrupted is undone: as before it are a.md, b.md\n"},
		{[]string{"a.md", "b.md"}, "kb: changed since that edit, and left as it is: a.md, b.md\n"},
	} {
		r := gittest.New(t)
		r.Write("a.md", "old", "b.md", "old")
		repo, err := kb.Open(t.Context(), r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		renames := 0
		end := store.Watch(func(op store.Op, do func() error) error {
			if op.Verb == "rename" {
				renames++
			}
			if renames > 2 { // the journal and one of the notes
				return errors.New("no power")
			}
			return do()
		})
		old, now := []byte("old"), []byte("new")
		repo.Write([]worktree.Edit{{Path: "a.md", Old: old, New: now}, {Path: "b.md", Old: old, New: now}})
		end()
		for _, file := range c.mine {
			r.Write(file, "mine")
		}
		for _, want := range []string{c.want, ""} { // it is undone once
			p := in(r.Dir, app.Globals{})
			p.Edits = true
			if _, err := OpenRepo(t.Context(), p.App); err != nil || p.said.String() != want {
				t.Errorf("%q: %v, said %q, want %q", c.mine, err, p.said, want)
			}
		}
		p := in(r.Dir, app.Globals{})
		if _, err := OpenRepo(t.Context(), p.App); err != nil || p.said.Len() > 0 {
			t.Errorf("afterwards: %v, %q", err, p.said)
		}
	}
}

// Up to eight files are named; of more the rest is counted.
func TestSomeNames(t *testing.T) {
	files := []string{"1", "2", "3", "4", "5", "6", "7", "8"}
	for n, want := range map[int]string{1: "1", 8: "1, 2, 3, 4, 5, 6, 7, 8"} {
		if got := someNames(files[:n]); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	if got := someNames(append(files, "9")); got != "1, 2, 3, 4, 5, 6, 7, 8, 1 other" {
		t.Error(got)
	}
}

// In a bare repository every path that is named counts.
func TestPathsOfABareRepository(t *testing.T) {
	r := notes(t)
	bare := filepath.Join(t.TempDir(), "bare")
	r.Git("clone", "-q", "--bare", r.Dir, bare)
	b := opened(t, in(bare, app.Globals{}), "")
	holds, err := b.AtOrBelow([]string{"docs/", "a/plan.md"}, true)
	if err != nil || !holds("docs/tea.md") || !holds("a/plan.md") || holds("b/plan.md") || holds("a/plan.md.md") {
		t.Errorf("%v", err)
	}
}

// The index of a base that was opened without one is opened when it is needed, with the person's configuration.
func TestIndexIsOpenedLater(t *testing.T) {
	r := notes(t)
	p := in(r.Dir, app.Globals{})
	repo, err := OpenRepo(t.Context(), p.App)
	if err != nil {
		t.Fatal(err)
	}
	b := In(p.App, repo)
	if err := b.OpenIndex(t.Context()); err != nil || b.Index == nil {
		t.Errorf("%v, %v", b.Index, err)
	}
	if _, err := os.Stat(filepath.Join(repo.StateDir(), "index")); err != nil {
		t.Error(err)
	}
	b.Close()
	p.configure(t, "nonsense: 1\n")
	if err := In(p.App, repo).OpenIndex(t.Context()); err == nil {
		t.Error("a wrong configuration is not told")
	}
}
