package warm

import (
	"context"
	"time"
)

// judgedWait is how long an answer waits for the first judgement of a repository, after it may have
// waited for its index and history: clients give up on a call after a minute. A judgement that
// follows an edit takes in what has changed alone: it gets the patience of an update.
const judgedWait = 10 * time.Second

// Judged waits until all is known that speaks against the notes of the view, so that the same
// question has the same answer, the first as any later one. It reports whether all is known; quick
// does not wait.
func (v *View) Judged(ctx context.Context, quick bool) bool {
	if v.At.Commit != "" {
		return true
	}
	statements, stale, d := v.Statements(), v.doubt(), &v.Keeper.disputes
	if known := d.knows(statements) && stale.ready(); known || quick {
		return known
	}
	d.awaited.Add(1)
	defer d.awaited.Add(-1)
	ctx, cancel := context.WithTimeout(ctx, d.wait())
	defer cancel()
	if statements.Wait(ctx) != nil {
		return false
	}
	for !d.knows(statements) {
		d.mu.Lock()
		ended, failed := d.ended, d.failed == statements.loaded
		d.mu.Unlock()
		if failed {
			return false
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return false
		}
	}
	select {
	case <-stale.loaded:
		return true
	case <-ctx.Done():
		return false
	}
}

// knows tells that the ledger is of these statements.
func (d *disputes) knows(c *Statements) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ledger != nil && d.of == c.loaded
}

// wait is how long an answer waits for the judgement.
func (d *disputes) wait() time.Duration {
	d.mu.Lock()
	first := d.ledger == nil
	d.mu.Unlock()
	if first {
		return judgedWait
	}
	d.keeper.mu.Lock()
	defer d.keeper.mu.Unlock()
	return min(judgedWait, d.keeper.patience())
}
