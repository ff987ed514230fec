package panel

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/kb/validate"
)

// mostAttention is how many of each sort the overview names.
const mostAttention = 5

// overview is what the first page shows.
type overview struct {
	Notes   int
	Health  *statistics.Health
	Groups  map[string][]*group // by way, the largest
	Ways    []string
	Newest  []row
	Orphans int

	Contradictions []validate.Finding
	Stale          []stale.Assessment
	Broken         []index.LinkRecord
}

// overview makes the first page. It waits for the groups and for the health, no longer than any
// page does; the lists, of which the health is made, show the newest there is.
func (p *Panel) overview(ctx context.Context, v *warm.View, _ *request) (*page, error) {
	o := &overview{Ways: []string{"kind", "category", "status", "module"}, Groups: map[string][]*group{}}
	g := p.newPage("overview", "Overview", o)
	records, err := v.Notes(ctx)
	if err != nil {
		return nil, err
	}
	o.Notes = len(records)
	shelf, current, err := p.shelfOf(ctx, v)
	if err := g.settle("the groups", current, err); err != nil {
		return nil, err
	}
	if shelf != nil {
		for _, way := range o.Ways {
			groups := shelf.groups[way]
			o.Groups[way] = groups[:min(len(groups), mostAttention+1)]
		}
	}
	h, current, err := p.healthOf(ctx, v)
	if err := g.settle("the health", current, err); err != nil {
		return nil, err
	}
	o.Health = h
	// What follows the health is made of; it waits no longer.
	if d := p.disputed.newest(); d != nil {
		o.Contradictions = d.Findings[:min(len(d.Findings), mostAttention)]
	}
	if s := p.stale.newest(); s != nil {
		o.Stale = s.Notes[:min(len(s.Notes), mostAttention)]
	}
	if l := p.links.newest(); l != nil {
		o.Broken, o.Orphans = l.broken[:min(len(l.broken), mostAttention)], len(l.orphans)
	}
	if t := p.touched.newest(); t != nil {
		o.Newest = p.rows(v, t.newest[:min(len(t.newest), 2*mostAttention)])
	}
	return g, nil
}
