package history

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	disk "github.com/9aea2451/kb/kb/store"
)

// markFile lies beside the database and says what was recorded last, so that nothing new is told
// without opening it.
const markFile = "history.json"

// mark is advice, not truth: without it the database is asked.
type mark struct {
	Schema int              `json:"schema"`
	Head   string           `json:"head"`
	Edges  git.HistoryEdges `json:"edges"`
	Limits Limits           `json:"limits"`
}

// Current tells from files alone that the history of HEAD is recorded and whole, and what is known
// of it; ok is false when the database has to be asked.
func Current(ctx context.Context, repo *kb.Repo) (l Limits, ok bool) {
	dir := filepath.Join(repo.StateDir(), "index")
	var m mark
	data, err := os.ReadFile(filepath.Join(dir, markFile))
	if err != nil || json.Unmarshal(data, &m) != nil || m.Schema != Schema || m.Head == "" {
		return l, false
	}
	head, err := repo.Head(ctx)
	if err != nil || head != m.Head {
		return l, false
	}
	edges, err := repo.HistoryEdges()
	if err != nil || edges != m.Edges {
		return l, false
	}
	info, err := os.Stat(filepath.Join(dir, File))
	return m.Limits, err == nil && info.Size() > 0
}

// unmark removes what says that the database has something: it has nothing yet, or nothing any more.
func (s *store) unmark() {
	if s.path != "" {
		_ = disk.Remove(filepath.Join(filepath.Dir(s.path), markFile))
	}
}

// KeepMark leaves behind that the history of a commit is recorded, if it is whole: otherwise the
// next one looks for what was missing.
func (h *History) KeepMark(head string, l Limits) error {
	if !l.whole() || h.store.path == "" {
		return nil
	}
	edges, err := h.repo.HistoryEdges()
	if err != nil {
		return err
	}
	data, err := json.Marshal(mark{Schema, head, edges, l})
	if err != nil {
		return err
	}
	file := filepath.Join(filepath.Dir(h.store.path), markFile)
	return disk.Replace(file, data)
}
