package mcp

import (
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/9aea2451/kb/kb/dispute"
)

// disputes keep the ledger of what contradicts what in a repository up to date, in the background:
// to judge the statements of a hit when it is found takes longer than the search. They are kept in
// a file from one server to the next.
type disputes struct {
	base   *base
	spells spells

	mu      sync.Mutex
	ledger  *dispute.Ledger // the newest there is; nil while there is none
	of      chan struct{}   // loaded of the checker that the ledger is of, whose statements need not be kept for it
	next    *checker        // to be judged; nil when the newest is
	judging bool
}

// follow has the statements of a state judged, after those that are being judged.
func (d *disputes) follow(c *checker) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.next = c; !d.judging {
		d.judging = true
		go d.work()
	}
}

// work judges until there is nothing newer.
func (d *disputes) work() {
	d.base.working.RLock()
	defer d.base.working.RUnlock()
	for {
		d.mu.Lock()
		c, earlier := d.next, d.ledger
		d.next, d.judging = nil, c != nil
		d.mu.Unlock()
		if c == nil {
			return
		}
		err := d.base.o.beside("judging statements", func() error { return d.judge(c, earlier) })
		if err != nil && d.base.ctx.Err() == nil {
			d.base.o.Log(fmt.Sprintf("%sit could not be judged which statements contradict each other: %v", d.base.prefix(), err))
		}
	}
}

func (d *disputes) judge(c *checker, earlier *dispute.Ledger) error {
	file := filepath.Join(d.base.Repo.StateDir(), "index", "disputes.json")
	if earlier == nil {
		earlier = dispute.Read(file, d.base.o.Version)
	}
	ledger, err := dispute.Judge(d.base.ctx, c.snap, d.base.o.Now(), earlier, d.yield)
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.ledger, d.of = ledger, c.loaded
	d.mu.Unlock()
	ledger.Save(file, d.base.o.Version) // without the file the next server judges anew
	return nil
}

// yield leaves the processors to calls for a while after each spell of work.
func (d *disputes) yield(_, _ int) bool { return d.spells.yield(time.Now, d.base.yield) }

// about gives what contradicts the statements of some lines of a note in a state. current is false
// while the state is not judged: then notes that have changed since are left out.
func (d *disputes) about(st *state, c *checker, path string, start, end int) (found []dispute.Dispute, current bool) {
	d.mu.Lock()
	ledger, current := d.ledger, d.ledger != nil && d.of == c.loaded
	d.mu.Unlock()
	if ledger == nil {
		return nil, false
	}
	for _, f := range ledger.Of(path, start, end) {
		if current || ledger.Knows(path, st.blob(path)) && ledger.Knows(f.Path, st.blob(f.Path)) {
			found = append(found, f)
		}
	}
	return found, current
}
