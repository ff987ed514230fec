package mcp

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/packing"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

const (
	stormRuns     = 3                // updates that tell a storm: see storm
	stormShare    = 4                // part of the time since that they took, at least
	stormPatience = 30               // part of the patience that is left in a storm
	stormRest     = 2 * time.Second  // between updates in a storm, at most
	calmAfter     = 5 * time.Second  // without an update there is no storm any more
	firstWait     = 25 * time.Second // that a call waits for a first index: clients give up on a call after a minute
	firstProgress = 10 * time.Minute // the same for a client that is shown progress
	endWait       = 2 * time.Second  // for what works beside the calls when the server ends
	deepEvery     = 2 * time.Second  // between scans of the whole work tree, while calls come
	idleAfter     = 10 * time.Minute // without calls the state is closed, so that a long reader does not keep the records' log from shrinking
)

// base is one repository kept ready: the newest state of its index, open, and what is needed to
// tell when it is no longer the newest.
type base struct {
	Root
	o       *Options
	ctx     context.Context // of the server's life
	seed    maphash.Seed
	changed func(b *base, before, after *state) // told when another state takes the place of one; before is nil at first
	working sync.RWMutex                        // read-locked by what works beside the calls
	endWait time.Duration                       // see endWait

	pasts struct { // states of past commits
		busy chan struct{} // held by who opens or closes one
		open []*state      // the last used last
	}

	looks     single[uint64]
	quick     quickLook
	chronicle *chronicle
	disputes  disputes
	checks    keptChecker
	packed    packing.Cache

	reading  chan struct{}                     // held by what reads the whole repository for one state
	saving   chan struct{}                     // held by who writes the cache of that
	lastRead atomic.Pointer[snapshot.Snapshot] // of the newest state that was read; what the next has in common with it takes no memory

	mu      sync.Mutex
	current *state
	watch   *watchList
	seen    uint64 // what a look gave before current was made; 0: not known
	running *run
	queued  *run      // follows running
	lately  []span    // when the last updates ran that found something
	scanned time.Time // when the last update ended
	skipped []kb.Skip // by the last update: files that are no notes, and why
	failed  error     // why the last update failed
	said    string    // of that on the log: what lasts is said once
	called  time.Time // when the last call came
	idle    *time.Timer
	closed  bool
}

// span is the time from one moment to another.
type span struct{ from, to time.Time }

// run is one update on its way.
type run struct {
	done  chan struct{}
	began time.Time // of the work; zero while it is queued
}

func newBase(ctx context.Context, r Root, o *Options) *base {
	b := &base{
		Root:    r,
		o:       o,
		ctx:     ctx,
		seed:    maphash.MakeSeed(),
		endWait: endWait,
		reading: make(chan struct{}, 1),
		saving:  make(chan struct{}, 1),
		changed: func(*base, *state, *state) {},
	}
	b.watch = newWatchList(r.Repo, b.seed, nil)
	b.pasts.busy = make(chan struct{}, 1)
	b.chronicle = &chronicle{base: b, busy: make(chan struct{}, 1)}
	b.Index.SetTouches(b.touches)
	b.disputes.base = b
	return b
}

// begin opens the state that there is, or begins to build the first one.
func (b *base) begin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.start()
}

// close releases the state when the last call that uses it is done, and waits a while for what
// works beside the calls: the server's life has ended.
func (b *base) close() {
	ctx, cancel := context.WithTimeout(context.Background(), b.endWait)
	defer cancel()
	b.closePasts(ctx)
	b.mu.Lock()
	b.closed = true
	if b.idle != nil {
		b.idle.Stop()
	}
	b.current.release()
	b.current = nil
	b.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		b.working.Lock()
		close(ended)
		b.working.Unlock()
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		return // what cannot be broken off, such as a batch of words, ends with the process: the next one finds the index as after a crash
	}
	b.chronicle.close()
	b.quick.alarm.close()
	if b.Usage != nil {
		b.Usage.Close()
	}
}

// acquire gives the newest state that can be had without long waiting. late says why it may be
// behind the files, "" when it is not. Release it.
func (b *base) acquire(ctx context.Context, tell func(message string)) (st *state, late string, err error) {
	now, err := b.look(ctx)
	if err != nil {
		return nil, "", err
	}
	b.mu.Lock()
	b.called = time.Now()
	b.wake()
	if b.current != nil && b.seen == now {
		st = b.current.use()
		b.deepen()
		b.mu.Unlock()
		return st, "", nil
	}
	if b.closed {
		b.mu.Unlock()
		return nil, "", context.Canceled
	}
	first, wait := b.current == nil, b.patience()
	r := b.start()
	b.mu.Unlock()
	if first {
		return b.waitFirst(ctx, r, tell)
	}
	return b.wait(ctx, r, wait)
}

// look gives what a look at the repository gives that begins now or later.
func (b *base) look(ctx context.Context) (uint64, error) {
	return b.looks.do(ctx, func() uint64 {
		b.mu.Lock()
		w := b.watch
		b.mu.Unlock()
		return b.quick.look(w)
	})
}

// glance begins an update where something has changed, for those that listen: nobody waits for it.
// Where nothing has, it costs next to nothing.
func (b *base) glance(ctx context.Context) {
	now, err := b.look(ctx)
	if err != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wake()
	if !b.closed && (b.current == nil || b.seen != now) {
		b.start()
	}
}

// wait gives an update a moment, and answers from the state that there is then.
func (b *base) wait(ctx context.Context, r *run, wait time.Duration) (*state, string, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	late := ""
	select {
	case <-r.done:
	case <-timer.C:
		late = beingUpdated
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	return b.answer(late)
}

// beingUpdated says that an answer may be behind the files.
const beingUpdated = "the index is being brought up to date, and this answer is from before: ask again in a few seconds"

// answer gives the state that there is; late says why it may be behind, "" when an update has just ended.
func (b *base) answer(late string) (*state, string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.current == nil {
		return nil, "", b.noState()
	}
	if late == "" && b.failed != nil {
		late = fmt.Sprintf("the index could not be brought up to date (%v): this answer may be behind the files", b.failed)
	}
	return b.current.use(), late, nil
}

// newest gives the newest state that is open, nil while there is none. Release it.
func (b *base) newest() *state {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.current.use()
}

// waitFirst waits for the first state, and tells how far it is.
func (b *base) waitFirst(ctx context.Context, r *run, tell func(message string)) (*state, string, error) {
	limit := firstWait
	if tell != nil {
		limit = firstProgress
	}
	timer, tick := time.NewTimer(limit), time.NewTicker(time.Second)
	defer timer.Stop()
	defer tick.Stop()
	for {
		select {
		case <-r.done:
			return b.answer("")
		case <-tick.C:
			if st := b.newest(); st != nil { // an older state has been opened meanwhile
				return st, beingUpdated, nil
			}
			if tell != nil {
				tell("indexing for the first time: " + b.Progress.String())
			}
		case <-timer.C:
			return nil, "", hint(
				fmt.Errorf("the index of this repository is being built for the first time (%s)", b.Progress.String()),
				"ask again in half a minute",
			)
		case <-ctx.Done():
			return nil, "", ctx.Err()
		}
	}
}

// noState says why there is nothing to answer from. The caller holds the lock.
func (b *base) noState() error {
	switch {
	case b.failed != nil:
		return hint(fmt.Errorf("the index cannot be built: %w", b.failed), "run this in the repository to see more: kb index")
	case b.closed:
		return context.Canceled
	}
	return errors.New("the index is not there yet: ask again in a few seconds")
}

// patience is how long a call waits for an update: not long for one that takes long, or while they
// follow one another. The caller holds the lock.
func (b *base) patience() time.Duration {
	if b.storm() || b.running != nil && time.Since(b.running.began) > b.o.Patience {
		return b.o.Patience / stormPatience
	}
	return b.o.Patience
}

// storm tells that files change all the time, and so much that calls would wait all the time: the
// last updates took a good part of the time since, and longer than a call would wait for one. The
// caller holds the lock.
func (b *base) storm() bool {
	if len(b.lately) < stormRuns || b.running == nil && time.Since(b.lately[stormRuns-1].to) > calmAfter {
		return false
	}
	took := time.Duration(0)
	for _, s := range b.lately {
		took += s.to.Sub(s.from)
	}
	return took > b.o.Patience && took > time.Since(b.lately[0].from)/stormShare
}

// deepen begins a scan of the whole work tree where the last is some time ago: a look does not see
// every folder. The caller holds the lock.
func (b *base) deepen() {
	if b.running == nil && time.Since(b.scanned) > deepEvery {
		b.start()
	}
}

// inTurn reads something of the whole repository, one at a time. While files change all the time it
// waits for calm, unless it is wanted now: the state for which it is read will not last.
func (b *base) inTurn(ctx context.Context, wanted <-chan struct{}, read func() error) error {
	for {
		b.mu.Lock()
		storm := b.storm()
		b.mu.Unlock()
		if !storm {
			break
		}
		select {
		case <-time.After(time.Second):
			continue
		case <-wanted:
		case <-ctx.Done():
		}
		break
	}
	select {
	case b.reading <- struct{}{}:
		defer func() { <-b.reading }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return read()
}

// wake puts off the closing of the state. The caller holds the lock.
func (b *base) wake() {
	if b.closed {
		return
	}
	if b.idle == nil {
		b.idle = time.AfterFunc(idleAfter, b.sleep)
		return
	}
	b.idle.Reset(idleAfter)
}

// calledWithin tells that a call came not longer ago.
func (b *base) calledWithin(d time.Duration) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Since(b.called) < d
}

// sleep closes the state; the next call opens it again.
func (b *base) sleep() {
	b.closePasts(b.ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running == nil && b.current.idle() {
		b.current.release()
		b.current, b.seen = nil, 0
		b.lastRead.Store(nil)
	}
}

// isNoIndex tells that there is nothing to open yet.
func isNoIndex(err error) bool { return errors.Is(err, index.ErrNoIndex) }
