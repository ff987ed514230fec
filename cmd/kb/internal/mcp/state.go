package mcp

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
)

// state is one state of a repository's index, open, with what is read of it once. It is closed when
// nobody uses it any more.
type state struct {
	base     *base
	id       string // index.Current
	searcher *index.Searcher
	past     moment          // of a past commit; zero for the work tree
	ctx      context.Context // ends when nobody uses the state any more
	end      context.CancelFunc

	mu      sync.Mutex
	users   int // 1 while it is the current one, and one for each call
	byPath  map[string]*index.NoteRecord
	records []*index.NoteRecord
	day     string // on which records were judged
	names   *kb.Resolver
	checker *checker
	doubts  *doubts

	areasOnce sync.Mutex // guards known
	known     []*area
}

func newState(b *base, id string, s *index.Searcher) *state {
	st := &state{base: b, id: id, searcher: s, users: 1}
	st.ctx, st.end = context.WithCancel(b.ctx)
	return st
}

// use counts one more user; nil stays nil.
func (st *state) use() *state {
	if st == nil {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	st.users++
	return st
}

// release counts one user less.
func (st *state) release() {
	if st == nil {
		return
	}
	st.mu.Lock()
	st.users--
	last := st.users == 0
	st.mu.Unlock()
	if last {
		st.end()
		st.searcher.Close()
	}
}

// idle tells that no call uses the state.
func (st *state) idle() bool {
	if st == nil {
		return false
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.users == 1
}

// now is the clock, or the time of the past commit.
func (st *state) now() time.Time {
	if st.past.commit != "" {
		return st.past.day
	}
	return st.base.o.Now()
}

// notes lists every note in order of path, as it stands today.
func (st *state) notes(ctx context.Context) ([]*index.NoteRecord, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	today := st.now().Format(time.DateOnly)
	if st.records != nil && st.day == today {
		return st.records, nil
	}
	records, err := st.searcher.Notes(ctx, st.past.day)
	if err != nil {
		return nil, fmt.Errorf("read the notes: %w", err)
	}
	st.byPath = make(map[string]*index.NoteRecord, len(records))
	for _, r := range records {
		st.byPath[r.Path] = r
	}
	st.records, st.day = records, today
	return records, nil
}

// note gives the record of a note, nil when there is none at that path.
func (st *state) note(ctx context.Context, path string) (*index.NoteRecord, error) {
	if _, err := st.notes(ctx); err != nil {
		return nil, err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.byPath[path], nil
}

// blob names the bytes of a note, "" where there is none.
func (st *state) blob(path string) string {
	st.mu.Lock()
	defer st.mu.Unlock()
	if rec := st.byPath[path]; rec != nil {
		return rec.Blob
	}
	return ""
}

// paths lists the paths of the notes.
func (st *state) paths(ctx context.Context) ([]string, error) {
	records, err := st.notes(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(records))
	for i, r := range records {
		out[i] = r.Path
	}
	return out, nil
}

// resolver finds notes by their names.
func (st *state) resolver(ctx context.Context) (*kb.Resolver, error) {
	records, err := st.notes(ctx)
	if err != nil {
		return nil, err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.names == nil {
		names := make([]kb.Name, len(records))
		for i, r := range records {
			names[i] = kb.Name{Path: r.Path, ID: r.ID, Title: r.Title, Aliases: r.Aliases}
		}
		st.names = kb.NewResolver(names, kb.WithOrigin(st.base.Repo.Origin()))
	}
	return st.names, nil
}
