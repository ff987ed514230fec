package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/encoding"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
)

// How old the notes of the work tree may be, for editors that do not tell what changes on disk: a
// time, and as many times what it took to read them.
const (
	leastAge  = 3 * time.Second
	timesCost = 20
)

// notes are those of the work tree, and beside them what the editor has not saved yet.
type notes struct {
	saved   *snapshot.Snapshot
	open    *snapshot.Snapshot     // with the buffers instead of what is saved; nil until it is asked for
	names   []name                 // of open, for completion; nil until they are asked for
	calls   string                 // how the buffers that differ call their notes, as names has it
	back    map[string][]reference // links of saved to each note; nil until they are asked for
	behind  bool                   // something has changed on disk
	read    time.Time
	cost    time.Duration
	reading bool            // again, beside the answers
	fitting map[string]bool // whether a path that has no file yet can be a note
}

// reread is what reading the notes again beside the answers gave.
type reread struct {
	was, now *snapshot.Snapshot
	err      error
	cost     time.Duration
}

// saved returns the notes of the work tree. They are read again before the answer where something has
// changed on disk, and beside it where they are old.
func (s *Server) saved(ctx context.Context) (*snapshot.Snapshot, error) {
	n := &s.notes
	if n.saved != nil && !n.behind {
		if !n.reading && s.old() {
			// In a large repository that takes longer than an answer may.
			was, began := n.saved, s.o.Now()
			n.reading = true
			s.life.busy.Go(func() {
				r := reread{was: was}
				r.err = guard("read the notes", s.log, func() (err error) {
					r.now, err = s.again(ctx, was)
					return err
				})
				r.cost = s.o.Now().Sub(began)
				s.reread <- r
			})
		}
		return n.saved, nil
	}
	began := s.o.Now()
	var fresh *snapshot.Snapshot
	var err error
	if n.saved == nil {
		fresh, err = s.desk.Snapshot(ctx)
	} else {
		fresh, err = s.again(ctx, n.saved)
	}
	if err != nil && (n.saved == nil || ctx.Err() != nil) {
		return nil, fmt.Errorf("read the notes: %w", err)
	}
	if err != nil {
		s.log(err.Error()) // git is at work, for instance: what was read last is good enough
		n.read = s.o.Now()
		return n.saved, nil
	}
	s.takeNotes(fresh, s.o.Now().Sub(began))
	return fresh, nil
}

// old reports whether the notes were read long ago.
func (s *Server) old() bool {
	return s.o.Now().Sub(s.notes.read) >= max(leastAge, timesCost*s.notes.cost)
}

// exactly has the notes that are old read again before the answer, for edits of many files.
func (s *Server) exactly() { s.notes.behind = s.notes.behind || s.old() }

// takeNotes takes over notes that were read.
func (s *Server) takeNotes(fresh *snapshot.Snapshot, cost time.Duration) {
	n := &s.notes
	if n.saved != fresh {
		n.saved, n.fitting, n.back, n.names = fresh, nil, nil, nil
		s.drop()
	}
	n.behind, n.read, n.cost = false, s.o.Now(), cost
}

// takeReread takes over what was read beside the answers, and reports whether it is something new.
func (s *Server) takeReread(ctx context.Context, r reread) bool {
	s.notes.reading = false
	switch {
	case r.was != s.notes.saved || s.notes.behind: // read before the answer meanwhile, or to be
		return false
	case r.err != nil:
		if ctx.Err() == nil {
			s.log(r.err.Error())
		}
		s.notes.read = s.o.Now()
		return false
	}
	s.takeNotes(r.now, r.cost)
	if r.now == r.was {
		return false
	}
	for path := range s.buffers {
		s.unsaid[path] = struct{}{}
	}
	return true
}

// again reads what changed since a snapshot was taken, which is given back where that is nothing.
func (s *Server) again(ctx context.Context, was *snapshot.Snapshot) (*snapshot.Snapshot, error) {
	tree, err := s.desk.Repo.Present(ctx)
	if err != nil {
		return nil, err
	}
	if sameTree(tree, was.Tree) {
		return was, nil
	}
	return snapshot.Load(ctx, s.desk.Repo, tree, snapshot.Options{Earlier: was})
}

// sameTree reports whether two trees have the same files.
func sameTree(a, b *kb.Tree) bool {
	if a.Commit != b.Commit || len(a.Files) != len(b.Files) {
		return false
	}
	for i := range a.Files {
		if a.Files[i] != b.Files[i] {
			return false
		}
	}
	return true
}

// drop forgets what was made of the notes and the buffers. The names stay as long as the buffers call
// their notes as before: nearly each key that is typed changes none.
func (s *Server) drop() { s.notes.open = nil }

// now returns the notes with what the editor has not saved yet.
func (s *Server) now(ctx context.Context) (*snapshot.Snapshot, error) {
	saved, err := s.saved(ctx)
	if err != nil {
		return nil, err
	}
	if s.notes.open != nil {
		return s.notes.open, nil
	}
	changed := map[string]*snapshot.Entry{}
	for path, b := range s.buffers {
		e := saved.Entry(path)
		if e != nil && e.File.Blob == s.desk.Repo.BlobID(b.text) || e == nil && !s.fits(ctx, path) {
			continue
		}
		text, _ := encoding.Decode(b.text)
		changed[path] = snapshot.ReadEntry(git.File{Path: path, Size: int64(len(text))}, saved.Tree.Config, text)
	}
	var calls strings.Builder
	for _, path := range slices.Sorted(maps.Keys(changed)) {
		n := &changed[path].Note
		fmt.Fprintf(&calls, "%q\n", append([]string{path, n.Title, n.ID}, n.Aliases...))
	}
	if s.notes.calls != calls.String() {
		s.notes.names, s.notes.calls = nil, calls.String()
	}
	s.notes.open = saved
	if len(changed) > 0 {
		s.notes.open = saved.With(saved.Tree, changed)
	}
	return s.notes.open, nil
}

// fits reports whether a path can be that of a note.
func (s *Server) fits(ctx context.Context, path string) bool {
	fits, known := s.notes.fitting[path]
	if !known {
		reason, err := s.desk.Repo.Unfit(ctx, path)
		fits = err == nil && reason == ""
		if s.notes.fitting == nil {
			s.notes.fitting = map[string]bool{}
		}
		s.notes.fitting[path] = fits
	}
	return fits
}

// at returns a note's text as the editor has it, or as it is on disk. It follows no link.
func (s *Server) at(path string) (*buffer, error) {
	if b := s.buffers[path]; b != nil {
		return b, nil
	}
	text, err := s.desk.Repo.ReadWork(path)
	if err != nil {
		return nil, err
	}
	return s.newBuffer(path, s.uri(path), text), nil
}

// Exists reports whether there is anything at a path; see move.Files.
func (s *Server) Exists(path string) bool {
	return s.buffers[path] != nil || s.desk.Repo.Exists(path)
}

// errNoNote is about a document that is none of the repository's notes.
var errNoNote = errors.New("not a note of this repository")
