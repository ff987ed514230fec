package graph

import (
	"cmp"
	"math"
	"slices"
)

// Reached is a node that a change may touch.
type Reached struct {
	Node     int32
	Distance int     // edges from the nearest of where it began, 0 for those themselves
	Weight   float64 // from 0 to 1: how likely it is touched, by how sure and how shared the edges are
	From     int32   // the node one nearer by which most of the weight came; itself at distance 0
	Bond     Bond    // with that node
	How      How
}

// maxReached bounds how many nodes one question reaches.
const maxReached = 20_000

// Reach walks from some nodes to those that use them (back), or to those that they use, up to a
// depth, the nearest first, then by weight.
//
// The weight of an edge is its confidence ÷ √(1 + others ÷ 4), others being the other edges of its
// kind at the node that is used: one of hundreds of callers says little of each. Each step halves
// it. Several ways to a node at its distance add up as chances do: 1 − Π(1 − w).
func (g *Graph) Reach(from []int32, depth int, back bool) []Reached {
	w := walk{g: g, at: make([]int32, g.Nodes()), back: back}
	for _, n := range from {
		if n >= 0 && int(n) < g.Nodes() && w.at[n] == 0 {
			w.add(Reached{Node: n, Weight: 1, From: n})
		}
	}
	for begin, d := 0, 1; d <= depth && begin < len(w.out); d++ {
		end := len(w.out)
		for i := begin; i < end; i++ {
			w.spread(i, d)
		}
		begin = end
		slices.SortFunc(w.out[begin:], func(a, b Reached) int {
			return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Node, b.Node))
		})
		for i := begin; i < len(w.out); i++ {
			w.at[w.out[i].Node] = int32(i + 1)
		}
	}
	return w.out
}

// walk is a walk from some nodes.
type walk struct {
	g    *Graph
	back bool
	out  []Reached
	best []float64 // of each node in out, what the way by From gave
	at   []int32   // of each node its place in out, from 1; 0 for one that is not reached
}

// add adds a node that is reached for the first time.
func (w *walk) add(r Reached) {
	w.out, w.best = append(w.out, r), append(w.best, 0)
	w.at[r.Node] = int32(len(w.out))
}

// spread adds what is one edge further than a reached node.
func (w *walk) spread(i, distance int) {
	node, weight := w.out[i].Node, w.out[i].Weight
	visit := func(next int32, fan int, e Edge) {
		gives := weight * 0.5 * e.How.Confidence() / math.Sqrt(1+float64(fan-1)/4)
		if w.at[next] == 0 {
			if len(w.out) >= maxReached {
				return
			}
			w.add(Reached{Node: next, Distance: distance})
		}
		j := w.at[next] - 1
		r := &w.out[j]
		if r.Distance != distance {
			return
		}
		r.Weight = 1 - (1-r.Weight)*(1-gives)
		if gives > w.best[j] {
			w.best[j] = gives
			r.From, r.Bond, r.How = node, e.Bond, e.How
		}
	}
	if w.back {
		fan := w.g.Fan(node)
		w.g.In(node, func(e Edge) { visit(e.From, fan, e) })
		return
	}
	w.g.Out(node, func(e Edge) { visit(e.To, w.g.Fan(e.To), e) })
}
