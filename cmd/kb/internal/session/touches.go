package session

import (
	"cmp"
	"context"
	"fmt"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// touches is index.Touches.
func (b *Base) touches(ctx context.Context, commit string, files []kb.File) []history.Touch {
	b.Past.look()
	<-b.Past.looked
	present := commit == "" && b.Past.kept != nil
	if present {
		if touches, ok := b.Past.kept.Touches(files); ok {
			return touches
		}
	}
	if !b.HistoryKnown(ctx) {
		b.NotRead()
		return nil
	}
	h, tip := b.Past.History, cmp.Or(commit, b.Past.Head)
	ask := func() ([]history.Touch, error) { return h.Touches(ctx, tip, files) }
	if present {
		ask = func() ([]history.Touch, error) { return b.Past.kept.AskTouches(ctx, h, files) }
	}
	touches, err := ask()
	if err != nil {
		b.Past.Pending = true
		b.Warn(fmt.Sprintf("when memories were last changed is not known and does not count: %v", err))
		return nil
	}
	return touches
}

// NotRead says that an answer ranks without the history, where there is one that --no-update has not read.
func (b *Base) NotRead() {
	if b.App.NoUpdate && b.Past.Pending {
		b.Warn("the history is not read yet and counts for nothing: read it with kb index")
	}
}

// HistoryKnown tells whether the history is there as far as the commit that is looked at, HEAD
// unless there is another. It waits for it as wait does.
func (b *Base) HistoryKnown(ctx context.Context) bool {
	r := b.Past
	switch {
	case !r.known():
		return false
	case b.Commit == "" || r.History.Has(ctx, b.Commit):
		return true
	case b.App.NoUpdate || b.App.Quick:
		r.Pending = true
		return false
	}
	if r.History.Most = mostUnread; b.App.Patient {
		r.History.Most = 0
	}
	defer b.App.Progress.Stop()
	r.waited.Store(true)
	defer r.waited.Store(false)
	if _, err := r.History.Update(ctx, b.Commit); err != nil {
		r.Pending = true
		b.Warn(fmt.Sprintf("the history is left out of this answer: %v", err))
	}
	return !r.Pending
}
