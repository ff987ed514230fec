package panel

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/cmd/kb/internal/picture"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/kb/timeline"
	"github.com/9aea2451/kb/text/wording"
)

// How many notes a picture shows, and how many edges away from the note it begins at.
const (
	mostDrawn = 120
	mostNigh  = 50 // around a note: a layout takes time by the square of it, and who asks for one waits
	mostDepth = 4
)

// drawn is what the page of the graph shows.
type drawn struct {
	Start, Title string
	Depth        int
	Picture      template.HTML
	Notes        []row // of the picture, in words: for who does not see it
	Total        int
	Alone        int // notes without any link, which the picture of all leaves out
}

// graph makes the picture of the parameters note and depth: 1 to mostDepth edges, 2 where none is
// given.
func (p *Panel) graph(ctx context.Context, v *warm.View, r *request) (*page, error) {
	depth := 2
	if r.value("depth") != "" {
		depth = min(r.number("depth"), mostDepth)
	}
	start := r.value("note")
	d := drawn{Start: start, Depth: depth, Title: "All notes"}
	g := p.newPage("graph", "Graph", &d)
	g.Styles = []string{"graph.css"}
	if start != "" {
		rec, err := v.Note(ctx, start)
		if err != nil {
			return nil, err
		}
		if rec == nil {
			return nil, &desk.UnknownError{Name: start}
		}
		d.Title = cmp.Or(rec.Title, start)
	}
	g.Title = "Graph: " + d.Title
	l, current, err := p.linksOf(ctx, v)
	if err := g.settle("the links", current, err); err != nil || l == nil {
		return g, err
	}
	part, total, err := p.around(ctx, v, l, start, depth)
	if err != nil {
		return nil, err
	}
	if d.Total = total; start == "" {
		d.Alone = len(l.whole.Nodes) - total
	}
	cut := ""
	if len(part.Nodes) < total {
		cut = fmt.Sprintf("%d of %s: those of the greatest PageRank", len(part.Nodes), wording.Count(total, "note"))
	}
	to := func(path string) string { return g.Note(path) }
	drawing := picture.Picture{Graph: part, Start: start, Cut: cut, To: to, Unstyled: true}
	d.Picture = template.HTML(drawing.SVG())
	nodes := slices.Clone(part.Nodes)
	slices.SortStableFunc(nodes, func(a, b graph.Node) int { return cmp.Compare(b.PageRank, a.PageRank) })
	for i := range nodes {
		if rec, err := v.Note(ctx, nodes[i].Path); err == nil && rec != nil {
			d.Notes = append(d.Notes, p.row(v, rec))
		}
	}
	return g, nil
}

// around returns the part of the graph that is drawn, and how many notes there were to choose from.
func (p *Panel) around(ctx context.Context, v *warm.View, l *links, start string, depth int) (*graph.Graph, int, error) {
	if err := l.draw(ctx, v); err != nil {
		return nil, 0, err
	}
	if start == "" {
		return l.greatest, len(l.linked.Nodes), nil
	}
	near, more := l.near.Around(start, depth, mostNigh)
	return near, len(near.Nodes) + more, nil
}

// draw makes out once how all notes hang together.
func (l *links) draw(ctx context.Context, v *warm.View) error {
	l.once.Lock()
	defer l.once.Unlock()
	if l.whole == nil {
		records, err := v.Notes(ctx)
		if err != nil {
			return err
		}
		l.whole = (&desk.GraphRequest{}).Of(records, l.all)
		l.near, l.linked = l.whole.Neighbours(), l.whole.Linked()
		l.greatest = l.linked.Cut(mostDrawn).Linked() // what is linked to others alone would stand apart
	}
	return nil
}

// lives is what became of notes, by unit of time.
type lives struct {
	pictures map[timeline.Unit]template.HTML
	tables   map[timeline.Unit][]timeline.Period
	unknown  []string
	commits  bool
}

// units are those of the timeline.
func units() []timeline.Unit { return []timeline.Unit{"month", "quarter", "year"} }

// timelinePage is what the page of the timeline shows.
type timelinePage struct {
	By      timeline.Unit
	Units   []timeline.Unit
	Picture template.HTML
	Periods []timeline.Period // the newest first
	Known   bool
	Commits bool
}

// mostPeriods bounds the table below the picture.
const mostPeriods = 60

// timeline makes the picture of the parameter by; what is no unit counts as not given.
func (p *Panel) timeline(ctx context.Context, v *warm.View, r *request) (*page, error) {
	by := timeline.Unit(r.value("by"))
	if !slices.Contains(units(), by) {
		by = ""
	}
	t := &timelinePage{By: by, Units: units()}
	g := p.newPage("timeline", "Timeline", t)
	g.Styles = []string{"timeline.css"}
	l, current, err := p.livesOf(ctx, v)
	if err := g.settle("the timeline", current, err); err != nil || l == nil {
		return g, err
	}
	for _, unit := range units() {
		if t.By == "" && len(l.tables[unit]) <= mostPeriods {
			t.By = unit
		}
	}
	t.By = cmp.Or(t.By, "year")
	t.Picture, t.Periods, t.Known, t.Commits = l.pictures[t.By], l.tables[t.By], true, l.commits
	t.Periods = slices.Clone(t.Periods[max(0, len(t.Periods)-mostPeriods):])
	slices.Reverse(t.Periods)
	for _, u := range l.unknown {
		g.notice(u)
	}
	return g, nil
}

// livesOf follows the notes through the history.
func (p *Panel) livesOf(ctx context.Context, v *warm.View) (*lives, bool, error) {
	return get(ctx, p, v, dated(v), "following the notes", &p.lives, func(ctx context.Context, v *warm.View) (*lives, error) {
		past, err := settled(ctx, p, v, p.pastOf)
		if err != nil {
			return nil, err
		}
		out := &lives{pictures: map[timeline.Unit]template.HTML{}, tables: map[timeline.Unit][]timeline.Period{}}
		if past.Head == "" {
			return out, nil
		}
		notes, _, err := v.Lives(ctx, past)
		if err != nil {
			return nil, err
		}
		out.commits, out.unknown = true, past.Unknown()
		for _, unit := range units() {
			periods := timeline.Count(notes, unit, timeline.Range{})
			_, kinds := timeline.Sum(periods)
			drawing := picture.Timeline{By: string(unit), Periods: periods, Kinds: kinds, Unstyled: true}
			out.pictures[unit], out.tables[unit] = template.HTML(drawing.SVG()), periods
		}
		return out, nil
	})
}
