package find

import (
	"cmp"
	"context"
	"math"

	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/history"
)

// companions are the files that change in the same commits as a note, notes and others, best first.
// Without a history there are none, and why is said on stderr.
func companions(ctx context.Context, b *session.Base, path string) ([]history.Companion, error) {
	c, err := session.OpenChronicle(ctx, b.App, b.Repo)
	if err != nil {
		return nil, withoutHistory(ctx, b, err)
	}
	defer c.Close()
	list, err := movedWith(ctx, b, c, path)
	if err != nil {
		return nil, withoutHistory(ctx, b, err)
	}
	return list, nil
}

// withoutHistory says why the history is left out of an answer; being interrupted ends it.
func withoutHistory(ctx context.Context, b *session.Base, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	b.App.Remark("this answer leaves out what changes together: %v", err)
	return nil
}

// movedWith asks a history for the companions of a note as of the commit that is looked at, HEAD
// unless there is another.
func movedWith(ctx context.Context, b *session.Base, c *session.Chronicle, path string) ([]history.Companion, error) {
	commit := cmp.Or(b.Commit, c.Head)
	if commit == "" {
		return nil, nil
	}
	if b.Commit != "" && !b.App.NoUpdate && !b.App.Quick { // it may be on another branch than HEAD
		if _, err := c.Update(ctx, b.Commit); err != nil {
			return nil, err
		}
	}
	return c.CoChange(ctx, commit, path, math.MaxInt)
}

// together is Query.Together. Without the history nothing is known, which has been said.
func together(ctx context.Context, b *session.Base, path string) (map[string]float64, error) {
	if !b.HistoryKnown(ctx) {
		b.NotRead()
		return nil, nil
	}
	if limits, err := b.Past.History.Limits(ctx, b.Tip()); err == nil {
		for _, message := range limits.Messages() {
			b.Warn(message)
		}
	}
	companions, err := movedWith(ctx, b, &session.Chronicle{History: b.Past.History, Head: b.Past.Head}, path)
	if err != nil {
		return nil, withoutHistory(ctx, b, err)
	}
	return nearness.OfCommits(companions), nil
}
