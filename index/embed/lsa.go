package embed

import (
	"context"
	"io"
)

// LSA is latent semantic analysis: log-entropy weighted terms projected on the leading singular vectors of a sample of the repository's chunks.
// It is a Provider, safe for concurrent use, and immutable once trained.
type LSA struct{}

// LSAOptions bound the training.
type LSAOptions struct {
	Dimensions int    // 256
	MaxTexts   int    // texts sampled for training
	MaxTerms   int    // vocabulary
	Seed       uint64 // of the range finder
}

// DefaultLSA holds the shipped bounds.
var DefaultLSA = LSAOptions{Dimensions: 256, MaxTexts: 4000, MaxTerms: 12000, Seed: 1}

// TrainLSA trains on texts, deterministically: the same texts in the same order give the same model, bit for bit on one architecture.
// Fewer than a handful of texts, or texts without common terms, give a model with fewer dimensions; no usable text gives nil.
// The caller samples; TrainLSA uses at most MaxTexts, evenly spaced.
func TrainLSA(ctx context.Context, texts []string, o LSAOptions) (*LSA, error) { return nil, nil }

// Analyze splits a text into the stems that LSA counts: lower case, no stop words, Porter stems, identifiers whole and in parts.
func Analyze(text string) []string { return nil }

// Terms is the number of terms that the model knows; Known is the share of a text's stems (by count) that it knows, to notice drift.
func (m *LSA) Terms() int                         { return 0 }
func (m *LSA) Known(text string) (known, all int) { return 0, 0 }

// WriteTo serialises the model so that a query needs to read only a few of its terms: see OpenLSA.
func (m *LSA) WriteTo(w io.Writer) (int64, error) { return 0, nil }

// OpenLSA opens a serialised model without reading all of it: terms are looked up by binary search through r. The file's checksum is of the header only;
// out-of-range offsets are errors, never panics.
func OpenLSA(r io.ReaderAt, size int64) (*LSA, error) { return nil, nil }

func (m *LSA) Model() string                                                      { return "" }
func (m *LSA) Dimensions() int                                                    { return 0 }
func (m *LSA) Documents(ctx context.Context, texts []string) ([][]float32, error) { return nil, nil }
func (m *LSA) Query(ctx context.Context, text string) ([]float32, error)          { return nil, nil }
