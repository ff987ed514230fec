package kb

import (
	"context"
	"fmt"
	"time"
)

// LastTouched gives the time of the last commit that changed each of the wanted paths, among the
// last limit commits of HEAD's history as git lists it: a path that none of those changed is left
// out.
func (r *Repo) LastTouched(ctx context.Context, wanted map[string]bool, limit int) (map[string]time.Time, error) {
	touched := make(map[string]time.Time, len(wanted))
	head, err := r.Head(ctx)
	if err != nil || head == "" || len(wanted) == 0 {
		return touched, err
	}
	nodes, err := r.git.history(ctx, CommitWalk{Tips: []string{head}, Has: func(string) bool { return false }})
	if err != nil {
		return nil, fmt.Errorf("list commits: %w", err)
	}
	err = r.git.commits(ctx, nodes[:min(len(nodes), limit)], func(c *RawCommit) error {
		at := time.Unix(decodeCommit(c.Data).time, 0).UTC()
		for _, t := range c.Touches {
			if wanted[t.Path] && t.Status != 'D' && at.After(touched[t.Path]) {
				touched[t.Path] = at
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read commits: %w", err)
	}
	return touched, nil
}
