package warm

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
)

// start returns an update that begins now or later, never one that has begun: it may have missed what
// the caller knows of. The caller holds the lock.
func (k *Keeper) start() *run {
	if k.running == nil {
		r := &run{done: make(chan struct{}), began: time.Now()}
		k.running = r
		k.working.run(func() { k.work(r) })
		return r
	}
	if k.queued == nil {
		k.queued = &run{done: make(chan struct{})}
	}
	return k.queued
}

// work carries updates out until none is queued.
func (k *Keeper) work(r *run) {
	for r != nil {
		var changed bool
		err := k.Guard("updating the index", func() (err error) {
			changed, err = k.update()
			return err
		})
		k.readHistory()
		message := ""
		if err != nil {
			message = fmt.Sprintf("%sthe index could not be brought up to date: %v", k.Prefix(), err)
		}
		k.mu.Lock()
		again := message == k.said
		k.said = message
		k.mu.Unlock()
		if message != "" && !again && k.ctx.Err() == nil {
			k.Log(message)
		}
		k.mu.Lock()
		k.failed, k.scanned = err, time.Now()
		if changed {
			k.lately = append(k.lately[max(0, len(k.lately)-stormRuns+1):], span{r.began, k.scanned})
		}
		rest := time.Duration(0)
		if k.storm() {
			rest = min(time.Since(r.began), stormRest) // leaves some of the processor to the calls
		}
		k.mu.Unlock()
		close(r.done)
		for r = k.nextRun(rest); r != nil && k.unchanged(); r = k.nextRun(0) {
			close(r.done)
		}
	}
}

// unchanged reports whether a look finds the files as they were when the open view was made: what has been
// queued meanwhile needs no update.
func (k *Keeper) unchanged() bool {
	now, err := k.look(k.ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	return err == nil && k.failed == nil && k.current != nil && k.seen == now
}

// nextRun waits a while, and returns the run that has been queued by then.
func (k *Keeper) nextRun(rest time.Duration) *run {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.queued != nil && rest > 0 {
		k.mu.Unlock()
		select {
		case <-time.After(rest):
		case <-k.ctx.Done():
		}
		k.mu.Lock()
	}
	if k.running, k.queued = k.queued, nil; k.running != nil {
		k.running.began = time.Now()
	}
	return k.running
}

// Prefix names the repository in a message where there are several.
func (k *Keeper) Prefix() string {
	if !k.Several {
		return ""
	}
	return k.Name + ": "
}

// update brings the index up to date and opens its state; changed reports whether it is another
// than the open one.
func (k *Keeper) update() (changed bool, err error) {
	if err := k.ctx.Err(); err != nil {
		return false, err
	}
	opened, err := k.openOld()
	if err != nil {
		return false, err
	}
	k.mu.Lock()
	watch, old := k.watch, k.current.Use()
	k.mu.Unlock()
	defer old.Release()
	before := watch.look()
	list := func() *watchList { return newWatchList(k.Repo, k.seed, old.Searcher.Paths()) }
	if opened && old != nil { // it may be closed again
		list = k.listed(old) // git looks at the files meanwhile
	}
	report, err := k.Index.Update(k.ctx, index.UpdateOptions{})
	k.Progress.Report("", 0, 0)
	if err != nil {
		return false, err
	}
	k.SetSkipped(report.Skipped)
	id := k.Index.Current()
	if old != nil && old.ID == id {
		k.keep(watch, before, list)
		return false, nil
	}
	s, err := k.Index.Searcher(k.ctx)
	if err != nil {
		return false, err
	}
	k.replace(k.view(id, s, desk.Moment{}), watch, before)
	return true, nil
}

// listed begins to list what is watched of a view, and returns what waits for that.
func (k *Keeper) listed(v *View) func() *watchList {
	made := make(chan *watchList, 1)
	v.Use()
	k.working.run(func() {
		defer v.Release()
		defer close(made)
		_ = k.Guard("listing the files", func() error {
			made <- newWatchList(k.Repo, k.seed, v.Searcher.Paths())
			return nil
		}) // which tells of a fault; the next look lists again
	})
	return func() *watchList { return <-made }
}

// openOld opens the view that an earlier process left behind, if none is open: it answers while the update runs.
func (k *Keeper) openOld() (opened bool, err error) {
	k.mu.Lock()
	open := k.current != nil
	k.mu.Unlock()
	if open {
		return false, nil
	}
	id := k.Index.Current()
	s, err := k.Index.Searcher(k.ctx)
	if errors.Is(err, index.ErrNoIndex) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	k.readHistory() // beside the update: mostly nothing is new
	k.replace(k.view(id, s, desk.Moment{}), nil, 0)
	return true, nil
}

// keep remembers that the open view is as the files were at a look, if nothing has changed since
// that look. What had changed before it was no note; it may be a folder, in which notes can come
// from now on: list is what is looked at then.
func (k *Keeper) keep(watch *watchList, before uint64, list func() *watchList) {
	k.mu.Lock()
	changed := k.seen != before
	k.mu.Unlock()
	seen := before
	if changed {
		all := cmp.Or(list(), watch)
		k.mu.Lock()
		k.watch = all
		k.mu.Unlock()
		seen, _ = k.look(k.ctx) // as the next call looks: where nothing rings it need not look again
	}
	if watch.look() != before {
		seen = 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.seen = seen
}

// replace puts a new view in the place of the open one. watch is what was looked at before it was
// made, nil when it was not: then the files are not looked at, as an update follows.
func (k *Keeper) replace(v *View, watch *watchList, before uint64) {
	var list *watchList
	seen := uint64(0)
	if watch != nil {
		list = newWatchList(k.Repo, k.seed, v.Searcher.Paths())
		seen = list.look()
		if watch.look() != before {
			seen = 0 // something changed under the update: the next call looks again
		}
	}
	k.mu.Lock()
	if k.closed {
		k.mu.Unlock()
		v.Release()
		return
	}
	old := k.current
	if list != nil {
		k.watch = list
	}
	k.current, k.seen = v, seen
	v.Use()
	k.mu.Unlock()
	k.Changed(k, old, v)
	old.Release()
	k.shortenLog(v)
	v.Release()
}

// shortenLog keeps the log of the records from growing as long as the server is asked. What it
// cannot do now it does at the next update.
func (k *Keeper) shortenLog(v *View) {
	select {
	case k.pasts.busy <- struct{}{}:
		defer func() { <-k.pasts.busy }()
	default:
		return
	}
	open := []*index.Searcher{v.Searcher}
	for _, past := range k.pasts.open {
		open = append(open, past.Searcher)
	}
	if err := k.Index.ShortenLog(k.ctx, open...); err != nil && k.ctx.Err() == nil {
		k.Log(fmt.Sprintf("%s%v", k.Prefix(), err))
	}
}
