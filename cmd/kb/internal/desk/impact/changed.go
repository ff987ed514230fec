package impact

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/impact"
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
	for i := range changes {
		t.take(&changes[i])
	}
	slices.Sort(t.nodes)
	t.nodes = slices.Compact(t.nodes)
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

// take adds the nodes that a changed file changes: the innermost symbols of the lines that differ,
// all of a file that goes.
func (t *targets) take(c *codebase.Change) {
	file := t.graph.FileAt(c.Path)
	switch {
	case c.New:
		t.added = append(t.added, c.Path)
		return
	case file < 0:
		return // it could not be read
	case c.Gone:
		t.nodes = append(t.nodes, impact.NodesOf(t.graph, file)...)
		return
	}
	for _, h := range c.Hunks {
		for line := h.OldStart + 1; line <= h.OldEnd; line++ {
			t.nodes = append(t.nodes, nodeAt(t.graph, file, line))
		}
		if h.OldStart == h.OldEnd { // added between two lines: to what both stand in
			n := t.graph.At(file, h.OldStart)
			if n < 0 || int(t.graph.Symbols[n].EndLine) <= h.OldStart {
				n = t.graph.FileNode(file)
			}
			t.nodes = append(t.nodes, n)
		}
	}
}

// nodeAt is the symbol on a line, or the file.
func nodeAt(g *graph.Graph, file, line int) int32 {
	if n := g.At(file, line); n >= 0 {
		return n
	}
	return g.FileNode(file)
}
