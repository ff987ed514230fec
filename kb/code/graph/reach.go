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
	at := map[int32]int{} // in out
	var out []Reached
	for _, n := range from {
		if _, ok := at[n]; !ok && n >= 0 && int(n) < g.Nodes() {
			at[n] = len(out)
			out = append(out, Reached{Node: n, Weight: 1, From: n})
		}
	}
	for begin, d := 0, 1; d <= depth && begin < len(out); d++ {
		end := len(out)
		best := map[int32]float64{}
		for i := begin; i < end; i++ {
			out = g.spread(out, at, best, i, d, back)
		}
		begin = end
		slices.SortFunc(out[begin:], func(a, b Reached) int {
			return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Node, b.Node))
		})
		for i := begin; i < len(out); i++ {
			at[out[i].Node] = i
		}
	}
	return out
}

// spread adds what is one edge further than a reached node.
func (g *Graph) spread(out []Reached, at map[int32]int, best map[int32]float64, i, distance int, back bool) []Reached {
	node, weight := out[i].Node, out[i].Weight
	visit := func(e *Edge) {
		next, used := e.To, e.To
		if back {
			next = e.From
		}
		w := weight * 0.5 * e.How.Confidence() / math.Sqrt(1+float64(g.Fan(used)-1)/4)
		j, known := at[next]
		if !known {
			if len(out) >= maxReached {
				return
			}
			j = len(out)
			at[next] = j
			out = append(out, Reached{Node: next, Distance: distance})
		}
		r := &out[j]
		if r.Distance != distance {
			return
		}
		r.Weight = 1 - (1-r.Weight)*(1-w)
		if w > best[next] {
			best[next] = w
			r.From, r.Bond, r.How = node, e.Bond, e.How
		}
	}
	if back {
		g.In(node, visit)
	} else {
		g.Out(node, visit)
	}
	return out
}
