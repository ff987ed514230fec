package index

import (
	"context"
	"fmt"
	"time"
)

// Chunks lists the chunks of the note at a path in their order, as hits without score and snippet;
// ErrNoNote when there is none. The zero day is today.
func (s *Searcher) Chunks(ctx context.Context, path string, day time.Time) ([]Hit, error) {
	n, ok := s.gen.rows.note(path)
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrNoNote, path)
	}
	records, err := s.records(ctx, []int{n}, s.day(day))
	if err != nil {
		return nil, asDamage(err)
	}
	chunks, err := s.chunks(ctx, n)
	if err != nil {
		return nil, asDamage(err)
	}
	r := &run{Searcher: s, q: Query{NoSnippet: true}, match: "listed"}
	out := make([]Hit, 0, len(chunks))
	for i := range chunks {
		out = append(out, r.hit(candidate{number: n, record: records[0]}, &chunks[i], int(s.gen.rows.first[n])+i, 0))
	}
	return out, nil
}

// rowHit makes a hit of a row, as the note stands today.
func (s *Searcher) rowHit(ctx context.Context, row int) (Hit, error) {
	n := int(s.gen.rows.noteOf[row])
	records, err := s.records(ctx, []int{n}, s.day(time.Time{}))
	if err != nil {
		return Hit{}, err
	}
	ch, err := s.chunk(ctx, row)
	if err != nil {
		return Hit{}, err
	}
	r := &run{Searcher: s, q: Query{NoSnippet: true}, match: "named"}
	return r.hit(candidate{number: n, record: records[0]}, ch, row, 0), nil
}

// Tree names the tree that is answered from: its commit, and "+dirty" where the work tree differs.
func (s *Searcher) Tree() string { return s.treeName() }

// Commit is the id of the commit that the tree is, or is based on; "" before the first one.
func (s *Searcher) Commit() string { return s.view.tree }

// Dirty tells whether the tree differs from its commit.
func (s *Searcher) Dirty() bool { return s.view.dirty }

// Paths lists the paths of the notes in rising order. The caller must not change it.
func (s *Searcher) Paths() []string { return s.gen.rows.paths }
