package desk

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/workers"
)

// afterWait is how long a reading of the history goes on when the answer is out. What it has read
// is kept.
const afterWait = 250 * time.Millisecond

// beside reads a history once, beside an answer, unless what was kept of the last answers suffices.
type beside struct {
	o       *Options
	ctx     context.Context // of the reading
	cancel  context.CancelFunc
	whole   context.Context // of the desk
	looks   atomic.Bool
	looked  chan struct{} // closed when tip and kept are there
	tip     string        // HEAD
	kept    *history.Kept
	begin   func() // begins to read, once
	begun   atomic.Bool
	ended   chan struct{} // closed when the reading has ended
	waited  atomic.Bool   // an answer waits, so that progress is shown
	known   func() bool   // waits until the history is read, or it is clear that it takes too long
	pending atomic.Bool   // an answer had to do without

	looking, reading workers.Group // whose panics go on where somebody waits for looked and ended
}

// readBeside has the history read beside an answer.
func (h *History) readBeside(ctx context.Context, o *Options) {
	b := &beside{o: o, whole: ctx, looked: make(chan struct{}), ended: make(chan struct{})}
	b.ctx, b.cancel = context.WithCancel(ctx)
	b.begin = sync.OnceFunc(func() {
		b.begun.Store(true)
		done := h.Begin()
		b.reading.Go(func() {
			defer close(b.ended)
			done(h.Read(b.ctx))
		})
	})
	b.known = sync.OnceValue(func() bool {
		known := h.wait()
		b.pending.CompareAndSwap(false, !known && b.tip != "")
		return known
	})
	h.beside, h.asIs = b, o.AsIs || o.Quick
}

// Start looks up what was kept of the history, and begins to read it where that does not suffice.
func (h *History) Start() {
	b := h.beside
	if b == nil || !b.looks.CompareAndSwap(false, true) {
		return
	}
	b.looking.Go(func() {
		defer close(b.looked)
		if head, err := h.repo.Head(b.ctx); err == nil && head != "" {
			b.tip, b.kept = head, history.LoadKept(h.repo, head)
		}
		if b.kept == nil || !b.kept.Current() {
			b.begin()
		}
	})
}

// wait reports whether the history is there, once it is or will not soon be, and says why not. What
// takes long is waited for by a patient answer alone, whatever the machine is busy with: an answer
// must not depend on that.
func (h *History) wait() bool {
	b := h.beside
	h.Start()
	b.hasLooked()
	b.begin()
	b.waited.Store(true)
	defer b.o.rest()
	defer b.waited.Store(false)
	h.mu.Lock()
	far := h.round.far
	h.mu.Unlock()
	if b.o.Patient {
		far = nil
	}
	select {
	case <-b.ended:
		b.reading.Wait()
	case <-far:
		h.mu.Lock()
		defer h.mu.Unlock()
		b.o.Remark(
			fmt.Sprintf("the history is not read yet and counts for nothing: %d commits are new. Read it with: kb index", h.unread),
		)
		return false
	}
	r := h.Reach()
	if r.Head == "" && r.Failed != nil {
		b.o.Remark(fmt.Sprintf("the history is left out of this answer: %v", r.Failed))
	}
	return r.Head != ""
}

// Known returns the history where it is read as far as a commit, HEAD for "", else nil. A desk that
// answers once waits for it, unless that takes long; what it does without is said.
func (h *History) Known(ctx context.Context, commit string) *history.History {
	if h.beside != nil && !h.beside.known() {
		h.notRead()
		return nil
	}
	opened := h.recorded()
	if opened == nil || commit == "" || opened.Has(ctx, commit) {
		return opened
	}
	if h.asIs { // of another branch than HEAD
		h.beside.pending.Store(true)
		h.notRead()
		return nil
	}
	if opened.Most = mostUnread; h.beside != nil && h.beside.o.Patient {
		opened.Most = 0
	}
	if h.beside != nil {
		defer h.beside.o.rest()
		h.beside.waited.Store(true)
		defer h.beside.waited.Store(false)
	}
	if _, err := opened.Update(ctx, commit); err != nil {
		h.without("the history is left out of this answer: %v", err)
		return nil
	}
	return opened
}

// notRead says that an answer does without the history, where what is new is not read.
func (h *History) notRead() {
	if b := h.beside; b.o.AsIs && b.pending.Load() {
		b.o.Warn("the history is not read yet and counts for nothing: read it with kb index")
	}
}

// without says what an answer does without.
func (h *History) without(format string, err error) {
	if b := h.beside; b != nil {
		b.pending.Store(true)
		b.o.Warn(fmt.Sprintf(format, err))
	}
}

// Pending reports whether an answer had to do without the history.
func (h *History) Pending() bool { return h.beside != nil && h.beside.pending.Load() }

// tip is the commit that a view of the work tree stands for.
func (h *History) tip() string {
	if h.beside != nil {
		return h.beside.tip
	}
	return h.Head()
}

// kept is what the last answers were told of the history; nil where a server keeps it itself.
func (h *History) kept() *history.Kept {
	if h.beside == nil {
		return nil
	}
	h.Start()
	h.beside.hasLooked()
	return h.beside.kept
}

// hasLooked waits until it is looked up what was kept.
func (b *beside) hasLooked() {
	<-b.looked
	b.looking.Wait()
}

// end lets a reading that has not ended go on for a moment, and breaks it off. What was told is
// kept. out hands the answer out before.
func (b *beside) end(h *History, out func()) {
	defer b.cancel()
	if !b.looks.Load() {
		return
	}
	b.hasLooked()
	if !b.begun.Load() {
		return
	}
	out()
	select {
	case <-b.ended:
	case <-time.After(afterWait):
	}
	b.cancel()
	<-b.ended
	b.reading.Wait()
	if h.Head() != "" && b.kept != nil {
		b.kept.Save(b.whole, h.recorded())
	}
}
