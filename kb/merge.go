package kb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// errNoMerge tells that nothing here can merge: git is older than 2.38, or there is none.
var errNoMerge = errors.New("needs git 2.38 or later")

// Merged is what merging two commits would make.
type Merged struct {
	Tree      *Tree
	Conflicts []string // paths that a person would have to merge, sorted; the tree has them with conflict markers, or as one side has them
	Unjudged  []string // paths that both sides changed, where nothing here can merge their contents: the tree has ours
}

// mergeResult is what a backend says of a merge.
type mergeResult struct {
	entries   []entry
	conflicts map[string]bool
	fresh     map[string]string // bytes by id, of files that no commit has
}

// Merge tells what merging theirs into ours would make, of which base is the merge base (all ids).
// Nothing is written to the repository, and no command runs that a configuration names: files are
// merged as git does by itself, by the .gitattributes of ours, and by join, which may be nil. rules
// is the tree by whose rules the result is read: see TreeUnder.
func (r *Repo) Merge(ctx context.Context, base, ours, theirs string, rules *Tree, join *Join) (*Merged, error) {
	m := &Merged{Tree: &Tree{Commit: ours, Dirty: true}}
	result, err := r.git.merge(ctx, base, ours, theirs, join)
	if errors.Is(err, errNoMerge) {
		result, m.Unjudged, err = r.mergeFiles(ctx, base, ours, theirs)
	}
	if err != nil {
		return nil, fmt.Errorf("merge: %w", err)
	}
	r.fill(ctx, m.Tree, result.entries, rules)
	for i, f := range m.Tree.Files {
		if text, ok := result.fresh[f.Blob]; ok {
			m.Tree.Files[i].InGit, m.Tree.Files[i].held = false, &text
		}
	}
	m.Conflicts = slices.Sorted(maps.Keys(result.conflicts))
	return m, nil
}

// mergeFiles merges whole files: what one side alone changed is as that side has it.
func (r *Repo) mergeFiles(ctx context.Context, base, ours, theirs string) (*mergeResult, []string, error) {
	var sides [3]map[string]entry
	for i, commit := range []string{base, ours, theirs} {
		entries, err := r.git.tree(ctx, commit, wantedInTree)
		if err != nil {
			return nil, nil, err
		}
		sides[i] = make(map[string]entry, len(entries))
		for _, e := range entries {
			sides[i][e.path] = e
		}
	}
	result, unjudged := &mergeResult{}, []string(nil)
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
		case our.id == their.id, their.id == was.id:
		case our.id == was.id:
			take = their
		default:
			unjudged = append(unjudged, path)
		}
		if take.id != "" {
			result.entries = append(result.entries, take)
		}
	}
	slices.Sort(unjudged)
	return result, unjudged, nil
}
