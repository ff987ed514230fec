package secondread

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/model"
)

// vectorFormat opens the file of the vectors of statements.
const vectorFormat = store.Format("kb statement vectors 1")

const (
	mostVectorFile = 512 << 20 // bytes
	vectorBatch    = 256       // statements a call
	mostDimensions = 1 << 12   // of a vector; a file that claims more is damaged
)

// vectorsOf embeds statements, by their fingerprints. What is known from an earlier time is not
// embedded again; what is no statement any more is forgotten.
func vectorsOf(ctx context.Context, e model.Embedder, all []*read.Parsed, state string) (map[string][]float32, error) {
	path := filepath.Join(state, fmt.Sprintf("statements-%x", sha256.Sum256([]byte(e.Model())))[:len("statements-")+12])
	known := loadVectors(path)
	vectors := make(map[string][]float32, len(all))
	texts := map[string]string{}
	for _, p := range all {
		print := printOf(p)
		if v := known[print]; v != nil {
			vectors[print] = v
		} else {
			texts[print] = snapshot.PlaceOf(p).Statement.Text
		}
	}
	var err error
	for prints := range slices.Chunk(slices.Sorted(maps.Keys(texts)), vectorBatch) {
		batch := make([]string, len(prints))
		for i, print := range prints {
			batch[i] = texts[print]
		}
		var got [][]float32
		if got, err = e.Documents(ctx, batch); err != nil {
			break
		}
		for i, print := range prints {
			if got[i] != nil {
				vectors[print] = got[i]
			}
		}
	}
	if len(texts) > 0 && len(vectors) > 0 {
		_ = saveVectors(path, vectors) // what cannot be kept is embedded again
	}
	return vectors, err
}

// loadVectors reads the vectors that were kept, by the fingerprints of their statements; nil where
// there is no file, or it is damaged: all are embedded again.
func loadVectors(path string) map[string][]float32 {
	r, err := vectorFormat.Load(path, mostVectorFile)
	if err != nil {
		return nil
	}
	out := map[string][]float32{}
	length := r.Below(mostDimensions + 1)
	for range r.Count() {
		print, v := r.String(), make([]float32, length)
		for i := range v {
			v[i] = math.Float32frombits(r.Uint32())
		}
		if r.Err() != nil {
			return nil
		}
		out[print] = v
	}
	return out
}

// saveVectors writes vectors by fingerprint, of which there must be one at least. The first one's
// length is that of the file: vectors of another length, as after a server changed its model
// unannounced, are left out.
func saveVectors(path string, vectors map[string][]float32) error {
	prints := slices.Sorted(maps.Keys(vectors))
	length := len(vectors[prints[0]])
	prints = slices.DeleteFunc(prints, func(p string) bool { return len(vectors[p]) != length })
	return vectorFormat.Save(path, func(w *store.Stream) error {
		w.Int(length)
		w.Int(len(prints))
		for _, print := range prints {
			w.String(print)
			for _, x := range vectors[print] {
				w.Uint32(math.Float32bits(x))
			}
			if err := w.Flush(); err != nil {
				return err
			}
		}
		return nil
	})
}
