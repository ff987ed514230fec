package history

import (
	"context"
	"os"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
)

// realRepo opens the repository that KB_HISTORY_REPO names.
func realRepo(t testing.TB, program string) *kb.Repo {
	t.Helper()
	dir := os.Getenv("KB_HISTORY_REPO")
	if dir == "" {
		t.Skip("KB_HISTORY_REPO names no repository")
	}
	repo, err := kb.Open(context.Background(), dir, git.WithEnviron(append(os.Environ(), "KB_GIT="+program)))
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func headOf(t testing.TB, repo *kb.Repo) string {
	t.Helper()
	head, err := repo.Head(context.Background())
	if err != nil || head == "" {
		t.Fatalf("HEAD is %q, %v", head, err)
	}
	return head
}

// The git program and go-git give the same records of a repository of many years.
func TestSourcesAgreeOnRealRepo(t *testing.T) {
	on, off := realRepo(t, "on"), realRepo(t, "off")
	a, b := walked(t, on, headOf(t, on)), walked(t, off, headOf(t, off))
	if len(a) != len(b) {
		t.Fatalf("%d commits with git, %d without", len(a), len(b))
	}
	count := map[walk.Status]int{}
	for i := range a {
		diff(t, a[i].ID, b[i], a[i])
		for _, c := range a[i].Changes {
			count[c.Status]++
		}
	}
	t.Logf("%d commits, changes by status %v", len(a), count)
}

func BenchmarkWalk(b *testing.B) {
	for _, program := range []string{"on", "off"} {
		b.Run("git="+program, func(b *testing.B) {
			repo := realRepo(b, program)
			for b.Loop() {
				walked(b, repo, headOf(b, repo))
			}
		})
	}
}

// BenchmarkUpdate measures the first update and one with nothing new, the opening included.
func BenchmarkUpdate(b *testing.B) {
	ctx := context.Background()
	repo := realRepo(b, "on")
	update := func(dir string) {
		h, err := Open(ctx, repo, dir)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := h.Update(ctx); err != nil {
			b.Fatal(err)
		}
		h.Close()
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			update(b.TempDir())
		}
	})
	b.Run("nothing new", func(b *testing.B) {
		dir := b.TempDir()
		update(dir)
		for b.Loop() {
			update(dir)
		}
	})
}
