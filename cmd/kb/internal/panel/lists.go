package panel

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/validate"
)

// contradictions is a page of what contradicts what.
type contradictions struct {
	Findings                     []validate.Finding
	Total                        int
	Statements, Rules, Withdrawn int
	Known, Sofar                 bool // Known: something is judged; Sofar: the rest is being judged
	Pager
}

// fewPerPage is how many rows a list has whose rows are long.
const fewPerPage = 20

// contradictions makes a page of the list, the strongest first. While all are judged for the first
// time it shows what is found so far.
func (p *Panel) contradictions(ctx context.Context, v *warm.View, r *request) (*page, error) {
	c := &contradictions{Pager: Pager{1, 1}}
	g := p.newPage("contradictions", "Contradictions", c)
	d, current, err := p.disputedOf(ctx, v)
	if err := g.settle("contradictions", current, err); err != nil || d == nil {
		return g, err
	}
	from, to, pager := paged(len(d.Findings), r.number("page"), fewPerPage)
	*c = contradictions{d.Findings[from:to], d.Total, d.Statements, d.Rules, d.Withdrawn, true, errors.Is(err, errPending), pager}
	return g, nil
}

// doubtful is a page of the notes that may no longer hold.
type doubtful struct {
	Notes         []stale.Assessment
	Judged, Total int // notes that were looked at, and of these the doubted ones
	Known         bool
	Unknown       []string
	Pager
}

// staleList makes a page of the list, the most doubtful first; empty while they are judged for the
// first time.
func (p *Panel) staleList(ctx context.Context, v *warm.View, r *request) (*page, error) {
	d := &doubtful{Pager: Pager{1, 1}}
	g := p.newPage("stale", "Stale notes", d)
	s, current, err := p.staleOf(ctx, v)
	if err := g.settle("stale notes", current, err); err != nil || s == nil {
		return g, err
	}
	from, to, pager := paged(len(s.Notes), r.number("page"), fewPerPage)
	*d = doubtful{s.Notes[from:to], s.Judged, s.Total, true, s.Unknown, pager}
	return g, nil
}

// broken is a page of the links that lead nowhere, and of the notes that no link leads to.
type broken struct {
	Links       []index.LinkRecord
	Total       int
	Orphans     []row
	OrphansRest int
	Known       bool
	Pager
}

// brokenLinks makes a page of the broken links of notes that hold. The first perPage orphans stand
// on every page of it, the others are counted.
func (p *Panel) brokenLinks(ctx context.Context, v *warm.View, r *request) (*page, error) {
	b := &broken{Pager: Pager{1, 1}}
	g := p.newPage("broken", "Broken links", b)
	l, current, err := p.linksOf(ctx, v)
	if err := g.settle("the links", current, err); err != nil || l == nil {
		return g, err
	}
	from, to, pager := paged(len(l.broken), r.number("page"), perPage)
	b.Links, b.Total, b.Known, b.Pager = l.broken[from:to], len(l.broken), true, pager
	shown := l.orphans[:min(len(l.orphans), perPage)]
	b.Orphans, b.OrphansRest = p.rows(v, shown), len(l.orphans)-len(shown)
	return g, nil
}
