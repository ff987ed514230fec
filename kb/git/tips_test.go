package git

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTips(t *testing.T) {
	backends(t, func(t *testing.T, open func(*testRepo, string) (*Repo, error)) {
		r := newTestRepo(t)
		r.Write("a.md", "# A\n")
		first := r.commit("2026-01-02T03:04:05Z")
		r.Git("tag", "-a", "-m", "v1", "v1")
		r.Write("a.md", "# B\n")
		second := r.commit("2026-01-03T03:04:05Z")
		r.Git("worktree", "add", "-q", "--detach", filepath.Join(t.TempDir(), "linked"), first)
		r.Write("a.md", "# C\n")
		gone := r.commit("2026-01-04T03:04:05Z")
		r.Git("reset", "-q", "--hard", second)
		repo := opened(t, open, r, r.Dir)
		tips, err := repo.Tips(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := []string{first, second}
		slices.Sort(want)
		if !slices.Equal(tips, want) {
			t.Errorf("tips %s, want %s", strings.Join(tips, " "), strings.Join(want, " "))
		}
		reached, err := repo.Reachable(t.Context())
		if err != nil || !reached[first] || !reached[second] || reached[gone] {
			t.Errorf("reached %v, %v; %s is gone", reached, err, gone)
		}
		if dirs := repo.WorkTreeDirs(); len(dirs) != 2 || dirs[0] != repo.CommonDir {
			t.Errorf("work trees %v", dirs)
		}
	})
}
