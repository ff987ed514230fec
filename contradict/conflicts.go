package contradict

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
)

// Finding is a pair of statements with its verdict.
type Finding struct {
	A, B    *Parsed
	Verdict Verdict
	a, b    int
}

// Conflicts judges new statements against the base, and against each other, and returns the pairs of
// at least this energy, strongest first. The base is not changed.
func (b *Base) Conflicts(news []*Parsed, minEnergy float64) []Finding {
	return b.findings(news, minEnergy, func(f *Finding) bool { return f.contradicts(minEnergy) })
}

// Duplicates returns the pairs of a new statement and one of the base, or two new ones, that say the same,
// the best aligned first.
func (b *Base) Duplicates(news []*Parsed) []Finding {
	found := b.findings(news, 0, (*Finding).repeats)
	slices.SortStableFunc(found, func(x, y Finding) int { return cmp.Compare(y.Verdict.Alignment, x.Verdict.Alignment) })
	return found
}

// findings judges new statements against the base and each other and keeps what the caller asks for: conflicts of at least minEnergy, or duplicates.
func (b *Base) findings(news []*Parsed, minEnergy float64, keep func(*Finding) bool) []Finding {
	j := newJudging(b, minEnergy, keep)
	for i, p := range news {
		terms, unknown := b.known(p)
		line := outlineOf(p)
		similar := j.find(terms, unknown, len(b.entries))
		for _, s := range j.findAnchored(similar, b.knownAnchors(p), p.slotMask, len(b.entries)) {
			if e := b.entries[s]; e.document == p.Document || !line.doubtful(&e.outline, j.least) {
				j.judge(p, b.Statement(int(s)), i, int(s))
			}
		}
		for k := i + 1; k < len(news); k++ {
			j.judge(p, news[k], i, len(b.entries)+k)
		}
	}
	sortFindings(j.found)
	return j.found
}

// All judges the statements of the base against each other and returns the pairs of at least this
// energy, strongest first, then in the order in which they were added.
func (b *Base) All(minEnergy float64) []Finding { return b.Since(0, minEnergy) }

// Since judges the statements added from the first-th on against all before them, as All does.
func (b *Base) Since(first int, minEnergy float64) []Finding {
	return b.since(first, minEnergy, func(_ int, f *Finding) bool { return f.contradicts(minEnergy) })
}

// Pair is two statements of a base by their numbers, the one that was added first before the other.
type Pair struct{ A, B int32 }

// DuplicatesSince returns the pairs that say the same, of a statement added from the first-th on and one before it, in no order.
func (b *Base) DuplicatesSince(first int) []Pair {
	_, same := b.BothSince(first, math.Inf(1))
	return same
}

// BothSince returns what Since and DuplicatesSince do, which judge the same pairs.
func (b *Base) BothSince(first int, minEnergy float64) (conflicts []Finding, same []Pair) {
	parts := make([][]Pair, runtime.GOMAXPROCS(0))
	conflicts = b.since(first, minEnergy, func(worker int, f *Finding) bool {
		if f.repeats() {
			parts[worker] = append(parts[worker], Pair{int32(f.a), int32(f.b)})
		}
		return f.contradicts(minEnergy)
	})
	return conflicts, slices.Concat(parts...)
}

func (f *Finding) contradicts(minEnergy float64) bool {
	return f.Verdict.Energy > 0 && f.Verdict.Energy >= minEnergy
}

func (f *Finding) repeats() bool { return f.Verdict.Relation == Duplicate }

func (b *Base) since(first int, minEnergy float64, keep func(worker int, f *Finding) bool) []Finding {
	const few = 64 // statements for which another look at the whole base is not worth it
	workers := runtime.GOMAXPROCS(0)
	if len(b.entries)-first <= few {
		workers = 1
	}
	parts := make([][]Finding, workers)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			parts[w] = b.share(first+w, workers, minEnergy, func(f *Finding) bool { return keep(w, f) })
		})
	}
	group.Wait()
	found := slices.Concat(parts...)
	sortFindings(found)
	return found
}

const (
	watchEvery = 128  // statements that a goroutine judges between two calls of Watch
	inTurn     = 8192 // statements that are judged at a time, by all goroutines together
)

// share judges every n-th statement, from the first-th on, against those before it: many of them in turn against one, then against the next,
// so that a statement that many are judged against need not be kept, or read again, for each.
func (b *Base) share(first, n int, minEnergy float64, keep func(*Finding) bool) []Finding {
	if first >= len(b.entries) {
		return nil
	}
	j := newJudging(b, minEnergy, keep)
	size := max(1, inTurn/n) * n
	for from := first; from < len(b.entries); from += size {
		to := min(from+size, len(b.entries))
		progress := func(done, of int) bool {
			return b.Watch == nil || b.Watch(from-first+(to-from)*done/of, len(b.entries)-first)
		}
		if !j.inTurn(from, to, n, progress) {
			break
		}
	}
	return j.found
}

// inTurn judges every n-th statement from one on up to another. It gives up where progress, which is told how much of it is done, says so.
func (j *judging) inTurn(from, to, n int, progress func(done, of int) bool) bool {
	pairs, ok := j.pairs(from, to, n, progress)
	if !ok {
		return false
	}
	every := max(1, len(pairs)*watchEvery*n/(to-from))
	for k, pair := range pairs {
		if k%every == 0 && !progress(len(pairs)+k, 2*len(pairs)) {
			return false
		}
		before, i := int(pair>>32), int(uint32(pair))
		j.judge(j.base.Statement(i), j.base.Statement(before), before, i)
	}
	return true
}

// pairs lists those of every n-th statement from one on up to another and a statement before it that are worth judging: the earlier statement in
// the upper half of a number, the later in the lower, in ascending order.
func (j *judging) pairs(from, to, n int, progress func(done, of int) bool) (pairs []uint64, ok bool) {
	for i := from; i < to; i += n {
		if step := i - from; step%(watchEvery*n) == 0 && !progress(step, 2*(to-from)) {
			return nil, false
		}
		e := j.base.entries[i]
		if e.dropped {
			continue
		}
		for _, s := range j.findAnchored(j.find(e.terms, 0, i), e.anchors, e.mask, i) {
			other := j.base.entries[s]
			if other.number == e.number && j.base.Across || other.number != e.number && e.outline.doubtful(&other.outline, j.least) {
				continue
			}
			pairs = append(pairs, uint64(s)<<32|uint64(i))
		}
	}
	slices.Sort(pairs)
	return pairs, true
}

// gateForms doubts what a form makes many documents say of their own subject.
func (b *Base) gateForms(f *Finding) {
	switch {
	case b.forms().has(f.A) || b.forms().has(f.B):
		f.Verdict.doubt("template of many documents", 0.3)
	case f.Verdict.Anchored && b.forms().hasHeading(f.A) && b.forms().hasHeading(f.B):
		f.Verdict.doubt("headings of a form", 0.5)
	}
}

// gateRepeated doubts a sentence that one document has three times or more, but for its numbers: it says them of each of its cases.
func (b *Base) gateRepeated(f *Finding) {
	const often = 3
	if f.b >= len(b.entries) {
		return
	}
	e, n := b.entries[f.b], 0
	for _, i := range b.stated[e.number] {
		if other := b.entries[i]; !other.dropped && slices.Equal(other.terms, e.terms) {
			n++
		}
	}
	if n >= often {
		f.Verdict.doubt("repeated in its document", 0.3)
	}
}

func sortFindings(found []Finding) {
	slices.SortFunc(found, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(y.Verdict.Energy, x.Verdict.Energy), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
}

// known returns the terms of a statement that the base has, and the weight of those that it has not.
func (b *Base) known(p *Parsed) (terms []int32, unknown float64) {
	all := p.indexTerms()
	slices.Sort(all)
	for _, t := range slices.Compact(all) {
		if id, ok := b.ids[t]; ok {
			terms = append(terms, id)
			continue
		}
		unknown += b.weight(0)
	}
	slices.Sort(terms)
	return terms, unknown
}

// knownAnchors returns the anchors of a statement that the base has.
func (b *Base) knownAnchors(p *Parsed) (ids []int32) {
	for _, a := range p.anchors {
		if id, ok := b.ids[a.term]; ok && a.weight > genericAnchor {
			ids = append(ids, id)
		}
	}
	return ids
}

func (c *candidates) rarity() Rarity {
	unseen := c.base.weight(0)
	return func(term string) float64 {
		if id, ok := c.base.ids[term]; ok {
			return c.weights[id]
		}
		return unseen
	}
}
