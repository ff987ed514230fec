package rank

import (
	"cmp"
	"math"
	"slices"
)

// Item is something that is taken whole or not at all.
type Item struct {
	Tokens   int      // what it costs; less than 0 is 0
	Score    float64  // what it is worth; 0, less, NaN and infinity are nothing
	Group    int      // items of one group share the cost of its opening
	Class    string   // whose share of the budget it takes from
	Shingles []uint64 // of ShingleWords words of its text each, to tell near-duplicates
}

// Packing says in which order items are worth a budget.
type Packing struct {
	Opening []int              // tokens that the first item of each group costs beside its own
	Shares  map[string]float64 // of what is spent, that a class is owed before better items of others
	Repeat  []float64          // worth of the first, second, … item of a group, 0 to 1; the last one holds for all that follow
}

const (
	// nearDuplicate is the containment of shingles from which on of two items only the better one
	// is taken.
	nearDuplicate = 0.7
	// ShingleWords is the length of the shingles that tell near-duplicates among items, in words.
	ShingleWords = 4
	// turnShare is the share of the best score that an item must have to come by the share of its
	// class.
	turnShare = 0.5
	// Leaders is how many of the best items come before all others, whatever their class.
	Leaders = 3
	// nearBest is the share of the best score from which on it does not count how many of an
	// item's group came before it: it answers as well as they do.
	nearBest = 0.9
)

// Order returns the numbers of the items in the order in which a budget is spent on them. The order
// depends on no budget, so what a small one buys a greater one buys, too: who stops at the first
// item that does not fit has taken a beginning of the same list. The best three lead, the cheapest
// of them first, for then whatever of them fits is bought. After them comes what is worth most,
// classes that have less than their share of what was spent before others. Ties go by number.
// Worthless items and near-duplicates of better ones are left out.
func (p Packing) Order(items []Item) []int {
	o := &ordering{Packing: p, items: items, spent: map[string]int{}, taken: map[int]int{}}
	o.rank()
	for n := min(Leaders, len(o.waiting)); n > 0; n-- {
		o.take(slices.MinFunc(o.waiting[:n], func(i, j int) int { return cmp.Compare(o.cost(i), o.cost(j)) }))
	}
	for len(o.waiting) > 0 {
		next := o.best(o.owed)
		if next < 0 {
			next = o.best(func(int) bool { return true })
		}
		o.take(next)
	}
	return o.order
}

// ordering is an order on its way.
type ordering struct {
	Packing
	items   []Item
	waiting []int // best score first
	top     float64
	total   int            // tokens spent
	spent   map[string]int // of them, by class
	taken   map[int]int    // items, by group
	order   []int
}

// rank sorts the items by score, without worthless ones and those that nearly repeat better ones.
func (o *ordering) rank() {
	var ranked []int
	for i := range o.items {
		if s := o.items[i].Score; s > 0 && !math.IsInf(s, 0) {
			ranked = append(ranked, i)
		}
	}
	slices.SortStableFunc(ranked, func(i, j int) int { return cmp.Compare(o.items[j].Score, o.items[i].Score) })
	for _, i := range ranked {
		repeats := func(j int) bool {
			return Containment(o.items[i].Shingles, o.items[j].Shingles) >= nearDuplicate
		}
		if !slices.ContainsFunc(o.waiting, repeats) {
			o.waiting = append(o.waiting, i)
		}
	}
	if len(o.waiting) > 0 {
		o.top = o.items[o.waiting[0]].Score
	}
}

// best returns the waiting item that is worth most of those that are allowed, -1 without one.
func (o *ordering) best(allowed func(i int) bool) int {
	next, most := -1, 0.0
	for _, i := range o.waiting {
		if worth := o.worth(i); (next < 0 || worth > most) && allowed(i) {
			next, most = i, worth
		}
	}
	return next
}

// owed reports whether an item is good enough to come by the share of its class, and the class
// still has less than that with it.
func (o *ordering) owed(i int) bool {
	it, cost := &o.items[i], o.cost(i)
	return it.Score >= turnShare*o.top && float64(o.spent[it.Class]+cost) <= o.Shares[it.Class]*float64(o.total+cost)
}

// take moves an item from those that wait to the order, and books its cost to its class and group.
func (o *ordering) take(i int) {
	cost := o.cost(i)
	o.total += cost
	o.spent[o.items[i].Class] += cost
	o.taken[o.items[i].Group]++
	o.order = append(o.order, i)
	o.waiting = slices.DeleteFunc(o.waiting, func(j int) bool { return j == i })
}

// cost is what an item takes from a budget now.
func (o *ordering) cost(i int) int {
	it := &o.items[i]
	cost := max(it.Tokens, 0)
	if o.taken[it.Group] == 0 && it.Group >= 0 && it.Group < len(o.Opening) {
		cost += max(o.Opening[it.Group], 0)
	}
	return cost
}

// worth is what an item is worth now.
func (o *ordering) worth(i int) float64 {
	it := &o.items[i]
	if len(o.Repeat) == 0 || it.Score >= nearBest*o.top {
		return it.Score
	}
	return it.Score * o.Repeat[min(o.taken[it.Group], len(o.Repeat)-1)]
}
