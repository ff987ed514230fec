package rank

import (
	"math"
	"sort"
)

// Scores are those of one way of searching, by the number of the candidate, with their weight in a
// mix. 0 and less means not found.
type Scores struct {
	Values []float64
	Weight float64
}

// precision is that of fused scores: sums of the same numbers in another order must not change an answer.
const precision = 1e9

// Round drops the digits of a score that depend on the order of a sum.
func Round(x float64) float64 { return math.Round(x*precision) / precision }

// Convex mixes lists of n scores: each is divided by its greatest, multiplied by its weight, and
// summed (Bruch, Gai and Ingber 2023).
func Convex(n int, lists []Scores) []float64 {
	out := make([]float64, n)
	for _, l := range lists {
		greatest := 0.0
		for _, s := range l.Values {
			greatest = max(greatest, s)
		}
		if greatest == 0 {
			continue
		}
		for i, s := range l.Values {
			out[i] += l.Weight * max(s, 0) / greatest
		}
	}
	return rounded(out)
}

// fusionK is the usual constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
const fusionK = 60

// Reciprocal fuses lists of n scores by rank: the sum of weight·(k+1)/(k+rank), rank from 1, ties
// by number, k = 60. It is scaled so that the first of every list gets the sum of the weights.
func Reciprocal(n int, lists []Scores) []float64 {
	out := make([]float64, n)
	for _, l := range lists {
		var order []int
		for i, s := range l.Values {
			if s > 0 {
				order = append(order, i)
			}
		}
		sort.SliceStable(order, func(i, j int) bool { return Round(l.Values[order[i]]) > Round(l.Values[order[j]]) })
		for place, i := range order {
			out[i] += l.Weight * (fusionK + 1) / float64(fusionK+place+1)
		}
	}
	return rounded(out)
}

// rounded rounds values in their place.
func rounded(values []float64) []float64 {
	for i := range values {
		values[i] = Round(values[i])
	}
	return values
}
