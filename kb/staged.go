package kb

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// StagedPaths names the markdown files, and those that steer kb, that a commit of git's index would change, sorted. It costs one
// process. GIT_INDEX_FILE names the index: git commit -a and git commit PATH make one of their own.
func (r *Repo) StagedPaths(ctx context.Context) ([]string, error) {
	head, err := r.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read staged changes: %w", err)
	}
	paths, err := r.git.stagedPaths(ctx, head)
	if err != nil {
		return nil, fmt.Errorf("read staged changes: %w", err)
	}
	return paths, nil
}

// Staged is the tree that git commit would make of git's index. Files in conflict are not of it.
func (r *Repo) Staged(ctx context.Context) (*Tree, error) {
	entries, err := r.readIndex(ctx)
	if err != nil {
		return nil, fmt.Errorf("read git index: %w", err)
	}
	entries = slices.DeleteFunc(entries, func(e entry) bool { return e.stage != 0 })
	t := &Tree{Dirty: true}
	if t.Commit, err = r.Head(ctx); err != nil {
		return nil, fmt.Errorf("read git index: %w", err)
	}
	r.fill(ctx, t, entries)
	return t, nil
}

// UserName is the name under which git would commit, "" when it has none.
func (r *Repo) UserName(ctx context.Context) string { return strings.TrimSpace(r.git.userName(ctx)) }

// MergeBase gives the id of the best common ancestor of two commits, "" when their histories have none.
func (r *Repo) MergeBase(ctx context.Context, a, b string) (string, error) {
	base, err := r.git.mergeBase(ctx, a, b)
	if err != nil {
		return "", fmt.Errorf("find merge base: %w", err)
	}
	return base, nil
}
