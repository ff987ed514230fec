package mcp

import (
	"context"
	"fmt"
	"sync"

	"github.com/9aea2451/kb/kb/snapshot"
)

// checker has all that a state of the repository states. It is loaded once, when it is first needed.
type checker struct {
	loaded chan struct{}
	wanted chan struct{} // closed when a call waits for it
	want   sync.Once
	snap   *snapshot.Snapshot
	err    error
}

// check gives the checker of the state; it begins to load it where nobody has.
func (st *state) check() *checker {
	if st.past.commit != "" {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.checker != nil {
		return st.checker
	}
	c := &checker{loaded: make(chan struct{}), wanted: make(chan struct{})}
	st.checker = c
	st.base.checks.forget()
	go func() {
		st.base.working.RLock()
		defer st.base.working.RUnlock()
		c.err = st.base.inTurn(st.ctx, c.wanted, func() error {
			return st.base.o.beside("reading the statements", func() error { return c.load(st.ctx, st.base) })
		})
		close(c.loaded)
		switch {
		case c.err == nil:
			st.base.disputes.follow(c)
			c.save(st.base)
		case st.ctx.Err() == nil:
			st.base.o.Log(fmt.Sprintf("%sthe statements could not be read: %v", st.base.prefix(), c.err))
		}
	}()
	return c
}

func (c *checker) load(ctx context.Context, b *base) error {
	scan, err := b.Repo.Scan(ctx)
	if err != nil {
		return err
	}
	tree, err := b.Repo.WorkTree(ctx, scan, nil)
	if err != nil {
		return err
	}
	cache := snapshot.CacheFile(b.Repo)
	c.snap, err = snapshot.Load(ctx, b.Repo, tree, snapshot.Options{Cache: cache, Earlier: b.lastRead.Swap(nil)})
	if err != nil {
		return err
	}
	if c.snap.Cached() {
		b.lastRead.Store(c.snap)
		return nil
	}
	if saved, _ := c.snap.Save(cache); saved { // a cache that cannot be written is done without
		c.snap = nil
		// Again from the cache that has been written: that leaves out of memory what nobody asks for.
		if c.snap, err = snapshot.Load(ctx, b.Repo, tree, snapshot.Options{Cache: cache}); err != nil {
			return err
		}
	}
	b.lastRead.Store(c.snap)
	return nil
}

// save writes the cache anew where many notes differ from it. That takes seconds, for which nobody
// waits: neither a call nor the next state.
func (c *checker) save(b *base) {
	select {
	case b.saving <- struct{}{}:
		defer func() { <-b.saving }()
	default:
		return
	}
	if saved, _ := c.snap.Save(snapshot.CacheFile(b.Repo)); saved {
		b.lastRead.Store(nil) // the next state is read from it
	}
}

// wait gives the checker once it is loaded, and sees to it that it is soon.
func (c *checker) wait(ctx context.Context) error {
	c.want.Do(func() { close(c.wanted) })
	select {
	case <-c.loaded:
		return c.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// without is the snapshot without the note that is being checked: it does not contradict itself.
func (c *checker) without(note string) *snapshot.Snapshot {
	if note == "" {
		return c.snap
	}
	found := c.snap.Resolver().Note("", note)
	if found.Path == "" {
		return c.snap
	}
	return c.snap.With(c.snap.Tree, map[string]*snapshot.Entry{found.Path: nil})
}
