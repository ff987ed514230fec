package warm

import (
	"sync"
	"time"
)

const (
	callsPass = 200 * time.Millisecond // after a call, within which the next is likely
	letPass   = 100 * time.Millisecond // for which who works beside the calls rests when they come
	workSpell = 100 * time.Millisecond // between two rests of who has much to do
)

// yield leaves the processors to calls while they come, for who works beside them. It reports
// whether to go on.
func (k *Keeper) yield() bool {
	if k.calledWithin(callsPass) {
		select {
		case <-time.After(letPass):
		case <-k.ctx.Done():
		}
	}
	return k.ctx.Err() == nil
}

// spells lets several goroutines that work together rest after a spell of work each time: who rests
// at every step gets nowhere while calls come.
type spells struct {
	mu     sync.Mutex
	rested time.Time
}

// yield rests, all of them at once, where the last rest was a spell ago. It reports whether to go on.
func (s *spells) yield(now func() time.Time, rest func() bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now().Sub(s.rested) < workSpell {
		return true
	}
	on := rest()
	s.rested = now()
	return on
}
