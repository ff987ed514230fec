package index

import (
	"context"
	"errors"
)

// Status describes the index.
type Status struct {
	Dir       string `json:"dir"`
	Notes     int    `json:"notes"`
	Chunks    int    `json:"chunks"`
	Links     int    `json:"links"`
	Broken    int    `json:"broken_links"`
	Ambiguous int    `json:"ambiguous_links"`
	Bytes     int64  `json:"bytes"`
	Commit    string `json:"commit,omitempty"`
	Updated   string `json:"updated,omitempty"` // RFC 3339
	Fresh     bool   `json:"fresh"`
	Model     string `json:"model,omitempty"`
	Provider  string `json:"provider"`
	Vectors   int    `json:"vectors"`
	Schema    int    `json:"schema"`
	Damaged   string `json:"damaged,omitempty"` // why it cannot be used until an update builds it anew
}

// Status reports on the index as it stands; one that was not built yet, or is damaged, has no notes.
func (x *Index) Status(ctx context.Context) (*Status, error) {
	st := &Status{Dir: x.dir, Schema: Schema, Provider: x.providerName()}
	scan, err := x.repo.Scan(ctx)
	if err != nil {
		return nil, err
	}
	st.Fresh = x.loadState().current(x, scan)
	sizes, err := fileSizes(x.dir)
	if err != nil {
		return nil, err
	}
	for _, n := range sizes {
		st.Bytes += n
	}
	s, err := x.openSearcher(ctx)
	switch {
	case errors.Is(err, ErrNoIndex):
		return st, nil
	case errors.Is(err, errDamaged):
		st.Fresh, st.Damaged = false, err.Error()
		return st, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	st.Notes, st.Chunks, st.Links, st.Commit, st.Updated, st.Model = s.view.notes, s.view.chunks, s.view.links, s.treeName(), s.view.updated, s.view.model
	if v := s.gen.vectors; v != nil {
		st.Vectors = len(v.slots) - v.gaps()
	}
	err = s.tx.QueryRowContext(
		ctx,
		`SELECT count(*) FILTER (WHERE state = 'broken'), count(*) FILTER (WHERE state = 'ambiguous') FROM links WHERE view = ?`,
		s.view.id,
	).Scan(
		&st.Broken,
		&st.Ambiguous,
	)
	return st, err
}
