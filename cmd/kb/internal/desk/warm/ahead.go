package warm

import (
	"context"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
)

// readHistory reads what HEAD has that is not read yet, in the background.
func (k *Keeper) readHistory() {
	if k.ctx.Err() != nil {
		return
	}
	done := k.History.Begin()
	if done == nil {
		return
	}
	k.working.run(func() {
		err := k.Guard("reading the history", func() error { return k.History.Read(k.ctx) })
		if again := done(err); err != nil && !again && k.ctx.Err() == nil {
			k.Log(fmt.Sprintf("%sthe history could not be read: %v", k.Prefix(), err))
		}
		k.Guard("summing up histories", func() error { k.sumUp(k.ctx); return nil })
	})
}

// maxAhead bounds the work for summaries that nobody has asked for: with many commits each takes long.
const maxAhead = 10 * time.Second

// sumUp sums up the histories of the notes before they are asked for, while no calls come: a tenth
// of a server's first answers went there.
func (k *Keeper) sumUp(ctx context.Context) {
	if !k.ahead.CompareAndSwap(false, true) {
		return
	}
	for head := ""; head != k.History.Head(); { // which may move on meanwhile
		head = k.History.Head()
		k.sumUpAt(ctx, head)
	}
	k.ahead.Store(false)
}

// sumUpAt sums up what is known as of a commit, as long as that is the newest.
func (k *Keeper) sumUpAt(ctx context.Context, head string) {
	v := k.Newest()
	if v == nil {
		return
	}
	paths, err := v.Paths(ctx)
	// What follows takes minutes while calls come: a view that is held so long keeps files mapped and
	// the log of the records from shrinking.
	v.Release()
	if err != nil {
		return
	}
	worked := time.Duration(0)
	for _, path := range paths[:min(len(paths), desk.MostLives)] {
		if worked > maxAhead || k.History.Head() != head || !k.yield() {
			return
		}
		began := time.Now()
		k.History.Life(ctx, path)
		worked += time.Since(began)
	}
}
