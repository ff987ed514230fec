package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/store"
)

// Links returns what the note at path links to, and what links to it, in order of place.
func (s *Searcher) Links(ctx context.Context, path string) (out, in []store.LinkRecord, err error) {
	if _, ok := s.gen.Rows.Note(path); !ok {
		return nil, nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	if out, err = s.links(ctx, `source = ? ORDER BY seq`, path); err != nil {
		return nil, nil, err
	}
	in, err = s.links(ctx, `dest = ? ORDER BY source, seq`, path)
	return out, in, err
}

// AllLinks returns every link of the tree that is no external one.
func (s *Searcher) AllLinks(ctx context.Context) ([]store.LinkRecord, error) {
	return s.links(ctx, `state <> ? ORDER BY source, seq`, "external")
}

func (s *Searcher) links(ctx context.Context, where string, arg any) ([]store.LinkRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.from.Records.Interruptible(ctx)()
	return s.from.Records.Links(`view = ? AND `+where, s.view.ID, arg)
}

// destinations lists the notes that each of some notes links to, each once. The lists are not to be changed.
func (s *Searcher) destinations(ctx context.Context, notes []int) ([][]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.readDestinations(ctx, notes); err != nil {
		return nil, err
	}
	out := make([][]int, len(notes))
	for i, n := range notes {
		out[i] = s.dests[n]
	}
	return out, nil
}

// readDestinations reads those that are not known yet, in one question. The caller holds the lock.
func (s *Searcher) readDestinations(ctx context.Context, notes []int) error {
	if s.dests == nil {
		s.dests = map[int][]int{}
	}
	args := []any{s.view.ID}
	for _, n := range notes {
		if _, known := s.dests[n]; !known {
			args = append(args, s.gen.Rows.Paths[n])
		}
	}
	if len(args) == 1 {
		return nil
	}
	sql := `SELECT DISTINCT source, dest FROM links WHERE view = ? AND state = 'ok' AND source IN (?` + strings.Repeat(",?",
		len(args)-2) + `)`
	found := map[int][]int{}
	for row, err := range s.from.Rows(ctx, sql, args...) {
		if err != nil {
			return err
		}
		from, known := s.gen.Rows.Note(row.ColumnText(0))
		if to, ok := s.gen.Rows.Note(row.ColumnText(1)); known && ok {
			found[from] = append(found[from], to)
		}
	}
	for _, n := range notes {
		if _, known := s.dests[n]; !known {
			s.dests[n] = slices.Clip(found[n])
		}
	}
	return nil
}
