package base

import (
	"sync"
	"sync/atomic"

	"github.com/9aea2451/kb/contradict/read"
)

// maxKept is how many statements a base keeps that it can read again: each takes about two
// kilobytes. With half as many a large repository is judged by a tenth more slowly, for the same
// are read again and again.
const maxKept = 16_384

// keeper bounds the statements that a base keeps: those that were not asked for since it last came
// by go first.
type keeper struct {
	mu   sync.Mutex
	many atomic.Int64 // statements that are kept and can be read again
	hand int          // where it stands
}

// Statement returns the i-th statement added. Those of a stored base may be read anew each time.
func (b *Base) Statement(i int) *read.Parsed {
	e := b.entries[i]
	if p := e.parsed.Load(); p != nil {
		if !e.used.Load() {
			e.used.Store(true)
		}
		return p
	}
	p := b.load(i)
	if e.parsed.CompareAndSwap(nil, p) {
		e.used.Store(true)
		if b.kept.many.Add(1) > maxKept {
			b.letGo(maxKept * 7 / 8)
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
		e := b.entries[b.kept.hand]
		if e.parsed.Load() != nil && !e.used.Swap(false) {
			e.parsed.Store(nil)
			b.kept.many.Add(-1)
		}
	}
}
