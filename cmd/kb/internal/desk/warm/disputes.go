package warm

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/kb/dispute"
)

// disputes keep the ledger of what contradicts what in a repository up to date, in the background:
// to judge the statements of a hit when it is found takes longer than the search. They are kept in
// a file from one server to the next.
type disputes struct {
	keeper *Keeper
	spells spells

	mu      sync.Mutex
	ledger  *dispute.Ledger // the newest there is; nil while there is none
	of      chan struct{}   // loaded of the checker that the ledger is of, whose statements need not be kept for it
	failed  chan struct{}   // the same of the checker that could not be judged
	next    *Statements     // to be judged; nil when the newest is
	judging bool
	ended   chan struct{} // closed when the judging of the next ends

	awaited atomic.Int32 // calls that wait for it
}

// follow has the statements of a view judged, after those that are being judged.
func (d *disputes) follow(c *Statements) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.next = c; !d.judging {
		d.judging = true
		d.keeper.working.run(d.work)
	}
}

// work judges until there is nothing newer.
func (d *disputes) work() {
	for {
		d.mu.Lock()
		c, earlier := d.next, d.ledger
		d.next, d.judging = nil, c != nil
		d.mu.Unlock()
		if c == nil {
			return
		}
		err := d.keeper.Guard("judging statements", func() error { return d.judge(c, earlier) })
		d.mu.Lock()
		if err != nil {
			d.failed = c.loaded
		}
		close(d.ended)
		d.ended = make(chan struct{})
		d.mu.Unlock()
		if err != nil && d.keeper.ctx.Err() == nil {
			d.keeper.Log(fmt.Sprintf("%sit could not be judged which statements contradict each other: %v", d.keeper.Prefix(), err))
		}
	}
}

// judge judges the statements of a view, from what was judged before, and keeps the ledger in its
// file.
func (d *disputes) judge(c *Statements, earlier *dispute.Ledger) error {
	file := filepath.Join(d.keeper.Repo.StateDir(), "index", "disputes")
	if earlier == nil {
		earlier = dispute.Read(file, d.keeper.Version)
	}
	ledger, err := dispute.Judge(d.keeper.ctx, c.snap, d.keeper.Now(), earlier, d.yield)
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.ledger, d.of = ledger, c.loaded
	d.mu.Unlock()
	ledger.Save(file, d.keeper.Version) // without the file the next server judges anew
	return nil
}

// yield leaves the processors to calls for a while after each spell of work, unless one waits for it.
func (d *disputes) yield(_, _ int) bool {
	if d.awaited.Load() > 0 {
		return d.keeper.ctx.Err() == nil
	}
	return d.spells.yield(time.Now, d.keeper.yield)
}

// about returns what contradicts the statements of some lines of a note in a state. current is false
// while the view is not judged: then notes that have changed since are left out.
func (d *disputes) about(v *View, c *Statements, path string, start, end int) (found []dispute.Dispute, current bool) {
	d.mu.Lock()
	ledger, current := d.ledger, d.ledger != nil && d.of == c.loaded
	d.mu.Unlock()
	if ledger == nil {
		return nil, false
	}
	for _, f := range ledger.Of(path, start, end) {
		if current || ledger.Knows(path, v.Blob(path)) && ledger.Knows(f.Path, v.Blob(f.Path)) {
			found = append(found, f)
		}
	}
	return found, current
}
