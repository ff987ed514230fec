package search

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
)

// eachRecord calls f for every note in order of path; of several bases, base by base.
func (s *Searcher) eachRecord(ctx context.Context, f func(note store.Unread, rec *store.NoteRecord) error) error {
	if s.members != nil {
		return s.each(func(m *Member) error {
			return m.Searcher.eachRecord(ctx, func(note store.Unread, rec *store.NoteRecord) error {
				rec.SupersededBy, rec.DisputedBy = m.outside(rec.SupersededBy), m.outside(rec.DisputedBy)
				return f(outsideNote{note, m}, rec)
			})
		})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.from.EachNote(ctx, f)
}

// Names lists path, id, title and aliases of every note, for resolving and completion.
func (s *Searcher) Names(ctx context.Context) ([]kb.Name, error) {
	out := make([]kb.Name, 0, len(s.gen.Rows.Paths))
	err := s.eachRecord(ctx, func(note store.Unread, _ *store.NoteRecord) error {
		n, err := note.Name()
		out = append(out, n)
		return err
	})
	return out, err
}

// Tags lists every tag with its number of notes.
func (s *Searcher) Tags(ctx context.Context) (map[string]int, error) {
	out := map[string]int{}
	err := s.eachRecord(ctx, func(note store.Unread, _ *store.NoteRecord) error {
		n, err := note.Read(false)
		if err != nil {
			return err
		}
		for _, t := range n.Tags {
			out[t]++
		}
		return nil
	})
	return out, err
}

// Note returns the record of the note at path; kb.ErrNoNote when there is none.
func (s *Searcher) Note(ctx context.Context, path string) (*store.NoteRecord, error) {
	return s.NoteOn(ctx, path, time.Time{})
}

// NoteOn is Note as it stands on a day; the zero day is today.
func (s *Searcher) NoteOn(ctx context.Context, path string, day time.Time) (*store.NoteRecord, error) {
	n, ok := s.numberOf(path)
	if !ok {
		return nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	records, err := s.records(ctx, []int{n}, s.day(day))
	if err != nil {
		return nil, err
	}
	return records[0], nil
}

// listAll answers a query that is nothing but filters and exclusions: every note that passes, best linked first.
func (r *run) listAll(ctx context.Context) error {
	if r.request.Filter.Empty() && len(r.request.Not) == 0 {
		return nil
	}
	if err := r.exclude(ctx); err != nil {
		return err
	}
	r.answer.Tried = append(r.answer.Tried, "filters")
	r.score = make([]float64, len(r.gen.Rows.Paths))
	r.best = chunkScores{}
	r.match = "filter"
	n := 0
	err := r.eachRecord(ctx, func(_ store.Unread, rec *store.NoteRecord) error {
		r.score[n] = rank.Round(0.5 + 0.5*rec.PageRank)
		n++
		return nil
	})
	if err != nil {
		return err
	}
	return r.collect(ctx)
}

// Listed is a note that passed filters.
type Listed struct {
	*store.NoteRecord
	Left float64 // of its confidence, after age and use
}

// List gives every note that passes the filters of a query, in order of path. A query with words is
// an error: those have an order of their own.
func (s *Searcher) List(ctx context.Context, q query.Query) ([]Listed, error) {
	return whole(ctx, s, func(s *Searcher) ([]Listed, error) { return s.list(ctx, q) })
}

// list is List of this state of the index.
func (s *Searcher) list(ctx context.Context, q query.Query) ([]Listed, error) {
	r := &run{Searcher: s, q: q, leftOut: map[int]bool{}}
	known := query.Known{Today: s.day(q.Day), Any: func(fits func(*kb.Note) bool) (bool, error) { return r.anyNote(ctx, fits) }}
	var err error
	if r.request, err = query.Parse(q.Text, q.Filter, known); err != nil {
		return nil, err
	}
	if words := strings.TrimSpace(r.request.Words + " " + strings.Join(r.request.Not, " ")); words != "" {
		return nil, fmt.Errorf("%w: %q is no filter such as kind:decision or tag:auth", query.ErrQuery, words)
	}
	s.fromFolder(q.Folder, &r.request.Filter)
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
