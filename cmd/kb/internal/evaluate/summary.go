package evaluate

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/rank"
)

// Summary is the mean of results.
type Summary struct {
	Queries      int            `json:"queries"`
	Judged       int            `json:"judged"` // those to which something is relevant: the next four are their means
	NDCG         float64        `json:"ndcg@10"`
	MAP          float64        `json:"map"`
	MRR          float64        `json:"mrr@10"`
	Recall       Recalls        `json:"recall"`
	CurrentFirst *float64       `json:"current_above_stale,omitempty"` // of the queries with stale paths
	Evidence     *Shares        `json:"evidence,omitempty"`            // of the queries with evidence
	P50          float64        `json:"p50_ms"`                        // latency of all queries
	P95          float64        `json:"p95_ms"`
	Against      *rank.Interval `json:"ndcg@10_against_keyword,omitempty"` // nil: not compared
}

// Summarise averages results.
func Summarise(results []Result) Summary {
	judged := slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.Unjudged })
	return Summary{
		Queries: len(results),
		Judged:  len(judged),
		NDCG:    mean(judged, func(r Result) float64 { return r.NDCG }),
		MAP:     mean(judged, func(r Result) float64 { return r.AP }),
		MRR:     mean(judged, func(r Result) float64 { return r.RR }),
		Recall: Recalls{
			At1:  mean(judged, func(r Result) float64 { return r.Recall.At1 }),
			At5:  mean(judged, func(r Result) float64 { return r.Recall.At5 }),
			At10: mean(judged, func(r Result) float64 { return r.Recall.At10 }),
			At20: mean(judged, func(r Result) float64 { return r.Recall.At20 }),
		},
		CurrentFirst: meanCurrent(results),
		Evidence:     meanEvidence(results),
		P50:          rank.Percentile(column(results, func(r Result) float64 { return r.Milliseconds }), 50),
		P95:          rank.Percentile(column(results, func(r Result) float64 { return r.Milliseconds }), 95),
	}
}

// column takes one figure out of each result, in the order of the results.
func column(results []Result, value func(Result) float64) []float64 {
	out := make([]float64, len(results))
	for i, r := range results {
		out[i] = value(r)
	}
	return out
}

// mean is the arithmetic mean of one figure, 0 where there are no results.
func mean(results []Result, value func(Result) float64) float64 {
	return rank.Mean(column(results, value))
}

// meanCurrent is nil when no query has stale paths.
func meanCurrent(results []Result) *float64 {
	with := slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.CurrentFirst == nil })
	if len(with) == 0 {
		return nil
	}
	x := mean(with, func(r Result) float64 { return *r.CurrentFirst })
	return &x
}

// meanEvidence is nil when no query has evidence.
func meanEvidence(results []Result) *Shares {
	with := slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return r.Evidence == nil })
	if len(with) == 0 {
		return nil
	}
	return &Shares{
		At500:  mean(with, func(r Result) float64 { return r.Evidence.At500 }),
		At1000: mean(with, func(r Result) float64 { return r.Evidence.At1000 }),
		At2000: mean(with, func(r Result) float64 { return r.Evidence.At2000 }),
	}
}

// Category is the name of a group of queries and what each of them got.
type Category struct {
	Name    string
	Results []Result
}

// ByCategory groups results, in order of name. Queries without a category are in none.
func ByCategory(results []Result) []Category {
	at := map[string]int{}
	var out []Category
	for _, r := range results {
		if r.Category == "" {
			continue
		}
		i, ok := at[r.Category]
		if !ok {
			i = len(out)
			at[r.Category] = i
			out = append(out, Category{Name: r.Category})
		}
		out[i].Results = append(out[i].Results, r)
	}
	slices.SortFunc(out, func(a, b Category) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// rounds and seed of the bootstrap.
const (
	rounds = 2000
	seed   = 1
)

// Against compares the nDCG@10 of two ways of answering the same queries, query by query; nil when
// none of them is judged.
func Against(a, b []Result) *rank.Interval {
	var x, y []float64
	for i := range a {
		if !a[i].Unjudged {
			x, y = append(x, a[i].NDCG), append(y, b[i].NDCG)
		}
	}
	if len(x) == 0 {
		return nil
	}
	interval := rank.PairedBootstrap(x, y, rounds, seed)
	return &interval
}
