package warm

import (
	"context"
	"fmt"
	"sync"

	"github.com/9aea2451/kb/kb/snapshot"
)

// Statements are all that a view of the work tree states, read once, when they are first needed.
type Statements struct {
	loaded chan struct{}
	wanted chan struct{} // closed when a call waits for it
	want   sync.Once
	snap   *snapshot.Snapshot
	err    error
}

// Statements returns what the view states; it begins to read it where nobody has. It is nil for a
// view of the past.
func (v *View) Statements() *Statements {
	if v.At.Commit != "" {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.statements != nil {
		return v.statements
	}
	c := &Statements{loaded: make(chan struct{}), wanted: make(chan struct{})}
	v.statements = c
	v.Keeper.checks.forget()
	v.Keeper.working.run(func() {
		c.err = v.Keeper.inTurn(v.ctx, c.wanted, func() error {
			return v.Keeper.Guard("reading the statements", func() error { return c.load(v.ctx, v.Keeper) })
		})
		close(c.loaded)
		switch {
		case c.err == nil:
			v.Keeper.Guard("keeping the statements", func() error { c.save(v.Keeper); return nil })
		case v.ctx.Err() == nil:
			v.Keeper.Log(fmt.Sprintf("%sthe statements could not be read: %v", v.Keeper.Prefix(), c.err))
		}
	})
	return c
}

// load reads the statements of the work tree, and keeps what is new for the next reading.
func (c *Statements) load(ctx context.Context, k *Keeper) error {
	tree, err := k.Repo.Present(ctx)
	if err != nil {
		return err
	}
	cache := snapshot.CacheFile(k.Repo)
	progress := func(done, total int) { k.Progress.Report("reading what notes say,", done, total) }
	c.snap, err = snapshot.Load(ctx, k.Repo, tree, snapshot.Options{Cache: cache, Earlier: k.lastRead.Swap(nil), Progress: progress})
	k.Progress.Report("", 0, 0)
	if err != nil {
		return err
	}
	if c.snap.Cached() {
		k.lastRead.Store(c.snap)
		return nil
	}
	if saved, _ := c.snap.Save(cache); saved { // a cache that cannot be written is done without
		c.snap = nil
		// Again from the cache that has been written: that leaves out of memory what nobody asks for.
		if c.snap, err = snapshot.Load(ctx, k.Repo, tree, snapshot.Options{Cache: cache}); err != nil {
			return err
		}
	}
	k.lastRead.Store(c.snap)
	return nil
}

// save writes the cache anew where many notes differ from it. That takes seconds, for which nobody
// waits: neither a call nor the next view.
func (c *Statements) save(k *Keeper) {
	select {
	case k.saving <- struct{}{}:
		defer func() { <-k.saving }()
	default:
		return
	}
	if saved, _ := c.snap.Save(snapshot.CacheFile(k.Repo)); saved {
		k.lastRead.Store(nil) // the next view is read from it
	}
}

// Wait waits until the statements are read, and sees to it that they are soon.
func (c *Statements) Wait(ctx context.Context) error {
	c.want.Do(func() { close(c.wanted) })
	select {
	case <-c.loaded:
		return c.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Snapshot returns the notes with what they state, once they are read.
func (c *Statements) Snapshot(ctx context.Context) (*snapshot.Snapshot, error) {
	if err := c.Wait(ctx); err != nil {
		return nil, err
	}
	return c.snap, nil
}
