package panel

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/incode"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/kb/graph"
)

// codeModule is a module of the code with what hangs on it, and the modules that it uses.
type codeModule struct {
	incode.Module
	Uses []string // the strongest first, at most mostUses
}

// modules is a page of the modules of the code, those that others lead to first.
type modules struct {
	Modules []codeModule
	Total   int
	Known   bool
	Pager
}

// mostUses is how many of the modules that one uses are named.
const mostUses = 6

// mapOf is the map of the code, made when it is first asked for: no other page reads source files. It is
// kept until the notes or the commit change.
func (p *Panel) mapOf(ctx context.Context, v *warm.View) ([]codeModule, bool, error) {
	return get(ctx, p, v, dated(v), "reading the code", &p.code, func(ctx context.Context, v *warm.View) ([]codeModule, error) {
		if v.Repo.Root == "" {
			return []codeModule{}, nil
		}
		s, err := v.Statements().Snapshot(ctx)
		if err != nil {
			return nil, err
		}
		base, err := impact.Code(v.Desk, p.o.Progress.Report)
		if err != nil {
			return nil, err
		}
		defer base.Close()
		defer p.o.Progress.Report("", 0, 0)
		m, err := incode.Modules(ctx, v.Desk, base, s)
		if errors.Is(err, impact.ErrNoCode) {
			return []codeModule{}, nil
		}
		if err != nil {
			return nil, err
		}
		return hung(m), nil
	})
}

// hung tells what hangs on each module.
func hung(m *incode.Map) (out []codeModule) {
	nodes := slices.Clone(m.Graph.Nodes)
	slices.SortStableFunc(nodes, func(a, b graph.Node) int { return cmp.Compare(b.PageRank, a.PageRank) })
	uses := map[string][]graph.Edge{}
	for _, e := range m.Graph.Edges {
		uses[e.From] = append(uses[e.From], e)
	}
	for _, n := range nodes {
		one := codeModule{Module: m.Module(n.Path)}
		edges := uses[n.Path]
		slices.SortFunc(edges, func(a, b graph.Edge) int {
			return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.To, b.To))
		})
		for _, e := range edges[:min(len(edges), mostUses)] {
			one.Uses = append(one.Uses, e.To)
		}
		out = append(out, one)
	}
	return out
}

// modules makes a page of the modules, those of the greatest PageRank first; empty for a repository
// without a work tree, and for one without code.
func (p *Panel) modules(ctx context.Context, v *warm.View, r *request) (*page, error) {
	m := &modules{Pager: Pager{1, 1}}
	g := p.newPage("modules", "Modules", m)
	all, current, err := p.mapOf(ctx, v)
	if err := g.settle("the modules", current, err); err != nil || all == nil {
		return g, err
	}
	from, to, pager := paged(len(all), r.number("page"), fewPerPage)
	*m = modules{all[from:to], len(all), true, pager}
	return g, nil
}
