package store

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/store"
)

// KeptVectors are the vectors that a model made of texts, in EmbeddingsDir. It is not for concurrent use.
type KeptVectors struct {
	vectors *pack.Store
	model   string
}

// KeptVectors opens the vectors of a model. What is damaged is passed over.
func (x *Folder) KeptVectors(ctx context.Context, model string) (*KeptVectors, error) {
	if err := x.moveEmbeddings(ctx); err != nil {
		return nil, err
	}
	return x.keptVectors(model), nil
}

// Count counts the vectors of the model.
func (k *KeptVectors) Count() int { return k.vectors.Len() }

// Find returns the vector of a text as it was packed, nil where there is none of so many dimensions, 0 for any.
func (k *KeptVectors) Find(text string, dim int) Packed {
	head, _ := k.vectors.Find(k.model, hex.EncodeToString(ContextHash(text)))
	if head == nil {
		return nil
	}
	packed := head.String()
	if len(packed) <= 4 || dim > 0 && len(packed) != 4+dim {
		return nil
	}
	return Packed(packed)
}

// Put keeps the vectors of texts, all of them or none. A text without a vector is passed over.
func (k *KeptVectors) Put(texts []string, vectors [][]float32) error {
	packed := make([]Packed, len(vectors))
	for i, v := range vectors {
		if v != nil {
			packed[i] = Quantise(v, len(v))
		}
	}
	return k.PutPacked(texts, packed)
}

// PutPacked is Put of quantised vectors.
func (k *KeptVectors) PutPacked(texts []string, vectors []Packed) error {
	var list []*pack.Entry
	add := k.vectors.Add
	for i, text := range texts {
		if vectors[i] == nil {
			continue
		}
		list = append(list, vectorEntry(k.model, ContextHash(text), vectors[i]))
		if k.Find(text, 0) != nil { // of other dimensions
			add = k.vectors.Renew
		}
	}
	if len(list) == 0 {
		return nil
	}
	return add(pack.List(list...))
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
	data := make([]byte, len(rows)*(4+dim))
	for row, p := range rows {
		if len(p) == 4+dim {
			copy(data[row*(4+dim):], p)
		}
	}
	return store.Replace(x.besidePath(generation, model), data)
}

// OpenBeside maps the vectors that WriteBeside wrote for a generation of so many rows. release ends
// their use.
func (x *Folder) OpenBeside(generation, model string, dim, rows int) (v *Vectors, release func(), err error) {
	path := x.besidePath(generation, model)
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	size := int64(rows) * int64(4+dim)
	if info, err := f.Stat(); err != nil || info.Size() != size {
		return nil, nil, fmt.Errorf("%w: %s is not of this tree", ErrDamaged, path)
	}
	data, release, err := store.MapFile(f, int(size))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	v = &Vectors{Model: model, Dim: dim, data: data, Slots: make([]int32, rows)}
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
