package rank

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// judged draws a ranking without repeats and the grades of some of its ids and of others.
func judged(t *rapid.T) (ranking []string, gains map[string]float64) {
	ids := make([]string, 20)
	for i := range ids {
		ids[i] = fmt.Sprint("n", i)
	}
	ranking = rapid.Permutation(ids).Draw(t, "ranking")[:rapid.IntRange(0, len(ids)).Draw(t, "length")]
	gains = rapid.MapOfN(rapid.SampledFrom(ids), rapid.Float64Range(-1, 5), 0, 10).Draw(t, "gains")
	return ranking, gains
}

func TestMeasuresAreShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranking, gains := judged(t)
		k := rapid.IntRange(0, 25).Draw(t, "k")
		for name, x := range map[string]float64{"nDCG": NDCG(ranking, gains, k), "AP": AveragePrecision(ranking, gains),
			"RR": ReciprocalRank(ranking, gains, k), "recall": Recall(ranking, gains, k)} {
			if !(x >= 0 && x <= 1+1e-12) {
				t.Fatalf("%s = %v of %v by %v", name, x, ranking, gains)
			}
		}
	})
}

func TestTheIdealRankingGetsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranking, gains := judged(t)
		ids := slices.Clone(ranking)
		for id := range gains {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		slices.SortStableFunc(ids, func(a, b string) int {
			switch {
			case gains[a] > gains[b]:
				return -1
			case gains[a] < gains[b]:
				return 1
			}
			return 0
		})
		want := 0.0
		if relevant(gains) > 0 {
			want = 1
		}
		if got := NDCG(ids, gains, 10); got < want-1e-12 || got > want+1e-12 {
			t.Fatalf("the ideal gets %v, want %v", got, want)
		}
		if got := NDCG(ranking, gains, 10); got > want+1e-12 {
			t.Fatalf("%v beats the ideal", got)
		}
	})
}

func TestASwapUpwardsNeverHarms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranking, gains := judged(t)
		if len(ranking) < 2 {
			return
		}
		i := rapid.IntRange(0, len(ranking)-2).Draw(t, "place")
		before := [2]float64{NDCG(ranking, gains, 10), AveragePrecision(ranking, gains)}
		if max(gains[ranking[i+1]], 0) < max(gains[ranking[i]], 0) {
			return
		}
		ranking[i], ranking[i+1] = ranking[i+1], ranking[i]
		if after := NDCG(ranking, gains, 10); after < before[0]-1e-12 {
			t.Fatalf("nDCG fell from %v to %v", before[0], after)
		}
		if after := AveragePrecision(ranking, gains); after < before[1]-1e-12 {
			t.Fatalf("AP fell from %v to %v", before[1], after)
		}
	})
}

// lists draws two lists of scores for n candidates, with weights.
func lists(t *rapid.T, n int) []Scores {
	values := rapid.SliceOfN(rapid.Float64Range(-1, 9), n, n)
	weight := rapid.Float64Range(0, 1)
	return []Scores{{values.Draw(t, "a"), weight.Draw(t, "weight of a")}, {values.Draw(t, "b"), weight.Draw(t, "weight of b")}}
}

func TestFusionIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 8
		two := lists(t, n)
		for name, fuse := range map[string]func(int, []Scores) []float64{"convex": Convex, "reciprocal": Reciprocal} {
			fused := fuse(n, two)
			for i := range n {
				for j := range n {
					// i comes first where a tie goes by number, so it must be ahead of j in both lists.
					if i < j && two[0].Values[i] >= two[0].Values[j] && two[1].Values[i] >= two[1].Values[j] && fused[i] < fused[j] {
						t.Fatalf("%s: %d is ahead of %d in both lists and behind it in %v", name, i, j, fused)
					}
				}
			}
			if top := slices.Max(fused); top > Round(two[0].Weight+two[1].Weight)+1e-9 || slices.Min(fused) < 0 {
				t.Fatalf("%s: %v is out of range", name, fused)
			}
		}
	})
}

func TestTheGreatestPageRankIsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "nodes")
		from := rapid.IntRange(0, n-1).Draw(t, "from")
		to := (from + rapid.IntRange(1, n-1).Draw(t, "step")) % n
		ranks := PageRank(n, []Edge{{from, to, 1}})
		if slices.Max(ranks) != 1 || ranks[to] != 1 || slices.Min(ranks) <= 0 {
			t.Fatalf("%d → %d gives %v", from, to, ranks)
		}
	})
}

func TestPercentileIsWithinTheValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-9, 9), 1, 30).Draw(t, "values")
		p, q := rapid.Float64Range(-5, 105).Draw(t, "p"), rapid.Float64Range(0, 100).Draw(t, "more")
		low, high := Percentile(values, p), Percentile(values, p+q)
		if low > high || low < slices.Min(values) || high > slices.Max(values) {
			t.Fatalf("percentiles %v and %v of %v", low, high, values)
		}
	})
}

// BenchmarkPageRank is of 10,000 notes with 50,000 links.
func BenchmarkPageRank(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 0))
	const n = 10_000
	edges := make([]Edge, 50_000)
	for i := range edges {
		edges[i] = Edge{random.IntN(n), random.IntN(n), 0.1 + random.Float64()}
	}
	for b.Loop() {
		PageRank(n, edges)
	}
}
