// Package warm keeps a desk's view of the work tree open and up to date for a server, and reads
// ahead what its calls need: the history, the statements of all notes, what contradicts what and
// what may be stale.
//
// A call looks whether files have changed, which starts no process, and waits a while for the
// update that a change begins; what takes longer answers from the view before and says so. What
// reads the whole repository does so one at a time, leaves the processors to the calls, and waits
// for calm while files change all the time.
package warm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
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
	// Without calls the view is closed, so that a long reader does not keep the log of the records from
	// shrinking.
	idleAfter = 10 * time.Minute
)

// Options of Keep. All but Progress and Unjudged are required.
type Options struct {
	Name     string                                     // of the repository, in messages
	Scope    string                                     // whose word it is, "" where nobody said
	Several  bool                                       // the server has others too
	Version  string                                     // of kb
	Patience time.Duration                              // that a call waits for an update before it answers from what there was
	Progress *Progress                                  // of the index; may be nil
	Log      func(message string)                       // one line that the person who runs the server should see
	Guard    func(what string, work func() error) error // runs what works beside the calls; a panic in it ends that work alone
	Changed  func(k *Keeper, before, after *View)       // called when another view takes the place of one; before is nil at first
	Unjudged bool                                       // nobody asks Doubt for disputes: the statements are not judged here
}

// Keeper keeps a desk ready: the newest view of its index, open, and what is needed to know when
// it is no longer the newest.
type Keeper struct {
	*desk.Desk
	EndWait time.Duration // that Close waits for what works beside the calls
	Options
	ctx     context.Context // of the server's life
	seed    maphash.Seed
	working beside

	pasts struct { // states of past commits
		busy chan struct{} // held by who opens or closes one
		open []*View       // the last used last
	}

	looks    single[uint64]
	quick    quickLook
	disputes disputes
	checks   keptChecker

	reading  chan struct{}                     // held by what reads the whole repository for one state
	saving   chan struct{}                     // held by who writes the cache of that
	lastRead atomic.Pointer[snapshot.Snapshot] // of the newest view that was read; what the next has in common with it takes no memory

	mu      sync.Mutex
	current *View
	watch   *watchList
	seen    uint64 // what a look gave before current was made; 0: not known
	running *run
	queued  *run      // follows running
	lately  []span    // when the last updates ran that found something
	scanned time.Time // when the last update ended
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

// Keep returns a keeper of a desk that works until ctx ends. Begin it, and Close it then.
func Keep(ctx context.Context, d *desk.Desk, o Options) *Keeper {
	k := &Keeper{
		Desk:    d,
		EndWait: endWait,
		Options: o,
		ctx:     ctx,
		seed:    maphash.MakeSeed(),
		reading: make(chan struct{}, 1),
		saving:  make(chan struct{}, 1),
	}
	k.watch = newWatchList(d.Repo, k.seed, nil)
	k.pasts.busy = make(chan struct{}, 1)
	k.disputes.keeper = k
	return k
}

// Begin opens the view that there is, or begins to build the first one.
func (k *Keeper) Begin() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.start()
	k.makeVectors()
}

// Close releases the view when the last call that uses it is done, and waits a while for what
// works beside the calls: the server's life has ended.
func (k *Keeper) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), k.EndWait)
	defer cancel()
	k.closePasts(ctx)
	k.mu.Lock()
	k.closed = true
	if k.idle != nil {
		k.idle.Stop()
	}
	k.current.Release()
	k.current = nil
	k.mu.Unlock()
	select {
	case <-k.working.ended():
	case <-ctx.Done():
		return // what cannot be broken off, such as a batch of words, ends with the process: the next one finds the index as after a crash
	}
	k.Desk.Close(nil)
	k.quick.alarm.close()
}

// Acquire returns the newest view that can be had without long waiting. late says why it may be
// behind the files, "" when it is not. A first index is waited for longer where tell can show how
// far it is.
func (k *Keeper) Acquire(ctx context.Context, tell func(message string)) (v *View, late string, err error) {
	now, err := k.look(ctx)
	if err != nil {
		return nil, "", err
	}
	k.mu.Lock()
	k.called = time.Now()
	k.wake()
	if k.current != nil && k.seen == now {
		v = k.current.Use()
		k.deepen()
		k.mu.Unlock()
		return v, "", nil
	}
	if k.closed {
		k.mu.Unlock()
		return nil, "", context.Canceled
	}
	first, wait := k.current == nil, k.patience()
	r := k.start()
	k.mu.Unlock()
	if first {
		return k.waitFirst(ctx, r, tell)
	}
	return k.wait(ctx, r, wait)
}

// look returns what a look at the repository gives that begins now or later.
func (k *Keeper) look(ctx context.Context) (uint64, error) {
	return k.looks.do(ctx, func() uint64 {
		k.mu.Lock()
		w := k.watch
		k.mu.Unlock()
		return k.quick.look(w)
	})
}

// Glance begins an update where something has changed, for those that listen: nobody waits for it.
// Where nothing has, it costs next to nothing.
func (k *Keeper) Glance(ctx context.Context) {
	now, err := k.look(ctx)
	if err != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.wake()
	if !k.closed && (k.current == nil || k.seen != now) {
		k.start()
	}
}

// wait gives an update a moment, and answers from the view that there is then.
func (k *Keeper) wait(ctx context.Context, r *run, wait time.Duration) (*View, string, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	late := ""
	select {
	case <-r.done:
	case <-timer.C:
		late = BeingUpdated
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	return k.answer(late)
}

// BeingUpdated says that an answer may be behind the files.
const BeingUpdated = "the index is being brought up to date, and this answer is from before: ask again in a few seconds"

// answer returns the view that there is; late says why it may be behind, "" when an update has just ended.
func (k *Keeper) answer(late string) (*View, string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.current == nil {
		return nil, "", k.noState()
	}
	if late == "" && k.failed != nil {
		late = fmt.Sprintf("the index could not be brought up to date (%v): this answer may be behind the files", k.failed)
	}
	return k.current.Use(), late, nil
}

// Newest returns the newest view that is open, nil while there is none.
func (k *Keeper) Newest() *View {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.current.Use()
}

// waitFirst waits for the first view, and says how far it is.
func (k *Keeper) waitFirst(ctx context.Context, r *run, tell func(message string)) (*View, string, error) {
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
			return k.answer("")
		case <-tick.C:
			if v, late := k.opened(ctx); v != nil {
				return v, late, nil
			}
			if tell != nil {
				tell("indexing for the first time: " + cmp.Or(k.Progress.String(), "reading"))
			}
		case <-timer.C:
			return nil, "", &BuildingError{cmp.Or(k.Progress.String(), "reading")}
		case <-ctx.Done():
			return nil, "", ctx.Err()
		}
	}
}

// opened returns the view that has been opened meanwhile, nil for none. It may be an older one, or the
// one that is waited for: its update may not have ended yet.
func (k *Keeper) opened(ctx context.Context) (v *View, late string) {
	if v = k.Newest(); v == nil {
		return nil, ""
	}
	now, err := k.look(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil || k.current != v || k.seen != now {
		late = BeingUpdated
	}
	return v, late
}

// noState says why there is nothing to answer from. The caller holds the lock.
func (k *Keeper) noState() error {
	switch {
	case k.failed != nil:
		return &NoIndexError{k.failed}
	case k.closed:
		return context.Canceled
	}
	return errors.New("the index is not there yet: ask again in a few seconds")
}

// BuildingError is the error about an index that is being built for the first time.
type BuildingError struct{ Reach string }

func (e *BuildingError) Error() string {
	return fmt.Sprintf("the index of this repository is being built for the first time (%s)", e.Reach)
}

// NoIndexError is the error about an index that cannot be built.
type NoIndexError struct{ Err error }

func (e *NoIndexError) Error() string { return fmt.Sprintf("the index cannot be built: %v", e.Err) }

func (e *NoIndexError) Unwrap() error { return e.Err }

// patience is how long a call waits for an update: not long for one that takes long, or while they
// follow one another. The caller holds the lock.
func (k *Keeper) patience() time.Duration {
	if k.storm() || k.running != nil && time.Since(k.running.began) > k.Patience {
		return k.Patience / stormPatience
	}
	return k.Patience
}

// storm reports whether files change all the time, and so much that calls would wait all the time: the
// last updates took a good part of the time since, and longer than a call would wait for one. The
// caller holds the lock.
func (k *Keeper) storm() bool {
	if len(k.lately) < stormRuns || k.running == nil && time.Since(k.lately[stormRuns-1].to) > calmAfter {
		return false
	}
	took := time.Duration(0)
	for _, s := range k.lately {
		took += s.to.Sub(s.from)
	}
	return took > k.Patience && took > time.Since(k.lately[0].from)/stormShare
}

// deepen begins a scan of the whole work tree where the last is some time ago: a look does not see
// every folder. The caller holds the lock.
func (k *Keeper) deepen() {
	if k.running == nil && time.Since(k.scanned) > deepEvery {
		k.start()
	}
}

// inTurn reads something of the whole repository, one at a time. While files change all the time it
// waits for calm, unless it is wanted now: the view for which it is read will not last.
func (k *Keeper) inTurn(ctx context.Context, wanted <-chan struct{}, read func() error) error {
	for {
		k.mu.Lock()
		storm := k.storm()
		k.mu.Unlock()
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
	case k.reading <- struct{}{}:
		defer func() { <-k.reading }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return read()
}

// wake puts off the closing of the view. The caller holds the lock.
func (k *Keeper) wake() {
	if k.closed {
		return
	}
	if k.idle == nil {
		k.idle = time.AfterFunc(idleAfter, k.sleep)
		return
	}
	k.idle.Reset(idleAfter)
}

// calledWithin reports whether a call came not longer ago.
func (k *Keeper) calledWithin(d time.Duration) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Since(k.called) < d
}

// sleep closes the view; the next call opens it again.
func (k *Keeper) sleep() {
	k.closePasts(k.ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.running == nil && k.current.idle() {
		k.current.Release()
		k.current, k.seen = nil, 0
		k.lastRead.Store(nil)
	}
}
