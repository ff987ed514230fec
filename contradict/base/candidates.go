package base

import (
	"math/bits"
	"slices"
)

// minOverlap is the share of the rarer-worded statement's weight that a candidate must have in common.
const minOverlap = 0.4

// weighed is the rarity of the terms of a base. It holds until a statement comes or goes.
type weighed struct {
	weights []float64 // by term
	limit   int       // greatest number of statements of a term that is looked up
	often   []int32   // terms too frequent to look up, ascending
	words   int       // that take a bit for each of them
}

// weightSum is the weight of the terms of a statement, which is a whole number of steps and so exact.
type weightSum struct {
	total  float32 // of all
	common float32 // of those too frequent to look up
}

// weigh returns the weights of the base as it stands, made once for all that look for candidates.
func (b *Base) weigh() *weighed {
	if w := b.weighed.Load(); w != nil {
		return w
	}
	w := &weighed{limit: b.commonFrom()}
	w.weights = make([]float64, len(b.frequency))
	var known [256]float64 // by frequency: most terms are rare
	for id, df := range b.frequency {
		if int(df) >= len(known) {
			w.weights[id] = b.weight(int(df))
		} else {
			if known[df] == 0 {
				known[df] = b.weight(int(df))
			}
			w.weights[id] = known[df]
		}
		if int(df) > w.limit {
			w.often = append(w.often, int32(id))
		}
	}
	w.words = (len(w.often) + 63) / 64
	b.weighed.Store(w)
	return w
}

// mark sets the bits of those of some terms, ascending, that are too frequent to look up, and returns their weight.
func (w *weighed) mark(has []uint64, terms []int32) (weight float64) {
	k := 0
	for _, id := range terms {
		for k < len(w.often) && w.often[k] < id {
			k++
		}
		if k < len(w.often) && w.often[k] == id {
			has[k/64] |= 1 << (k % 64)
			weight += w.weights[id]
		}
	}
	return weight
}

// commonFrom is the greatest number of statements of a term that is looked up.
func (b *Base) commonFrom() int { return max(200, b.population()/50) }

// candidates finds statements of a base that one statement should be judged against. It is reused
// from statement to statement and not safe for concurrent use.
type candidates struct {
	*weighed
	base    *Base
	sums    []weightSum // by statement; zero until it is asked for
	has     []uint64    // bits by statement: which terms too frequent to look up it has
	shared  []float32   // by statement, zero between calls
	touched []int32     // the statements that have a share, none between calls
	mine    []uint64    // bits of the statement that others are looked for
	terms   []int32     // of a statement, for as long as it is weighed
}

// newCandidates makes room for each statement of the base, weighed as it stands: after Add or Drop
// it serves no more.
func newCandidates(b *Base) *candidates {
	w, n := b.weigh(), len(b.entries)
	return &candidates{
		weighed: w, base: b, sums: make([]weightSum, n), has: make([]uint64, n*w.words), shared: make([]float32, n),
		mine: make([]uint64, w.words),
	}
}

// of returns the bits of a statement.
func (c *candidates) of(s int32) []uint64 { return c.has[int(s)*c.words : int(s+1)*c.words] }

// sum returns the weight of the terms of a statement, which has some.
func (c *candidates) sum(s int32) weightSum {
	sum := &c.sums[s]
	if sum.total == 0 {
		c.terms = c.base.appendTerms(c.terms[:0], int(s))
		for _, id := range c.terms {
			sum.total += float32(c.weights[id])
		}
		sum.common = float32(c.mark(c.of(s), c.terms))
	}
	return *sum
}

// find returns the statements that share enough weight with terms, of which unknown is the weight
// that no statement of the base has, in ascending order; only those below the index end.
func (c *candidates) find(terms []int32, unknown float64, end int) []int32 {
	total, common := c.touchAll(terms, unknown, end)
	found := c.touched[:0]
	for _, s := range c.touched {
		sum, shared := c.sum(s), float64(c.shared[s])
		needed := minOverlap * min(total, float64(sum.total))
		// A bound first, for what it leaves out needs no look at each bit.
		if shared+min(common, float64(sum.common)) >= needed && shared+c.frequent(s) >= needed && !c.base.dropped[s] {
			found = append(found, s)
		}
		c.shared[s] = 0
	}
	result := slices.Clone(found)
	c.touched = c.touched[:0]
	return result
}

// maxAnchored is the number of statements from which on a term is too common to be an anchor.
const maxAnchored = 100

// findAnchored adds the statements that share a rare anchor and a slot.
func (c *candidates) findAnchored(found []int32, anchors []int32, mask uint64, end int) []int32 {
	for _, id := range anchors {
		if c.base.anchoring[id] > maxAnchored {
			continue
		}
		for _, s := range c.base.anchored.of(id) {
			if int(s) < end && !c.base.dropped[s] && mask&c.base.entry(int(s)).mask != 0 {
				found = append(found, s)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// touchAll weighs the terms that others are looked up by with those that have them, the dropped ones
// included, and returns the weight of all terms and of those too frequent to look up.
func (c *candidates) touchAll(terms []int32, unknown float64, end int) (total, common float64) {
	total = unknown
	for _, id := range terms {
		total += c.weights[id]
		if int(c.base.frequency[id]) <= c.limit {
			c.touch(id, end)
		}
	}
	clear(c.mine)
	return total, c.mark(c.mine, terms)
}

// touch adds the weight of a term to each statement below end that has it, and gathers those that
// had no share before.
func (c *candidates) touch(id int32, end int) {
	weight := float32(c.weights[id])
	for _, s := range c.base.postings.of(id) {
		if int(s) >= end {
			return
		}
		if c.shared[s] == 0 {
			c.touched = append(c.touched, s)
		}
		c.shared[s] += weight
	}
}

// frequent returns the weight of the terms too frequent to look up that a statement shares, of which sum was asked for.
func (c *candidates) frequent(s int32) (weight float64) {
	for i, other := range c.of(s) {
		for both := c.mine[i] & other; both != 0; both &= both - 1 {
			weight += c.weights[c.often[64*i+bits.TrailingZeros64(both)]]
		}
	}
	return weight
}
