package search

import (
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// Listed is a note that passed filters.
type Listed struct {
	*store.NoteRecord
	Left float64 // of its confidence, after age and use
}

// List gives every note that passes the filters of a query, in order of path. A query with words is
// an error: those have an order of their own.
func (s *Searcher) List(ctx context.Context, q query.Query) ([]Listed, error) {
	r := &run{Searcher: s, q: q, leftOut: map[int]bool{}}
	known := query.Known{Today: s.day(q.Day), Any: func(fits func(*kb.Note) bool) (bool, error) { return r.anyNote(ctx, fits) }}
	var err error
	if r.request, err = query.Parse(q.Text, q.Filter, known); err != nil {
		return nil, err
	}
	if words := strings.TrimSpace(r.request.Words + " " + strings.Join(r.request.Not, " ")); words != "" {
		return nil, fmt.Errorf("%w: %q is no filter such as kind:decision or tag:auth", query.ErrQuery, words)
	}
	r.request.Filter.Path = query.FromFolder(q.Folder, s.x.Repo.Root, r.request.Filter.Path, r.gen.Rows.Paths)
	numbers := make([]int, len(r.gen.Rows.Paths))
	for n := range numbers {
		numbers[n] = n
	}
	r.score = make([]float64, len(numbers))
	kept, err := r.consider(ctx, numbers)
	if err != nil {
		return nil, store.AsDamage(err)
	}
	left := r.left(ctx, kept)
	out := make([]Listed, len(kept))
	for i := range kept {
		out[i] = Listed{kept[i].record, rank.Round(left[i])}
	}
	return out, nil
}
