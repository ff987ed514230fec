package store

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/store"
)

// State is what the last update of a work tree left behind, so that the next command learns from
// git alone that nothing has changed. It is advice, not truth: without it, or with a wrong one, an
// update compares everything.
type State struct {
	Schema     int               `json:"schema"`
	Scan       *kb.Scan          `json:"scan"`
	Hashed     map[string]string `json:"hashed"` // blob ids of the dirty files of Scan
	Generation string            `json:"generation"`
	Provider   string            `json:"provider"` // see ProviderName
	Commit     string            `json:"commit"`   // of HEAD at the update
	Notes      int               `json:"notes"`
	Chunks     int               `json:"chunks"`
	Links      int               `json:"links"`
	Gaps       int               `json:"gaps"` // chunks whose vector is missing
	Model      string            `json:"model"`
	Skipped    []kb.Skip         `json:"skipped"`
}

func (x *Folder) statePath() string { return filepath.Join(x.Dir, stateFile(x.View)) }

// stateFile returns the name of the file of a view's state.
func stateFile(view string) string { return view + inSchema + ".json" }

// LoadState returns the state that was left behind; an empty one when there is none.
func (x *Folder) LoadState() *State {
	s := &State{}
	b, err := os.ReadFile(x.statePath())
	if err != nil || json.Unmarshal(b, s) != nil || s.Schema != Schema {
		return &State{}
	}
	return s
}

// SaveState replaces the state; a crash leaves the old or the new one.
func (x *Folder) SaveState(s *State) error {
	s.Schema = Schema
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return store.Replace(x.statePath(), b)
}

// Current tells that the scan found what the state describes, and that the state's generation is still there.
func (s *State) Current(x *Folder, scan *kb.Scan) bool {
	if s.Scan == nil || s.Generation == "" || s.Provider != x.ProviderName() || !s.Scan.Equal(scan) {
		return false
	}
	_, err := os.Stat(filepath.Join(x.GenerationDir(s.Generation), ManifestFile))
	return err == nil && storeLooksSound(x.Dir)
}

// Known gives the blob id of a dirty file that was hashed in the same state.
func (s *State) Known(f kb.DirtyFile) (string, bool) {
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

// Current names the state that the last Update left behind: it changes when the words, the vectors
// or the commit of the tree do, and when an index that was deleted has been built anew. "" when
// there is none. It reads one small file.
func (x *Folder) Current() string {
	s := x.LoadState()
	if s.Generation == "" {
		return ""
	}
	name := s.Generation + " " + s.Commit
	// generations are numbered anew in a new index
	if info, err := os.Stat(filepath.Join(x.GenerationDir(s.Generation), ManifestFile)); err == nil {
		name += " " + strconv.FormatInt(info.ModTime().UnixNano(), 36)
	}
	return name
}
