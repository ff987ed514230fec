package impact

import (
	"context"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
)

// changed finds what a range of commits, or what is staged, changes: in the graph of the tree before
// it, where what it removes still stands. Of a range from..to that is the best common ancestor.
func changed(ctx context.Context, d *desk.Desk, b *codebase.Base, from, to string, staged bool) (*targets, error) {
	base, head, err := ends(ctx, d, from, to, staged)
	if err != nil {
		return nil, err
	}
	before, err := filesAt(ctx, b, base)
	if err != nil {
		return nil, err
	}
	after, err := b.FilesStaged(ctx)
	if !staged {
		after, err = filesAt(ctx, b, head)
	}
	if err != nil {
		return nil, err
	}
	changes, err := b.Changed(ctx, before, after)
	if err != nil {
		return nil, err
	}
	g, err := b.Graph(ctx, before)
	if err != nil {
		return nil, err
	}
	t := &targets{graph: g}
	t.nodes, t.added = codebase.Touched(g, changes)
	t.shown = t.nodes
	return t, nil
}

// ends resolves the two commits of a change; the empty end of a range is HEAD.
func ends(ctx context.Context, d *desk.Desk, from, to string, staged bool) (base, head string, err error) {
	if head, err = d.Repo.Head(ctx); err != nil || staged {
		return head, "", err
	}
	base = head
	if from != "" {
		if base, err = d.Repo.Resolve(ctx, from); err != nil {
			return "", "", err
		}
	}
	if to != "" {
		if head, err = d.Repo.Resolve(ctx, to); err != nil {
			return "", "", err
		}
	}
	common, err := d.Repo.MergeBase(ctx, base, head)
	if err == nil && common == "" {
		err = fmt.Errorf("%s and %s have no history in common", from, to)
	}
	return common, head, err
}

// filesAt lists the source files of a commit, none for "".
func filesAt(ctx context.Context, b *codebase.Base, commit string) ([]git.File, error) {
	if commit == "" {
		return nil, nil
	}
	return b.FilesAt(ctx, commit)
}
