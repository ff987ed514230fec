package desk

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/packing"
)

// Context packs what to know before working on files or on a task.
func (v *View) Context(ctx context.Context, req packing.Request) (*packing.Context, error) {
	src := packing.Source{
		Repo:     v.Repo,
		Searcher: v.Searcher,
		Now:      v.Now,
		History:  v.History.Recorded(),
		Stale:    v.Stale,
		Cache:    &v.packed,
	}
	return packing.Pack(ctx, src, req)
}
