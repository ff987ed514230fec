package search

import (
	"math"
	"testing"

	"github.com/9aea2451/kb/index/words"
)

// What a text holds of the pairs "fee market" (weight 3) and "market price" (weight 1).
func TestTogether(t *testing.T) {
	a := words.NewAnalyzer()
	pairs := []pair{{"fee", "market", 3}, {"market", "price", 1}}
	for _, tt := range []struct {
		texts []string
		want  float64
	}{
		{[]string{"The fee market."}, 3.0 / 4},
		{[]string{"A fee market price."}, 1},
		{[]string{"The fee, and then the market."}, 3.0 / 4}, // words that say nothing do not stand between
		{[]string{"The fee sets the market."}, 1.5 / 4},      // near, but not side by side
		{[]string{"The market fee."}, 1.5 / 4},               // the other way round
		{[]string{"A market fee, and a fee market."}, 3.0 / 4},
		{[]string{"The fee traders offer: market."}, 1.5 / 4}, // three words on
		{[]string{"The fee traders offer sellers: market."}, 0},
		{[]string{"The fee.", "The market."}, 0},                          // in two texts
		{[]string{"The fee.", "The market price."}, 1.0 / 4},              // the second holds one
		{[]string{"The market fee; the price sets one market."}, 2.0 / 4}, // both near
		{[]string{"Neither."}, 0},
		{nil, 0},
	} {
		if got := together(a, pairs, tt.texts); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%q: %v, want %v", tt.texts, got, tt.want)
		}
	}
}

// The pairs of a question are those of its words that are looked for, each once, with the weight of the
// less rare word. "foo" is none of them here.
func TestPairs(t *testing.T) {
	s := &run{Searcher: &Searcher{}}
	s.text = "why is the fee market of the fee market a market for foo prices"
	s.terms = []queryTerm{{text: "fee", count: 2}, {text: "market", count: 3}, {text: "price", count: 1}}
	s.keyword = &keywordScores{weights: []float64{6, 6, 5}}
	got := s.pairs(words.NewAnalyzer())
	want := []pair{{"fee", "market", 2}, {"market", "fee", 2}}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%v, want %v", got, want)
	}
}
