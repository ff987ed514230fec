package find

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/graph"
	"github.com/9aea2451/kb/text/wording"
)

// Graph is kb graph.
func (Verbs) Graph() app.Verb {
	return app.Verb{
		Name: "graph", Place: 80,
		Help:    "Show how notes hang together: as tree, JSON, DOT, Mermaid or a picture.",
		Command: &graphCmd{},
		Answers: []any{NoteGraph{}},
		Words: map[string]string{
			"start":  "Path, stem, title, alias, id or number of the note to begin at; all notes when none is named.",
			"types":  strings.Join(kb.RelationTypes(), ", "),
			"format": "tree, json, dot, mermaid or svg; without it the ending of --output decides, else tree.",
		},
	}
}

// graphCmd shows how notes hang together.
type graphCmd struct {
	Note        string   `arg:"" optional:"" name:"note" complete:"note" help:"${start}"`
	Depth       int      `default:"2" help:"How many edges far from the note (${default})."`
	Types       []string `placeholder:"TYPE" help:"Only relations of these types, and link for plain links."`
	MinStrength float64  `placeholder:"F" help:"Only relations and links of this strength or more (0 to 1; one that names none has 0.5)."`
	Backlinks   bool     `help:"Follow what leads to the note instead of what leads from it."`
	session.AtFlag

	Format string `enum:",tree,json,dot,mermaid,svg" default:"" placeholder:"FORMAT" help:"${format}"`
	Output string `short:"o" placeholder:"FILE" complete:"file" help:"Write to this file."`
	Limit  int    `placeholder:"N" help:"At most this many notes: the nearest, and of those the ones of the greatest PageRank."`
}

// Run finds the part of the graph that was asked for, and writes it.
func (c *graphCmd) Run(ctx context.Context, a *app.App) error {
	format, err := c.format(a)
	if err != nil {
		return err
	}
	want, err := c.check()
	if err != nil {
		return err
	}
	b, s, when, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	want.day = when.Day
	v := graphView{base: b, format: format, direction: c.direction(), limit: c.Limit}
	if c.Note != "" {
		at, err := b.Lookup(ctx, c.Note, false)
		if err != nil {
			return err
		}
		v.start = at.Path
	}
	want.start = v.start
	g, err := want.load(ctx, s)
	if err != nil {
		return err
	}
	v.take(g, c.Depth)
	return c.write(a, &v)
}

func (c *graphCmd) direction() graph.Direction {
	if c.Backlinks {
		return graph.Backward
	}
	return graph.Forward
}

// maxDepth bounds the length of routes.
const maxDepth = 100

// check refuses what cannot have been meant, and reads the filters.
func (c *graphCmd) check() (graphFilter, error) {
	f := graphFilter{strength: c.MinStrength}
	switch {
	case c.Depth < 0 || c.Depth > maxDepth:
		return f, fmt.Errorf("--depth must be from 0 to %d", maxDepth)
	case !(c.MinStrength >= 0 && c.MinStrength <= 1):
		return f, errors.New("--min-strength must be from 0 to 1")
	case c.Limit < 0:
		return f, errors.New("--limit must be at least 1")
	case c.Backlinks && c.Note == "":
		return f, app.WithHint(errors.New("--backlinks needs a note"), "name the note to begin at; without one the graph has every link")
	}
	for _, t := range c.Types {
		relation, err := relationType(t)
		if err != nil {
			return f, err
		}
		f.types = append(f.types, relation)
	}
	return f, nil
}

// relationType reads the name of a type as people write it, inverses included.
func relationType(name string) (string, error) {
	if n := strings.ToLower(name); n == graph.Link || n == graph.Link+"s" {
		return graph.Link, nil
	}
	if t, _, ok := kb.ParseRelation(name); ok {
		return t, nil
	}
	known := append([]string{graph.Link}, kb.RelationTypes()...)
	err := fmt.Errorf("no relation is called %q", name)
	if near := wording.Nearest(name, known, 1); len(near) > 0 {
		return "", app.WithHint(err, "did you mean %s?", near[0])
	}
	return "", app.WithHint(err, "the types are %s", strings.Join(known, ", "))
}

// graphFilter says which notes and edges count.
type graphFilter struct {
	day      time.Time // the zero day: notes count whether they hold or not
	start    string    // stays in any case
	types    []string
	strength float64
}

// load makes the graph of the index's notes and links.
func (f *graphFilter) load(ctx context.Context, s *index.Searcher) (*graph.Graph, error) {
	records, err := s.Notes(ctx, f.day)
	if err != nil {
		return nil, err
	}
	links, err := s.AllLinks(ctx)
	if err != nil {
		return nil, err
	}
	var nodes []graph.Node
	for _, r := range records {
		if r.Inactive == "" || f.day.IsZero() || r.Path == f.start {
			nodes = append(
				nodes,
				graph.Node{Path: r.Path, Title: r.Title, Kind: r.Kind, Status: r.Status, PageRank: r.PageRank, Inactive: r.Inactive},
			)
		}
	}
	var edges []graph.Edge
	for i := range links {
		if e := edgeOf(&links[i]); links[i].State == "ok" && f.passes(&e) {
			edges = append(edges, e)
		}
	}
	return graph.New(nodes, edges), nil
}

func (f *graphFilter) passes(e *graph.Edge) bool {
	return e.Strength >= f.strength && (len(f.types) == 0 || slices.Contains(f.types, e.Type))
}

// edgeOf turns a link so that it begins at the note that has the relation.
func edgeOf(l *index.LinkRecord) graph.Edge {
	e := graph.Edge{From: l.From, To: l.To, Type: l.Type, Kind: l.Kind, Strength: l.Strength, Source: l.From, Line: l.Line}
	if e.Type == "" {
		e.Type = graph.Link
	}
	if l.Inverse {
		e.From, e.To = l.To, l.From
	}
	return e
}
