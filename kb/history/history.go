// Package history tells who changed which file when: one walk over git's commits, kept in a
// database beside the index and brought up to date by what is new, and the questions that it
// answers.
//
// # What is recorded
//
// Each commit is recorded as its object says it, with the paths at which its tree differs from that
// of its first parent; a merge only with those that its parents do not explain (see row). From
// these rows alone every tree of the history can be told, and all that came in by a merge. Package
// walk reads the commits.
//
// # What is passed over
//
// Who asks when a note was changed last, and by whom, does not mean a commit that changed its layout
// alone, nor one that the repository tells git blame to ignore: see package quiet.
//
// # Limitations
//
// Where a history is shallow, or objects are missing, the records say so (Limits) and nothing is
// guessed: a commit whose parents are not here is no one's first. Copies are recorded only where a
// commit changes or deletes the file that the copy equals byte by byte.
package history

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history/quiet"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/sqlite"
)

// History answers from the recorded commits of a repository. Its methods may be called from several
// goroutines.
type History struct {
	// Progress hears from Update how many of the new commits it has read, of none first; nil for
	// nobody. Set it before Update is called. It may be called from another goroutine, never from
	// two at once.
	Progress func(done, total int)

	// Most is how many new commits Update may record, 0 for any number: where there are more it
	// gives errLong.
	Most int

	repo  *kb.Repo
	mu    sync.Mutex
	store *store
	graph *graph
	rows  *rowCache

	pass passing // what is passed over

	following bool // another process emptied the database since the last Update, and may be at work yet

	brought   []int32 // see graph.broughtIn; nil until it is first asked for
	broughtTo int32

	line  *mainline // that was asked for last, nil for none
	names []int64   // of the last trace, for the next one
	marks []bool    // likewise
}

// Open opens the history of a repository, which is empty at first: Update records commits. dir is
// the folder of the database; "" is that of the index. Where it cannot be written the history is
// kept in memory. A damaged or older database is removed.
func Open(ctx context.Context, repo *kb.Repo, dir string) (*History, error) {
	if dir == "" {
		dir = filepath.Join(repo.StateDir(), "index")
	}
	h := &History{repo: repo}
	for try := 0; ; try++ {
		s, err := openStore(dir)
		if err != nil {
			return nil, err
		}
		h.store = s
		s.people = walk.ReadMailmap(repo)
		h.pass.ignored = quiet.ReadIgnored(repo)
		g, err := s.loadGraph()
		if err == nil {
			h.hold(g)
			return h, nil
		}
		s.Close()
		if !errors.Is(err, errDamaged) || try > 0 || s.path == "" {
			return nil, fmt.Errorf("open history: %w", err)
		}
		if err := removeStore(s.path); err != nil {
			return nil, err
		}
	}
}

// hold takes the place of what was known of the database before.
func (h *History) hold(g *graph) {
	c := &rowCache{store: h.store, graph: g}
	c.drop()
	h.graph, h.rows = g, c
	h.brought, h.pass.bulk = nil, nil // by number
}

// begin takes the history for one question, on one state of the database, until end is called.
func (h *History) begin(ctx context.Context) (end func()) {
	h.mu.Lock()
	h.pass.ctx = ctx
	tx, restore := h.store.Begin(), h.store.Interruptible(ctx)
	h.follow()
	return func() {
		restore()
		tx.Rollback() // nothing was written
		p := h.pass
		if p.blobs != nil {
			p.blobs.Close()
		}
		p.blobs, p.ctx = nil, nil
		h.mu.Unlock()
	}
}

// follow reads what another process has recorded since it emptied the database, as its numbers mean
// other commits: once, and until the next Update as long as there is more. Where that cannot be
// read, no commit is known.
func (h *History) follow() {
	emptied, err := h.store.metaNumber(emptiedKey)
	same := emptied == h.graph.emptied
	if err == nil && same && h.following {
		same, err = h.store.holds(h.graph.len(), h.graph)
	}
	if same || err != nil {
		return
	}
	g, err := h.store.loadGraph()
	if err != nil {
		g = &graph{emptied: -1} // the next question tries again
	}
	h.hold(g)
	h.following = true
}

// Close ends the use of the history.
func (h *History) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.store.Close()
}

// Recorded is how many commits are known, on whatever branch.
func (h *History) Recorded() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.graph.len()
}

// Has tells whether a commit is recorded, with all that it descends from.
func (h *History) Has(ctx context.Context, commit string) bool {
	defer h.begin(ctx)()
	n, err := h.number(commit)
	return err == nil && n >= 0
}

// number is the number of a commit, -1 when it is not recorded.
func (h *History) number(id string) (int32, error) {
	n := int64(-1)
	err := h.store.Query(`SELECT id FROM commits WHERE oid=?`, []any{rawID(id)}, func(row *sqlite.Row) error {
		n = row.ColumnInt64(0)
		return nil
	})
	if err != nil {
		return -1, err
	}
	if n >= int64(h.graph.len()) {
		return -1, nil // another process has just recorded it
	}
	return int32(n), nil
}
