package history

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func drawGraph(t *rapid.T) *graph {
	g := &graph{}
	for i := range rapid.IntRange(0, 12).Draw(t, "commits") {
		var parents []int32
		for range rapid.IntRange(0, min(i, 3)).Draw(t, "parents") {
			parents = append(parents, int32(rapid.IntRange(0, i-1).Draw(t, "parent")))
		}
		g.add(parents, rapid.Int64Range(-5, 1<<40).Draw(t, "time"), byte(rapid.IntRange(0, 3).Draw(t, "flags")))
	}
	return g
}

// What is written in two parts and read back is the same graph; what is cut short is damage, and
// never a panic.
func TestGraphIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		from := rapid.IntRange(0, g.len()).Draw(t, "from")
		whole := string(g.encode(0))
		again := &graph{}
		if err := again.decode(g.len(), whole); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(g, again, cmp.AllowUnexported(graph{})); d != "" {
			t.Fatal(d)
		}
		rest := string(g.encode(from))
		again.truncate(from)
		if err := again.decode(g.len()-from, rest); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(g, again, cmp.AllowUnexported(graph{})); d != "" {
			t.Fatalf("after %d were forgotten and read again:\n%s", from, d)
		}
		if len(whole) > 0 {
			cut := whole[:rapid.IntRange(0, len(whole)-1).Draw(t, "cut")]
			if err := (&graph{}).decode(g.len(), cut); !errors.Is(err, errDamaged) {
				t.Fatalf("cut short: %v", err)
			}
		}
	})
}

func TestGraphRefusesParentsThatAreNotThere(t *testing.T) {
	for _, data := range [][]byte{{0, 0, 1, 1}, {0, 0, 1, 0}, {0, 0, 0, 0, 0, 1, 2}} {
		if err := (&graph{}).decode(len(data)/4+len(data)%4/3, string(data)); !errors.Is(err, errDamaged) {
			t.Errorf("%v: %v", data, err)
		}
	}
}

// 0 ── 1 ── 3 ── 4     5 stands alone
//
//	└── 2 ──┘
func TestShapeOfAGraph(t *testing.T) {
	g := &graph{}
	for i, c := range []struct {
		parents []int32
		time    int64
	}{{nil, 100}, {[]int32{0}, 300}, {[]int32{0}, 200}, {[]int32{1, 2}, 250}, {[]int32{3}, 400}, {nil, 300}} {
		if g.add(c.parents, c.time, 0); g.len() != i+1 {
			t.Fatal(g.len())
		}
	}
	if got := g.heads(); !slices.Equal(got, []int32{4, 5}) {
		t.Errorf("heads %v", got)
	}
	for _, c := range []struct {
		of   []int32
		want []bool
	}{
		{[]int32{3}, []bool{true, true, true, true, false, false}},
		{[]int32{2}, []bool{true, false, true, false, false, false}},
		{[]int32{0}, []bool{true, false, false, false, false, false}},
		{[]int32{2, 5}, []bool{true, false, true, false, false, true}},
		{nil, []bool{false, false, false, false, false, false}},
	} {
		if got := g.ancestors(c.of...); !slices.Equal(got, c.want) {
			t.Errorf("ancestors of %v: %v", c.of, got)
		}
	}
	order := []int32{0, 1, 2, 3, 4, 5}
	slices.SortFunc(order, g.newer)
	// The clock of 3 was slow: it counts as no older than its parent 1, and so as old as 5.
	if want := []int32{4, 5, 3, 1, 2, 0}; !slices.Equal(order, want) {
		t.Errorf("newest first: %v, want %v", order, want)
	}
	g.truncate(9)
	if g.truncate(3); g.len() != 3 || !slices.Equal(g.heads(), []int32{1, 2}) {
		t.Errorf("%d commits with heads %v are left", g.len(), g.heads())
	}
}
