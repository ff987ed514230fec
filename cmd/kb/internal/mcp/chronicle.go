package mcp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/9aea2451/kb/kb/history"
)

// chronicle is the history of a repository, read in the background. Answers wait for it, unless
// that takes too long.
type chronicle struct {
	base *base
	busy chan struct{} // held while it is read

	mu      sync.Mutex
	history *history.History
	head    string // commit up to which it is read, "" for none
	failed  error
	lives   map[string]*history.Summary // of notes in head's tree, by path
	touched map[file]history.Touch      // as of head
	reading bool
	round   *round // of the reading that began last; nil before the first
	ahead   bool   // summing up what nobody has asked for yet
}

// round is one reading of what is new.
type round struct{ done, far chan struct{} } // closed when it has ended, and when it has more to read than a call waits for

// How much a call waits for: see settled.
const (
	mostUnread  = 50_000           // commits, which take ten seconds or twenty
	historyWait = 25 * time.Second // clients give up on a call after a minute
)

// maxLives bounds the summaries that are kept.
const maxLives = 20_000

// refresh reads what HEAD has that is not read yet, in the background.
func (c *chronicle) refresh() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reading || c.base.ctx.Err() != nil {
		return
	}
	c.reading = true
	now := &round{make(chan struct{}), make(chan struct{})}
	c.round = now
	go func() {
		c.base.working.RLock()
		defer c.base.working.RUnlock()
		err := c.base.o.beside("reading the history", func() error { return c.read(c.base.ctx) })
		c.mu.Lock()
		again := err != nil && c.failed != nil && err.Error() == c.failed.Error()
		c.failed, c.reading = err, false
		c.mu.Unlock()
		if err != nil && !again && c.base.ctx.Err() == nil {
			c.base.o.Log(fmt.Sprintf("%sthe history could not be read: %v", c.base.prefix(), err))
		}
		close(now.done)
		c.base.o.beside("summing up histories", func() error { c.sumUp(c.base.ctx); return nil })
	}()
}

// measure hears how many commits there are to read.
func (c *chronicle) measure(done, total int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if done == 0 && total > mostUnread && c.round != nil && !isClosed(c.round.far) {
		close(c.round.far)
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// settled waits until what was new when the last update ended is read, and tells whether it is. A
// quick call does not wait.
func (c *chronicle) settled(ctx context.Context, quick bool) bool {
	c.mu.Lock()
	now, wait := c.round, historyWait
	c.mu.Unlock()
	if now == nil || quick {
		wait = 0
	}
	if wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-now.done:
		case <-now.far:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return now != nil && isClosed(now.done) && c.failed == nil
}

func (c *chronicle) read(ctx context.Context) error {
	select {
	case c.busy <- struct{}{}:
		defer func() { <-c.busy }()
	case <-ctx.Done():
		return ctx.Err()
	}
	head, err := c.base.Repo.Head(ctx)
	if err != nil || head == "" || head == c.at() {
		return err
	}
	h, err := c.open(ctx)
	if err != nil {
		return err
	}
	h.Progress = c.measure
	report, err := h.Update(ctx, head)
	if err != nil {
		return err
	}
	c.mu.Lock()
	from, lives := c.head, maps.Clone(c.lives)
	c.mu.Unlock()
	if report.Rebuilt {
		lives = nil
	}
	lives = h.Carry(ctx, from, head, lives)
	c.mu.Lock()
	c.head, c.lives, c.touched = head, lives, map[file]history.Touch{}
	c.mu.Unlock()
	return nil
}

func (c *chronicle) open(ctx context.Context) (*history.History, error) {
	c.mu.Lock()
	h := c.history
	c.mu.Unlock()
	if h != nil {
		return h, nil
	}
	h, err := history.Open(ctx, c.base.Repo, "")
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.history = h
	c.mu.Unlock()
	return h, nil
}

// at is the commit up to which the history is read, "" while it is not.
func (c *chronicle) at() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.head
}

// whole gives the history for questions that cannot do without, and the commit to ask about. A
// first reading is waited for.
func (c *chronicle) whole(ctx context.Context) (*history.History, string, error) {
	if err := c.read(ctx); err != nil {
		if errors.Is(err, history.ErrBusy) {
			return nil, "", hint(err, "ask again in a few seconds")
		}
		return nil, "", fmt.Errorf("read the history: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.head == "" {
		return nil, "", hint(errors.New("this repository has no commits yet"), "commit something first: git commit")
	}
	return c.history, c.head, nil
}

// history waits, without holding up others, for the history of a repository that is read whole.
func (c *call) history(ctx context.Context, b *base) (h *history.History, head string, err error) {
	err = c.slot.aside(ctx, func() (err error) {
		h, head, err = b.chronicle.whole(ctx)
		return err
	})
	return h, head, err
}

// life sums up the history of a note; nil where it is not known (yet).
func (c *chronicle) life(ctx context.Context, path string) *history.Summary {
	c.mu.Lock()
	h, head := c.history, c.head
	known, ok := c.lives[path]
	reading := c.reading // it is locked meanwhile
	c.mu.Unlock()
	if ok || head == "" || reading {
		return known
	}
	var life *history.Summary
	if sum, err := h.FirstLast(ctx, head, path); err == nil && sum.Last != nil {
		life = &sum
	} else if ctx.Err() != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.head == head && len(c.lives) < maxLives {
		c.lives[path] = life
	}
	return life
}

// closeWait bounds how long the end of a server waits for a reading to break off.
const closeWait = 5 * time.Second

// close ends the use of the history. What is being read is broken off first, so that nothing is
// written any more afterwards.
func (c *chronicle) close() {
	select {
	case c.busy <- struct{}{}:
		defer func() { <-c.busy }()
	case <-time.After(closeWait):
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.history != nil {
		c.history.Close()
		c.history, c.head = nil, ""
	}
}

// recorded gives the history as far as it is read, nil while it is not.
func (c *chronicle) recorded() *history.History {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.head == "" || c.reading {
		return nil
	}
	return c.history
}
