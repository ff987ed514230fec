package kb

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/kb/git"
)

// Staged gives the tree that git commit would make of git's index, and the tree of HEAD before it;
// nil both when the commit would change no markdown file and none that steers kb: that costs one
// process. Files in conflict are not of the tree. GIT_INDEX_FILE names the index: git commit -a and
// git commit PATH make one of their own. others are the other files whose entry is not HEAD's, as they are in HEAD; those that are
// not in it have no ID.
func (r *Repo) Staged(ctx context.Context) (before, after *Tree, others []git.Entry, err error) {
	head, err := r.Head(ctx)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read staged changes: %w", err)
	}
	others, err = r.StagedEntries(ctx, head)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read staged changes: %w", err)
	}
	var old []git.Entry
	others = slices.DeleteFunc(others, func(e git.Entry) bool {
		ours := wantedInTree([]byte(e.Path))
		if ours {
			old = append(old, e)
		}
		return ours
	})
	if len(old) == 0 {
		return nil, nil, others, nil
	}
	after, entries, err := r.indexed(ctx, head)
	if err != nil {
		return nil, nil, nil, err
	}
	if slices.ContainsFunc(old, func(e git.Entry) bool { return !IsMarkdown(e.Path) }) {
		before, err = r.treeOf(ctx, head) // what belongs to the tree may have changed
		return before, after, others, err
	}
	before = &Tree{Commit: head}
	r.fill(ctx, before, git.Unstaged(entries, old), nil)
	return before, after, others, nil
}

// StagedTree gives the tree of git's index alone, for a commit that changes nothing of it.
func (r *Repo) StagedTree(ctx context.Context) (*Tree, error) {
	head, err := r.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read staged changes: %w", err)
	}
	t, _, err := r.indexed(ctx, head)
	return t, err
}

// indexed gives the tree of git's index, with its entries.
func (r *Repo) indexed(ctx context.Context, head string) (*Tree, []git.Entry, error) {
	entries, err := r.Index(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("read git index: %w", err)
	}
	entries = slices.DeleteFunc(entries, func(e git.Entry) bool { return e.Stage != 0 })
	t := &Tree{Commit: head, Dirty: true}
	r.fill(ctx, t, entries, nil)
	return t, entries, nil
}
