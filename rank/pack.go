package rank

import "math"

// Item is something that is taken whole or not at all.
type Item struct {
	Tokens   int      // what it costs; less than 0 is 0
	Score    float64  // what it is worth; 0, less and NaN is nothing
	Group    int      // items of one group share the cost of its opening
	Class    string   // whose share of the budget it takes from
	Shingles []uint64 // of ShingleWords words of its text each, to tell near-duplicates
}

// Packing says how items are chosen.
type Packing struct {
	Budget  int                // tokens
	Opening []int              // tokens that the first item of each group costs beside its own
	Shares  map[string]float64 // of the budget, that the items of a class may take before all others had their turn
	Repeat  float64            // what is left of the worth of an item for each one of its group that was taken before, 0 to 1
}

const (
	// NearDuplicate is the containment of shingles from which on of two items only the better one is taken.
	NearDuplicate = 0.7
	// ShingleWords is the length of the shingles that tell near-duplicates among items, in words.
	ShingleWords = 4
	// turnShare is the share of the best score that an item must have to take from the share of its class.
	turnShare = 0.5
)

// Choose takes items by their worth, ties by number, and returns their numbers in the order of
// taking. What does not fit, and what nearly repeats an item that was taken, is passed over. At
// first each class takes from its share of the budget only, and only what is worth at least half of
// the best; what is left of the budget goes to all.
func (p Packing) Choose(items []Item) []int {
	c := &chooser{Packing: p, items: items, left: p.Budget, spent: map[string]int{}, taken: map[int]int{}, out: make([]bool, len(items))}
	best := 0.0
	for i := range items {
		if items[i].Score > best && !math.IsInf(items[i].Score, 0) {
			best = items[i].Score
		}
	}
	if len(p.Shares) > 0 {
		c.takeAll(func(i int) bool {
			it := &c.items[i]
			return it.Score >= turnShare*best && float64(c.spent[it.Class]+c.cost(i)) <= p.Shares[it.Class]*float64(p.Budget)
		})
	}
	c.takeAll(func(int) bool { return true })
	return c.chosen
}

// chooser is one choice on its way.
type chooser struct {
	Packing
	items  []Item
	left   int
	spent  map[string]int // tokens, by class
	taken  map[int]int    // items, by group
	out    []bool         // taken, worthless or a repetition
	chosen []int
}

// takeAll takes the best of what is allowed and fits, again and again.
func (c *chooser) takeAll(allowed func(i int) bool) {
	for {
		next, most := -1, 0.0
		for i := range c.items {
			if c.out[i] || c.cost(i) > c.left || !allowed(i) {
				continue
			}
			if worth := c.worth(i); worth > most {
				next, most = i, worth
			}
		}
		if next < 0 {
			return
		}
		c.out[next] = true
		if !c.repeats(next) {
			c.take(next)
		}
	}
}

func (c *chooser) take(i int) {
	cost := c.cost(i)
	c.left -= cost
	c.spent[c.items[i].Class] += cost
	c.taken[c.items[i].Group]++
	c.chosen = append(c.chosen, i)
}

// cost is what an item takes from the budget now.
func (c *chooser) cost(i int) int {
	it := &c.items[i]
	cost := max(it.Tokens, 0)
	if c.taken[it.Group] == 0 && it.Group >= 0 && it.Group < len(c.Opening) {
		cost += max(c.Opening[it.Group], 0)
	}
	return cost
}

// worth is what an item is worth now.
func (c *chooser) worth(i int) float64 {
	it := &c.items[i]
	return it.Score * math.Pow(c.Repeat, float64(c.taken[it.Group]))
}

// repeats tells whether an item nearly says what one says that was taken.
func (c *chooser) repeats(i int) bool {
	for _, j := range c.chosen {
		if Containment(c.items[i].Shingles, c.items[j].Shingles) >= NearDuplicate {
			return true
		}
	}
	return false
}
