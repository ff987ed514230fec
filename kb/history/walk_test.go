package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/history/walk"

	"github.com/9aea2451/kb/kb/git"
)

// lines is a text of numbered lines.
func lines(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "this is line %d\n", i)
	}
	return b.String()
}

// short is the changes of a commit as "R old→path".
func short(c *walk.Commit) []string {
	var out []string
	for _, ch := range c.Changes {
		s := ch.Status.String() + " "
		if ch.OldPath != "" {
			s += ch.OldPath + "→"
		}
		out = append(out, s+ch.Path)
	}
	return out
}

func TestRenames(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("a.md", lines(0, 20), "x/same.md", "equal bytes\n", "y/same.md", "equal bytes\n", "empty.md", "", "far.md",
			lines(100, 120), "kept.md", lines(200, 220))
		r.commit("2026-01-01T00:00:00Z", "A", "first")
		for _, old := range []string{"a.md", "x/same.md", "y/same.md", "empty.md", "far.md"} {
			os.Remove(filepath.Join(r.Dir, old))
		}
		r.Write("b.md", lines(0, 16)+"new\n", "z/other.md", "equal bytes\n", "nothing.md", "", "far2.md", lines(100, 105)+lines(300, 315),
			"kept.md", lines(200, 219), "copy.md", lines(200, 220))
		id := r.commit("2026-01-02T00:00:00Z", "A", "second")
		commits := walked(t, r.open(program), id)
		diff(t, "changes", short(commits[1]), []string{
			"R a.md→b.md",
			"C kept.md→copy.md",
			"D empty.md",
			"D far.md",
			"A far2.md",
			"M kept.md",
			"A nothing.md",
			"D y/same.md",
			"R x/same.md→z/other.md",
		})
	})
}

func TestShallowIsCut(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("a.md", "1")
		first := r.commit("2026-01-01T00:00:00Z", "A", "first")
		r.Write("b.md", "2")
		head := r.commit("2026-01-02T00:00:00Z", "A", "second")
		dir := filepath.Join(t.TempDir(), "shallow")
		r.Git("clone", "-q", "--depth=1", "file://"+r.Dir, dir)
		commits := walked(t, r.openAt(dir, program), head)
		if len(commits) != 1 || !commits[0].Cut || len(commits[0].Parents) != 1 || commits[0].Parents[0] != first {
			t.Errorf("shallow history: %+v", commits[0])
		}
		diff(t, "changes", short(commits[0]), []string{"A a.md", "A b.md"})
	})
}

func TestMissingObjectsAreTold(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("a.md", lines(0, 30))
		first := r.commit("2026-01-01T00:00:00Z", "A", "first")
		r.Git("mv", "a.md", "b.md")
		r.Write("b.md", lines(0, 29))
		second := r.commit("2026-01-02T00:00:00Z", "A", "second")
		r.Write("c.md", "c")
		third := r.commit("2026-01-03T00:00:00Z", "A", "third")
		remove := func(rev string) {
			id := r.Git("rev-parse", rev)
			if err := os.Remove(filepath.Join(r.Dir, ".git/objects", id[:2], id[2:])); err != nil {
				t.Fatal(err)
			}
		}
		blob, tree := first+":a.md", second+"^{tree}"
		ids := []string{r.Git("rev-parse", blob), r.Git("rev-parse", tree)}
		remove(ids[0])
		var commits []*walk.Commit
		missing, err := walk.Walk(context.Background(), r.open(program), git.CommitWalk{Tips: []string{third}}, func(c *walk.Commit) error {
			commits = append(commits, c)
			return nil
		})
		if err != nil || missing != (walk.Missing{Blobs: 1, Blob: ids[0]}) {
			t.Fatalf("missing: %v, %v", missing, err)
		}
		diff(t, "without a blob", short(commits[1]), []string{"D a.md", "A b.md"})
		remove(ids[1])
		commits = walked(t, r.open(program), third)
		if len(commits) != 3 || !commits[1].Unknown || !commits[2].Unknown || commits[0].Unknown {
			t.Errorf("without a tree: %+v", commits)
		}
		remove(second)
		commits = walked(t, r.open(program), third)
		if len(commits) != 1 || !commits[0].Cut || commits[0].Unknown {
			t.Errorf("without a commit: %+v", commits)
		}
	})
}

func TestKnownCommitsAreLeftOut(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		old := map[string]bool{}
		for i := range 3 {
			r.Write("a.md", lines(0, i))
			old[r.commit("2026-01-01T00:00:00Z", "A", "old")] = true
		}
		known := r.Git("rev-parse", "HEAD")
		gone := strings.Repeat("1", 40)
		r.Write("a.md", "new")
		head := r.commit("2026-01-04T00:00:00Z", "A", "new")
		w := git.CommitWalk{Tips: []string{head, gone}, Known: []string{known, gone}, Has: func(id string) bool { return old[id] }}
		var got []string
		if _, err := walk.Walk(context.Background(), r.open(program), w, func(c *walk.Commit) error {
			got = append(got, c.ID)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		diff(t, "commits", got, []string{head})
		stop := errors.New("stop")
		if _, err := walk.Walk(context.Background(), r.open(program), w, func(*walk.Commit) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("the error of f is %v", err)
		}
		if _, err := walk.Walk(context.Background(), r.open(program), git.CommitWalk{Tips: []string{"--all"}}, nil); !errors.Is(
			err,
			git.ErrUnknownRev,
		) {
			t.Errorf("an option in place of an id: %v", err)
		}
	})
}

// Replacements and grafts change what git log shows, not what was committed.
func TestReplacedCommitsAreReadAsWritten(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("a.md", "1")
		r.commit("2026-01-01T00:00:00Z", "A", "first")
		r.Write("a.md", "2")
		second := r.commit("2026-01-02T00:00:00Z", "A", "second")
		r.Write("a.md", "3")
		head := r.commit("2026-01-03T00:00:00Z", "A", "third")
		before := walked(t, r.open(program), head)
		r.Git("replace", "--graft", second)
		diff(t, "commits", walked(t, r.open(program), head), before)
		edges, err := r.open(program).HistoryEdges()
		diff(t, "edges", edges, git.HistoryEdges{Replaced: true})
		if err != nil || len(before) != 3 {
			t.Errorf("%d commits, %v", len(before), err)
		}
	})
}
