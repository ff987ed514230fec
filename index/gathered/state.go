package gathered

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
)

// state is the notes as a Searcher reads them. Like store.Reader it is not for concurrent use.
type state struct {
	ctx    context.Context // of the question
	notes  []Note          // in order of path
	first  []int32         // row of each note's first chunk
	byBlob map[string]int
	texts  Texts
	likely []string // paths
	known  map[string][]store.Chunk
	links  map[string][]store.LinkRecord // by destination; nil: not asked for yet
}

var (
	_ search.Notes     = (*state)(nil)
	_ search.Expecting = (*state)(nil)
)

// at finds the note at a path; ErrNoNote where it is none of those that were gathered.
func (s *state) at(path string) (*Note, error) {
	i, ok := slices.BinarySearchFunc(s.notes, path, func(n Note, path string) int { return strings.Compare(n.Record.Path, path) })
	if !ok {
		return nil, fmt.Errorf("%w: %s", store.ErrNoNote, path)
	}
	return &s.notes[i], nil
}

// Record returns the note at a path.
func (s *state) Record(path string) (*store.NoteRecord, error) {
	n, err := s.at(path)
	if err != nil {
		return nil, err
	}
	rec := n.Record
	return &rec, nil
}

// NoteOf returns the note at a path.
func (s *state) NoteOf(_, path string) (*kb.Note, error) {
	n, err := s.at(path)
	if err != nil {
		return nil, err
	}
	return &n.Record.Note, nil
}

// ChunksOf returns the chunks of the note at a path.
func (s *state) ChunksOf(_, path string) ([]store.Chunk, error) {
	if _, err := s.at(path); err != nil {
		return nil, err
	}
	if err := s.fetch([]string{path}); err != nil {
		return nil, err
	}
	return s.known[path], nil
}

// ChunkOf returns one chunk of the note at a path.
func (s *state) ChunkOf(_, path string, ord int) (store.Chunk, error) {
	chunks, err := s.ChunksOf("", path)
	if err == nil && ord >= len(chunks) {
		err = fmt.Errorf("%w: chunk %d of %s", store.ErrNoNote, ord, path)
	}
	if err != nil {
		return store.Chunk{}, err
	}
	return chunks[ord], nil
}

// ahead is how many further notes are fetched with one whose text is asked for.
const ahead = 16

// Expect brings the texts of the notes with some blobs.
func (s *state) Expect(blobs []string) error {
	var paths []string
	for _, oid := range blobs {
		if i, ok := s.byBlob[oid]; ok {
			paths = append(paths, s.notes[i].Record.Path)
		}
	}
	return s.bring(s.missing(paths))
}

// missing lists, in a list of its own, the paths whose texts have not been fetched.
func (s *state) missing(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { _, ok := s.known[p]; return ok })
}

// fetch sees to it that the texts of some notes are known.
func (s *state) fetch(paths []string) error {
	missing := s.missing(paths)
	if len(missing) == 0 {
		return nil
	}
	for n := 0; n < ahead && len(s.likely) > 0; s.likely = s.likely[1:] {
		p := s.likely[0]
		if _, ok := s.known[p]; !ok && !slices.Contains(missing, p) {
			missing = append(missing, p)
			n++
		}
	}
	return s.bring(missing)
}

// bring makes the texts of some notes known, which are not yet.
func (s *state) bring(missing []string) error {
	if len(missing) == 0 {
		return nil
	}
	got, err := s.texts(s.ctx, missing)
	if err != nil {
		return err
	}
	for _, p := range missing {
		s.known[p] = got[p]
	}
	return nil
}

// LinksFrom lists the links of the note at a path.
func (s *state) LinksFrom(path string) ([]store.LinkRecord, error) {
	n, err := s.at(path)
	if err != nil {
		return nil, err
	}
	return n.Links, nil
}

// LinksTo lists the links of the gathered notes that lead to one.
func (s *state) LinksTo(path string) ([]store.LinkRecord, error) {
	if s.links == nil {
		s.links = map[string][]store.LinkRecord{}
		for i := range s.notes {
			for _, l := range s.notes[i].Links {
				if l.To != "" {
					s.links[l.To] = append(s.links[l.To], l)
				}
			}
		}
	}
	return s.links[path], nil
}

// EachLinks calls f with the links of each note.
func (s *state) EachLinks(f func([]store.LinkRecord) error) error {
	for i := range s.notes {
		if err := f(s.notes[i].Links); err != nil {
			return err
		}
	}
	return nil
}

// EachNote calls f for every note in order of path.
func (s *state) EachNote(ctx context.Context, f func(store.Unread, *store.NoteRecord) error) error {
	for i := range s.notes {
		r := &s.notes[i].Record
		rec := &store.NoteRecord{PageRank: r.PageRank, InLinks: r.InLinks, SupersededBy: r.SupersededBy}
		if err := f(unread{&r.Note}, rec); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// EachWithFiles calls f for every note that says of which files it speaks.
func (s *state) EachWithFiles(ctx context.Context, f func(path string, globs []string)) error {
	for i := range s.notes {
		if n := &s.notes[i].Record; len(n.Files) > 0 {
			f(n.Path, n.Files)
		}
	}
	return ctx.Err()
}

// Openings gives the chunks of each note in order of path; count is not needed, as they come whole.
func (s *state) Openings(ctx context.Context, _ int) iter.Seq2[store.NoteChunks, error] {
	return func(yield func(store.NoteChunks, error) bool) {
		paths := make([]string, len(s.notes))
		for i := range s.notes {
			paths[i] = s.notes[i].Record.Path
		}
		if err := s.fetch(paths); err != nil {
			yield(store.NoteChunks{}, err)
			return
		}
		for _, p := range paths {
			if ctx.Err() != nil || !yield(store.NoteChunks{Path: p, Chunks: s.known[p]}, nil) {
				return
			}
		}
	}
}

// After gives the chunks of all notes at once.
func (s *state) After(ctx context.Context, _ string, _ int) (store.Batch, error) {
	var all []store.NoteChunks
	for g, err := range s.Openings(ctx, 0) {
		if err != nil {
			return store.Batch{}, err
		}
		all = append(all, g)
	}
	return store.NewBatch(all), ctx.Err()
}

// Scan calls f for the chunks of each wanted note.
func (s *state) Scan(ctx context.Context, wanted func(path string) bool, f func(store.NoteChunks)) error {
	for g, err := range s.Openings(ctx, 0) {
		if err != nil {
			return err
		}
		if wanted(g.Path) {
			f(g)
		}
	}
	return ctx.Err()
}

// Interruptible does nothing: what takes long asks ctx itself.
func (s *state) Interruptible(context.Context) func() { return func() {} }

// Renew does nothing: the notes stay as they are.
func (s *state) Renew(context.Context) error { return nil }

// Close forgets the notes.
func (s *state) Close() { s.notes, s.known = nil, nil }
