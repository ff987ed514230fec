package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/words"
)

// Searcher answers from one consistent state of the index. Safe for concurrent use. Close it.
type Searcher struct {
	x       *Index
	life    context.Context // given to Searcher
	db      *sql.DB
	view    view
	gen     *generation
	model   embed.Provider // nil: no vectors
	closing []func()
	weights Weights

	mu          sync.Mutex // guards what follows
	tx          *sql.Tx
	lib         *library
	notes       map[int]*knownRecord    // by number
	chunksKnown map[int]*chunk          // by row
	heldText    int                     // bytes of chunksKnown
	stemsKnown  map[int]map[string]bool // by row
	dests       map[int][]int           // numbers of the notes that a note links to

	covers []covering // nil: not read yet

	analyzers       sync.Pool
	byChunk, byNote scratch[float64]
	chunkTF, noteTF scratch[float64] // which come back as zeros
	meaningOf       scratch[float32] // by chunk
	touched         loan[int32]
	weighed         loan[factor]
}

// openTries is how often a reader looks again when the state that it was about to open has just
// been replaced.
const openTries = 5

// Searcher opens the current state of the work tree's index; ErrNoIndex when there is none. A
// damaged index is rebuilt first.
func (x *Index) Searcher(ctx context.Context) (*Searcher, error) {
	s, err := x.openSearcher(ctx)
	if !errors.Is(err, errDamaged) {
		return s, err
	}
	if err := x.repair(ctx, "", err); err != nil {
		return nil, err
	}
	return x.openSearcher(ctx)
}

// repair rebuilds a damaged index, unless another process has: then it opens, and with another
// generation than the damaged one.
func (x *Index) repair(ctx context.Context, generation string, damage error) error {
	release, err := acquire(ctx, x.dir, x.o.LockTimeout, x.o.Warn)
	if err != nil {
		return err
	}
	defer release()
	if s, err := x.openSearcher(ctx); err == nil {
		defer s.Close()
		if s.view.generation != generation {
			return nil
		}
	}
	x.o.Warn(fmt.Sprintf("rebuilding the index: %v", damage))
	if err := x.wipe(ctx); err != nil {
		return fmt.Errorf("remove damaged index: %w", err)
	}
	if x.commit != "" {
		return x.runUpdate(ctx, nil, UpdateOptions{}, newReport())
	}
	scan, err := x.repo.Scan(ctx)
	if err != nil {
		return err
	}
	return x.runUpdate(ctx, scan, UpdateOptions{}, newReport())
}

func (x *Index) openSearcher(ctx context.Context) (s *Searcher, err error) {
	for range openTries {
		if s, err = x.tryOpen(ctx); err == nil || !errors.Is(err, errDamaged) {
			return s, err
		}
	}
	return nil, err
}

func (x *Index) tryOpen(ctx context.Context) (*Searcher, error) {
	db, err := openStore(ctx, x.dir, false)
	if err != nil {
		return nil, err
	}
	s := &Searcher{x: x, life: ctx, db: db, weights: DefaultWeights()}
	s.analyzers.New = func() any { return words.NewAnalyzer() }
	s.closing = append(s.closing, func() { db.Close() })
	if err := s.load(ctx); err != nil {
		s.Close()
		return nil, asDamage(err)
	}
	return s, nil
}

func (s *Searcher) load(ctx context.Context) (err error) {
	if s.tx, err = s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}); err != nil {
		return err
	}
	s.closing = append(s.closing, func() { s.tx.Rollback() })
	if s.view, err = loadView(ctx, s.tx, s.x.view); err != nil {
		return err
	}
	if s.view.generation == "" {
		return ErrNoIndex
	}
	if s.gen, err = openGeneration(filepath.Join(s.x.dir, generationsDir, s.view.generation), s.view.model != ""); err != nil {
		return err
	}
	s.closing = append(s.closing, s.gen.close)
	s.byChunk.n, s.chunkTF.n, s.meaningOf.n = s.gen.rows.count(), s.gen.rows.count(), s.gen.rows.count()
	s.byNote.n, s.noteTF.n = len(s.gen.rows.paths), len(s.gen.rows.paths)
	if s.lib, err = newLibrary(ctx, s.tx); err != nil {
		return err
	}
	s.closing = append(s.closing, func() { s.lib.close() })
	return s.openProvider()
}

// openProvider opens what embeds queries. Without it, and without vectors, words answer alone.
func (s *Searcher) openProvider() error {
	switch {
	case s.gen.vectors == nil || s.x.o.NoVectors:
		return nil
	case s.view.training == "":
		if p := s.x.o.Provider; p != nil && p.Model() == s.view.model {
			s.model = p
		}
		return nil
	}
	m, done, err := s.x.openModel(s.view.model)
	if errors.Is(err, fs.ErrNotExist) || err != nil {
		return fmt.Errorf("%w: %s", errDamaged, err)
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
func (s *Searcher) SetWeights(w Weights) { s.weights = w }

// Model is the id of the model that the tree's vectors are of, "" without vectors.
func (s *Searcher) Model() string { return s.view.model }
