package snapshot

import (
	"fmt"
	"path/filepath"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/store"
)

// format opens the file of a base of statements. Change it with whatever changes what contradict reads out of
// a statement; what a note says is known by its version.
var format = store.Format(fmt.Sprintf("kb statements 1 of notes %d", notes.Version))

// maxBase bounds what is read into memory, in bytes.
const maxBase = 1 << 30

// readBase reads the statements of notes as Save wrote them, or maps them for as long as the process lives; nil
// where they cannot be read.
func readBase(path string, mapped bool) *storedBase {
	if path == "" {
		return nil
	}
	load := format.Load
	if mapped {
		load = format.Map
	}
	r, err := load(path, maxBase)
	if err != nil {
		return nil
	}
	base := &storedBase{notes: make([]storedNote, r.Count())}
	for i := range base.notes {
		base.notes[i] = storedNote{r.Uint64(), r.Int()}
	}
	if base.data = r.String(); r.End() != nil || base.data == "" || len(base.notes) == 0 {
		return nil
	}
	return base
}

// CacheFile returns the file of the statements of a repository, which all its work trees share. The notes lie
// beside it.
func CacheFile(repo *kb.Repo) string { return filepath.Join(repo.StateDir(), "index", "statements") }

// staleEntries bounds the notes that may differ from what is kept: beyond it that is written anew.
const staleEntries = 24

// Save keeps the statements in a file, if that saves the next load much. It is written beside the old one and
// then takes its place: a reader finds the one or the other. saved reports that it was written.
func (s *Snapshot) Save(path string) (saved bool, err error) {
	if s.cached && s.stale() <= staleEntries || len(s.Entries) == 0 {
		return false, nil
	}
	err = format.Save(path, func(w *store.Stream) error {
		base := s.index()
		w.Int(len(base.notes))
		for _, n := range base.notes {
			w.Uint64(n.key)
			w.Int(n.statements)
		}
		w.String(base.data)
		return nil
	})
	return err == nil, err
}

// stale counts the notes of whose blobs the stored statements know nothing.
func (s *Snapshot) stale() (n int) {
	known := map[uint64]bool{}
	for _, note := range s.stored().notes {
		known[note.key] = note.key != 0
	}
	for _, e := range s.Entries {
		if !known[e.statedKey()] {
			n++
		}
	}
	return n
}
