package warm

import (
	"context"
	"time"

	"github.com/9aea2451/kb/kb/snapshot"
)

// Probe lets tests of a server hold up what works beside its calls, and look at it. No program uses it.
type Probe struct{ *Keeper }

// HoldStatements keeps anything from reading the whole repository until release is called.
func (p Probe) HoldStatements() (release func()) { return hold(p.reading) }

// HoldPast keeps views of the past from being opened and closed until release is called.
func (p Probe) HoldPast() (release func()) { return hold(p.pasts.busy) }

func hold(busy chan struct{}) (release func()) {
	busy <- struct{}{}
	return func() { <-busy }
}

// Work stands for work beside the calls until end is called.
func (p Probe) Work() (end func()) {
	p.working.RLock()
	return p.working.RUnlock
}

// Scanned waits for what works beside the calls, if wait, and returns when the last update ended.
func (p Probe) Scanned(wait bool) time.Time {
	if wait {
		p.working.Lock()
		defer p.working.Unlock()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.scanned
}

// Quiet reports whether nothing works beside the calls.
func (p Probe) Quiet() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.disputes.mu.Lock()
	defer p.disputes.mu.Unlock()
	return p.running == nil && !p.disputes.judging && !p.History.Reach().Reading && len(p.reading)+len(p.saving) == 0
}

// Sleep closes the view if nobody uses it, and reports whether none is open.
func (p Probe) Sleep() bool {
	p.checks.forget()
	p.sleep()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.current == nil
}

// Snapshot returns what the newest view states, once it is read.
func (p Probe) Snapshot(ctx context.Context) (*snapshot.Snapshot, error) {
	v := p.Newest()
	defer v.Release()
	s := v.Statements()
	err := s.Wait(ctx)
	return s.snap, err
}
