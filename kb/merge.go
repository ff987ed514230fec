package kb

import (
	"context"
	"maps"
	"slices"

	"github.com/9aea2451/kb/kb/git"
)

// Merged is what merging two commits would make.
type Merged struct {
	Tree      *Tree
	Conflicts []string // paths that a person would have to merge, sorted; the tree has them with conflict markers, or as one side has them
	Unjudged  []string // paths that both sides changed, where nothing here can merge their contents: the tree has ours
}

// Merge tells what merging theirs into ours would make, of which base is the merge base (all ids).
// Nothing is written to the repository, and no command runs that a configuration names: files are
// merged as git does by itself, by the .gitattributes of ours, and by join, which may be nil. rules
// is the tree by whose rules the result is read: see TreeUnder.
func (r *Repo) Merge(ctx context.Context, base, ours, theirs string, rules *Tree, join *git.Join) (*Merged, error) {
	m := &Merged{Tree: &Tree{Commit: ours, Dirty: true}}
	result, err := r.MergeTree(ctx, base, ours, theirs, join)
	if err != nil {
		return nil, err
	}
	r.fill(ctx, m.Tree, result.Entries, rules)
	for i, f := range m.Tree.Files {
		if text, ok := result.Fresh[f.Blob]; ok {
			m.Tree.Files[i] = f.Holding(text)
		}
	}
	m.Unjudged = result.Unmerged
	m.Conflicts = slices.Sorted(maps.Keys(result.Conflicts))
	return m, nil
}
