package graph

import (
	"cmp"
	"slices"
)

// Neighbours finds what lies around a note without looking at the rest of the graph.
type Neighbours struct {
	graph *Graph
	edges map[string][]int32 // places in Edges of those that begin or end at a note, by path
}

// Neighbours prepares the graph for many questions about what lies around a note.
func (g *Graph) Neighbours() *Neighbours {
	n := &Neighbours{g, make(map[string][]int32, len(g.Nodes))}
	for i := range g.Edges {
		e := &g.Edges[i]
		n.edges[e.From] = append(n.edges[e.From], int32(i))
		n.edges[e.To] = append(n.edges[e.To], int32(i))
	}
	return n
}

// Around returns the notes at most depth edges from a note, in either direction, with all edges
// between them: at most limit notes, the nearest, and of those as near the ones of the greatest
// PageRank. more is how many of the last depth that was reached are left out.
func (n *Neighbours) Around(start string, depth, limit int) (around *Graph, more int) {
	first := n.graph.Node(start)
	if first == nil || limit < 1 {
		return &Graph{}, 0
	}
	taken, nodes, frontier := map[string]bool{start: true}, []Node{*first}, []string{start}
	for ; depth > 0 && len(frontier) > 0 && len(nodes) < limit; depth-- {
		seen, next := map[string]bool{}, []Node{}
		for _, path := range frontier {
			for _, i := range n.edges[path] {
				if other := n.graph.Edges[i].other(path); !taken[other] && !seen[other] {
					seen[other] = true
					next = append(next, *n.graph.Node(other))
				}
			}
		}
		slices.SortFunc(next, func(a, b Node) int { return cmp.Or(cmp.Compare(b.PageRank, a.PageRank), cmp.Compare(a.Path, b.Path)) })
		if most := limit - len(nodes); len(next) > most {
			next, more = next[:most], len(next)-most
		}
		frontier = frontier[:0]
		for _, node := range next {
			taken[node.Path] = true
			frontier = append(frontier, node.Path)
		}
		nodes = append(nodes, next...)
	}
	var out []Edge
	for i := range nodes {
		for _, k := range n.edges[nodes[i].Path] {
			if e := n.graph.Edges[k]; e.From == nodes[i].Path && taken[e.To] {
				out = append(out, e)
			}
		}
	}
	return New(nodes, out), more
}
