package kb

import (
	"context"
)

// TreeUnder lists the markdown files of a commit (an id) by the rules of another tree: what that
// one includes, excludes, labels and sets counts. Problems and Setting are the commit's own. A
// change is read so: it must not say itself what is looked at.
func (r *Repo) TreeUnder(ctx context.Context, commit string, rules *Tree) (*Tree, error) {
	entries, err := r.Listing(ctx, commit)
	if err != nil {
		return nil, err
	}
	t := &Tree{Commit: commit}
	r.fill(ctx, t, entries, rules)
	return t, nil
}

// WorkTreeUnder reads the work tree as scanned by the rules of another tree: see TreeUnder.
func (r *Repo) WorkTreeUnder(ctx context.Context, s *Scan, rules *Tree) (*Tree, error) {
	return r.workTree(ctx, s, nil, rules)
}

// follow takes over the rules of another tree.
func (t *Tree) follow(rules *Tree) *selection {
	t.Config, t.sel = rules.Config, rules.sel
	if t.sel == nil {
		t.sel = newSelection(nil, rules.Config)
	}
	return t.sel
}
