package graph

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb"
)

func nodes(paths ...string) []Node {
	var out []Node
	for _, p := range paths {
		out = append(out, Node{Path: p})
	}
	return out
}

func edge(from, relation, to string, strength float64) Edge {
	return Edge{From: from, To: to, Type: relation, Strength: strength, Source: from}
}

// diamond has two routes from a to d, and a way back to a.
func diamond() *Graph {
	return New(nodes("a", "b", "c", "d", "e"), []Edge{
		edge("a", "depends_on", "b", 0.5), edge("a", "leads_to", "c", 0.9), edge("b", "solves", "d", 1), edge("c", Link, "d", 0.8),
		edge("d", "part_of", "a", 1), edge("d", Link, "e", 0.5), edge("a", Link, "a", 1), edge("a", Link, "missing", 1),
	})
}

func TestWalk(t *testing.T) {
	w := diamond().Walk("a", 2, Forward)
	want := map[string]Step{
		"a": {Path: "a", Route: []string{"a"}, Strength: 1},
		"b": {Path: "b", Depth: 1, Route: []string{"a", "b"}, Strength: 0.5, Reading: "depends on"},
		"c": {Path: "c", Depth: 1, Route: []string{"a", "c"}, Strength: 0.9, Reading: "leads to"},
		"d": {Path: "d", Depth: 2, Route: []string{"a", "c", "d"}, Strength: 0.72, Reading: "links to"},
	}
	if diff := cmp.Diff(want, w.Steps, cmp.Comparer(func(x, y float64) bool { return math.Abs(x-y) < 1e-9 })); diff != "" {
		t.Error(diff)
	}
	if len(w.Graph.Nodes) != 4 || len(w.Graph.Edges) != 4 {
		t.Errorf("%d nodes, %d edges", len(w.Graph.Nodes), len(w.Graph.Edges))
	}
	d := w.Steps["d"]
	if a := w.Steps["a"]; d.Parent() != "c" || a.Parent() != "" {
		t.Error("parents are wrong")
	}
}

func TestWalkBackward(t *testing.T) {
	w := diamond().Walk("d", 1, Backward)
	for path, reading := range map[string]string{"d": "", "b": "solved by", "c": "linked from"} {
		if step, ok := w.Steps[path]; !ok || step.Reading != reading {
			t.Errorf("%s: %+v", path, step)
		}
	}
	if len(w.Steps) != 3 {
		t.Errorf("reached %v", w.Steps)
	}
}

// A note that says "superseded by b" leads to b, and so does b to it, whichever way one walks.
func TestWalkInverse(t *testing.T) {
	g := New(nodes("a", "b"), []Edge{{From: "b", To: "a", Type: "supersedes", Strength: 1, Source: "a"}})
	for _, d := range []Direction{Forward, Backward} {
		if got := g.Walk("a", 1, d).Steps["b"].Reading; got != "superseded by" {
			t.Errorf("from a: %q", got)
		}
		w := g.Walk("b", 3, d)
		if got := w.Steps["a"].Reading; got != "supersedes" {
			t.Errorf("from b: %q", got)
		}
		if len(w.Graph.Edges) != 1 {
			t.Errorf("the edge is there %d times", len(w.Graph.Edges))
		}
	}
}

func TestReadings(t *testing.T) {
	if n := len(kb.RelationTypes()); n != 18 {
		t.Fatalf("%d types", n)
	}
	for _, relation := range append(kb.RelationTypes(), Link) {
		e := edge("a", relation, "b", 1)
		forward, backward := e.Reading("a"), e.Reading("b")
		if forward == "" || backward == "" {
			t.Errorf("%s: %q, backwards %q", relation, forward, backward)
		}
		if relation == Link {
			continue
		}
		if got, inverse, ok := kb.ParseRelation(forward); got != relation || inverse || !ok {
			t.Errorf("%q is read as %s", forward, got)
		}
		if got, inverse, ok := kb.ParseRelation(backward); got != relation || !ok || inverse != (backward != forward) {
			t.Errorf("%q is read as %s, inverse %v", backward, got, inverse)
		}
	}
}

func TestCut(t *testing.T) {
	g := New([]Node{{Path: "a", PageRank: 0.1}, {Path: "b", PageRank: 0.9}, {Path: "c", PageRank: 0.5}, {Path: "lone", PageRank: 1}},
		[]Edge{edge("a", Link, "b", 1), edge("a", Link, "c", 1)})
	if got := paths(g.Cut(2)); !slices.Equal(got, []string{"b", "c"}) {
		t.Errorf("of all: %v", got)
	}
	if got := paths(g.Walk("a", 1, Forward).Cut(2)); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("of the walk: %v", got)
	}
	if got := g.Cut(4); len(got.Nodes) != 4 || len(got.Edges) != 2 {
		t.Errorf("nothing is to be cut: %v", got)
	}
}

func TestLinked(t *testing.T) {
	g := New(nodes("a", "b", "lone"), []Edge{edge("b", Link, "a", 1)})
	if got := g.Linked(); !slices.Equal(paths(got), []string{"a", "b"}) || len(got.Edges) != 1 {
		t.Errorf("%v", got)
	}
	if got := New(nodes("a", "b"), nil).Linked(); len(got.Nodes) != 2 {
		t.Errorf("without any edge: %v", got)
	}
}

func TestMerged(t *testing.T) {
	g := New(nodes("a", "b"),
		[]Edge{edge("a", Link, "b", 0.5), edge("a", Link, "b", 0.7), edge("b", Link, "a", 0.5), edge("a", "solves", "b", 0.5)})
	got := g.Merged()
	if len(g.Edges) != 4 || len(got) != 3 || got[0].Strength != 0.7 {
		t.Errorf("%+v", got)
	}
}

func paths(g *Graph) []string {
	var out []string
	for _, n := range g.Nodes {
		out = append(out, n.Path)
	}
	return out
}

// genGraph makes graphs of few notes, so that cycles and several routes are common.
func genGraph(t *rapid.T) *Graph {
	n := rapid.IntRange(1, 9).Draw(t, "n")
	var ns []Node
	for i := range n {
		ns = append(ns, Node{Path: fmt.Sprint("n", i), PageRank: rapid.Float64Range(0, 1).Draw(t, "rank")})
	}
	note := rapid.Custom(func(t *rapid.T) string { return fmt.Sprint("n", rapid.IntRange(0, n-1).Draw(t, "note")) })
	edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Edge {
		e := Edge{
			From:     note.Draw(t, "from"),
			To:       note.Draw(t, "to"),
			Type:     rapid.SampledFrom(append(kb.RelationTypes(), Link)).Draw(t, "type"),
			Strength: rapid.Float64Range(0, 1).Draw(t, "strength"),
		}
		e.Source = rapid.SampledFrom([]string{e.From, e.To}).Draw(t, "source")
		return e
	}), 0, 25).Draw(t, "edges")
	return New(ns, edges)
}

// Every step stands at the end of a route of edges that are followed, no shorter route exists, and
// none of that length is stronger.
func TestWalkIsShortestAndStrongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := genGraph(t)
		d := rapid.SampledFrom([]Direction{Forward, Backward}).Draw(t, "direction")
		depth := rapid.IntRange(0, 6).Draw(t, "depth")
		w := g.Walk("n0", depth, d)
		best := routes(g, d, depth)
		if len(best) != len(w.Steps) || len(w.Graph.Nodes) != len(w.Steps) {
			t.Fatalf("%d notes reached, %d can be", len(w.Steps), len(best))
		}
		for path, step := range w.Steps {
			b := best[path]
			if step.Depth != b.depth || math.Abs(step.Strength-b.strength) > 1e-12 || len(step.Route) != step.Depth+1 ||
				step.Route[0] != "n0" ||
				step.Route[step.Depth] != path {
				t.Fatalf("%s: %+v, want depth %d, strength %v", path, step, b.depth, b.strength)
			}
			if parent := step.Parent(); parent != "" && w.Steps[parent].Depth != step.Depth-1 {
				t.Fatalf("%s: the note before is %s at depth %d", path, parent, w.Steps[parent].Depth)
			}
		}
		limit := rapid.IntRange(1, 9).Draw(t, "limit")
		if cut := w.Cut(limit); len(cut.Nodes) != min(limit, len(w.Steps)) || cut.Node("n0") == nil {
			t.Fatalf("cut to %d: %v", limit, paths(cut))
		}
	})
}

type route struct {
	depth    int
	strength float64
}

// routes finds by relaxing every edge again and again what Walk finds breadth first.
func routes(g *Graph, d Direction, depth int) map[string]route {
	best := map[string]route{"n0": {0, 1}}
	for level := 1; level <= depth; level++ {
		next := map[string]route{}
		for i := range g.Edges {
			e := &g.Edges[i]
			for _, from := range []string{e.From, e.To} {
				if r, ok := best[from]; ok && d.follows(e, from) && r.depth == level-1 {
					to := e.other(from)
					if _, known := best[to]; !known {
						next[to] = route{level, max(next[to].strength, r.strength*e.Strength)}
					}
				}
			}
		}
		for path, r := range next {
			best[path] = r
		}
	}
	return best
}
