package git

import (
	"os"
	"path/filepath"
	"testing"
)

// Objects that a repository borrows from another, which itself borrows, are found.
func TestBorrowedObjects(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "packed")
		r.commit("2026-01-10T12:00:00Z")
		r.Git("gc", "-q")
		r.Write("b.md", "loose")
		first := r.commit("2026-01-11T12:00:00Z")
		dir := filepath.Join(t.TempDir(), "shared")
		r.Git("clone", "-q", "--shared", r.Dir, dir)
		again := filepath.Join(t.TempDir(), "again")
		r.Git("clone", "-q", "--shared", dir, again)
		// A circle of borrowers ends.
		if err := os.WriteFile(filepath.Join(r.Dir, ".git/objects/info/alternates"),
			[]byte("# a comment\n"+filepath.Join(again, ".git/objects")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		repo := opened(t, open, r, again)
		tree, err := treeAt(repo, first[:12])
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "packed", "b.md": "loose"})
	})
}
