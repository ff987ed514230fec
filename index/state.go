package index

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
)

// state is what the last update of a work tree left behind, so that the next command learns from
// git alone that nothing has changed. It is advice, not truth: without it, or with a wrong one, an
// update compares everything.
type state struct {
	Schema     int               `json:"schema"`
	Scan       *kb.Scan          `json:"scan"`
	Hashed     map[string]string `json:"hashed"` // blob ids of the dirty files of Scan
	Generation string            `json:"generation"`
	Provider   string            `json:"provider"`
	Commit     string            `json:"commit"`
	Notes      int               `json:"notes"`
	Chunks     int               `json:"chunks"`
	Links      int               `json:"links"`
	Gaps       int               `json:"gaps"` // chunks whose vector is missing
	Model      string            `json:"model"`
	Skipped    []kb.Skip         `json:"skipped"`
}

func (x *Index) statePath() string { return filepath.Join(x.dir, x.view+".json") }

// loadState returns the state that was left behind; an empty one when there is none.
func (x *Index) loadState() *state {
	s := &state{}
	b, err := os.ReadFile(x.statePath())
	if err != nil || json.Unmarshal(b, s) != nil || s.Schema != Schema {
		return &state{}
	}
	return s
}

// saveState replaces the state; a crash leaves the old or the new one.
func (x *Index) saveState(s *state) error {
	s.Schema = Schema
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return store.Replace(x.statePath(), b)
}

// current tells that the scan found what the state describes, and that the state's generation is still there.
func (s *state) current(x *Index, scan *kb.Scan) bool {
	if s.Scan == nil || s.Generation == "" || s.Provider != x.providerName() || !s.Scan.Equal(scan) {
		return false
	}
	_, err := os.Stat(filepath.Join(x.dir, generationsDir, s.Generation, manifestFile))
	return err == nil && storeLooksSound(x.dir)
}

func (s *state) report() *Report {
	r := newReport()
	r.Unchanged, r.Notes, r.Chunks, r.Links, r.Model = s.Notes, s.Notes, s.Chunks, s.Links, s.Model
	r.Skipped = append(r.Skipped, s.Skipped...)
	return r
}

// known gives the blob id of a dirty file that was hashed in the same state.
func (s *state) known(f kb.DirtyFile) (string, bool) {
	if s.Scan == nil {
		return "", false
	}
	for i := range s.Scan.Dirty {
		if s.Scan.Dirty[i] == f {
			blob, ok := s.Hashed[f.Path]
			return blob, ok
		}
	}
	return "", false
}
