package graph

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Around a note lie those that a walk in both directions reaches, the nearest first; the edges between
// them are all there.
func TestAround(t *testing.T) {
	n := diamond().Neighbours()
	for _, c := range []struct {
		depth, limit int
	}{{0, 9}, {1, 9}, {2, 9}, {9, 9}, {9, 2}, {9, 1}} {
		g, _ := n.Around("a", c.depth, c.limit)
		if len(g.Nodes) > c.limit || g.Node("a") == nil {
			t.Errorf("%+v: %v", c, paths(g))
		}
	}
	if g, _ := n.Around("none", 2, 9); len(g.Nodes) != 0 {
		t.Errorf("of no note: %v", paths(g))
	}
}

func TestAroundIsWhatIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := genGraph(t)
		if len(g.Nodes) == 0 {
			return
		}
		start, depth := g.Nodes[0].Path, rapid.IntRange(0, 4).Draw(t, "depth")
		got, more := g.Neighbours().Around(start, depth, 1000)
		want := map[string]int{start: 0}
		for level := 1; level <= depth; level++ {
			for _, e := range g.Edges {
				for _, end := range [][2]string{{e.From, e.To}, {e.To, e.From}} {
					if d, ok := want[end[0]]; ok && d == level-1 {
						if _, known := want[end[1]]; !known {
							want[end[1]] = level
						}
					}
				}
			}
		}
		if len(got.Nodes) != len(want) || more != 0 {
			t.Fatalf("%v, want %v", paths(got), want)
		}
		edges := g.Keep(func(n *Node) bool { _, ok := want[n.Path]; return ok }, func(*Edge) bool { return true })
		if !slices.Equal(got.Edges, edges.Edges) {
			t.Fatalf("edges %v, want %v", got.Edges, edges.Edges)
		}
	})
}
