package layout

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func genEdges(t *rapid.T, n int) [][2]int {
	end := rapid.IntRange(-1, n)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int { return [2]int{end.Draw(t, "a"), end.Draw(t, "b")} }), 0, 2*n).Draw(t, "edges")
}

func TestPlaceHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 25).Draw(t, "n")
		edges := genEdges(t, n)
		places := Place(n, edges)
		if !slices.Equal(places, Place(n, edges)) {
			t.Fatal("two layouts of one graph differ")
		}
		if len(places) != n {
			t.Fatalf("%d places of %d", len(places), n)
		}
		for i, p := range places {
			if !(p.X >= 0 && p.Y >= 0) || math.IsInf(p.X+p.Y, 0) {
				t.Fatalf("node %d at %v", i, p)
			}
		}
	})
}

func distance(a, b Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// Neighbours lie nearer than strangers: two cliques that one edge joins come apart.
func TestPlaceShowsCommunities(t *testing.T) {
	var edges [][2]int
	for _, from := range []int{0, 6} {
		for i := from; i < from+6; i++ {
			for j := i + 1; j < from+6; j++ {
				edges = append(edges, [2]int{i, j})
			}
		}
	}
	p := Place(12, append(edges, [2]int{0, 6}))
	within, between := 0.0, 0.0
	for i := range 6 {
		for j := range 6 {
			within += distance(p[i], p[j]) / 30
			between += distance(p[i], p[6+j]) / 36
		}
	}
	if within*1.5 > between {
		t.Errorf("mean distance %.0f within, %.0f between", within, between)
	}
}

func TestPlaceKeepsApart(t *testing.T) {
	edges := [][2]int{{3, 4}, {4, 5}}
	for i := 7; i < 30; i++ {
		edges = append(edges, [2]int{6, i})
	}
	p := Place(40, edges)
	for i := range p {
		for j := range i {
			if d := distance(p[i], p[j]); d < spacing-3 {
				t.Errorf("%d and %d are %.1f apart", i, j, d)
			}
		}
	}
}

func TestComponents(t *testing.T) {
	got := components(6, [][2]int{{4, 1}, {1, 5}, {2, 2}, {0, 9}, {-1, 3}})
	want := [][]int{{0}, {1, 4, 5}, {2}, {3}}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("%v", got)
	}
}
