package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

func TestUserName(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		if got := opened(t, open, r, r.Dir).UserName(context.Background()); got != "A" {
			t.Errorf("%q of the environment, want A", got)
		}
		r.Git("config", "user.name", "Grace Hopper")
		r.Env = slices.DeleteFunc(r.Env, func(v string) bool {
			return strings.HasPrefix(v, "GIT_AUTHOR_NAME=") || strings.HasPrefix(v, "GIT_COMMITTER_NAME=")
		})
		if got := opened(t, open, r, r.Dir).UserName(context.Background()); got != "Grace Hopper" {
			t.Errorf("%q of the configuration", got)
		}
	})
}

// TestMergeBase goes back to the newest commit that both histories have, over merges too.
func TestMergeBase(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		first := r.commit("2026-01-01T12:00:00Z")
		fork := r.commit("2026-01-02T12:00:00Z")
		main := r.commit("2026-01-03T12:00:00Z")
		r.Git("checkout", "-q", "-b", "side", fork)
		side := r.commit("2026-01-04T12:00:00Z")
		r.At(r.Dir, gittest.Date("2026-01-05T12:00:00Z")...).Git("merge", "-q", "-m", "merge", main)
		merge := r.Git("rev-parse", "HEAD")
		later := r.commit("2026-01-06T12:00:00Z")
		r.Git("checkout", "-q", "main")
		next := r.commit("2026-01-07T12:00:00Z")
		r.Git("checkout", "-q", "--orphan", "alone")
		alone := r.commit("2026-01-08T12:00:00Z")
		repo := opened(t, open, r, r.Dir)
		for _, tt := range []struct{ a, b, want string }{
			{main, side, fork}, {side, main, fork}, {later, next, main}, {next, later, main}, {merge, later, merge}, {first, later, first},
			{main, main, main}, {alone, main, ""}, {main, alone, ""},
		} {
			if got, err := repo.MergeBase(context.Background(), tt.a, tt.b); err != nil || got != tt.want {
				t.Errorf("of %.7s and %.7s: %.7s %v, want %.7s", tt.a, tt.b, got, err, tt.want)
			}
		}
	})
}

// walked lists commits by their subjects, with what each touches.
func walked(t *testing.T, repo *Repo, w CommitWalk) (out []string, announced int) {
	t.Helper()
	w.Listed = func(n int) { announced = n }
	err := repo.Commits(context.Background(), w, func(c *RawCommit) error {
		_, message, _ := strings.Cut(string(c.Data), "\n\n")
		line := strings.TrimSpace(message)
		for _, touch := range c.Touches {
			line += " " + string(touch.Status) + ":" + touch.Path
		}
		if c.Cut {
			line += " cut"
		}
		out = append(out, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, announced
}

// TestCommits walks parents before children, and tells of each commit what it changed against its
// first parent.
func TestCommits(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		commit := func(name, date string, files ...string) string {
			r.Write(files...)
			return r.Commit(name, gittest.Date(date)...)
		}
		first := commit("first", "2026-01-01T12:00:00Z", "a.md", "1\n", "run.sh", "x\n")
		r.Git("checkout", "-q", "-b", "side")
		commit("side", "2026-01-02T12:00:00Z", "dir/b.md", "1\n")
		r.Git("checkout", "-q", "main")
		if err := os.Chmod(filepath.Join(r.Dir, "run.sh"), 0o755); err != nil {
			t.Fatal(err)
		}
		r.Git("commit", "-q", "-a", "-m", "mode")
		if err := os.Remove(filepath.Join(r.Dir, "a.md")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("run.sh", filepath.Join(r.Dir, "a.md")); err != nil {
			t.Fatal(err)
		}
		link := commit("link", "2026-01-03T12:00:00Z")
		r.Git("merge", "-q", "-m", "merge", "side")
		r.Git("rm", "-q", "run.sh")
		last := commit("last", "2026-01-05T12:00:00Z")

		repo := opened(t, open, r, r.Dir)
		got, n := walked(t, repo, CommitWalk{Tips: []string{last}})
		diff(t, "all", got, []string{"first A:a.md A:run.sh", "mode M:run.sh", "link T:a.md", "side A:dir/b.md", "merge A:dir/b.md",
			"last D:run.sh"})
		if n != 6 {
			t.Errorf("%d announced", n)
		}
		got, _ = walked(t, repo, CommitWalk{Tips: []string{last}, Known: []string{link},
			Has: func(id string) bool { return id == link || id == first }})
		diff(t, "after the link", got, []string{"side A:dir/b.md", "merge A:dir/b.md", "last D:run.sh"})
		if err := repo.Commits(context.Background(), CommitWalk{Tips: []string{"HEAD"}}, nil); !errors.Is(err, ErrUnknownRev) {
			t.Errorf("a tip that is no id: %v", err)
		}
		stop := errors.New("enough")
		if err := repo.Commits(context.Background(), CommitWalk{Tips: []string{last}},
			func(*RawCommit) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("an error does not end the walk: %v", err)
		}
	})
}

// TestShallowCommits says where a shallow history ends.
func TestShallowCommits(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "1\n")
		r.commit("2026-01-01T12:00:00Z")
		r.Write("b.md", "1\n")
		last := r.commit("2026-01-02T12:00:00Z")
		whole, err := opened(t, open, r, r.Dir).HistoryEdges()
		if err != nil || whole != (HistoryEdges{}) {
			t.Errorf("of a whole history: %+v %v", whole, err)
		}
		dir := t.TempDir()
		r.At(dir).Git("clone", "-q", "--depth", "1", "file://"+r.Dir, ".")
		repo := opened(t, open, r, dir)
		got, _ := walked(t, repo, CommitWalk{Tips: []string{last}})
		diff(t, "the last commit alone", got, []string{"change A:a.md A:b.md cut"})
		edges, err := repo.HistoryEdges()
		if err != nil || edges.Shallow == "" || edges.Replaced {
			t.Errorf("of a shallow history: %+v %v", edges, err)
		}
		r.Git("replace", "--graft", last)
		if edges, err := opened(t, open, r, r.Dir).HistoryEdges(); err != nil || !edges.Replaced {
			t.Errorf("of a replaced commit: %+v %v", edges, err)
		}
		r.Git("pack-refs", "--all")
		if edges, err := opened(t, open, r, r.Dir).HistoryEdges(); err != nil || !edges.Replaced {
			t.Errorf("of one that was replaced before git gc: %+v %v", edges, err)
		}
	})
}

// TestObjectsState is another one after something was added to the store.
func TestObjectsState(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a.md", "1\n")
	r.commit("2026-01-01T12:00:00Z")
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	before := repo.ObjectsState()
	if before == "" || before != repo.ObjectsState() {
		t.Errorf("%q, then %q", before, repo.ObjectsState())
	}
	r.Git("gc", "-q")
	if repo.ObjectsState() == before {
		t.Error("packing the objects shows nowhere")
	}
}
