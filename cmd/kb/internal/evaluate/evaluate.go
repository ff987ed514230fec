package evaluate

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/rank"
)

// Search answers one query.
type Search func(ctx context.Context, q index.Query) (*index.Answer, error)

// Depth is how many notes of a ranking are looked at.
const Depth = 100

// evidenceWords are the lengths, in words of returned text, at which evidence is looked for.
var evidenceWords = [3]int{500, 1000, 2000}

// Result is what one query got.
type Result struct {
	ID           string   `json:"id"`
	Category     string   `json:"category,omitempty"`
	NDCG         float64  `json:"ndcg@10"`
	AP           float64  `json:"map"`
	RR           float64  `json:"mrr@10"`
	Recall       Recalls  `json:"recall"`
	CurrentFirst *float64 `json:"current_above_stale,omitempty"` // 1 or 0; nil without stale paths
	Evidence     *Shares  `json:"evidence,omitempty"`
	Milliseconds float64  `json:"ms"`
	First        string   `json:"first,omitempty"` // path of the first hit
}

// Recalls are shares of the relevant found within the first k.
type Recalls struct {
	At1  float64 `json:"@1"`
	At5  float64 `json:"@5"`
	At10 float64 `json:"@10"`
	At20 float64 `json:"@20"`
}

// Shares are shares of the evidence found within the first words of the returned chunks.
type Shares struct {
	At500  float64 `json:"@500"`
	At1000 float64 `json:"@1000"`
	At2000 float64 `json:"@2000"`
}

// Run answers every query under one configuration. configure changes the request; it may be nil.
func Run(ctx context.Context, queries []Query, search Search, configure func(*index.Query), progress func(done, all int)) ([]Result, error) {
	out := make([]Result, 0, len(queries))
	for i, q := range queries {
		request := index.Query{Text: q.Query, Limit: Depth, Exclude: q.Exclude, At: q.At}
		if configure != nil {
			configure(&request)
		}
		started := time.Now()
		answer, err := search(ctx, request)
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.ID, err)
		}
		r := judge(q, answer)
		r.Milliseconds = float64(time.Since(started).Microseconds()) / 1000
		out = append(out, r)
		progress(i+1, len(queries))
	}
	return out, nil
}

// judge measures one answer.
func judge(q Query, a *index.Answer) Result {
	ranking, gains := rankingOf(q, a.Hits)
	r := Result{ID: q.ID, Category: q.Category, NDCG: rank.NDCG(ranking, gains, 10), AP: rank.AveragePrecision(ranking, gains), RR: rank.ReciprocalRank(ranking, gains, 10),
		Recall: Recalls{rank.Recall(ranking, gains, 1), rank.Recall(ranking, gains, 5), rank.Recall(ranking, gains, 10), rank.Recall(ranking, gains, 20)}}
	if len(a.Hits) > 0 {
		r.First = a.Hits[0].Path
	}
	if len(q.Stale) > 0 {
		x := currentFirst(ranking, gains, q.Stale)
		r.CurrentFirst = &x
	}
	if len(q.Evidence) > 0 {
		r.Evidence = evidence(q.Evidence, a.Hits)
	}
	return r
}

// rankingOf gives the hits as ids. A hit answers for its note, and for path#anchor where the query judges sections of it.
func rankingOf(q Query, hits []index.Hit) ([]string, map[string]float64) {
	sections := map[string]bool{}
	for id := range q.Relevant {
		if path, _, ok := strings.Cut(id, "#"); ok {
			sections[path] = true
		}
	}
	var ranking []string
	for _, h := range hits {
		id := h.Path
		if _, whole := q.Relevant[id]; sections[id] && !whole {
			id += "#" + h.Anchor
		}
		if !slices.Contains(ranking, id) {
			ranking = append(ranking, id)
		}
	}
	return ranking, q.Relevant
}

// currentFirst is 1 when a relevant id was found and no stale one ranks above the best of them.
func currentFirst(ranking []string, gains map[string]float64, stale []string) float64 {
	for _, id := range ranking {
		path, _, _ := strings.Cut(id, "#")
		if gains[id] > 0 {
			return 1
		}
		if slices.Contains(stale, path) {
			return 0
		}
	}
	return 0
}

// evidence gives the shares of the texts that stand in the first words of the hits.
func evidence(texts []string, hits []index.Hit) *Shares {
	var words []string
	for _, h := range hits {
		if words = append(words, strings.Fields(strings.ToLower(h.Text))...); len(words) >= evidenceWords[2] {
			break
		}
	}
	var found [3]float64
	for i, n := range evidenceWords {
		part := " " + strings.Join(words[:min(n, len(words))], " ") + " "
		for _, t := range texts {
			if strings.Contains(part, strings.Join(strings.Fields(strings.ToLower(t)), " ")) {
				found[i] += 1 / float64(len(texts))
			}
		}
	}
	return &Shares{found[0], found[1], found[2]}
}

// Summary is the mean of results.
type Summary struct {
	Queries      int            `json:"queries"`
	NDCG         float64        `json:"ndcg@10"`
	MAP          float64        `json:"map"`
	MRR          float64        `json:"mrr@10"`
	Recall       Recalls        `json:"recall"`
	CurrentFirst *float64       `json:"current_above_stale,omitempty"`
	Evidence     *Shares        `json:"evidence,omitempty"`
	P50          float64        `json:"p50_ms"`
	P95          float64        `json:"p95_ms"`
	Against      *rank.Interval `json:"ndcg@10_against_keyword,omitempty"`
}

// Summarise averages results.
func Summarise(results []Result) Summary {
	mean := func(f func(Result) (float64, bool)) (float64, bool) {
		var values []float64
		for _, r := range results {
			if v, ok := f(r); ok {
				values = append(values, v)
			}
		}
		return rank.Mean(values), len(values) > 0
	}
	of := func(f func(Result) float64) float64 {
		v, _ := mean(func(r Result) (float64, bool) { return f(r), true })
		return v
	}
	times := make([]float64, len(results))
	for i, r := range results {
		times[i] = r.Milliseconds
	}
	s := Summary{Queries: len(results), NDCG: of(func(r Result) float64 { return r.NDCG }), MAP: of(func(r Result) float64 { return r.AP }), MRR: of(func(r Result) float64 { return r.RR }),
		Recall: Recalls{of(func(r Result) float64 { return r.Recall.At1 }), of(func(r Result) float64 { return r.Recall.At5 }),
			of(func(r Result) float64 { return r.Recall.At10 }), of(func(r Result) float64 { return r.Recall.At20 })},
		P50: rank.Percentile(times, 50), P95: rank.Percentile(times, 95)}
	if v, ok := mean(func(r Result) (float64, bool) {
		if r.CurrentFirst == nil {
			return 0, false
		}
		return *r.CurrentFirst, true
	}); ok {
		s.CurrentFirst = &v
	}
	share := func(f func(*Shares) float64) (float64, bool) {
		return mean(func(r Result) (float64, bool) {
			if r.Evidence == nil {
				return 0, false
			}
			return f(r.Evidence), true
		})
	}
	if a, ok := share(func(s *Shares) float64 { return s.At500 }); ok {
		b, _ := share(func(s *Shares) float64 { return s.At1000 })
		c, _ := share(func(s *Shares) float64 { return s.At2000 })
		s.Evidence = &Shares{a, b, c}
	}
	return s
}

// ByCategory averages the results of each category, in order of name.
func ByCategory(results []Result) (names []string, summaries map[string]Summary) {
	groups := map[string][]Result{}
	for _, r := range results {
		if r.Category != "" {
			groups[r.Category] = append(groups[r.Category], r)
		}
	}
	summaries = map[string]Summary{}
	for name, group := range groups {
		names = append(names, name)
		summaries[name] = Summarise(group)
	}
	sort.Strings(names)
	return names, summaries
}

// Rounds and Seed of the bootstrap.
const (
	Rounds = 2000
	Seed   = 1
)

// Against compares the nDCG@10 of two configurations query by query.
func Against(a, b []Result) rank.Interval {
	x, y := make([]float64, len(a)), make([]float64, len(b))
	for i := range a {
		x[i], y[i] = a[i].NDCG, b[i].NDCG
	}
	return rank.PairedBootstrap(x, y, Rounds, Seed)
}
