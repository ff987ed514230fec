package warm

import (
	"context"

	"github.com/9aea2451/kb/kb/snapshot"
)

// Probe lets the endurance tests of a server see when all is at rest, and have it hold the most and
// the least that it ever may. No program uses it.
type Probe struct{ *Keeper }

// Quiet reports whether nothing works beside the calls.
func (p Probe) Quiet() bool {
	p.working.mu.Lock()
	defer p.working.mu.Unlock()
	return p.working.count == 0
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
