package kb

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// Objects that a repository borrows from another, which itself borrows, are found.
func TestBorrowedObjects(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.write("a.md", "packed")
		r.commit("2026-01-10T12:00:00Z")
		r.git("gc", "-q")
		r.write("b.md", "loose")
		first := r.commit("2026-01-11T12:00:00Z")
		dir := filepath.Join(t.TempDir(), "shared")
		r.git("clone", "-q", "--shared", r.dir, dir)
		again := filepath.Join(t.TempDir(), "again")
		r.git("clone", "-q", "--shared", dir, again)
		// A circle of borrowers ends.
		if err := os.WriteFile(filepath.Join(r.dir, ".git/objects/info/alternates"), []byte("# a comment\n"+filepath.Join(again, ".git/objects")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		repo := opened(t, open, r, again)
		tree, err := repo.TreeAt(context.Background(), first[:12])
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "texts", texts(t, repo, tree), map[string]string{"a.md": "packed", "b.md": "loose"})
	})
}
