package index

import "context"

// Info describes the state that a Searcher answers from.
type Info struct {
	Commit                        string // "+dirty" where the work tree differs from it
	Notes, Chunks, Links, Vectors int
	Broken, Ambiguous             int    // links
	Updated                       string // RFC 3339
}

// Info describes the state that the Searcher answers from.
func (s *Searcher) Info(ctx context.Context) (Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := Info{Commit: s.treeName(), Notes: s.view.notes, Chunks: s.view.chunks, Links: s.view.links, Updated: s.view.updated}
	if v := s.gen.vectors; v != nil {
		i.Vectors = len(v.slots) - v.gaps()
	}
	err := s.tx.QueryRowContext(
		ctx,
		`SELECT count(*) FILTER (WHERE state = 'broken'), count(*) FILTER (WHERE state = 'ambiguous') FROM links WHERE view = ?`,
		s.view.id,
	).Scan(
		&i.Broken,
		&i.Ambiguous,
	)
	return i, err
}
