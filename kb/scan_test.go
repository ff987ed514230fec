package kb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/kb/git"
)

func TestWorkTreeStates(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("clean.md", "clean", "edited.md", "before", "deleted.md", "x", "staged.md", "1", "removed.md", "r", "code.go",
			"package x", "Upper.MD", "u", "b.markdown", "b")
		head := r.commit("2026-01-02T03:04:05Z")
		repo := opened(t, open, r, r.Dir)
		s, tree := workTree(t, repo)
		diff(t, "clean listing", listing(tree),
			[]string{"Upper.MD", "b.markdown", "clean.md", "deleted.md", "edited.md", "removed.md", "staged.md"})
		if tree.Dirty || s.Staged || len(s.Dirty) > 0 || s.Head != head || tree.Commit != head {
			t.Errorf("a fresh commit is dirty: %+v %+v", s, tree)
		}
		r.Write("edited.md", "after", "staged.md", "2", "new.md", "new", ".gitignore", "ignored.md\n/build/\n", "ignored.md", "i",
			"build/x.md", "i", "sub/.gitignore", "*.md\n!keep.md\n", "sub/drop.md", "d", "sub/keep.md", "k")
		os.Remove(filepath.Join(r.Dir, "deleted.md"))
		r.Git("add", "staged.md")
		r.Git("rm", "-q", "removed.md")
		s, tree = workTree(t, repo)
		diff(t, "listing", listing(tree),
			[]string{"Upper.MD", "b.markdown", "clean.md", "edited.md*", "new.md*", "staged.md", "sub/keep.md*"})
		diff(t, "texts", texts(t, repo, tree), map[string]string{
			"Upper.MD":    "u",
			"b.markdown":  "b",
			"clean.md":    "clean",
			"edited.md":   "after",
			"new.md":      "new",
			"staged.md":   "2",
			"sub/keep.md": "k",
		})
		var dirty []string
		for _, d := range s.Dirty {
			dirty = append(dirty, d.Path)
		}
		diff(t, "dirty", dirty, []string{"deleted.md", "edited.md", "new.md", "sub/keep.md"})
		if !s.Staged || !tree.Dirty || s.Dirty[0].Size != -1 || s.Dirty[1].Size != 5 {
			t.Errorf("scan = %+v, dirty = %v", s, tree.Dirty)
		}
	})
}

func TestScanEqualUntilSomethingChanges(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a", "code.go", "x")
		r.commit("2026-01-02T03:04:05Z")
		repo := opened(t, open, r, r.Dir)
		last, _ := workTree(t, repo)
		step := func(name string, equal bool, do func()) {
			t.Helper()
			do()
			s, _ := workTree(t, repo)
			if s.Equal(last) != equal {
				t.Errorf("%s: Equal = %v\n%+v\n%+v", name, !equal, last, s)
			}
			last = s
		}
		step("nothing", true, func() {})
		step("code", true, func() { r.Write("code.go", "y") })
		step("untracked note", false, func() { r.Write("b.md", "b") })
		step("same size", false, func() { r.Write("b.md", "c") })
		step("edit", false, func() { r.Write("a.md", "a2") })
		step(".kbignore", false, func() { r.Write(".kbignore", "b.md") })
		step("kb.yaml", false, func() { r.Write(".memory/kb.yaml", "exclude: [x/]") })
		step("commit", false, func() { r.commit("2026-01-03T03:04:05Z") })
		step("remove", false, func() { os.Remove(filepath.Join(r.Dir, "a.md")) })
	})
}

func TestRacilyCleanFile(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "one")
		r.commit("2026-01-02T03:04:05Z")
		p := filepath.Join(r.Dir, "a.md")
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		// The same size and time as git's index remembers, and the index no younger than the file.
		r.Write("a.md", "two")
		if err := errors.Join(os.Chtimes(p, info.ModTime(), info.ModTime()),
			os.Chtimes(filepath.Join(r.Dir, ".git/index"), info.ModTime(), info.ModTime())); err != nil {
			t.Fatal(err)
		}
		repo := opened(t, open, r, r.Dir)
		_, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "two"})
	})
}

func TestKnownSparesHashing(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a")
		repo := opened(t, open, r, r.Dir)
		s, _ := workTree(t, repo)
		tree, err := repo.WorkTree(context.Background(), s, func(d DirtyFile) (string, bool) { return "remembered", d == s.Dirty[0] })
		if err != nil || len(tree.Files) != 1 || tree.Files[0].Blob != "remembered" {
			t.Errorf("WorkTree = %+v, %v", tree, err)
		}
	})
}

func TestUnbornBranch(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		repo := opened(t, open, r, r.Dir)
		s, tree := workTree(t, repo)
		if s.Head != "" || len(tree.Files) != 0 || tree.Dirty {
			t.Errorf("empty repository: %+v %+v", s, tree)
		}
		r.Write("a.md", "a", "b.md", "b")
		r.Git("add", "a.md")
		_, tree = workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"a.md", "b.md*"})
		if !tree.Dirty {
			t.Error("staged files on an unborn branch are not dirty")
		}
		if _, err := repo.TreeAt(context.Background(), "HEAD"); !errors.Is(err, git.ErrUnknownRev) {
			t.Errorf("TreeAt(HEAD) = %v", err)
		}
		if _, err := repo.TreeAt(context.Background(), "2026-01-01"); !errors.Is(err, git.ErrUnknownRev) {
			t.Errorf("TreeAt(date) = %v", err)
		}
	})
}

func TestCancelled(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "a")
		r.commit("2026-01-10T12:00:00Z")
		repo := opened(t, open, r, r.Dir)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := repo.Scan(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Scan = %v", err)
		}
	})
}
