package rank

import (
	"cmp"
	"math"
	"slices"
)

// Item is something that is taken whole or not at all.
type Item struct {
	Tokens int     // what it costs; 0 and less is free
	Score  float64 // what it is worth; 0, less and NaN is nothing
}

// Pack chooses items that fit into a budget of tokens and returns their numbers in rising order. It takes them by score per token, the denser
// first, ties by number, passing over what does not fit any more; where the one best item alone is worth more than all of these, that one.
// What it takes is worth at least half of the best choice (Dantzig 1957; Kellerer, Pferschy and Pisinger, Knapsack Problems, 2.4).
func Pack(items []Item, budget int) []int {
	var order []int
	single := -1
	for i, it := range items {
		if !(it.Score > 0) || it.Tokens > budget {
			continue
		}
		order = append(order, i)
		if single < 0 || it.Score > items[single].Score {
			single = i
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(items[b].density(), items[a].density()) })
	chosen := order[:0]
	left, worth := max(budget, 0), 0.0
	for _, i := range order {
		if cost := max(items[i].Tokens, 0); cost <= left {
			left -= cost
			worth += items[i].Score
			chosen = append(chosen, i)
		}
	}
	if single >= 0 && items[single].Score > worth {
		return []int{single}
	}
	slices.Sort(chosen)
	return chosen
}

func (it Item) density() float64 {
	if it.Tokens <= 0 {
		return math.Inf(1)
	}
	return it.Score / float64(it.Tokens)
}
