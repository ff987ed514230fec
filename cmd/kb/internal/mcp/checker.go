package mcp

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/9aea2451/kb/contradict"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
)

// checker compares statements with all that a state of the repository states. It is loaded once, when it is first needed.
type checker struct {
	loaded chan struct{}
	wanted chan struct{} // closed when a call waits for it
	want   sync.Once
	snap   *snapshot.Snapshot
	base   *contradict.Base
	tied   *validate.Tied
	err    error

	mu    sync.Mutex
	known map[lines][]Conflict
}

// conflictEnergy is the least energy of a conflict that is told beside a hit: one that a commit would be stopped for.
const conflictEnergy = contradict.Reject

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
	c := &checker{loaded: make(chan struct{}), wanted: make(chan struct{}), known: map[lines][]Conflict{}}
	st.checker = c
	go func() {
		defer close(c.loaded)
		st.base.working.RLock()
		defer st.base.working.RUnlock()
		if c.err = st.base.inTurn(st.ctx, c.wanted, func() error { return c.load(st.ctx, st.base) }); c.err != nil && st.ctx.Err() == nil {
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
	cache := filepath.Join(b.Repo.StateDir(), "index", "snapshot")
	for range 2 { // again from the cache that has been written: that leaves out of memory what nobody asks for
		if c.snap, err = snapshot.Load(ctx, b.Repo, tree, snapshot.Options{Cache: cache}); err != nil {
			return err
		}
		if saved, _ := c.snap.Save(cache); !saved { // a cache that cannot be written is done without
			break
		}
	}
	c.base = c.snap.Statements(b.o.Now())
	c.tied = validate.Ties(c.snap)
	return nil
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

// ready tells that it is loaded.
func (c *checker) ready() bool {
	if c == nil {
		return false
	}
	select {
	case <-c.loaded:
		return c.err == nil
	default:
		return false
	}
}

// lines are some lines of a note.
type lines struct {
	path       string
	start, end int
}

// maxKnown bounds the lines of which the conflicts are kept.
const maxKnown = 50_000

// conflicts gives what contradicts the statements of some lines of a note. The checker must be ready.
func (c *checker) conflicts(at lines, day time.Time) []Conflict {
	c.mu.Lock()
	known, ok := c.known[at]
	c.mu.Unlock()
	if ok {
		return known
	}
	found := c.find(at, day)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) > maxKnown {
		clear(c.known)
	}
	c.known[at] = found
	return found
}

func (c *checker) find(at lines, day time.Time) []Conflict {
	e := c.snap.Entry(at.path)
	if e == nil || c.snap.Inactive(e, day) != "" {
		return nil
	}
	var parsed []*contradict.Parsed
	for i, st := range e.Statements() {
		if st.Span.StartLine >= at.start && st.Span.StartLine <= at.end {
			parsed = append(parsed, e.Parse(i))
		}
	}
	var out []Conflict
	for _, f := range c.base.Conflicts(parsed, conflictEnergy) {
		here, there := snapshot.PlaceOf(f.A), snapshot.PlaceOf(f.B)
		if there.Entry == nil || there.Entry == e || c.tied.Settled(here, there) {
			continue
		}
		out = append(out, Conflict{Path: there.Entry.File.Path, Line: there.Statement.Span.StartLine, Text: there.Statement.Text, Says: here.Statement.Text, Energy: f.Verdict.Energy})
	}
	return out
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
