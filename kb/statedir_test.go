package kb

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/9aea2451/kb/kb/git"

	"github.com/9aea2451/kb/kb/store"
)

func TestStateFolderLiesInGits(t *testing.T) {
	top := t.TempDir()
	index := filepath.Join(top, ".git", store.Top, "index")
	if err := store.MakeDir(index); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without git's folder: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
		t.Error("git's folder was made")
	}
	if err := os.Mkdir(filepath.Join(top, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := store.MakeDir(index); err != nil {
			t.Error(err)
		}
	}
	file := filepath.Join(index, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := store.MakeDir(file); err == nil {
		t.Error("a file passed for a folder")
	}
}

// A repository that is gone is not taken for the one around it.
func TestGoneRepository(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		outer := newTestRepo(t)
		outer.Write("outer.md", "# Outer\n")
		outer.commit("2026-01-01T00:00:00Z")
		outer.Git("init", "-q", "inner")
		inner := filepath.Join(outer.Dir, "inner")
		r := opened(t, open, outer, inner)
		workTree(t, r)
		if err := os.RemoveAll(filepath.Join(inner, ".git")); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Scan(context.Background()); !errors.Is(err, git.ErrGone) {
			t.Errorf("Scan: %v", err)
		}
		if status, err := r.Status(context.Background()); err == nil && len(status.Dirty) > 0 {
			t.Errorf("git answered for the repository around it: %+v", status)
		}
	})
}
