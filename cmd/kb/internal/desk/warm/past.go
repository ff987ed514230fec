package warm

import (
	"context"
	"fmt"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/index"
)

// openPasts is how many states of past commits are kept open.
const openPasts = 4

// Past returns the view of a commit, indexed now where it is not yet. Release it.
func (k *Keeper) Past(ctx context.Context, m desk.Moment) (*View, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(k.ctx, cancel)()
	select {
	case k.pasts.busy <- struct{}{}:
		defer func() { <-k.pasts.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for i, v := range k.pasts.open {
		if v.ID == m.Commit {
			k.pasts.open = append(slices.Delete(k.pasts.open, i, i+1), v)
			return v.Use(), nil
		}
	}
	x := k.Index.At(m.Commit)
	if _, err := x.Update(ctx, index.UpdateOptions{}); err != nil {
		return nil, fmt.Errorf("index the tree of %.10s: %w", m.Commit, err)
	}
	s, err := x.Searcher(k.ctx) // it outlives the call
	if err != nil {
		return nil, err
	}
	v := k.view(m.Commit, s, m)
	k.pasts.open = append(k.pasts.open, v)
	if len(k.pasts.open) > openPasts {
		k.pasts.open[0].Release()
		k.pasts.open = k.pasts.open[1:]
	}
	return v.Use(), nil
}

// closePasts closes what is kept open of the past, unless somebody works with it until ctx ends.
func (k *Keeper) closePasts(ctx context.Context) {
	select {
	case k.pasts.busy <- struct{}{}:
		defer func() { <-k.pasts.busy }()
	case <-ctx.Done():
		return
	}
	for _, v := range k.pasts.open {
		v.Release()
	}
	k.pasts.open = nil
}
