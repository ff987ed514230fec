// Package search answers from one state of the index: it finds candidates by words, by meaning and by
// links, mixes their scores, weighs them by what is known of the notes, and cuts hits; and it lists
// what the records say of notes, links, names and tags.
//
// # Limitations
//
// It changes nothing on disk. An index that proves to be damaged is handed to the Rebuild that the
// Searcher was opened with.
package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"sync"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/edition"
)

// Weights are the tunable numbers of ranking.
type Weights = rank.Weights

// Searcher answers from one consistent state of the index. Safe for concurrent use. Close it.
type Searcher struct {
	x        *store.Folder
	view     store.View
	gen      *store.Generation
	model    embed.Provider           // nil: no vectors
	rebuild  Rebuild                  // nil: damage is an error
	inner    func(path string) string // of notes from elsewhere: see Over
	closing  []func()
	settings rank.Settings
	members  []Member // that it answers from together; nil: from one state of its own

	mu          sync.Mutex // guards what follows
	from        Notes
	notes       map[int]*knownRecord    // by number
	chunksKnown map[int]*store.Chunk    // by row
	heldText    int                     // bytes of chunksKnown
	stemsKnown  map[int]map[string]bool // by row
	besides     *store.Vectors          // of a model beside the index's own, once it was asked
	dests       map[int][]int           // numbers of the notes that a note links to

	covers []covering // nil: not read yet

	editions func() *edition.Tree // of the notes; of those of members theirs tell

	speech *words.Speech // of the notes, once it was asked

	scanning chan struct{} // held by who reads the text of all chunks

	analyzers       sync.Pool
	byChunk, byNote scratch[float64]
	chunkTF, noteTF scratch[float64] // which come back as zeros
	meaningOf       scratch[float32] // by chunk
	touched         loan[int32]
	weighed         loan[factor]
	ordered         loan[placed]
}

// openTries is how often a reader looks again when the state that it was about to open has just
// been replaced.
const openTries = 5

// Rebuild makes an index anew that has proved to be damaged: generation is the one that was open, ""
// where none could be opened.
type Rebuild func(ctx context.Context, x *store.Folder, generation string, damage error) error

// Open opens the current state of a folder's index; ErrNoIndex when there is none. An index
// that is damaged, now or when a search finds out, is rebuilt first; with a nil rebuild that is
// store.ErrDamaged.
func Open(ctx context.Context, x *store.Folder, rebuild Rebuild) (*Searcher, error) {
	s, err := openCurrent(ctx, x)
	if errors.Is(err, store.ErrDamaged) && rebuild != nil {
		if err := rebuild(ctx, x, "", err); err != nil {
			return nil, err
		}
		s, err = openCurrent(ctx, x)
	}
	if err != nil {
		return nil, err
	}
	s.rebuild = rebuild
	return s, nil
}

// openCurrent opens the state of the view, and tries again while it is ErrDamaged: a state looks
// so, too, when another process has just replaced it.
func openCurrent(ctx context.Context, x *store.Folder) (s *Searcher, err error) {
	for range openTries {
		if s, err = tryOpen(ctx, x); err == nil || !errors.Is(err, store.ErrDamaged) {
			return s, err
		}
	}
	return nil, err
}

// tryOpen opens the state of the view once, with its ranking and its model.
func tryOpen(ctx context.Context, x *store.Folder) (*Searcher, error) {
	from, err := store.OpenReader(ctx, x)
	if err != nil {
		return nil, err
	}
	settings, err := from.View.Settings()
	if err != nil {
		from.Close()
		return nil, err
	}
	s := &Searcher{x: x, view: from.View, gen: from.Gen, settings: settings, from: from, closing: []func(){from.Close}}
	s.prepare()
	if err := s.openProvider(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// openProvider opens what embeds queries. Without it, and without vectors, words answer alone.
func (s *Searcher) openProvider() error {
	if s.gen.Vectors == nil || s.x.Options.NoVectors {
		return nil
	}
	if p := s.x.Options.Provider; p != nil && p.Model() == s.view.Model {
		s.model = p
		return nil
	}
	if s.view.Training == "" {
		return nil
	}
	m, done, err := s.x.OpenModel(s.view.Model)
	if err != nil {
		return fmt.Errorf("%w: %s", store.ErrDamaged, err)
	}
	s.closing = append(s.closing, done)
	s.model = m
	return nil
}

// Close releases the state.
func (s *Searcher) Close() error {
	for i := len(s.closing) - 1; i >= 0; i-- {
		s.closing[i]()
	}
	s.closing = nil
	return nil
}

// SetWeights changes the ranking, for evaluation and tuning. Not to be called while searches run.
func (s *Searcher) SetWeights(w Weights) { s.settings.Weights = w }

// Settings are what the tree's .memory/kb.yaml says of its ranking, and what SetWeights said last.
func (s *Searcher) Settings() rank.Settings { return s.settings }

// Model is the id of the model that the tree's vectors are of, "" without vectors.
func (s *Searcher) Model() string { return s.view.Model }

// Generation names the state of words and vectors that is answered from.
func (s *Searcher) Generation() string { return s.view.Generation }

// Info describes the state that a Searcher answers from.
type Info struct {
	Commit                        string // "+dirty" where the work tree differs from it
	Notes, Chunks, Links, Vectors int
	Broken, Ambiguous             int    // links
	Updated                       string // RFC 3339
}

// Info describes the state that the Searcher answers from.
func (s *Searcher) Info(ctx context.Context) (Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := Info{Commit: s.view.TreeName(), Notes: s.view.Notes, Chunks: s.view.Chunks, Links: s.view.Links, Updated: s.view.Updated}
	if v := s.gen.Vectors; v != nil {
		i.Vectors = len(v.Slots) - v.Gaps()
	}
	err := s.from.EachLinks(func(links []store.LinkRecord) error {
		for l := range links {
			switch links[l].State {
			case "broken":
				i.Broken++
			case "ambiguous":
				i.Ambiguous++
			}
		}
		return nil
	})
	return i, err
}

// Notes is where a Searcher reads notes and chunks: the records of an index, or notes that were
// gathered from elsewhere. Its methods are those of store.Reader.
type Notes interface {
	Record(path string) (*store.NoteRecord, error)
	NoteOf(oid, path string) (*kb.Note, error)
	ChunksOf(oid, path string) ([]store.Chunk, error)
	ChunkOf(oid, path string, ord int) (store.Chunk, error)
	LinksFrom(path string) ([]store.LinkRecord, error)
	LinksTo(path string) ([]store.LinkRecord, error)
	EachLinks(f func(links []store.LinkRecord) error) error
	EachNote(ctx context.Context, f func(note store.Unread, rec *store.NoteRecord) error) error
	EachWithFiles(ctx context.Context, f func(path string, globs []string)) error
	Openings(ctx context.Context, count int) iter.Seq2[store.NoteChunks, error]
	After(ctx context.Context, path string, most int) (store.Batch, error)
	Scan(ctx context.Context, wanted func(path string) bool, f func(store.NoteChunks)) error
	Interruptible(ctx context.Context) func()
	Renew(ctx context.Context) error
	Close()
}

// Over answers from notes that no index of this repository holds. x has the options and the
// repository whose folder and origin count for names; it is not opened. inner gives the path that
// filters judge of a path.
func Over(x *store.Folder, view store.View, gen *store.Generation, notes Notes, inner func(path string) string) *Searcher {
	s := &Searcher{x: x, view: view, gen: gen, settings: rank.DefaultSettings(), from: notes, closing: []func(){notes.Close}, inner: inner}
	s.prepare()
	if p := x.Options.Provider; p != nil && gen.Vectors != nil && p.Model() == view.Model {
		s.model = p
	}
	return s
}

// prepare makes what searches borrow.
func (s *Searcher) prepare() {
	s.analyzers.New = func() any { return words.NewAnalyzer() }
	s.editions = sync.OnceValue(func() *edition.Tree { return edition.In(s.gen.Rows.Paths) })
	s.scanning = make(chan struct{}, 1)
	s.byChunk.n, s.chunkTF.n, s.meaningOf.n = s.gen.Rows.Count(), s.gen.Rows.Count(), s.gen.Rows.Count()
	s.byNote.n, s.noteTF.n = len(s.gen.Rows.Paths), len(s.gen.Rows.Paths)
}

// Stems lists the stems of a text in the order of its words, without marks; in a question those that
// are looked for alone.
func (s *Searcher) Stems(text string, question bool) []string {
	a := s.analyzers.Get().(*words.Analyzer)
	defer s.analyzers.Put(a)
	if question {
		var out []string
		for _, t := range terms(a, text, false) {
			out = append(out, t.stem())
		}
		return out
	}
	var out []string
	a.Tokens(text, func(t words.Token) { out = append(out, t.Bare()) })
	return out
}

// Rarity tells how much it says that a note holds a stem: the logarithm of how many notes there are
// for each that does. A stem that no note holds is as rare as can be.
func (s *Searcher) Rarity(ctx context.Context, stem string) (float64, error) {
	r := &run{Searcher: s}
	with, err := r.notesWith(ctx, words.Fields-1, stem, words.Folded(stem))
	if err != nil {
		return 0, err
	}
	n := float64(len(s.gen.Rows.Paths))
	return math.Log(1 + n/(0.5+float64(len(with)))), nil
}
