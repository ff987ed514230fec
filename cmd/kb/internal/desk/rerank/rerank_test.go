package rerank

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index"
)

func hitsOf(scores ...float64) []index.Hit {
	hits := make([]index.Hit, len(scores))
	for i, s := range scores {
		hits[i] = index.Hit{Path: string(rune('a' + i)), Score: s, Factors: map[string]float64{}}
	}
	return hits
}

func pathsOf(hits []index.Hit) string {
	var out strings.Builder
	for _, h := range hits {
		out.WriteString(h.Path)
	}
	return out.String()
}

func TestReorder(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		want   string
	}{
		{[]float64{.1, .2, .9, .1}, "cabd"}, // c: .5·.33+.5, a: .5, b: .5·.67+.06
		{[]float64{5, 5, 5, 5}, "abcd"},     // no opinion
		{[]float64{-9, -7, -8, -2}, "adbc"}, // a and d are even: the order stays
	} {
		hits := hitsOf(1, .9, .8, .7)
		ByServer().reorder(hits, c.scores)
		if got := pathsOf(hits); got != c.want {
			t.Errorf("%v: %s, want %s", c.scores, got, c.want)
		}
		if hits[0].Score != 1 || hits[3].Score != .7 {
			t.Errorf("%v: the scores of the places changed: %+v", c.scores, hits)
		}
	}
	for _, c := range []struct {
		scores []float64
		want   string
	}{
		{[]float64{.30, .31, .30, .30}, "abcd"}, // what hardly differs hardly counts
		{[]float64{.2, .3, .8, .3}, "cabd"},
	} {
		hits := hitsOf(.5, .45, .4, .35)
		if ByLocal(DefaultShares().First).reorder(hits, c.scores); pathsOf(hits) != c.want {
			t.Errorf("cosines %v: %s, want %s", c.scores, pathsOf(hits), c.want)
		}
	}
	hits := hitsOf(1, .9, .8, .7)
	hits[1].SupersededBy = "a" // as much as the reranker likes it, what replaces it stays in front
	ByServer().reorder(hits, []float64{0, 9, 1, 1})
	if got := pathsOf(hits); strings.Index(got, "a") > strings.Index(got, "b") {
		t.Error(got)
	}
}

// Whatever a reranker says, nothing is lost, places keep their scores, and only the lead is chosen by it.
func TestReorderIsAPermutation(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 2 + random.IntN(First-1)
		own, scores := make([]float64, n), make([]float64, n)
		for i := range own {
			own[i], scores[i] = 1/float64(i+1), random.NormFloat64()
		}
		hits := hitsOf(own...)
		for i := range hits {
			if random.IntN(4) == 0 {
				hits[i].SupersededBy = hits[random.IntN(n)].Path // circles, too
			}
		}
		ByServer().reorder(hits, scores)
		seen := []byte(pathsOf(hits))
		slices.Sort(seen)
		if string(seen) != pathsOf(hitsOf(own...)) {
			t.Fatalf("%s of %d", seen, n)
		}
		for i, h := range hits {
			if h.Score != own[i] {
				t.Fatalf("place %d has %v", i, h.Score)
			}
		}
	}
}
