package base

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/kb/workers"
)

// All judges the statements of the base against each other and returns the pairs of at least this
// energy, strongest first, then in the order in which they were added.
func (b *Base) All(minEnergy float64) []Finding { return b.Since(0, minEnergy) }

// Since judges the statements added from the first-th on against all before them, as All does.
func (b *Base) Since(first int, minEnergy float64) []Finding {
	conflicts, _ := b.some(b.since(first), minEnergy, false)
	return conflicts
}

// Pair is two statements of a base by their numbers, the one that was added first before the other.
type Pair struct{ A, B int32 }

// DuplicatesSince returns the pairs that say the same, of a statement added from the first-th on
// and one before it, in no order.
func (b *Base) DuplicatesSince(first int) []Pair {
	_, same := b.BothSince(first, math.Inf(1))
	return same
}

// BothSince returns what Since and DuplicatesSince do, which judge the same pairs.
func (b *Base) BothSince(first int, minEnergy float64) (conflicts []Finding, same []Pair) {
	return b.some(b.since(first), minEnergy, true)
}

// Again returns those pairs of All of which a statement is among some, by number; with repeats
// those that say the same as well.
func (b *Base) Again(some []bool, minEnergy float64, repeats bool) (conflicts []Finding, same []Pair) {
	s := &selection{among: some, rest: b.RestOf(some)}
	for i, among := range some {
		if among {
			s.numbers = append(s.numbers, int32(i))
		}
	}
	return b.some(s, minEnergy, repeats)
}

// RestOf returns the number from which on all statements are among some, by number.
func (b *Base) RestOf(some []bool) int {
	rest := len(b.entries)
	for rest > 0 && (some[rest-1] || b.dropped[rest-1]) {
		rest--
	}
	return rest
}

// Part is what one turn of a judgement has found.
type Part struct {
	Conflicts []Finding // in no order
	Same      []Pair    // where repeats are looked for
	// Pending are the numbers of the statements that are still to be judged, ascending: all pairs of which
	// neither is among them have been.
	Pending []int32
}

// selection is statements that are judged: each against those that are not selected, and against
// the selected ones before it.
type selection struct {
	numbers []int32 // ascending
	among   []bool  // by number: it is selected; nil where all from rest on are, and no others
	rest    int     // from this number on all are
}

// since selects the statements added from the first-th on.
func (b *Base) since(first int) *selection {
	s := &selection{rest: first}
	for i := first; i < len(b.entries); i++ {
		s.numbers = append(s.numbers, int32(i))
	}
	return s
}

// some judges the pairs of a selection. The pairs that say the same are gathered where repeats asks for them.
func (b *Base) some(s *selection, minEnergy float64, repeats bool) (conflicts []Finding, same []Pair) {
	workers := make([]*judging, runtime.GOMAXPROCS(0))
	if len(s.numbers) <= few {
		workers = workers[:1]
	} else {
		defer b.keepMore()()
		b.forms()
	}
	for w := range workers {
		var j *judging
		j = newJudging(b, minEnergy, func(f *Finding) bool {
			if repeats && f.repeats() {
				j.same = append(j.same, Pair{int32(f.a), int32(f.b)})
			}
			return f.contradicts(minEnergy)
		})
		workers[w] = j
	}
	turn := cmp.Or(b.InTurn, inTurn)
	for done := 0; done < len(s.numbers); {
		numbers, began := s.numbers[done:min(done+turn, len(s.numbers))], time.Now()
		watch := func(part, of int) bool {
			return b.Watch == nil || b.Watch(done+len(numbers)*part/of, len(s.numbers))
		}
		if !s.judgeInTurn(workers, numbers, watch) {
			break
		}
		done += len(numbers)
		if took := time.Since(began); b.Found != nil && b.InTurn == 0 {
			turn = int(min(inTurn, max(inTurn/16, float64(turn)*toldEvery.Seconds()/took.Seconds())))
		}
		part := Part{Pending: s.numbers[done:]}
		for _, j := range workers {
			part.Conflicts, part.Same = append(part.Conflicts, j.found...), append(part.Same, j.same...)
			j.found, j.same = nil, nil
		}
		conflicts, same = append(conflicts, part.Conflicts...), append(same, part.Same...)
		if b.Found != nil {
			b.Found(part)
		}
	}
	sortFindings(conflicts)
	return conflicts, same
}

// toldEvery is about how long a turn takes where what is found is told turn by turn.
const toldEvery = time.Second

const (
	few       = 64   // statements for which another look at the whole base is not worth it
	inTurn    = 8192 // statements that are judged at a time, at most
	atATime   = 256  // pairs that a goroutine takes
	stepTaken = 8    // statements for which it looks for others: of a large base that takes milliseconds
)

// judgeInTurn judges some of the selected statements: many of them in turn against one, then
// against the next, by all goroutines side by side, so that a statement that many are judged
// against need not be kept, or read again, for each. It gives up where watch, which is told how
// much of it is done, says so.
func (s *selection) judgeInTurn(workers []*judging, numbers []int32, watch func(done, of int) bool) bool {
	lists := make([][]uint64, len(workers))
	if !share(workers, len(numbers), stepTaken, func(w, start, end int) bool {
		lists[w] = workers[w].appendPairs(lists[w], s, numbers[start:end])
		return watch(start, 2*len(numbers))
	}) {
		return false
	}
	pairs := slices.Concat(lists...)
	slices.Sort(pairs)
	return share(workers, len(pairs), atATime, func(w, start, end int) bool {
		for _, pair := range pairs[start:end] {
			workers[w].judgeNumbered(int(pair>>32), int(uint32(pair)))
		}
		return watch(len(pairs)+start, 2*len(pairs))
	})
}

// share has goroutines do a number of things, so many at a time, until all are done, or it is told
// to give up.
func share(judges []*judging, things, step int, do func(worker, start, end int) bool) bool {
	var next atomic.Int64
	var ended atomic.Bool
	var group workers.Group
	for w := range judges {
		group.Go(func() {
			for !ended.Load() {
				end := int(next.Add(int64(step)))
				if end-step >= things {
					return
				}
				if !do(w, end-step, min(end, things)) {
					ended.Store(true)
				}
			}
		})
	}
	group.Wait()
	return !ended.Load()
}

// appendPairs lists the pairs of some selected statements that are worth judging: the earlier
// statement in the upper half of a number, the later in the lower.
func (j *judging) appendPairs(pairs []uint64, s *selection, numbers []int32) []uint64 {
	for _, i := range numbers {
		if j.base.dropped[i] {
			continue
		}
		e := j.base.entry(int(i))
		end := len(j.base.entries)
		if int(i) >= s.rest {
			end = int(i) // those behind it are selected as well
		}
		for _, o := range j.findAnchored(j.find(e.terms, 0, end), e.anchors, e.mask, end) {
			if o >= i && s.among[o] {
				continue // by the later of the two
			}
			other := j.base.entry(int(o))
			if other.number == e.number && j.base.Across || other.number != e.number && e.outline.Doubtful(&other.outline, j.least) {
				continue
			}
			pairs = append(pairs, uint64(min(i, o))<<32|uint64(max(i, o)))
		}
	}
	return pairs
}

// judgeNumbered judges two statements of the base.
func (j *judging) judgeNumbered(before, i int) {
	j.judge(j.base.Statement(i), j.base.Statement(before), before, i)
}
