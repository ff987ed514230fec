// Package encoder turns text into vectors by a BERT-class model that the user has on disk, such as
// MiniLM: WordPiece, forward pass, pooling. It reads one file, which Pack has made and which is
// mapped into memory, not parsed; it opens no socket.
//
// # Limitations
//
// The matrices are multiplied by AVX2 and FMA where there is such a processor, else by plain Go,
// which is some ten times slower; the two differ in the last digits of a vector. A model has
// absolute positions, WordPiece and the layers of BERT. Of a text the first tokens count, as many as
// the model has positions, at most 512.
package encoder

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"

	"github.com/9aea2451/kb/kb/store"
)

// ErrDamaged is the error of a file that is not what Pack made.
var ErrDamaged = errors.New("damaged model")

// Model is an open model, safe for concurrent use.
type Model struct {
	head
	pieces
	words     []float32 // a row for each token
	positions []float32 // a row for each place, with what is added to all of them
	first     scaling
	layers    []layer

	wide    bool // use the assembly
	data    []byte
	release func()
	idle    sync.Pool // of *scratch
}

// layer is one of the model's layers. Its matrices are in panels: see Model.times.
type layer struct {
	qkv, qkvStart   []float32
	out, outStart   []float32
	attended        scaling
	up, upStart     []float32
	down, downStart []float32
	fed             scaling
}

// scaling is what follows a normalisation, by column.
type scaling struct{ scale, shift []float32 }

// Open maps a packed model. Only its head and its vocabulary are looked at: see Check.
func Open(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %w: not a file", path, ErrDamaged)
	case info.Size() < headBytes || info.Size() > mostBytes:
		return nil, fmt.Errorf("%s: %w: %d bytes", path, ErrDamaged, info.Size())
	}
	data, release, err := store.MapFile(f, int(info.Size()))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var m *Model
	err = guard(func() error {
		m, err = Read(data)
		return err
	})
	if err != nil {
		release()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m.release = release
	return m, nil
}

// guard makes an error of a fault in mapped memory: the file was cut while it was in use.
func guard(f func() error) error {
	var err error
	if fault := store.Mapped(func() { err = f() }); fault != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, fault)
	}
	return err
}

// Close ends the use of the file; nobody may use the model any more.
func (m *Model) Close() {
	if m.release != nil {
		m.release()
		m.release = nil
	}
}

// Dimensions is the length of the vectors.
func (m *Model) Dimensions() int { return m.hidden }

// Encode is the vector of a text, of length 1. A text without a word has one, too.
func (m *Model) Encode(ctx context.Context, text string) (vector []float32, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, ok := m.idle.Get().(*scratch)
	if !ok {
		s = &scratch{}
	}
	defer m.idle.Put(s)
	err = guard(func() error {
		s.tokens = m.tokens(s.tokens[:0], text, m.places)
		vector = m.forward(s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, v := range vector {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return nil, fmt.Errorf("%w: a text gives no vector", ErrDamaged)
		}
	}
	return vector, nil
}
