package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/index"
)

const (
	// cheapFiles is how many files a read verb parses before it answers; more is left to kb index.
	cheapFiles = 500
	// lockWait is how long to wait for another process that indexes, when nothing can be done
	// without its result.
	lockWait = 10 * time.Minute
)

// read opens the base for a verb that only reads, brought up to date when that is cheap, and one
// consistent state of it.
func (a *app) read(ctx context.Context) (*base, *index.Searcher, error) {
	b, err := a.openBase(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := b.freshSearcher(ctx)
	a.progress.stop()
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	b.remarkNoNotes(s)
	return b, s, nil
}

// freshSearcher opens the newest state that can be had without long work; a base that was never
// indexed is indexed first, however long it takes.
func (b *base) freshSearcher(ctx context.Context) (*index.Searcher, error) {
	if b.app.NoUpdate {
		return b.existing(ctx)
	}
	report, late := b.index.Update(ctx, index.UpdateOptions{Cheap: cheapFiles})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if late == nil {
		b.movesKnown(report.Moves)
	}
	s, err := b.index.Searcher(ctx)
	switch {
	case errors.Is(err, index.ErrNoIndex):
		return b.first(ctx, late)
	case err == nil && late != nil:
		b.explainLate(late)
	}
	return s, err
}

// existing opens the state that is there.
func (b *base) existing(ctx context.Context) (*index.Searcher, error) {
	b.behind = true
	s, err := b.index.Searcher(ctx)
	if errors.Is(err, index.ErrNoIndex) {
		if b.commit != "" {
			return nil, withHint(fmt.Errorf("the tree of %.10s is not indexed", b.commit), "leave out --no-update")
		}
		return nil, withHint(err, "build it with: kb index\nor leave out --no-update")
	}
	return s, err
}

// first builds the index of a base that has none, or waits for the process that does. late is why
// the cheap update did not.
func (b *base) first(ctx context.Context, late error) (*index.Searcher, error) {
	switch {
	case errors.Is(late, index.ErrBusy): // the wait announces itself
	case late == nil || errors.Is(late, index.ErrLong) || errors.Is(late, index.ErrNoIndex):
		b.app.remark("indexing this repository for the first time")
	default:
		return nil, late
	}
	if _, err := b.index.Update(ctx, index.UpdateOptions{}); err != nil {
		return nil, fmt.Errorf("build the index: %w", err)
	}
	return b.index.Searcher(ctx)
}

// explainLate says why the answer may be behind the files.
func (b *base) explainLate(late error) {
	b.behind = true
	switch {
	case errors.Is(late, index.ErrLong):
		b.app.remark("more than %d files changed: this answer is from before. Bring the index up to date with: kb index", cheapFiles)
	case errors.Is(late, index.ErrBusy):
		b.app.remark("%v: this answer is from before", late)
	default:
		b.app.remark("the index could not be brought up to date (%v): this answer is from before", late)
	}
}
