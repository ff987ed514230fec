package mcp

import (
	"fmt"
	"time"

	"github.com/9aea2451/kb/index"
)

// start gives an update that begins now or later, never one that has begun: it may have missed what
// the caller knows of. The caller holds the lock.
func (b *base) start() *run {
	if b.running == nil {
		b.running = &run{done: make(chan struct{}), began: time.Now()}
		go b.work(b.running)
		return b.running
	}
	if b.queued == nil {
		b.queued = &run{done: make(chan struct{})}
	}
	return b.queued
}

// work carries updates out until none is queued.
func (b *base) work(r *run) {
	b.working.RLock()
	defer b.working.RUnlock()
	for r != nil {
		var changed bool
		err := b.o.beside("updating the index", func() (err error) {
			changed, err = b.update()
			return err
		})
		b.chronicle.refresh()
		b.logFailure(err)
		b.mu.Lock()
		b.failed, b.scanned = err, time.Now()
		if changed {
			b.lately = append(b.lately[max(0, len(b.lately)-stormRuns+1):], span{r.began, b.scanned})
		}
		rest := time.Duration(0)
		if b.storm() {
			rest = min(time.Since(r.began), stormRest) // leaves some of the processor to the calls
		}
		b.mu.Unlock()
		close(r.done)
		r = b.nextRun(rest)
	}
}

// logFailure tells the person who runs the server why an update failed, once for each reason in turn.
func (b *base) logFailure(err error) {
	message := ""
	if err != nil {
		message = fmt.Sprintf("%sthe index could not be brought up to date: %v", b.prefix(), err)
	}
	b.mu.Lock()
	again := message == b.said
	b.said = message
	b.mu.Unlock()
	if message != "" && !again && b.ctx.Err() == nil {
		b.o.Log(message)
	}
}

// nextRun waits a while, and gives the run that has been queued by then.
func (b *base) nextRun(rest time.Duration) *run {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.queued != nil && rest > 0 {
		b.mu.Unlock()
		select {
		case <-time.After(rest):
		case <-b.ctx.Done():
		}
		b.mu.Lock()
	}
	if b.running, b.queued = b.queued, nil; b.running != nil {
		b.running.began = time.Now()
	}
	return b.running
}

// prefix names the repository in a message where there are several.
func (b *base) prefix() string {
	if len(b.o.Roots) < 2 {
		return ""
	}
	return b.Name + ": "
}

// update brings the index up to date and opens its state; changed tells that it is another than the open one.
func (b *base) update() (changed bool, err error) {
	if err := b.ctx.Err(); err != nil {
		return false, err
	}
	if err := b.openOld(); err != nil {
		return false, err
	}
	b.mu.Lock()
	watch, old := b.watch, b.current
	b.mu.Unlock()
	before := watch.look()
	report, err := b.Index.Update(b.ctx, index.UpdateOptions{})
	if err != nil {
		return false, err
	}
	b.mu.Lock()
	b.skipped = report.Skipped
	b.mu.Unlock()
	id := b.Index.Current()
	if old != nil && old.id == id {
		return false, b.keep(old, watch, before)
	}
	s, err := b.Index.Searcher(b.ctx)
	if err != nil {
		return false, err
	}
	return true, b.replace(newState(b, id, s), watch, before)
}

// openOld opens the state that an earlier process left behind: it answers while the update runs.
func (b *base) openOld() error {
	b.mu.Lock()
	open := b.current != nil
	b.mu.Unlock()
	if open {
		return nil
	}
	id := b.Index.Current()
	s, err := b.Index.Searcher(b.ctx)
	if isNoIndex(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return b.replace(newState(b, id, s), nil, 0)
}

// keep remembers that the open state is as the files were at a look, if nothing has changed since
// that look. What had changed before it was no note; it may be a folder, in which notes can come
// from now on.
func (b *base) keep(st *state, watch *watchList, before uint64) error {
	b.mu.Lock()
	changed := b.seen != before
	b.mu.Unlock()
	list, seen := watch, before
	if changed {
		paths, err := st.paths(b.ctx)
		if err != nil {
			return err
		}
		list = newWatchList(b.Repo, b.seed, paths)
		seen = list.look()
	}
	if watch.look() != before {
		seen = 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.watch, b.seen = list, seen
	return nil
}

// replace puts a new state in the place of the open one. watch is what was looked at before it was
// made, nil when it was not.
func (b *base) replace(st *state, watch *watchList, before uint64) error {
	paths, err := st.paths(b.ctx)
	if err != nil {
		st.release()
		return err
	}
	list, seen := newWatchList(b.Repo, b.seed, paths), uint64(0)
	if watch != nil {
		seen = list.look()
		if watch.look() != before {
			seen = 0 // something changed under the update: the next call looks again
		}
	}
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		st.release()
		return nil
	}
	old := b.current
	b.current, b.watch, b.seen = st, list, seen
	st.use()
	b.mu.Unlock()
	b.changed(b, old, st)
	old.release()
	b.shortenLog(st)
	st.release()
	return nil
}

// shortenLog keeps the log of the records from growing as long as the server is asked. What it
// cannot do now it does at the next update.
func (b *base) shortenLog(st *state) {
	select {
	case b.pasts.busy <- struct{}{}:
		defer func() { <-b.pasts.busy }()
	default:
		return
	}
	open := []*index.Searcher{st.searcher}
	for _, past := range b.pasts.open {
		open = append(open, past.searcher)
	}
	if err := b.Index.ShortenLog(b.ctx, open...); err != nil && b.ctx.Err() == nil {
		b.o.Log(fmt.Sprintf("%s%v", b.prefix(), err))
	}
}
