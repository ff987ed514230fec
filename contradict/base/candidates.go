package base

import (
	"slices"
)

// minOverlap is the share of the rarer-worded statement's weight that a candidate must have in common.
const minOverlap = 0.4

// weighed is what the rarity of terms makes of the statements of a base. It holds until a statement
// comes or goes.
type weighed struct {
	weights []float64 // by term
	totals  []float64 // by statement: the weight of its terms
	common  []float64 // by statement: the weight of its terms too frequent to look up
	dropped []bool    // by statement
	often   []int32   // terms too frequent to look up, of one statement after another, ascending
	starts  []int32   // by statement: where its terms begin in often; one more for the end
	limit   int       // greatest number of statements of a term that is looked up
}

// weigh returns the weights of the base as it stands, made once for all that look for candidates.
func (b *Base) weigh() *weighed {
	if w := b.weighed.Load(); w != nil {
		return w
	}
	w := &weighed{limit: b.commonFrom()}
	w.weights = make([]float64, len(b.postings))
	for id := range b.postings {
		w.weights[id] = b.weight(int(b.frequency[id]))
	}
	w.totals = make([]float64, len(b.entries))
	w.common = make([]float64, len(b.entries))
	w.dropped = make([]bool, len(b.entries))
	w.starts = make([]int32, len(b.entries)+1)
	for i, e := range b.entries {
		w.dropped[i] = e.dropped
		for _, id := range e.terms {
			w.totals[i] += w.weights[id]
			if int(b.frequency[id]) > w.limit {
				w.common[i] += w.weights[id]
				w.often = append(w.often, id)
			}
		}
		w.starts[i+1] = int32(len(w.often))
	}
	b.weighed.Store(w)
	return w
}

// commonFrom is the greatest number of statements of a term that is looked up.
func (b *Base) commonFrom() int { return max(200, b.population()/50) }

// candidates finds statements of a base that one statement should be judged against. It is reused
// from statement to statement and not safe for concurrent use.
type candidates struct {
	*weighed
	base    *Base
	shared  []float64 // by statement, zero between calls
	touched []int32
}

func newCandidates(b *Base) *candidates {
	return &candidates{weighed: b.weigh(), base: b, shared: make([]float64, len(b.entries))}
}

// find returns the statements that share enough weight with terms, of which unknown is the weight
// that no statement of the base has, in ascending order; only those below the index end.
func (c *candidates) find(terms []int32, unknown float64, end int) []int32 {
	total, common := unknown, 0.0
	var often []int32
	for _, id := range terms {
		total += c.weights[id]
		if int(c.base.frequency[id]) > c.limit {
			common += c.weights[id]
			often = append(often, id)
			continue
		}
		c.touch(id, end)
	}
	found := c.touched[:0]
	for _, s := range c.touched {
		needed := minOverlap * min(total, c.totals[s])
		if c.shared[s]+min(common, c.common[s]) >= needed && c.shared[s]+c.frequent(often, s) >= needed {
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
		for _, s := range c.base.anchored[id] {
			if int(s) < end && !c.base.entries[s].dropped && mask&c.base.entries[s].mask != 0 {
				found = append(found, s)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func (c *candidates) touch(id int32, end int) {
	for _, s := range c.base.postings[id] {
		if int(s) >= end {
			return
		}
		if c.dropped[s] {
			continue
		}
		if c.shared[s] == 0 {
			c.touched = append(c.touched, s)
		}
		c.shared[s] += c.weights[id]
	}
}

// frequent returns the weight of the terms of more statements than the limit, of which often has some in
// ascending order, that a statement shares.
func (c *candidates) frequent(often []int32, s int32) (weight float64) {
	other := c.often[c.starts[s]:c.starts[s+1]]
	for _, id := range often {
		for len(other) > 0 && other[0] < id {
			other = other[1:]
		}
		if len(other) > 0 && other[0] == id {
			weight += c.weights[id]
		}
	}
	return weight
}
