// Package layout places the nodes of a graph on a plane, the same way every time.
package layout

import (
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/layout"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/spatial/r2"
)

// Point is a place on the plane.
type Point struct{ X, Y float64 }

const (
	edgeLength = 110.0 // mean length of the edges of a component
	spacing    = 46.0  // least distance of two nodes
	updates    = 400   // steps of the springs
)

// Place gives each of n nodes a place at X, Y ≥ 0. Nodes that edges join lie near to each other:
// springs by Eades (A heuristic for graph drawing, 1984) as gonum does them, which is the layout of
// gonum that also holds for graphs that are not connected by many ways, with a fixed seed and nodes
// in a fixed order. Components are laid out by themselves and set in rows, greatest first; width :
// height is about 3 : 2.
func Place(n int, edges [][2]int) []Point {
	out := make([]Point, n)
	var boxes []box
	for _, members := range components(n, edges) {
		g := newAdjacency(members, edges)
		b := box{members: members, places: springs(g)}
		b.scale(g)
		b.separate()
		for i := range b.places {
			b.places[i].X *= aspect
		}
		b.moveToOrigin()
		boxes = append(boxes, b)
	}
	sort.SliceStable(boxes, func(i, j int) bool { return boxes[i].height > boxes[j].height })
	arrange(boxes, func(node int, p Point) { out[node] = p })
	return out
}

// components lists the connected parts, each sorted, in order of their first nodes. Edges with an
// end out of range are ignored.
func components(n int, edges [][2]int) [][]int {
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, e := range edges {
		if inside(e, n) {
			a, b := find(e[0]), find(e[1])
			parent[max(a, b)] = min(a, b)
		}
	}
	at := map[int]int{}
	var out [][]int
	for i := range n {
		root := find(i)
		if _, ok := at[root]; !ok {
			at[root] = len(out)
			out = append(out, nil)
		}
		out[at[root]] = append(out[at[root]], i)
	}
	return out
}

func inside(e [2]int, n int) bool { return e[0] >= 0 && e[1] >= 0 && e[0] < n && e[1] < n }

// springs lays out one component.
func springs(g *adjacency) []Point {
	n := len(g.near)
	points := make([]Point, n)
	if n < 2 {
		return points
	}
	eades := layout.EadesR2{Updates: updates, Repulsion: 2, Rate: 0.05, Theta: 0.3, Src: rand.NewPCG(1, uint64(n))}
	o := layout.NewOptimizerR2(g, eades.Update)
	for o.Update() {
	}
	for i := range points {
		v := o.Coord2(int64(i))
		points[i] = Point{v.X, v.Y}
		if !finite(v) {
			return circle(n)
		}
	}
	return points
}

// finite tells a place that can be drawn: springs may run off to infinity, or end as no number.
func finite(v r2.Vec) bool { return !math.IsNaN(v.X+v.Y) && !math.IsInf(v.X+v.Y, 0) }

// circle is the layout of a component whose springs came to no end.
func circle(n int) []Point {
	out := make([]Point, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = Point{cos, sin}
	}
	return out
}

// adjacency is an undirected graph whose nodes and neighbours come in order, unlike those of
// gonum's own graphs, which lie in maps.
type adjacency struct{ near [][]int }

// newAdjacency numbers the members from 0 and keeps which are joined, each pair once.
func newAdjacency(members []int, edges [][2]int) *adjacency {
	number := make(map[int]int, len(members))
	for i, m := range members {
		number[m] = i
	}
	g := &adjacency{near: make([][]int, len(members))}
	seen := map[[2]int]bool{}
	for _, e := range edges {
		a, ok1 := number[e[0]]
		b, ok2 := number[e[1]]
		pair := [2]int{min(a, b), max(a, b)}
		if !ok1 || !ok2 || a == b || seen[pair] {
			continue
		}
		seen[pair] = true
		g.near[a], g.near[b] = append(g.near[a], b), append(g.near[b], a)
	}
	return g
}

// Node, as all methods below, makes the graph one of gonum.
func (g *adjacency) Node(id int64) graph.Node {
	if id < 0 || id >= int64(len(g.near)) {
		return nil
	}
	return simple.Node(id)
}

// Nodes are all nodes, in the order of their numbers.
func (g *adjacency) Nodes() graph.Nodes {
	nodes := make([]graph.Node, len(g.near))
	for i := range nodes {
		nodes[i] = simple.Node(i)
	}
	return iterator.NewOrderedNodes(nodes)
}

// From are the neighbours of a node of the graph, in the order of the edges.
func (g *adjacency) From(id int64) graph.Nodes {
	nodes := make([]graph.Node, len(g.near[id]))
	for i, n := range g.near[id] {
		nodes[i] = simple.Node(n)
	}
	return iterator.NewOrderedNodes(nodes)
}

// HasEdgeBetween tells whether two nodes are joined; x must be one of the graph.
func (g *adjacency) HasEdgeBetween(x, y int64) bool {
	for _, n := range g.near[x] {
		if int64(n) == y {
			return true
		}
	}
	return false
}

// Edge is the edge between two nodes, nil where they are not joined.
func (g *adjacency) Edge(x, y int64) graph.Edge {
	if !g.HasEdgeBetween(x, y) {
		return nil
	}
	return simple.Edge{F: simple.Node(x), T: simple.Node(y)}
}

// Weight of a spring falls with the number of springs at its ends: with equal ones the nodes about
// a hub never come to rest.
func (g *adjacency) Weight(x, y int64) (w float64, ok bool) {
	if !g.HasEdgeBetween(x, y) {
		return 0, x == y
	}
	return 2 / math.Pow(float64(max(len(g.near[x]), len(g.near[y]))), 0.8), true
}

// WeightedEdge is Edge with its Weight; nil, too, from a node to itself.
func (g *adjacency) WeightedEdge(x, y int64) graph.WeightedEdge {
	w, ok := g.Weight(x, y)
	if !ok || x == y {
		return nil
	}
	return simple.WeightedEdge{F: simple.Node(x), T: simple.Node(y), W: w}
}
