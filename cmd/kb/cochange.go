package main

import (
	"cmp"
	"context"
	"math"

	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/kb/history"
)

// companions are the files that change in the same commits as a note, notes and others, best first.
// Without a history there are none, and why is said on stderr.
func (b *base) companions(ctx context.Context, path string) ([]history.Companion, error) {
	c, err := b.app.openChronicle(ctx, b.repo)
	if err != nil {
		return nil, b.withoutHistory(ctx, err)
	}
	defer c.Close()
	list, err := b.movedWith(ctx, c, path)
	if err != nil {
		return nil, b.withoutHistory(ctx, err)
	}
	return list, nil
}

// withoutHistory says why the history is left out of an answer; being interrupted ends it.
func (b *base) withoutHistory(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	b.app.remark("this answer leaves out what changes together: %v", err)
	return nil
}

// movedWith asks a history for the companions of a note as of the commit that is looked at, HEAD
// unless there is another.
func (b *base) movedWith(ctx context.Context, c *chronicle, path string) ([]history.Companion, error) {
	commit := cmp.Or(b.commit, c.head)
	if commit == "" {
		return nil, nil
	}
	if b.commit != "" && !b.app.NoUpdate && !b.app.quick { // it may be on another branch than HEAD
		if _, err := c.Update(ctx, b.commit); err != nil {
			return nil, err
		}
	}
	return c.CoChange(ctx, commit, path, math.MaxInt)
}

// together is Query.Together. Without the history nothing is known, which has been said.
func (b *base) together(ctx context.Context, path string) (map[string]float64, error) {
	if !b.historyKnown(ctx) {
		b.notRead()
		return nil, nil
	}
	if limits, err := b.past.history.Limits(ctx, b.tip()); err == nil {
		for _, message := range limits.Messages() {
			b.warn(message)
		}
	}
	companions, err := b.movedWith(ctx, &chronicle{History: b.past.history, head: b.past.head}, path)
	if err != nil {
		return nil, b.withoutHistory(ctx, err)
	}
	return nearness.OfCommits(companions), nil
}
