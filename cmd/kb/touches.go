package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// touches is index.Touches.
func (b *base) touches(ctx context.Context, commit string, files []kb.File) []history.Touch {
	b.past.look()
	<-b.past.looked
	present := commit == "" && b.past.kept != nil
	if present {
		if touches, ok := b.past.kept.Touches(files); ok {
			return touches
		}
	}
	if !b.historyKnown(ctx) {
		b.notRead()
		return nil
	}
	h, tip := b.past.history, cmp.Or(commit, b.past.head)
	ask := func() ([]history.Touch, error) { return h.Touches(ctx, tip, files) }
	if present {
		ask = func() ([]history.Touch, error) { return b.past.kept.AskTouches(ctx, h, files) }
	}
	touches, err := ask()
	if err != nil {
		b.past.pending = true
		b.warn(fmt.Sprintf("when memories were last changed is not known and does not count: %v", err))
		return nil
	}
	return touches
}

// notRead says that an answer ranks without the history, where there is one that --no-update has not read.
func (b *base) notRead() {
	if b.app.NoUpdate && b.past.pending {
		b.warn("the history is not read yet and counts for nothing: read it with kb index")
	}
}

// historyKnown tells whether the history is there as far as the commit that is looked at, HEAD
// unless there is another. It waits for it as wait does.
func (b *base) historyKnown(ctx context.Context) bool {
	r := b.past
	switch {
	case !r.known():
		return false
	case b.commit == "" || r.history.Has(ctx, b.commit):
		return true
	case b.app.NoUpdate || b.app.quick:
		r.pending = true
		return false
	}
	if r.history.Most = mostUnread; b.app.patient {
		r.history.Most = 0
	}
	defer b.app.progress.stop()
	r.waited.Store(true)
	defer r.waited.Store(false)
	if _, err := r.history.Update(ctx, b.commit); err != nil {
		r.pending = true
		b.warn(fmt.Sprintf("the history is left out of this answer: %v", err))
	}
	return !r.pending
}
