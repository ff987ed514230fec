package mcp

import (
	"context"
	"math"

	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
)

// companions are the files that change in the same commits as a note, best first; nothing while the
// history is not read.
func (b *base) companions(ctx context.Context, path string) ([]history.Companion, error) {
	h := b.chronicle.recorded()
	if h == nil {
		return nil, nil
	}
	found, err := h.CoChange(ctx, b.chronicle.at(), path, math.MaxInt)
	if err != nil {
		return nil, ctx.Err() // without it the rest still answers
	}
	return found, nil
}

// together tells how much files change in the same commits as a note, from 0 to 1.
func (b *base) together(ctx context.Context, path string) (map[string]float64, error) {
	found, err := b.companions(ctx, path)
	return nearness.OfCommits(found), err
}

// company is what goes together with a note, beside links and meaning.
func (st *state) company(ctx context.Context, path string) (*nearness.Company, error) {
	var c nearness.Company
	var err error
	if c.Changed, err = st.base.companions(ctx, path); err != nil {
		return nil, err
	}
	c.Read, err = nearness.ReadTogether(ctx, st.searcher, path, func(n usage.Note) ([]usage.Companion, error) {
		return st.base.Usage.Companions(n, st.now()), nil
	})
	return &c, err
}
