package history

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"
)

// A history that was read in steps is what a clean walk is; whatever is changed in it is found, and
// mended by Remove.
func TestCheck(t *testing.T) {
	r := newGitRepo(t)
	repo := r.openAt(r.Dir, "git")
	step := func() {
		t.Helper()
		h := openHistory(t, repo, "")
		update(t, h)
		h.Close()
	}
	check := func() *CheckedHistory {
		t.Helper()
		c, err := Check(context.Background(), repo, t.TempDir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	r.Write("a.md", lines(0, 20))
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	step()
	r.Git("mv", "a.md", "b.md")
	r.Write("c.md", lines(40, 60))
	r.commit("2026-01-02T00:00:00Z", "B", "rename")
	r.Git("checkout", "-q", "-b", "side", "HEAD~1")
	r.Write("d.md", lines(60, 80))
	r.commit("2026-01-03T00:00:00Z", "C", "aside")
	step()
	r.Git("checkout", "-q", "-")
	r.Git("merge", "-q", "-m", "join", "side")
	step()
	if c := check(); len(c.Differences) != 0 || c.Commits != 4 {
		t.Fatalf("a sound history differs: %+v", c)
	}
	for _, harm := range []string{
		`UPDATE commits SET subject = 'no' WHERE id = 1`,
		`UPDATE commits SET commit_time = commit_time + 1 WHERE id = 0`,
		`UPDATE touches SET data = zeroblob(length(data))`,
		`DELETE FROM touches WHERE path = 1`,
		`UPDATE commits SET touched = zeroblob(0) WHERE id = 1`,
		`UPDATE people SET name = 'nobody'`,
		`UPDATE paths SET name = CAST('z.md' AS BLOB) WHERE id = 1`,
		`UPDATE graph SET data = zeroblob(length(data)) WHERE first = 0`,
	} {
		db, err := sqlite3.Open(filepath.Join(repo.StateDir(), "index", File))
		if err == nil {
			err = db.Exec(harm)
			db.Close()
		}
		if err != nil {
			t.Fatal(harm, err)
		}
		if c := check(); len(c.Differences) == 0 {
			t.Errorf("not found: %s", harm)
		}
		if err := Remove(repo); err != nil {
			t.Fatal(err)
		}
		step()
		if c := check(); len(c.Differences) != 0 {
			t.Fatalf("not mended: %s: %+v", harm, c)
		}
	}
}
