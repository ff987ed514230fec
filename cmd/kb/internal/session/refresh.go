package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/index"
)

const (
	// cheapFiles is how many files a read verb parses before it answers; more is left to kb index.
	cheapFiles = 500
	// LockWait is how long to wait for another process that indexes, when nothing can be done
	// without its result.
	LockWait = 10 * time.Minute
)

// Read opens the base for a verb that only reads, brought up to date when that is cheap, and one
// consistent state of it.
func Read(ctx context.Context, a *app.App) (*Base, *index.Searcher, error) {
	b, err := Open(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	s, err := b.FreshSearcher(ctx)
	a.Progress.Stop()
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	b.remarkNoNotes(s)
	return b, s, nil
}

// FreshSearcher opens the newest state that can be had without long work; a base that was never
// indexed is indexed first, however long it takes.
func (b *Base) FreshSearcher(ctx context.Context) (*index.Searcher, error) {
	if b.App.NoUpdate {
		return b.Existing(ctx)
	}
	report, late := b.Index.Update(ctx, index.UpdateOptions{Cheap: cheapFiles})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if late == nil {
		b.MovesKnown(report.Moves)
	}
	s, err := b.Index.Searcher(ctx)
	switch {
	case errors.Is(err, index.ErrNoIndex):
		return b.first(ctx, late)
	case err == nil && late != nil:
		b.explainLate(late)
	}
	return s, err
}

// Existing opens the state that is there.
func (b *Base) Existing(ctx context.Context) (*index.Searcher, error) {
	b.behind = true
	s, err := b.Index.Searcher(ctx)
	if errors.Is(err, index.ErrNoIndex) {
		if b.Commit != "" {
			return nil, app.WithHint(fmt.Errorf("the tree of %.10s is not indexed", b.Commit), "leave out --no-update")
		}
		return nil, app.WithHint(err, "build it with: kb index\nor leave out --no-update")
	}
	return s, err
}

// first builds the index of a base that has none, or waits for the process that does. late is why
// the cheap update did not.
func (b *Base) first(ctx context.Context, late error) (*index.Searcher, error) {
	switch {
	case errors.Is(late, index.ErrBusy): // the wait announces itself
	case late == nil || errors.Is(late, index.ErrLong) || errors.Is(late, index.ErrNoIndex):
		b.App.Remark("indexing this repository for the first time")
	default:
		return nil, late
	}
	if _, err := b.Index.Update(ctx, index.UpdateOptions{}); err != nil {
		return nil, fmt.Errorf("build the index: %w", err)
	}
	return b.Index.Searcher(ctx)
}

// explainLate says why the answer may be behind the files.
func (b *Base) explainLate(late error) {
	b.behind = true
	switch {
	case errors.Is(late, index.ErrLong):
		b.App.Remark("more than %d files changed: this answer is from before. Bring the index up to date with: kb index", cheapFiles)
	case errors.Is(late, index.ErrBusy):
		b.App.Remark("%v: this answer is from before", late)
	default:
		b.App.Remark("the index could not be brought up to date (%v): this answer is from before", late)
	}
}
