package find

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
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
		Answers: []any{NoteGraph{}, CodeMap{}},
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
	Code        bool     `help:"Show the modules of the code, folders with source files, with the notes, decisions and owners of each."`
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
	want := desk.GraphRequest{Strength: c.MinStrength}
	switch {
	case c.Depth < 0 || c.Depth > maxDepth:
		return fmt.Errorf("--depth must be from 0 to %d", maxDepth)
	case !(c.MinStrength >= 0 && c.MinStrength <= 1):
		return errors.New("--min-strength must be from 0 to 1")
	case c.Limit < 0:
		return errors.New("--limit must be at least 1")
	case c.Backlinks && c.Note == "":
		return app.WithHint(errors.New("--backlinks needs a note"), "name what to begin at; without one the graph has every link")
	}
	for _, t := range c.Types {
		relation, err := relationType(t)
		if err != nil {
			return err
		}
		want.Types = append(want.Types, relation)
	}
	if c.Code {
		return c.ofCode(ctx, a, format)
	}
	b, _, when, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	want.Day = when.Day
	v := graphView{base: b, format: format, direction: c.direction(), limit: c.Limit, what: "note"}
	if c.Note != "" {
		at, err := b.Lookup(ctx, c.Note, false)
		if err != nil {
			return err
		}
		v.start = at.Path
	}
	want.Start = v.start
	g, err := b.View.Graph(ctx, want)
	if err != nil {
		return err
	}
	if g, err = c.withSymbols(ctx, b, g, v.start); err != nil {
		return err
	}
	v.take(g, c.Depth)
	return c.write(a, &v)
}

// withSymbols adds the symbols of the code that the notes of a walk cite, where nothing asks for relations alone.
func (c *graphCmd) withSymbols(ctx context.Context, b *session.Base, g *graph.Graph, start string) (*graph.Graph, error) {
	if start == "" || c.Depth == 0 || c.Backlinks || len(c.Types) > 0 || c.MinStrength > kb.DefaultStrength {
		return g, nil
	}
	near := g.Walk(start, c.Depth-1, graph.Forward).Cut(maxCiting)
	notes := make([]string, len(near.Nodes))
	for i := range near.Nodes {
		notes[i] = near.Nodes[i].Path
	}
	return b.View.WithSymbols(ctx, g, notes)
}

// maxCiting bounds the notes of a walk that are read for what they cite.
const maxCiting = 200

// direction is Backward with --backlinks, from the note to those that lead to it; else Forward.
func (c *graphCmd) direction() graph.Direction {
	if c.Backlinks {
		return graph.Backward
	}
	return graph.Forward
}

// maxDepth bounds the length of routes.
const maxDepth = 100

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
