package mcp

import (
	"context"

	"github.com/9aea2451/kb/index"
)

// Of what changes in the same commits, as kb related has it: its weight beside links and meaning, and the score that is half near.
const (
	coChangeWeight = 0.25
	coChangeHalf   = 0.05
)

// companions is how many files that change with a note are told.
const companions = 500

// together tells how much files change in the same commits as a note, from 0 to 1; nothing while the history is not read.
func (b *base) together(ctx context.Context, path string) (map[string]float64, error) {
	h := b.chronicle.recorded()
	if h == nil {
		return nil, nil
	}
	found, err := h.CoChange(ctx, b.chronicle.at(), path, companions)
	if err != nil {
		return nil, ctx.Err() // without it the rest still answers
	}
	near := make(map[string]float64, len(found))
	for _, c := range found {
		near[c.Path] = c.Score / (c.Score + coChangeHalf)
	}
	return near, nil
}

// sources are what tells of nearness beside links and meaning.
func (b *base) sources(ctx context.Context, path string) ([]index.Source, error) {
	near, err := b.together(ctx, path)
	if err != nil || len(near) == 0 {
		return nil, err
	}
	return []index.Source{{Name: "co-change", Weight: coChangeWeight, Near: near}}, nil
}
