package base

import (
	"sync"
	"sync/atomic"

	"github.com/9aea2451/kb/contradict/read"
)

// A base keeps so many statements that it can read again; each takes about two kilobytes. While all are
// judged it keeps more, for each is judged against many, and to read it costs more than to judge it.
const (
	maxKept    = 16_384
	maxJudging = 65_536
)

// keeper bounds the statements that a base keeps: those that were not asked for since it last came
// by go first.
type keeper struct {
	mu   sync.Mutex
	many atomic.Int64 // statements that are kept and can be read again
	all  atomic.Int32 // judgements of many statements that are under way
	hand int          // where it stands
}

// room is how many statements may be kept now.
func (k *keeper) room() int64 {
	if k.all.Load() > 0 {
		return maxJudging
	}
	return maxKept
}

// keepMore makes room for a judgement of many statements, until done is called.
func (b *Base) keepMore() (done func()) {
	b.kept.all.Add(1)
	return func() {
		if b.kept.all.Add(-1) == 0 && b.kept.many.Load() > maxKept {
			b.letGo(maxKept)
		}
	}
}

// Statement returns the i-th statement added. Those of a stored base may be read anew each time.
func (b *Base) Statement(i int) *read.Parsed {
	e := b.entry(i)
	if p := e.parsed.Load(); p != nil {
		if !e.used.Load() {
			e.used.Store(true)
		}
		return p
	}
	p := b.load(i)
	if e.parsed.CompareAndSwap(nil, p) {
		e.used.Store(true)
		if room := b.kept.room(); b.kept.many.Add(1) > room {
			b.letGo(room * 7 / 8)
		}
	}
	return p
}

// letGo leaves about so many of the statements that can be read again.
func (b *Base) letGo(leave int64) {
	if !b.kept.mu.TryLock() {
		return // another does
	}
	defer b.kept.mu.Unlock()
	for range 3 * b.loadable {
		if b.kept.many.Load() <= leave {
			return
		}
		b.kept.hand = (b.kept.hand + 1) % b.loadable
		e := b.entries[b.kept.hand].Load()
		if e != nil && e.parsed.Load() != nil && !e.used.Swap(false) {
			e.parsed.Store(nil)
			b.kept.many.Add(-1)
		}
	}
}
