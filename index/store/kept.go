package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb/sqlite"
	"github.com/9aea2451/kb/kb/store"
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

// Count counts the vectors of the model.
func (k *KeptVectors) Count() (int, error) {
	n, err := k.db.Number(`SELECT count(*) FROM vectors WHERE model = ?`, k.model)
	return int(n), err
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

// besidePath is the file of a generation with the vectors of a model that stands beside the index's
// own, a slot for each row. It is no part of the generation, which is whole without it: it comes
// later, is replaced as a whole, and goes with the folder.
func (x *Folder) besidePath(generation, model string) string {
	return filepath.Join(x.GenerationDir(generation), "beside-"+shortHash(model))
}

// HasBeside reports whether a generation has vectors of a model beside its own.
func (x *Folder) HasBeside(generation, model string) bool {
	_, err := os.Stat(x.besidePath(generation, model))
	return err == nil
}

// WriteBeside writes the vectors of a model for the rows of a generation, nil for a row that has none.
func (x *Folder) WriteBeside(generation, model string, dim int, rows []Packed) error {
	head, err := vectorsHeader(model, dim)
	if err != nil {
		return err
	}
	data := bytes.NewBuffer(make([]byte, 0, VectorsHead+len(rows)*(4+dim)))
	data.Write(head)
	empty := make(Packed, 4+dim)
	for _, p := range rows {
		if len(p) != 4+dim {
			p = empty
		}
		data.Write(p)
	}
	return store.Replace(x.besidePath(generation, model), data.Bytes())
}

// OpenBeside maps the vectors that WriteBeside wrote for a generation of so many rows. release ends
// their use.
func (x *Folder) OpenBeside(generation, model string, rows int) (v *Vectors, release func(), err error) {
	path := x.besidePath(generation, model)
	of, dim, err := ReadVectorsHeader(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	size := int64(VectorsHead) + int64(rows)*int64(4+dim)
	if info, err := f.Stat(); err != nil || info.Size() != size || of != model {
		return nil, nil, fmt.Errorf("%w: %s is not of this tree", ErrDamaged, path)
	}
	data, release, err := store.MapFile(f, int(size))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	v = &Vectors{Model: model, Dim: dim, data: data[VectorsHead:], Slots: make([]int32, rows)}
	err = Mapped(func() error {
		for row := range v.Slots {
			if v.Slots[row] = int32(row); binary.LittleEndian.Uint32(v.Slot(int32(row))) == 0 {
				v.Slots[row] = NoSlot
			}
		}
		return nil
	})
	if err != nil {
		release()
		return nil, nil, err
	}
	return v, release, nil
}
