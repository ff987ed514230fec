package main

import (
	"cmp"
	"context"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
)

// touches is index.Touches. A search waits a moment for the history, and never for a long walk: until that is done it is not
// known how old memories are.
func (b *base) touches(ctx context.Context, commit string, files []kb.File) []history.Touch {
	b.past.look()
	<-b.past.looked
	present := commit == "" && b.past.kept != nil
	if present {
		if touches, ok := b.past.kept.Touches(files); ok {
			return touches
		}
	}
	if !b.past.counts() {
		b.withoutTouches(ctx)
		return nil
	}
	h, tip := b.past.history, cmp.Or(commit, b.past.head)
	if !h.Has(ctx, tip) && !b.app.NoUpdate { // a commit of another branch than HEAD
		if h.Most = fewCommits; b.app.patient {
			h.Most = 0
		}
		h.Update(ctx, tip) // what it could not read is asked for next
	}
	ask := func() ([]history.Touch, error) { return h.Touches(ctx, tip, files) }
	if present {
		ask = func() ([]history.Touch, error) { return b.past.kept.AskTouches(ctx, h, files) }
	}
	touches, err := ask()
	if err != nil {
		b.withoutTouches(ctx)
		return nil
	}
	return touches
}

// withoutTouches says that the history is left out of the ranking, where there is one.
func (b *base) withoutTouches(ctx context.Context) {
	if head, err := b.repo.Head(ctx); err == nil && head != "" {
		b.warn("when memories were last changed is not known yet and does not count: read the history with kb index")
	}
}
