// Package graph walks the relations and links between notes.
package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb"
)

// Link is the type of an edge that is a plain link: it states no relation.
const Link = "link"

// Node is a note of the graph.
type Node struct {
	Path     string
	Title    string
	Kind     string
	Status   string
	PageRank float64 // 0–1, 1 for the greatest
	Inactive string  // why the note does not hold, "" for an active one
}

// Edge is one statement that a note makes about another: From has the relation to To.
type Edge struct {
	From, To string
	Type     string  // one of kb.RelationTypes, or Link
	Kind     string  // how it is written: markdown, wiki, relation and so on
	Strength float64 // 0–1
	Source   string  // From, or To where the relation stands in the note that it leads to: "superseded by X"
	Line     int     // in Source
}

// other is the end of the edge that is not the note at path.
func (e *Edge) other(path string) string {
	if e.From == path {
		return e.To
	}
	return e.From
}

// Reading is the name of the edge's type as it reads from the note at path: that of the inverse
// when path is the end that it leads to.
func (e *Edge) Reading(path string) string {
	switch {
	case e.From == path && e.Type == Link:
		return "links to"
	case e.Type == Link:
		return "linked from"
	case e.From == path:
		return strings.ReplaceAll(e.Type, "_", " ")
	}
	return kb.Inverse(e.Type)
}

// Graph is notes with the edges between them. Nodes are in order of path, edges in that of Source and Line.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// New makes a graph. Edges that lead from a note to itself, or to a note that is not among the
// nodes, are left out.
func New(nodes []Node, edges []Edge) *Graph {
	g := &Graph{Nodes: slices.Clone(nodes)}
	slices.SortFunc(g.Nodes, func(a, b Node) int { return cmp.Compare(a.Path, b.Path) })
	for _, e := range edges {
		if e.From != e.To && g.has(e.From) && g.has(e.To) {
			g.Edges = append(g.Edges, e)
		}
	}
	slices.SortStableFunc(g.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Line, b.Line), cmp.Compare(a.From, b.From),
			cmp.Compare(a.To, b.To), cmp.Compare(a.Type, b.Type))
	})
	return g
}

// Node returns the note at path, nil when there is none.
func (g *Graph) Node(path string) *Node {
	i, ok := slices.BinarySearchFunc(g.Nodes, path, func(n Node, p string) int { return cmp.Compare(n.Path, p) })
	if !ok {
		return nil
	}
	return &g.Nodes[i]
}

func (g *Graph) has(path string) bool { return g.Node(path) != nil }

// Keep returns the part of the graph whose nodes and edges pass.
func (g *Graph) Keep(node func(*Node) bool, edge func(*Edge) bool) *Graph {
	var nodes []Node
	for i := range g.Nodes {
		if node(&g.Nodes[i]) {
			nodes = append(nodes, g.Nodes[i])
		}
	}
	var edges []Edge
	for i := range g.Edges {
		if edge(&g.Edges[i]) {
			edges = append(edges, g.Edges[i])
		}
	}
	return New(nodes, edges)
}

// Merged lists the edges of a picture: of those with the same ends and type the strongest one.
func (g *Graph) Merged() []Edge {
	out := slices.Clone(g.Edges)
	slices.SortStableFunc(out, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Type, b.Type),
			cmp.Compare(b.Strength, a.Strength))
	})
	return slices.CompactFunc(out, func(a, b Edge) bool { return a.From == b.From && a.To == b.To && a.Type == b.Type })
}
