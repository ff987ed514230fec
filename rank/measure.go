package rank

// NDCG is the normalised discounted cumulative gain of the first k of ranking, with linear gains (Järvelin and Kekäläinen 2002). 0 when nothing is relevant.
func NDCG(ranking []string, gains map[string]float64, k int) float64 { return 0 }

// AveragePrecision over the whole ranking; gains > 0 are relevant.
func AveragePrecision(ranking []string, gains map[string]float64) float64 { return 0 }

// ReciprocalRank of the first relevant id within the first k, 0 for none.
func ReciprocalRank(ranking []string, gains map[string]float64, k int) float64 { return 0 }

// Recall is the share of the relevant ids within the first k.
func Recall(ranking []string, gains map[string]float64, k int) float64 { return 0 }

// Interval is a mean difference with its confidence bounds.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// PairedBootstrap resamples the per-query differences a[i]-b[i] and returns the mean with its 95 % percentile interval. Deterministic for a seed.
func PairedBootstrap(a, b []float64, rounds int, seed uint64) Interval { return Interval{} }

// Percentile of unsorted values, p in [0, 100], by linear interpolation between closest ranks. 0 for none.
func Percentile(values []float64, p float64) float64 { return 0 }
