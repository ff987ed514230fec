package git

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// errNoMerge tells that nothing here can merge: git is older than 2.38, or there is none.
var errNoMerge = errors.New("needs git 2.38 or later")

// MergeResult is what a merge would make.
type MergeResult struct {
	Entries   []Entry
	Conflicts map[string]bool   // paths that a person would have to merge
	Unmerged  []string          // paths that both sides changed, sorted, where nothing here can merge contents: Entries has ours
	Fresh     map[string]string // bytes by id, of files that no commit has
}

// MergeTree tells what merging theirs into ours would make, of which base is the merge base (all ids).
// Nothing is written to the repository, and no command runs that a configuration names: files are
// merged as git does by itself, by the .gitattributes of ours, and by join, which may be nil.
func (r *Repo) MergeTree(ctx context.Context, base, ours, theirs string, join *Join) (*MergeResult, error) {
	result, err := r.git.merge(ctx, base, ours, theirs, join)
	if errors.Is(err, errNoMerge) {
		result, err = r.mergeFiles(ctx, base, ours, theirs)
	}
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	return result, nil
}

// mergeFiles merges whole files: what one side alone changed is as that side has it.
func (r *Repo) mergeFiles(ctx context.Context, base, ours, theirs string) (*MergeResult, error) {
	var sides [3]map[string]Entry
	for i, commit := range []string{base, ours, theirs} {
		entries, err := r.git.tree(ctx, commit, r.interest.Listed)
		if err != nil {
			return nil, err
		}
		sides[i] = make(map[string]Entry, len(entries))
		for _, e := range entries {
			sides[i][e.Path] = e
		}
	}
	result := &MergeResult{}
	paths := map[string]bool{}
	for _, side := range sides {
		for path := range side {
			paths[path] = true
		}
	}
	for path := range paths {
		was, our, their := sides[0][path], sides[1][path], sides[2][path]
		take := our
		switch {
		case our.ID == their.ID, their.ID == was.ID:
		case our.ID == was.ID:
			take = their
		default:
			result.Unmerged = append(result.Unmerged, path)
		}
		if take.ID != "" {
			result.Entries = append(result.Entries, take)
		}
	}
	slices.Sort(result.Unmerged)
	return result, nil
}
