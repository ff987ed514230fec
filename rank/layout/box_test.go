package layout

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// The graph that gonum is given: each pair once, no loops, nothing that is out of range; a spring is the weaker the
// more there are at its ends.
func TestGraphOfSprings(t *testing.T) {
	g := newAdjacency([]int{2, 5, 7, 9}, [][2]int{{2, 5}, {5, 2}, {5, 5}, {3, 5}, {5, 3}, {9, 5}, {7, 9}, {2, 5}})
	if want := [][]int{{1}, {0, 3}, {3}, {1, 2}}; !slices.EqualFunc(g.near, want, slices.Equal) {
		t.Errorf("joined are %v, want %v", g.near, want)
	}
	for id, want := range map[int64]bool{-1: false, 0: true, 3: true, 4: false} {
		if (g.Node(id) != nil) != want {
			t.Errorf("node %d is there: %v", id, !want)
		}
	}
	third := 2 / math.Pow(2, 0.8)
	for _, tt := range []struct {
		x, y   int64
		joined bool
		weight float64
		ok     bool
	}{{0, 1, true, third, true}, {1, 0, true, third, true}, {0, 2, false, 0, false}, {2, 2, false, 0, true}, {3, 2, true, third, true}} {
		w, ok := g.Weight(tt.x, tt.y)
		if g.HasEdgeBetween(tt.x, tt.y) != tt.joined || (g.Edge(tt.x, tt.y) != nil) != tt.joined || (g.WeightedEdge(tt.x,
			tt.y) != nil) != tt.joined || w != tt.weight || ok != tt.ok {
			t.Errorf("from %d to %d: joined %v, weight %v, %v", tt.x, tt.y, g.HasEdgeBetween(tt.x, tt.y), w, ok)
		}
	}
	for _, tt := range []struct {
		x, y float64
		want bool
	}{{1, 2, true}, {math.NaN(), 2, false}, {1, math.NaN(), false}, {math.Inf(1), 2, false}, {1, math.Inf(-1), false}, {math.Inf(1),
		math.Inf(-1), false}} {
		if finite(r2.Vec{X: tt.x, Y: tt.y}) != tt.want {
			t.Errorf("(%v, %v) is a place: %v", tt.x, tt.y, !tt.want)
		}
	}
	for e, want := range map[[2]int]bool{{0, 0}: true, {2, 2}: true, {3, 0}: false, {0, 3}: false, {-1, 0}: false, {0, -1}: false} {
		if inside(e, 3) != want {
			t.Errorf("%v is within 3 nodes: %v", e, !want)
		}
	}
	if got := springs(newAdjacency([]int{4}, nil)); !slices.Equal(got, []Point{{}}) {
		t.Errorf("one node lies at %v", got)
	}
}

// Nodes that are too near part by half of the way each; edges get their mean length; boxes stand in rows.
func TestBoxes(t *testing.T) {
	for _, tt := range []struct {
		from, want [2]Point
		moved      bool
	}{
		{[2]Point{{0, 0}, {spacing, 0}}, [2]Point{{0, 0}, {spacing, 0}}, false}, {[2]Point{{0, 0}, {spacing - 0.5, 0}}, [2]Point{{0,
			0}, {spacing - 0.5, 0}}, false},
		{[2]Point{{0, 0}, {0, spacing - 2}}, [2]Point{{0, -1}, {0, spacing - 1}}, true}, {[2]Point{{1, 1}, {1, 1}},
			[2]Point{{1 - spacing/2, 1}, {1 + spacing/2, 1}}, true},
	} {
		got := tt.from
		moved := push(&got[0], &got[1], 0)
		if distance(got[0], tt.want[0])+distance(got[1], tt.want[1]) > 1e-9 || moved != tt.moved {
			t.Errorf("%v part to %v, %v; want %v", tt.from, got, moved, tt.want)
		}
	}
	b := box{members: []int{0, 1, 2}, places: []Point{{0, 0}, {3, 4}, {3, 10}}}
	b.scale(newAdjacency([]int{0, 1, 2}, [][2]int{{0, 1}, {1, 2}})) // edges of 5 and 6
	if f := edgeLength / 5.5; distance(b.places[2], Point{3 * f, 10 * f}) > 1e-9 {
		t.Errorf("scaled to %v, want %v times as far", b.places, f)
	}
	b.moveToOrigin()
	if b.separate(); b.places[0] != (Point{}) || b.width != b.places[2].X || b.height != b.places[2].Y {
		t.Errorf("%v in %v × %v", b.places, b.width, b.height)
	}
	var placed []string
	of := func(node int, width, height float64) box {
		return box{members: []int{node}, places: []Point{{}}, width: width, height: height}
	}
	arrange([]box{of(0, 200, 50), of(1, 60, 40), of(2, 60, 30), of(3, 200, 10)}, func(node int, p Point) {
		placed = append(placed,
			fmt.Sprint(node, p))
	})
	if want := []string{"0 {0 0}", "1 {270 0}", "2 {0 120}", "3 {130 120}"}; !slices.Equal(placed, want) {
		t.Errorf("placed at %v, want %v", placed, want)
	}
	placed = nil
	arrange([]box{of(0, 30, 30), of(1, 30, 30)}, func(node int, p Point) { placed = append(placed, fmt.Sprint(node, p)) })
	if want := []string{"0 {0 0}", "1 {100 0}"}; !slices.Equal(placed, want) {
		t.Errorf("placed at %v, want %v", placed, want)
	}
}
