package graph

import (
	"cmp"
	"maps"
	"slices"
)

// Step is how a walk first comes to a note.
type Step struct {
	Path     string
	Depth    int      // edges between the start and the note
	Route    []string // paths from the start to the note, both included
	Strength float64  // product of the strengths of the edges along Route: 1 at the start
	Reading  string   // the last edge, as it reads from the note before; "" at the start
}

// Parent is the note before the last one of the route, "" at the start.
func (s *Step) Parent() string {
	if len(s.Route) < 2 {
		return ""
	}
	return s.Route[len(s.Route)-2]
}

// Walk is what can be reached from a note.
type Walk struct {
	Graph *Graph          // the notes that were reached, and the edges that were followed
	Steps map[string]Step // by path
}

// Direction says which edges of a note a walk follows.
type Direction int

const (
	Forward  Direction = iota // those that lead from the note, and those that it states
	Backward                  // those that lead to the note, and those that others state of it
)

// follows tells whether an edge is followed from its end at path. An edge that the note it leads to
// has stated counts both ways.
func (d Direction) follows(e *Edge, path string) bool {
	if d == Forward {
		return e.From == path || e.Source == path
	}
	return e.To == path || e.Source != path
}

// Walk goes from the note at start at most depth edges far, breadth first: each note is reached by
// one of the shortest routes to it, of these by the strongest, then by the one that is first by
// path. Cycles end where they meet a note that was reached before.
func (g *Graph) Walk(start string, depth int, d Direction) *Walk {
	steps := map[string]Step{}
	if g.has(start) {
		steps[start] = Step{Path: start, Route: []string{start}, Strength: 1}
	}
	near := g.followed(d)
	taken := map[int]bool{}
	frontier := []string{start}
	for level := 1; level <= depth && len(frontier) > 0; level++ {
		reached := map[string]Step{}
		for _, path := range frontier {
			for _, i := range near[path] {
				e := &g.Edges[i]
				taken[i] = true
				next := e.other(path)
				if _, seen := steps[next]; seen {
					continue
				}
				before := steps[path]
				strength := before.Strength * e.Strength
				if have, ok := reached[next]; ok && have.Strength >= strength {
					continue
				}
				reached[next] = Step{
					Path:     next,
					Depth:    before.Depth + 1,
					Route:    append(slices.Clone(before.Route), next),
					Strength: strength,
					Reading:  e.Reading(path),
				}
			}
		}
		maps.Copy(steps, reached)
		frontier = slices.Sorted(maps.Keys(reached))
	}
	var nodes []Node
	for path := range steps {
		nodes = append(nodes, *g.Node(path))
	}
	var edges []Edge
	for _, i := range slices.Sorted(maps.Keys(taken)) {
		edges = append(edges, g.Edges[i])
	}
	return &Walk{Graph: New(nodes, edges), Steps: steps}
}

// followed lists for each note the edges that a walk follows from it, by number.
func (g *Graph) followed(d Direction) map[string][]int {
	out := map[string][]int{}
	for i := range g.Edges {
		e := &g.Edges[i]
		for _, end := range []string{e.From, e.To} {
			if d.follows(e, end) {
				out[end] = append(out[end], i)
			}
		}
	}
	return out
}

// Branch is what a note says of another, as it reads from the note.
type Branch struct {
	Reading string
	To      string
	Edge    Edge
}

// Branches lists what can be followed from each note, by path: relations before plain links, by
// name, each reading of a note once.
func (g *Graph) Branches(d Direction) map[string][]Branch {
	out := map[string][]Branch{}
	for path, near := range g.followed(d) {
		var list []Branch
		for _, i := range near {
			e := g.Edges[i]
			list = append(list, Branch{Reading: e.Reading(path), To: e.other(path), Edge: e})
		}
		slices.SortStableFunc(list, compareBranches)
		out[path] = slices.CompactFunc(list, func(a, b Branch) bool { return a.To == b.To && a.Reading == b.Reading })
	}
	return out
}

// compareBranches puts relations before plain links, then goes by reading and note. Of two that
// read the same the stronger comes first: that is the one that Branches keeps.
func compareBranches(a, b Branch) int {
	plain := func(x Branch) int {
		if x.Edge.Type == Link {
			return 1
		}
		return 0
	}
	return cmp.Or(plain(a)-plain(b), cmp.Compare(a.Reading, b.Reading), cmp.Compare(a.To, b.To),
		cmp.Compare(b.Edge.Strength, a.Edge.Strength))
}

// Cut keeps at most limit notes of the walk: the nearest to the start, and of equally near ones
// those of the greatest PageRank.
func (w *Walk) Cut(limit int) *Graph {
	return w.Graph.cut(limit, func(a, b *Node) int { return cmp.Compare(w.Steps[a.Path].Depth, w.Steps[b.Path].Depth) })
}

// Cut keeps at most limit notes: those that have edges first, and of these the ones of the greatest PageRank.
func (g *Graph) Cut(limit int) *Graph {
	linked := map[string]int{}
	for i := range g.Edges {
		linked[g.Edges[i].From], linked[g.Edges[i].To] = 1, 1
	}
	return g.cut(limit, func(a, b *Node) int { return linked[b.Path] - linked[a.Path] })
}

// Linked keeps the notes that have edges; where none has, all of them.
func (g *Graph) Linked() *Graph {
	if len(g.Edges) == 0 {
		return g
	}
	linked := map[string]bool{}
	for i := range g.Edges {
		linked[g.Edges[i].From], linked[g.Edges[i].To] = true, true
	}
	return New(slices.DeleteFunc(slices.Clone(g.Nodes), func(n Node) bool { return !linked[n.Path] }), g.Edges)
}

// cut keeps the first limit notes by an order, then by PageRank and path, with the edges between
// them. A graph that is no larger is given back itself.
func (g *Graph) cut(limit int, order func(a, b *Node) int) *Graph {
	if len(g.Nodes) <= limit {
		return g
	}
	nodes := slices.Clone(g.Nodes)
	slices.SortFunc(nodes, func(a, b Node) int {
		return cmp.Or(order(&a, &b), cmp.Compare(b.PageRank, a.PageRank), cmp.Compare(a.Path, b.Path))
	})
	return New(nodes[:limit], g.Edges)
}
