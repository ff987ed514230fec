package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

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
		_, err := repo.Index(t.Context())
		if strings.HasSuffix(t.Name(), "off") {
			if !errors.Is(err, ErrUnsupported) {
				t.Errorf("Index of a split index = %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		_, tree = workTree(t, repo)
		diff(t, "split index", texts(t, repo, tree), want)
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
	script := "#!/bin/sh\nfor a; do case $a in -c | *=*) ;; *) echo \"$a\" >>'" + log + "'; break ;; esac; done\nexec '" + real +
		"' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	started := func() string {
		data, _ := os.ReadFile(log)
		os.Remove(log)
		return strings.Join(strings.Fields(string(data)), " ")
	}
	repo, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "Open starts", started(), "")
	_, tree := workTree(t, repo)
	diff(t, "Status and Index start", started(), "status")
	texts(t, repo, tree)
	diff(t, "Blobs starts", started(), "cat-file")
	if _, err := treeAt(repo, "HEAD"); err != nil {
		t.Fatal(err)
	}
	diff(t, "a commit's tree starts", started(), "rev-parse ls-tree")
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
		_, err := repo.Index(t.Context())
		if strings.HasSuffix(t.Name(), "off") {
			if !errors.Is(err, ErrUnsupported) {
				t.Errorf("Index of a sparse index = %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		_, tree = workTree(t, repo)
		diff(t, "sparse index", texts(t, repo, tree), want)
	})
}

// Two that are asked about different files get from one question what each gets by itself, once.
func TestAskTogether(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "1", "b.txt", "1", "c.txt", "1", "d.csv", "1")
		r.commit("2026-01-10T12:00:00Z")
		r.Write("a.md", "2", "b.txt", "22", "d.csv", "2", "new.txt", "n")
		r.Git("add", "b.txt")
		notes := opened(t, open, r, r.Dir)
		isText := func(path string) bool { return strings.HasSuffix(path, ".txt") }
		specs := []string{"*.txt"}
		texts, err := notes.Asking(Interest{isText, specs, func(path []byte) bool { return isText(string(path)) }, specs})
		if err != nil {
			t.Fatal(err)
		}
		AskTogether(notes, texts)
		ask := func(repo *Repo) WorkStatus {
			s, err := repo.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(s.Dirty)
			return s
		}
		diff(t, "notes", ask(notes), WorkStatus{Dirty: []string{"a.md"}})
		diff(t, "texts", ask(texts), WorkStatus{Dirty: []string{"new.txt"}, Staged: true})
		r.Write("c.txt", "33")
		diff(t, "texts later", ask(texts), WorkStatus{Dirty: []string{"c.txt", "new.txt"}, Staged: true})
	})
}
