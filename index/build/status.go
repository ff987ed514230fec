package build

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
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

// StatusOf reports on the index as it stands; one that was not built yet, or is damaged, has no notes.
func StatusOf(ctx context.Context, x *store.Folder) (*Status, error) {
	st := &Status{Dir: x.Dir, Schema: store.Schema, Provider: x.ProviderName()}
	scan, err := x.Repo.Scan(ctx)
	if err != nil {
		return nil, err
	}
	st.Fresh = x.LoadState().Current(x, scan)
	sizes, err := store.FileSizes(x.Dir)
	if err != nil {
		return nil, err
	}
	for _, n := range sizes {
		st.Bytes += n
	}
	s, err := search.Open(ctx, x, nil)
	switch {
	case errors.Is(err, store.ErrNoIndex):
		return st, nil
	case errors.Is(err, store.ErrDamaged):
		st.Fresh, st.Damaged = false, err.Error()
		return st, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	i, err := s.Info(ctx)
	st.Notes, st.Chunks, st.Links, st.Vectors, st.Broken, st.Ambiguous = i.Notes, i.Chunks, i.Links, i.Vectors, i.Broken, i.Ambiguous
	st.Commit, st.Updated, st.Model = i.Commit, i.Updated, s.Model()
	return st, err
}
