package kb

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
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
		diff(
			t,
			"texts",
			texts(t, repo, tree),
			map[string]string{
				"Upper.MD":    "u",
				"b.markdown":  "b",
				"clean.md":    "clean",
				"edited.md":   "after",
				"new.md":      "new",
				"staged.md":   "2",
				"sub/keep.md": "k",
			},
		)
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
		if err := errors.Join(os.Chtimes(p, info.ModTime(), info.ModTime()), os.Chtimes(filepath.Join(r.Dir, ".git/index"), info.ModTime(), info.ModTime())); err != nil {
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

func TestConflictedMerge(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "base\n", "both.md", "b\n")
		r.commit("2026-01-10T12:00:00Z")
		r.Git("checkout", "-q", "-b", "side")
		r.Write("a.md", "side\n")
		os.Remove(filepath.Join(r.Dir, "both.md"))
		r.commit("2026-01-11T12:00:00Z")
		r.Git("checkout", "-q", "main")
		r.Write("a.md", "main\n", "both.md", "changed\n")
		r.commit("2026-01-12T12:00:00Z")
		if out, err := r.Try("merge", "side"); err == nil {
			t.Fatalf("no conflict: %s", out)
		}
		repo := opened(t, open, r, r.Dir)
		s, tree := workTree(t, repo)
		diff(t, "listing", listing(tree), []string{"a.md*", "both.md*"})
		if got := texts(t, repo, tree); !strings.Contains(got["a.md"], "<<<<<<<") || !s.Staged || !tree.Dirty {
			t.Errorf("texts = %q, staged %v", got, s.Staged)
		}
	})
}

func TestIntentToAddAndIndexFlags(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("assumed.md", "1", "sparse.md", "s", "plain.md", "p")
		r.commit("2026-01-10T12:00:00Z")
		r.Write("intended.md", "i", "assumed.md", "2")
		r.Git("add", "-N", "intended.md")
		r.Git("update-index", "--assume-unchanged", "assumed.md")
		r.Git("update-index", "--skip-worktree", "sparse.md")
		os.Remove(filepath.Join(r.Dir, "sparse.md"))
		repo := opened(t, open, r, r.Dir)
		s, tree := workTree(t, repo)
		diff(t, "texts", texts(t, repo, tree), map[string]string{"assumed.md": "1", "intended.md": "i", "plain.md": "p", "sparse.md": "s"})
		diff(t, "listing", listing(tree), []string{"assumed.md", "intended.md*", "plain.md", "sparse.md"})
		if s.Staged {
			t.Error("intent to add counts as staged")
		}
	})
}

func TestIndexVersionFourAndSplitIndex(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("folder/first.md", "1", "folder/second.md", "2", "folder/sub/third.md", "3", "z.md", "4")
		r.commit("2026-01-10T12:00:00Z")
		r.Git("update-index", "--index-version", "4")
		repo := opened(t, open, r, r.Dir)
		_, tree := workTree(t, repo)
		want := map[string]string{"folder/first.md": "1", "folder/second.md": "2", "folder/sub/third.md": "3", "z.md": "4"}
		diff(t, "version 4", texts(t, repo, tree), want)
		r.Git("update-index", "--split-index")
		s, err := repo.Scan(context.Background())
		if strings.HasSuffix(t.Name(), "off") {
			if !errors.Is(err, git.ErrUnsupported) {
				t.Errorf("Scan of a split index = %v", err)
			}
			return
		}
		tree, err = repo.WorkTree(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "split index", texts(t, repo, tree), want)
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

// TestProcessesAreFew counts how often git is started.
func TestProcessesAreFew(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the counting git is a shell script")
	}
	r := newTestRepo(t)
	r.Write("a.md", "a", "b.md", "b")
	r.commit("2026-01-10T12:00:00Z")
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	bin, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	script := "#!/bin/sh\nfor a; do case $a in -c | *=*) ;; *) echo \"$a\" >>'" + log + "'; break ;; esac; done\nexec '" + real + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	started := func() string {
		data, _ := os.ReadFile(log)
		os.Remove(log)
		return strings.Join(strings.Fields(string(data)), " ")
	}
	repo, err := Open(context.Background(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "Open starts", started(), "")
	_, tree := workTree(t, repo)
	diff(t, "Scan and WorkTree start", started(), "status")
	texts(t, repo, tree)
	diff(t, "Blobs starts", started(), "cat-file cat-file")
	if _, err := repo.TreeAt(context.Background(), "HEAD"); err != nil {
		t.Fatal(err)
	}
	diff(t, "TreeAt starts", started(), "rev-parse ls-tree")
}

func TestSparseCheckout(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("in/a.md", "a", "out/b.md", "b", "top.md", "t")
		r.commit("2026-01-10T12:00:00Z")
		r.Git("sparse-checkout", "set", "--cone", "in")
		if _, err := os.Stat(filepath.Join(r.Dir, "out")); err == nil {
			t.Fatal("the checkout is not sparse")
		}
		repo := opened(t, open, r, r.Dir)
		s, tree := workTree(t, repo)
		want := map[string]string{"in/a.md": "a", "out/b.md": "b", "top.md": "t"}
		diff(t, "texts", texts(t, repo, tree), want)
		if len(s.Dirty) > 0 || tree.Dirty {
			t.Errorf("dirty: %+v", s)
		}
		r.Git("sparse-checkout", "reapply", "--sparse-index")
		s, err := repo.Scan(context.Background())
		if strings.HasSuffix(t.Name(), "off") {
			if !errors.Is(err, git.ErrUnsupported) {
				t.Errorf("Scan of a sparse index = %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if tree, err = repo.WorkTree(context.Background(), s, nil); err != nil {
			t.Fatal(err)
		}
		diff(t, "sparse index", texts(t, repo, tree), want)
	})
}
