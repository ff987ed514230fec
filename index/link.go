package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// LinkRecord is one link of the tree.
type LinkRecord struct {
	From       string   `json:"from"`
	Line       int      `json:"line"`
	Kind       string   `json:"kind"`
	Type       string   `json:"type,omitempty"`
	Target     string   `json:"target"` // as written
	Fragment   string   `json:"fragment,omitempty"`
	To         string   `json:"to,omitempty"` // resolved
	State      string   `json:"state"`        // ok, broken, ambiguous, external
	Candidates []string `json:"candidates,omitempty"`
	Strength   float64  `json:"strength"`
	Inverse    bool     `json:"inverse,omitempty"` // the target has the relation to this note
}

const linkColumns = `source, line, kind, type, target, fragment, dest, state, candidates, strength, inverse`

// Links returns what the note at path links to, and what links to it, in order of place.
func (s *Searcher) Links(ctx context.Context, path string) (out, in []LinkRecord, err error) {
	if _, ok := s.gen.rows.note(path); !ok {
		return nil, nil, fmt.Errorf("%w: %s", ErrNoNote, path)
	}
	if out, err = s.links(ctx, `source = ? ORDER BY seq`, path); err != nil {
		return nil, nil, err
	}
	in, err = s.links(ctx, `dest = ? ORDER BY source, seq`, path)
	return out, in, err
}

// AllLinks returns every link of the tree that is no external one.
func (s *Searcher) AllLinks(ctx context.Context) ([]LinkRecord, error) {
	return s.links(ctx, `state <> ? ORDER BY source, seq`, "external")
}

func (s *Searcher) links(ctx context.Context, where string, arg any) ([]LinkRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows, err := s.tx.QueryContext(ctx, `SELECT `+linkColumns+` FROM links WHERE view = ? AND `+where, s.view.id, arg)
	if err != nil {
		return nil, err
	}
	return scanLinks(rows)
}

func scanLinks(rows *sql.Rows) ([]LinkRecord, error) {
	defer rows.Close()
	out := []LinkRecord{}
	for rows.Next() {
		var l LinkRecord
		var candidates []byte
		if err := rows.Scan(&l.From, &l.Line, &l.Kind, &l.Type, &l.Target, &l.Fragment, &l.To, &l.State, &candidates, &l.Strength, &l.Inverse); err != nil {
			return nil, err
		}
		if len(candidates) > 0 {
			if err := json.Unmarshal(candidates, &l.Candidates); err != nil {
				return nil, fmt.Errorf("%w: candidates of a link: %s", errDamaged, err)
			}
		}
		out = append(out, l)
	}
	return out, rows.Err()
}
