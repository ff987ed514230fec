package rank

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Edge is a directed link between two nodes 0 ≤ From, To < n with a weight > 0.
type Edge struct {
	From, To int
	Weight   float64
}

const (
	damping       = 0.85
	tolerance     = 1e-6 // of the L1 distance between two iterations
	maxIterations = 100  // where they come no nearer: what there is then is returned
)

// PageRank returns the rank of each of n nodes, divided by the greatest, in [0, 1], rounded to 1e-6
// so that it is the same on every run: damping 0.85, L1 convergence below 1e-6 (Page, Brin, Motwani
// and Winograd 1999). Self-loops, edges out of range and weights that are no positive number are
// ignored and parallel edges add up. Without edges every rank is 0: nothing is known.
//
// What flows into a node without links on would be spread evenly over all. That multiplies every
// rank by one number, which the division by the greatest takes away again, so it is not done.
//
// gonum's network.PageRankSparse begins at a random vector, so that equal graphs get different last
// digits; power iteration from zero over the edges in order gives the same digits each time. A test
// compares the two.
func PageRank(n int, edges []Edge) []float64 {
	out := make([]float64, n)
	g := &flow{out: make([]float64, n)}
	for _, e := range edges {
		if e.From == e.To || !(e.Weight > 0) || math.IsInf(e.Weight, 1) || e.From < 0 || e.To < 0 || e.From >= n || e.To >= n {
			continue
		}
		g.edges = append(g.edges, e)
		g.out[e.From] += e.Weight
	}
	if len(g.edges) == 0 {
		return out
	}
	ranks, next := make([]float64, n), make([]float64, n)
	for range maxIterations {
		for i := range next {
			next[i] = (1 - damping) / float64(len(next))
		}
		for _, e := range g.edges {
			next[e.To] += damping * ranks[e.From] * e.Weight / g.out[e.From]
		}
		if floats.Distance(next, ranks, 1) < tolerance {
			ranks = next
			break
		}
		ranks, next = next, ranks
	}
	greatest := floats.Max(ranks)
	for i, r := range ranks {
		out[i] = math.Round(r/greatest*1e6) / 1e6
	}
	return out
}

// flow is a graph with the total weight that leaves each node.
type flow struct {
	edges []Edge
	out   []float64
}
