package index

import (
	"context"
	"slices"
	"strings"
)

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
	args := []any{s.view.id}
	for _, n := range notes {
		if _, known := s.dests[n]; !known {
			args = append(args, s.gen.rows.paths[n])
		}
	}
	if len(args) == 1 {
		return nil
	}
	rows, err := s.tx.QueryContext(
		ctx,
		`SELECT DISTINCT source, dest FROM links WHERE view = ? AND state = 'ok' AND source IN (?`+strings.Repeat(",?", len(args)-2)+`)`,
		args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	found := map[int][]int{}
	for rows.Next() {
		var source, dest string
		if err := rows.Scan(&source, &dest); err != nil {
			return err
		}
		from, known := s.gen.rows.note(source)
		if to, ok := s.gen.rows.note(dest); known && ok {
			found[from] = append(found[from], to)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, n := range notes {
		if _, known := s.dests[n]; !known {
			s.dests[n] = slices.Clip(found[n])
		}
	}
	return nil
}
