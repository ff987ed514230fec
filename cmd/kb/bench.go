package main

import (
	"context"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/evaluate"
	"github.com/9aea2451/kb/index"
)

// bench answers judged queries: from the work tree, or from the past trees that they name. Not for concurrent use. Close it.
type bench struct {
	now     *index.Searcher
	past    map[string]*index.Searcher // by what a query's "at" says
	closing []func() error
}

// openBench brings the index up to date, however long that takes, and opens every tree that the queries name.
func (a *app) openBench(ctx context.Context, queries []evaluate.Query) (*bench, error) {
	b, err := a.openBase(ctx)
	if err != nil {
		return nil, err
	}
	t := &bench{past: map[string]*index.Searcher{}, closing: []func() error{b.Close}}
	if err := t.open(ctx, b, queries); err != nil {
		t.Close()
		return nil, err
	}
	a.progress.stop()
	t.mention(ctx, a, queries)
	return t, nil
}

func (t *bench) open(ctx context.Context, b *base, queries []evaluate.Query) (err error) {
	if b.app.NoUpdate {
		t.now, err = b.existing(ctx)
	} else {
		if _, err = b.index.Update(ctx, index.UpdateOptions{}); err != nil {
			return fmt.Errorf("bring the index up to date: %w", err)
		}
		t.now, err = b.index.Searcher(ctx)
	}
	if err != nil {
		return err
	}
	t.closing = append(t.closing, t.now.Close)
	for _, q := range queries {
		if q.At == "" || t.past[q.At] != nil {
			continue
		}
		p, err := b.openPast(ctx, q.At)
		if err != nil {
			return fmt.Errorf("query %s: at %s: %w", q.ID, q.At, err)
		}
		t.closing = append(t.closing, p.Close)
		t.past[q.At] = p.searcher
	}
	return nil
}

// Close releases all trees.
func (t *bench) Close() error {
	var first error
	for i := len(t.closing) - 1; i >= 0; i-- {
		if err := t.closing[i](); err != nil && first == nil {
			first = err
		}
	}
	t.closing = nil
	return first
}

// Search answers from the tree that the query names.
func (t *bench) Search(ctx context.Context, q index.Query) (*index.Answer, error) {
	s := t.of(q.At)
	q.At = ""
	return s.Search(ctx, q)
}

func (t *bench) of(at string) *index.Searcher {
	if at == "" {
		return t.now
	}
	return t.past[at]
}

// SetWeights changes the ranking of all trees.
func (t *bench) SetWeights(w index.Weights) {
	t.now.SetWeights(w)
	for _, s := range t.past {
		s.SetWeights(w)
	}
}

// run answers the queries one way.
func (t *bench) run(ctx context.Context, a *app, w way, queries []evaluate.Query) ([]evaluate.Result, error) {
	weights := index.DefaultWeights()
	if w.weights != nil {
		weights = w.weights(weights)
	}
	t.SetWeights(weights)
	progress := func(done, total int) { a.progress.report(w.name, done, total) }
	return evaluate.Run(ctx, queries, t.Search, evaluate.Options{Configure: w.configure, Progress: progress, Now: a.now})
}

// mention says which judged notes do not exist, since nothing can find them.
func (t *bench) mention(ctx context.Context, a *app, queries []evaluate.Query) {
	missing, first := 0, ""
	for i := range queries {
		q := &queries[i]
		for _, path := range q.Positive() {
			if t.has(ctx, q.At, path) {
				continue
			}
			if missing++; first == "" {
				first = fmt.Sprintf("%s (query %s, line %d)", path, q.ID, q.Line)
			}
		}
	}
	if missing > 0 {
		a.remark("%d relevant paths name no note of this repository and count as not found, such as %s", missing, first)
	}
}

// has tells whether a relevant id names a note, or a section of one.
func (t *bench) has(ctx context.Context, at, id string) bool {
	path, _ := evaluate.CutAnchor(id)
	for _, p := range []string{id, path} {
		if _, err := t.of(at).Note(ctx, p); err == nil {
			return true
		}
	}
	return false
}

// clockAt is the clock of a past tree: the end of the day that was asked for. Of a revision the time is not known here: today's.
func clockAt(at string, now func() time.Time) func() time.Time {
	day, err := time.Parse(time.DateOnly, at)
	if err != nil {
		return now
	}
	return func() time.Time { return day.Add(24*time.Hour - time.Second) }
}
