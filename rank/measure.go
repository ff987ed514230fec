package rank

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// NDCG is the normalised discounted cumulative gain of the first k of a ranking, with linear gains
// (Järvelin and Kekäläinen 2002). 0 when nothing is relevant. Here and below an id stands in a
// ranking once.
func NDCG(ranking []string, gains map[string]float64, k int) float64 {
	ideal := make([]float64, 0, len(gains))
	for _, g := range gains {
		ideal = append(ideal, max(g, 0))
	}
	sort.Sort(sort.Reverse(sort.Float64Slice(ideal)))
	best := 0.0
	for i, g := range ideal[:min(k, len(ideal))] {
		best += discounted(g, i)
	}
	if best == 0 {
		return 0
	}
	got := 0.0
	for i, id := range ranking[:min(k, len(ranking))] {
		got += discounted(max(gains[id], 0), i)
	}
	return got / best
}

// discounted is a gain at a place of a ranking, counted from 0: gain / log2(i+2).
func discounted(gain float64, i int) float64 { return gain / math.Log2(float64(i+2)) }

// AveragePrecision over the whole ranking; gains > 0 are relevant.
func AveragePrecision(ranking []string, gains map[string]float64) float64 {
	found, sum := 0, 0.0
	for i, id := range ranking {
		if gains[id] > 0 {
			found++
			sum += float64(found) / float64(i+1)
		}
	}
	if n := relevant(gains); n > 0 {
		return sum / float64(n)
	}
	return 0
}

// relevant counts the notes that are worth something.
func relevant(gains map[string]float64) int {
	n := 0
	for _, g := range gains {
		if g > 0 {
			n++
		}
	}
	return n
}

// ReciprocalRank of the first relevant id within the first k, 0 for none.
func ReciprocalRank(ranking []string, gains map[string]float64, k int) float64 {
	for i, id := range ranking[:min(k, len(ranking))] {
		if gains[id] > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// Recall is the share of the relevant ids within the first k, 0 when nothing is relevant.
func Recall(ranking []string, gains map[string]float64, k int) float64 {
	n, found := relevant(gains), 0
	if n == 0 {
		return 0
	}
	for _, id := range ranking[:min(k, len(ranking))] {
		if gains[id] > 0 {
			found++
		}
	}
	return float64(found) / float64(n)
}

// Interval is a mean difference with its confidence bounds.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// PairedBootstrap resamples the differences a[i]-b[i] of paired measurements and returns their mean
// with its 95 % percentile interval (Efron 1979). Deterministic for a seed. Both lists have the
// same length.
func PairedBootstrap(a, b []float64, rounds int, seed uint64) Interval {
	n := min(len(a), len(b))
	if n == 0 {
		return Interval{}
	}
	differences := make([]float64, n)
	for i := range differences {
		differences[i] = a[i] - b[i]
	}
	random := rand.New(rand.NewPCG(seed, 0))
	means := make([]float64, rounds)
	for r := range means {
		sum := 0.0
		for range n {
			sum += differences[random.IntN(n)]
		}
		means[r] = sum / float64(n)
	}
	return Interval{Mean: Mean(differences), Low: Percentile(means, 2.5), High: Percentile(means, 97.5)}
}

// Mean of values, 0 for none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Percentile of unsorted values, p in [0, 100], by linear interpolation between closest ranks. 0 for none.
func Percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	at := min(max(p, 0), 100) / 100 * float64(len(sorted)-1)
	low := int(math.Floor(at))
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}
