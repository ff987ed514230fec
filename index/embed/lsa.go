package embed

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas/blas32"

	"github.com/9aea2451/kb/model"
)

// LSA is latent semantic analysis: log-entropy weighted terms projected on the leading singular
// vectors of a sample of the repository's chunks (Deerwester et al., Indexing by Latent Semantic
// Analysis, 1990). It is a Provider, safe for concurrent use, and immutable once trained.
type LSA struct {
	header     header
	dictionary func() (*dictionary, error)
	vectors    func() ([]float32, error) // of all terms, one row of Dimensions() each
	file       io.ReaderAt               // where the model was opened, nil once trained
	sound      func() error              // of an opened model: its vectors are those that were written
}

// LSAOptions bound the training.
type LSAOptions struct {
	Dimensions int    // of the vectors, at most
	MaxTexts   int    // texts sampled for training
	MaxTerms   int    // vocabulary
	Seed       uint64 // of the range finder
}

// DefaultLSA holds the shipped bounds.
var DefaultLSA = LSAOptions{Dimensions: 256, MaxTexts: 4000, MaxTerms: 12000, Seed: 1}

// TrainLSA trains on texts, deterministically: the same texts in the same order give the same
// model, bit for bit on one architecture. Fewer than a handful of texts, or texts without common
// terms, give a model with fewer dimensions; no usable text gives nil. The caller samples; TrainLSA
// uses at most MaxTexts, evenly spaced.
func TrainLSA(ctx context.Context, texts []string, o LSAOptions) (*LSA, error) {
	if o.Dimensions < 1 || o.Dimensions > maxDimensions || o.MaxTexts < 1 || o.MaxTerms < 1 || o.MaxTerms > maxTerms {
		return nil, fmt.Errorf("train lsa: options out of range: %+v", o)
	}
	texts = sample(texts, o.MaxTexts)
	d := newDictionary(chooseTerms(texts, o.MaxTerms))
	rows := weigh(d, texts)
	if rows.rows() == 0 {
		return nil, nil
	}
	v, _, err := decompose(ctx, rows, o.Dimensions, o.Seed)
	if err != nil {
		return nil, fmt.Errorf("train lsa: %w", err)
	}
	if v.width == 0 {
		return nil, nil
	}
	vectors := make([]float32, len(v.values))
	for i, x := range v.values {
		vectors[i] = float32(x)
	}
	return &LSA{
		header:     describe(d, vectors, v.width),
		dictionary: func() (*dictionary, error) { return d, nil },
		vectors:    func() ([]float32, error) { return vectors, nil },
	}, nil
}

// sample returns at most limit texts, evenly spaced.
func sample(texts []string, limit int) []string {
	if len(texts) <= limit {
		return texts
	}
	chosen := make([]string, limit)
	for i := range chosen {
		chosen[i] = texts[i*len(texts)/limit]
	}
	return chosen
}

// Model is "lsa-" and the number of dimensions and a checksum of the trained model.
func (m *LSA) Model() string {
	return fmt.Sprintf("lsa-%d-%x", m.header.dimensions, m.header.digest[:8])
}

// Dimensions is the length of the vectors.
func (m *LSA) Dimensions() int { return int(m.header.dimensions) }

// terms is the number of terms that the model knows.
func (m *LSA) terms() int { return int(m.header.terms) }

// Known counts the stems of a text, and those among them that the model knows, to notice that a
// repository's words have drifted away from it. A model that cannot be read knows none.
func (m *LSA) Known(text string) (known, all int) {
	d, err := m.dictionary()
	if err != nil {
		return 0, len(analyze(text))
	}
	c := newCounter(d)
	c.count(text)
	return c.known, c.all
}

// documentBatch is the number of texts that one goroutine embeds at a time.
const documentBatch = 64

// fewTexts are embedded with the vectors of their own terms alone: to hold those of all terms would
// take longer.
const fewTexts = 16

// Documents returns a unit vector for each text, nil for a text without a known term. It uses all processors.
func (m *LSA) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) <= fewTexts && m.file != nil {
		var err error
		if err := m.sound(); err != nil {
			return nil, fmt.Errorf("embed texts: %w", err)
		}
		embedded := make([][]float32, len(texts))
		for i, text := range texts {
			if embedded[i], err = m.Query(ctx, text); err != nil {
				return nil, err
			}
		}
		return embedded, nil
	}
	d, err := m.dictionary()
	if err != nil {
		return nil, fmt.Errorf("embed texts: %w", err)
	}
	terms, err := m.vectors()
	if err != nil {
		return nil, fmt.Errorf("embed texts: %w", err)
	}
	counters := sync.Pool{New: func() any { return newCounter(d) }}
	embedded := make([][]float32, len(texts))
	batches := (len(texts) + documentBatch - 1) / documentBatch
	err = inParallel(ctx, runtime.GOMAXPROCS(0), batches, func(batch int) {
		c := counters.Get().(*counter)
		defer counters.Put(c)
		for i := batch * documentBatch; i < min(len(texts), (batch+1)*documentBatch); i++ {
			c.count(texts[i])
			embedded[i] = m.fold(c, func(term int32) []float32 { return terms[int(term)*m.Dimensions():][:m.Dimensions()] })
		}
	})
	if err != nil {
		return nil, fmt.Errorf("embed texts: %w", err)
	}
	return embedded, nil
}

// Query returns the unit vector of a text, nil for one without a known term. An opened model reads
// only the vectors of the text's terms.
func (m *LSA) Query(ctx context.Context, text string) ([]float32, error) {
	vector, _, err := m.QueryGrasp(ctx, text)
	return vector, err
}

// Grasp is how much of a text a model takes hold of.
type Grasp struct {
	Terms int     // different ones that the model knows
	Kept  float64 // share of the text's weight, 0 to 1, that is left when it is projected on the model's dimensions
}

// Grasper is a model that tells how far its vector of a question can be trusted.
type Grasper interface {
	QueryGrasp(ctx context.Context, text string) ([]float32, Grasp, error)
}

var _ Grasper = (*LSA)(nil)

// QueryGrasp is Query, and tells how far its vector can be trusted.
func (m *LSA) QueryGrasp(ctx context.Context, text string) ([]float32, Grasp, error) {
	if err := ctx.Err(); err != nil {
		return nil, Grasp{}, err
	}
	d, err := m.dictionary()
	if err != nil {
		return nil, Grasp{}, fmt.Errorf("embed query: %w", err)
	}
	c := newCounter(d)
	c.count(text)
	rows, err := m.termVectors(c.seen)
	if err != nil {
		return nil, Grasp{}, fmt.Errorf("embed query: %w", err)
	}
	sum := m.project(c, func(term int32) []float32 { return rows[term] })
	kept, all := 0.0, 0.0
	for _, t := range c.seen {
		w := float64(c.weight(t))
		all += w * w
	}
	for _, x := range sum {
		kept += float64(x) * float64(x)
	}
	if kept == 0 || !model.Unit(sum) {
		return nil, Grasp{}, nil
	}
	return sum, Grasp{Terms: len(c.seen), Kept: min(kept/all, 1)}, nil
}

// fold is the projection of the counted terms, scaled to unit length; nil where nothing is left.
func (m *LSA) fold(c *counter, vector func(term int32) []float32) []float32 {
	sum := m.project(c, vector)
	if sum == nil || !model.Unit(sum) {
		return nil
	}
	return sum
}

// project adds up the vectors of the counted terms: the projection of a new text on the singular
// vectors. It is nil for none.
func (m *LSA) project(c *counter, vector func(term int32) []float32) []float32 {
	if len(c.seen) == 0 {
		return nil
	}
	sum := blas32.Vector{N: m.Dimensions(), Inc: 1, Data: make([]float32, m.Dimensions())}
	for _, t := range c.seen {
		blas32.Axpy(c.weight(t), blas32.Vector{N: sum.N, Inc: 1, Data: vector(t)}, sum)
	}
	return sum.Data
}
