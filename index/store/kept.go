package store

import (
	"context"
	"path/filepath"

	"github.com/9aea2451/kb/kb/sqlite"
)

// KeptVectors are the vectors that a model made of texts, in EmbeddingsFile: of a model that stands
// beside the index's own, so that no generation has them. It is not for concurrent use.
type KeptVectors struct {
	db    *sqlite.Conn
	model string
}

// KeptVectors opens the vectors of a model. What is damaged, or was written by a newer kb, is an
// error here: the next update mends the file.
func (x *Folder) KeptVectors(ctx context.Context, model string) (*KeptVectors, error) {
	db, err := OpenMarked(ctx, filepath.Join(x.Dir, EmbeddingsFile))
	if err != nil {
		return nil, err
	}
	return &KeptVectors{db, model}, nil
}

// Close closes the file.
func (k *KeptVectors) Close() error { return k.db.Close() }

// Any reports whether there is a vector of the model.
func (k *KeptVectors) Any() (bool, error) {
	n, err := k.db.Number(`SELECT EXISTS(SELECT 1 FROM vectors WHERE model = ?)`, k.model)
	return n > 0, err
}

// Find returns the vector of a text as it was packed, nil where there is none of so many dimensions.
func (k *KeptVectors) Find(text string, dim int) (Packed, error) {
	var packed []byte
	var sum int64
	hash := ContextHash(text)
	known, err := k.db.One(`SELECT vector, sum FROM vectors WHERE model = ? AND hash = ?`, []any{k.model, hash}, &packed, &sum)
	if err != nil || !known || len(packed) != 4+dim || sum != VectorSum(k.model, hash, packed) {
		return nil, err
	}
	return packed, nil
}

// Put keeps the vectors of texts, all of them or none. A text without a vector is passed over.
func (k *KeptVectors) Put(texts []string, vectors [][]float32) error {
	return k.db.Write(func() error {
		for i, text := range texts {
			if vectors[i] == nil {
				continue
			}
			hash, packed := ContextHash(text), Quantise(vectors[i], len(vectors[i]))
			if err := k.db.Run(PutVector, k.model, hash, packed, VectorSum(k.model, hash, packed)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Packed is a vector of four bytes of scale and a byte a dimension: see Quantise.
type Packed []byte

// Dot is the inner product with a vector of as many dimensions.
func (p Packed) Dot(vector []float32) float64 {
	sum := float32(0)
	for i, x := range vector {
		sum += x * float32(int8(p[4+i]))
	}
	return float64(sum * scaleOf(p))
}
