package git

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFolders(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a.md", "a", "docs/b.md", "b", "src/x/y/main.c", "c", "src/x/z/lib.c", "d", "new/note.md", "n")
	deep := strings.Repeat("d/", maxDepth+1)
	r.Write(deep+"e.md", "e")
	r.Git("add", "a.md", "docs", "src", "d")
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	list := func(limit int) []string {
		t.Helper()
		got, err := repo.Folders(limit)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	diff(t, "all", list(100), []string{"docs", "src", "src/x", "src/x/y", "src/x/z"})
	diff(t, "some", list(2), []string{"docs", "src"})
	if err := os.WriteFile(filepath.Join(r.Dir, ".git", "index"), []byte("DIRC, but no index of git's"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := repo.Folders(1); err == nil {
		t.Errorf("of a damaged index: %v", got)
	}
	if err := os.Remove(filepath.Join(r.Dir, ".git", "index")); err != nil {
		t.Fatal(err)
	}
	diff(t, "before the first add", list(1), []string(nil))
}
