package rank

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPackByHand(t *testing.T) {
	for _, c := range []struct {
		name   string
		items  []Item
		budget int
		want   []int
	}{
		{"nothing", nil, 100, nil},
		{"all fit, in the order given", []Item{{10, 1}, {10, 3}, {10, 2}}, 30, []int{0, 1, 2}},
		{"the denser first", []Item{{60, 3}, {50, 5}, {50, 4}}, 100, []int{1, 2}},
		{"what does not fit is passed over", []Item{{50, 9}, {60, 5}, {40, 1}}, 100, []int{0, 2}},
		{"ties by number", []Item{{50, 1}, {50, 1}, {50, 1}}, 100, []int{0, 1}},
		{"one large item beats a dense crumb", []Item{{1, 1}, {100, 50}}, 100, []int{1}},
		{"free items cost nothing", []Item{{0, 0.1}, {-5, 0.1}, {100, 1}}, 100, []int{0, 1, 2}},
		{"worthless ones are left", []Item{{10, 0}, {10, -1}, {10, math.NaN()}}, 100, nil},
		{"no budget", []Item{{1, 1}, {0, 1}}, 0, []int{1}},
		{"less than none", []Item{{1, 1}}, -1, nil},
	} {
		if got := Pack(c.items, c.budget); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPackIsWorthHalfOfTheBest compares with every choice that there is.
func TestPackIsWorthHalfOfTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		item := rapid.Custom(func(t *rapid.T) Item {
			return Item{rapid.IntRange(0, 50).Draw(t, "tokens"), float64(rapid.IntRange(0, 20).Draw(t, "score"))}
		})
		items := rapid.SliceOfN(item, 0, 9).Draw(t, "items")
		budget := rapid.IntRange(0, 120).Draw(t, "budget")
		best := 0.0
		for set := range 1 << len(items) {
			if tokens, score := sumOf(items, func(i int) bool { return set>>i&1 == 1 }); tokens <= budget {
				best = max(best, score)
			}
		}
		chosen := Pack(items, budget)
		tokens, score := sumOf(items, func(i int) bool { return slices.Contains(chosen, i) })
		if tokens > budget || score < best/2 || !slices.IsSorted(chosen) {
			t.Fatalf("%v of %v: %d of %d tokens, worth %v, best %v", chosen, items, tokens, budget, score, best)
		}
	})
}

func sumOf(items []Item, in func(int) bool) (tokens int, score float64) {
	for i, it := range items {
		if in(i) {
			tokens += it.Tokens
			score += it.Score
		}
	}
	return tokens, score
}
