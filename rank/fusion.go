package rank

// Convex mixes score lists into one: each list is divided by its greatest score, multiplied by its weight, and summed by id.
// Ids that a list lacks get nothing from it. Negative scores count as 0.
func Convex(lists []map[string]float64, weights []float64) map[string]float64 { return nil }

// Reciprocal fuses by rank: Σ weight/(k+rank), rank from 1 in descending score, ties by id. The usual k is 60.
func Reciprocal(lists []map[string]float64, weights []float64, k float64) map[string]float64 {
	return nil
}
