package rerank

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/model"
)

// How long texts without a vector are worked on in front of an answer, and behind one that was
// given without them.
const (
	patience = time.Second
	after    = 3 * time.Second
	forever  = 24 * time.Hour
)

// mostQueries is how many queries' vectors are kept in memory.
const mostQueries = 1000

// Batch is how many vectors are made before they are kept: a kill loses no more work than theirs.
const Batch = 8

// Local ranks hits by the cosines of a model that runs in this process. Vectors are kept by model
// and text. Of a text that has none one is made, but never in front of the first answer of a clone:
// where no vector is kept yet, or making them takes too long, the order stays, and what is missing
// is made behind the answer. It is safe for concurrent use.
type Local struct {
	Patient bool // wait for missing vectors however long they take
	open    func(ctx context.Context) (*index.KeptVectors, error)

	mu      sync.Mutex
	model   model.Embedder
	kept    *index.KeptVectors
	waiting []string // texts that were asked about, and have no vector

	queries map[string][]float32 // their vectors: a search asks for one more than once, tuning again and again
}

// NewLocal returns a Local on the vectors that open opens, which is not called before the first ranking.
func NewLocal(m model.Embedder, open func(ctx context.Context) (*index.KeptVectors, error)) *Local {
	return &Local{model: m, open: open}
}

// patience is how long an answer waits.
func (l *Local) patience() time.Duration {
	if l.Patient {
		return forever
	}
	return patience
}

// Model names the model.
func (l *Local) Model() string { return l.model.Model() }

// Rerank returns the cosine of each text with the query.
func (l *Local) Rerank(ctx context.Context, query string, texts []string) ([]float64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(ctx); err != nil {
		return nil, err
	}
	begun := l.kept.Count() > 0
	found, missing := l.look(texts)
	if len(missing) > 0 {
		l.waiting = missing
		if !begun && !l.Patient {
			return nil, fmt.Errorf("%w: %s makes the first vectors of this clone behind this answer", model.ErrLate, l.Model())
		}
		if err := l.fill(ctx, l.patience()); err != nil {
			return nil, err
		}
		if len(l.waiting) > 0 {
			return nil, fmt.Errorf("%w: %d of %d texts have no vector of %s yet", model.ErrLate, len(l.waiting), len(texts), l.Model())
		}
		if found, missing = l.look(texts); len(missing) > 0 {
			return nil, errors.New("vectors could not be kept")
		}
	}
	asked, err := l.query(ctx, query)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(texts))
	for i, v := range found {
		scores[i] = v.Dot(asked)
	}
	return scores, nil
}

// raise replaces the scores of hits by those of their notes' other sections, where these are nearer
// to the query and have a vector already: none is made for them.
func (l *Local) raise(ctx context.Context, query string, scores []float64, others [][]string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	asked, err := l.query(ctx, query)
	if err != nil {
		return err
	}
	for i, texts := range others {
		for _, text := range texts {
			if v := l.kept.Find(text, l.model.Dimensions()); v != nil {
				scores[i] = max(scores[i], v.Dot(asked))
			}
		}
	}
	return nil
}

// Query is the vector of what is looked for.
func (l *Local) Query(ctx context.Context, text string) ([]float32, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.query(ctx, text)
}

// query is Query for who holds the lock. When mostQueries are kept all are dropped; a text without
// a known word, whose vector is nil, is asked about anew each time.
func (l *Local) query(ctx context.Context, text string) (vector []float32, err error) {
	if vector = l.queries[text]; vector != nil {
		return vector, nil
	}
	if vector, err = l.model.Query(ctx, text); err != nil {
		return nil, err
	}
	if l.queries == nil || len(l.queries) == mostQueries {
		l.queries = map[string][]float32{}
	}
	l.queries[text] = vector
	return vector, nil
}

// begin opens the vectors.
func (l *Local) begin(ctx context.Context) (err error) {
	if l.kept == nil {
		l.kept, err = l.open(ctx)
	}
	return err
}

// look finds the vectors of texts, and which texts have none.
func (l *Local) look(texts []string) (found []index.PackedVector, missing []string) {
	found = make([]index.PackedVector, len(texts))
	for i, text := range texts {
		found[i] = l.kept.Find(text, l.model.Dimensions())
		if found[i] == nil && !slices.Contains(missing, text) {
			missing = append(missing, text)
		}
	}
	return found, missing
}

// fill makes and keeps the vectors of the texts that wait, for as long as may be; what is done is
// kept, whoever ends it.
func (l *Local) fill(ctx context.Context, most time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for len(l.waiting) > 0 && limited.Err() == nil {
		batch := l.waiting[:min(Batch, len(l.waiting))]
		vectors, err := l.model.Documents(limited, batch)
		if err != nil && limited.Err() == nil {
			return err
		}
		if err := l.kept.Put(batch, vectors); err != nil {
			return err
		}
		rest := slices.Clone(l.waiting[len(batch):])
		for i, text := range batch {
			if vectors[i] == nil {
				rest = append(rest, text)
			}
		}
		l.waiting = rest
	}
	return ctx.Err()
}

// Dimensions is the length of the vectors.
func (l *Local) Dimensions() int { return l.model.Dimensions() }

// Kept counts the vectors that are kept.
func (l *Local) Kept(ctx context.Context) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(ctx); err != nil {
		return 0, err
	}
	return l.kept.Count(), nil
}

// Make makes the vectors of texts that have none, few at a time, with 0 none. It returns those that
// there are then, and how many it made. Who searches waits for the few at most.
func (l *Local) Make(ctx context.Context, texts []string, few int) (vectors []index.PackedVector, made int, err error) {
	vectors, missing, err := l.find(ctx, texts)
	if err != nil || len(missing) == 0 || few == 0 {
		return vectors, 0, err
	}
	for part := range slices.Chunk(missing, few) {
		n, err := l.make(ctx, part)
		if made += n; err != nil {
			return nil, made, err
		}
	}
	vectors, _, err = l.find(ctx, texts)
	return vectors, made, err
}

// find is look for who does not hold the lock.
func (l *Local) find(ctx context.Context, texts []string) ([]index.PackedVector, []string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(ctx); err != nil {
		return nil, nil, err
	}
	found, missing := l.look(texts)
	return found, missing, nil
}

// make makes and keeps the vectors of texts, and counts them.
func (l *Local) make(ctx context.Context, texts []string) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.begin(ctx); err != nil {
		return 0, err
	}
	before := l.waiting
	l.waiting = texts
	err := l.fill(ctx, forever)
	made := len(texts) - len(l.waiting)
	l.waiting = before
	return made, err
}

// End makes what an answer had to do without, as far as that is soon done, and closes the vectors.
// out hands out the answer before.
func (l *Local) End(ctx context.Context, out func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept == nil {
		return nil
	}
	if len(l.waiting) > 0 {
		out()
		_ = l.fill(ctx, after) // what is missing is made when it is asked for again
	}
	l.kept = nil
	return nil
}
