package store

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"

	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/sqlite"
)

// EmbeddingsDir keeps the vectors that a server gave, apart from the records: they cost money or
// minutes, and a rebuild or a new schema of the index needs none of them anew. Those of a trained
// model stand in the generations alone: to make them anew takes less time than to look them up.
// It has a folder of packs for each model.
const EmbeddingsDir = "embeddings"

// embeddings is the kind of packs of vectors: by model and by the hash of the text that was embedded. A vector is
// the head, which has a sum of its own: what is damaged is one vector.
var embeddings = pack.Kind{Format: "kb vectors 1", Head: func(in *record.Reader) { in.Raw(in.Count()) }}

// keptVectors returns the vectors of a model.
func (x *Folder) keptVectors(model string) *KeptVectors {
	return &KeptVectors{embeddings.Open(filepath.Join(x.Dir, EmbeddingsDir, shortHash(model))), model}
}

// allKept returns the vectors of each model; one of which nothing can be read has no name.
func (x *Folder) allKept() (out []*KeptVectors) {
	dirs, _ := os.ReadDir(filepath.Join(x.Dir, EmbeddingsDir))
	for _, d := range dirs {
		k := &KeptVectors{vectors: embeddings.Open(filepath.Join(x.Dir, EmbeddingsDir, d.Name()))}
		k.vectors.Heads(func(model, _ string, _ *record.Reader, _ pack.Pieces) { k.model = model })
		out = append(out, k)
	}
	return out
}

// CheckEmbeddings reads every byte of the vectors of servers; the error names what is damaged.
func (x *Folder) CheckEmbeddings() (err error) {
	for _, k := range x.allKept() {
		err = errors.Join(err, k.vectors.Check())
	}
	return err
}

// MendEmbeddings forgets the vectors of servers that are damaged.
func (x *Folder) MendEmbeddings() (err error) {
	for _, k := range x.allKept() {
		if k.vectors.Check() != nil {
			err = errors.Join(err, k.vectors.Keep(func(string, string) bool { return true }))
			x.Options.Warn(fmt.Sprintf("%s was damaged: %d vectors of it could be kept, the others are asked for again",
				EmbeddingsDir, k.vectors.Len()))
		}
	}
	return err
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// oldEmbeddings is the database in which vectors were kept before there were packs of them.
const oldEmbeddings = "embeddings.db"

// moveEmbeddings moves the vectors of an older kb into packs. What comes after damage is lost.
func (x *Folder) moveEmbeddings(ctx context.Context) error {
	path := filepath.Join(x.Dir, oldEmbeddings)
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	db, err := connect(ctx, path, false)
	if err != nil {
		return fmt.Errorf("open %s: %w", oldEmbeddings, err)
	}
	defer db.Close()
	var models []string
	for row, e := range db.Rows(`SELECT DISTINCT model FROM vectors`) {
		if err = e; err == nil {
			models = append(models, row.ColumnText(0))
		}
	}
	for _, model := range models {
		err = errors.Join(err, x.keptVectors(model).vectors.Add(func(yield func(*pack.Entry, error) bool) {
			for row, err := range db.Rows(`SELECT hash, vector, sum FROM vectors WHERE model = ?`, model) {
				if err != nil && !errors.Is(AsDamage(err), ErrDamaged) {
					yield(nil, err)
				}
				if err != nil {
					return
				}
				var hash, packed []byte
				var sum int64
				sqlite.Scan(row, &hash, &packed, &sum)
				known := int64(crc32.Checksum(slices.Concat([]byte(model), hash, packed), castagnoli()))
				if known == sum && !yield(vectorEntry(model, hash, packed), nil) {
					return
				}
			}
		}))
	}
	if err != nil && !errors.Is(AsDamage(err), ErrDamaged) {
		return fmt.Errorf("move %s: %w", oldEmbeddings, err)
	}
	db.Close()
	return sqlite.Discard(path)
}

// vectorEntry is a quantised vector as it is kept.
func vectorEntry(model string, hash []byte, packed Packed) *pack.Entry {
	var head record.Writer
	head.String(string(packed))
	return &pack.Entry{Name: model, Blob: hex.EncodeToString(hash), Head: string(head.Data)}
}
