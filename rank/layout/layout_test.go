package layout

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func genEdges(t *rapid.T, n int) [][2]int {
	end := rapid.IntRange(-1, n)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int { return [2]int{end.Draw(t, "a"), end.Draw(t, "b")} }), 0,
		2*n).Draw(t, "edges")
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

func TestPushSetsApartByHalves(t *testing.T) {
	for _, c := range []struct{ p, q Point }{
		{Point{0, 0}, Point{10, 0}},
		{Point{5, 5}, Point{5, 25}},
		{Point{-3, 2}, Point{3, 10}}, // 6, 8: ten apart
	} {
		p, q := c.p, c.q
		if !push(&p, &q, 1) {
			t.Fatalf("%v and %v were left", c.p, c.q)
		}
		if d := distance(p, q); math.Abs(d-spacing) > 1e-9 {
			t.Errorf("%v and %v are %v apart, want %v", p, q, d, spacing)
		}
		if middle := (Point{p.X + q.X - c.p.X - c.q.X, p.Y + q.Y - c.p.Y - c.q.Y}); distance(middle, Point{}) > 1e-9 {
			t.Errorf("%v and %v lie about another point than %v and %v", p, q, c.p, c.q)
		}
		if from, to := math.Atan2(c.q.Y-c.p.Y, c.q.X-c.p.X), math.Atan2(q.Y-p.Y, q.X-p.X); math.Abs(from-to) > 1e-9 {
			t.Errorf("pushed aside: from %v to %v", from, to)
		}
	}
	p, q := Point{7, 7}, Point{7, 7}
	if !push(&p, &q, 3) || math.Abs(distance(p, q)-spacing) > 1e-9 {
		t.Errorf("from one place they came to %v and %v", p, q)
	}
	if p, q := (Point{0, 0}), (Point{spacing, 0}); push(&p, &q, 1) {
		t.Error("what is far enough apart was pushed")
	}
}

// Six squares of one size: no two overlap, the rows are about as wide as they are high by 3 : 2,
// and nothing lies left of or above 0.
func TestArrangeSetsRows(t *testing.T) {
	const side = 100.0
	var boxes []box
	for i := range 6 {
		boxes = append(boxes, box{members: []int{i}, places: []Point{{0, 0}}, width: side, height: side})
	}
	at := make([]Point, 6)
	arrange(boxes, func(node int, p Point) { at[node] = p })
	want := []Point{{0, 0}, {170, 0}, {340, 0}, {0, 170}, {170, 170}, {340, 170}}
	if !slices.Equal(at, want) {
		t.Errorf("%v, want %v", at, want)
	}
}

func TestArrangeKeepsRowsBelowTheTallest(t *testing.T) {
	boxes := []box{
		{members: []int{0}, places: []Point{{0, 0}}, width: 500, height: 20},
		{members: []int{2, 1}, places: []Point{{0, 0}, {30, 40}}, width: 30, height: 40},
	}
	at := make([]Point, 3)
	arrange(boxes, func(node int, p Point) { at[node] = p })
	if want := []Point{{0, 0}, {30, 130}, {0, 90}}; !slices.Equal(at, want) {
		t.Errorf("%v, want %v", at, want)
	}
}

// The mean edge is as long as is said, before nodes are pushed apart and labels get room.
func TestScale(t *testing.T) {
	b := box{members: []int{0, 1, 2}, places: []Point{{0, 0}, {3, 4}, {6, 8}}}
	b.scale(newAdjacency(b.members, [][2]int{{0, 1}, {1, 2}}))
	if d := distance(b.places[0], b.places[1]); math.Abs(d-edgeLength) > 1e-9 {
		t.Errorf("an edge is %v long, want %v", d, edgeLength)
	}
	b = box{members: []int{0, 1}, places: []Point{{1, 1}, {1, 1}}}
	b.scale(newAdjacency(b.members, [][2]int{{0, 1}}))
	if b.places[0] != (Point{1, 1}) {
		t.Errorf("nodes at one place went to %v", b.places)
	}
}

func TestBoxBeginsAtTheOrigin(t *testing.T) {
	b := box{places: []Point{{-5, 30}, {15, 10}}}
	b.moveToOrigin()
	if !slices.Equal(b.places, []Point{{0, 20}, {20, 0}}) || b.width != 20 || b.height != 20 {
		t.Errorf("%+v", b)
	}
}

// When springs come to no end, nodes stand in a circle: none is lost, none lies on another.
func TestCircle(t *testing.T) {
	for i, p := range circle(4) {
		want := []Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}[i]
		if distance(p, want) > 1e-9 {
			t.Errorf("node %d at %v, want %v", i, p, want)
		}
	}
}

// Nodes that lie too near are pushed apart until none does, those that have to make room for others included.
func TestSeparate(t *testing.T) {
	for _, step := range []float64{1, 20, 45} {
		var b box
		for i := range 6 {
			b.places = append(b.places, Point{step * float64(i), 0})
		}
		b.separate()
		for i := range b.places {
			for j := range i {
				if d := distance(b.places[i], b.places[j]); d < spacing-2 {
					t.Errorf("steps of %v: %d and %d are %.1f apart", step, i, j, d)
				}
			}
		}
	}
}
