package git

import (
	"context"
	"testing"
	"time"
)

func TestLastTouched(t *testing.T) {
	r := newTestRepo(t)
	r.Write("a.md", "a", "b.md", "b", "old.md", "x")
	r.commit("2026-01-01T00:00:00Z")
	r.Write("a.md", "aa", "gone.md", "x")
	r.commit("2026-02-01T00:00:00Z")
	r.Git("rm", "-q", "gone.md")
	r.Write("b.md", "bb")
	r.commit("2026-03-01T12:00:00+02:00")
	backends(t, func(t *testing.T, open func(r *testRepo, dir string) (*Repo, error)) {
		repo, err := open(r, r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		wanted := map[string]bool{"a.md": true, "b.md": true, "gone.md": true, "never.md": true}
		for limit, want := range map[int]map[string]string{
			100: {"a.md": "2026-02-01T00:00:00Z", "b.md": "2026-03-01T10:00:00Z", "gone.md": "2026-02-01T00:00:00Z"},
			1:   {"b.md": "2026-03-01T10:00:00Z"},
		} {
			got, err := repo.LastTouched(context.Background(), wanted, limit)
			if err != nil {
				t.Fatal(err)
			}
			have := map[string]string{}
			for path, at := range got {
				have[path] = at.Format(time.RFC3339)
			}
			diff(t, "touched", have, want)
		}
	})
}

func TestLastTouchedBeforeTheFirstCommit(t *testing.T) {
	r := newTestRepo(t)
	repo, err := Open(context.Background(), r.Dir, markdownFiles(), WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := repo.LastTouched(context.Background(), map[string]bool{"a.md": true}, 10); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}
