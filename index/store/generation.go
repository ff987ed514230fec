package store

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/store"
)

// A generation is the searchable form of one tree: a folder that never changes once a view names
// it. An update makes a new one beside it, whose segments are links to those of the old, and then
// switches the view.
const (
	GenerationsDir = "trees" + inSchema // in the folder of the index; the others are in that of a generation
	WordsDir       = "words"
	RowsFile       = "rows"
	VectorsFile    = "vectors"
	ManifestFile   = "manifest.json"
)

// Generation is an opened one.
type Generation struct {
	Dir     string
	Rows    *Rows
	Words   words.Index
	Vectors *Vectors // nil without a model
	Corpus  Corpus   // nil: the rows are all that there is
	unmap   func()   // of the vectors; nil for none
}

// Corpus says how words are spread over a collection of which the rows are only a part: where some
// notes of many are weighed, a term is as rare as it is in all of them.
type Corpus interface {
	// Size counts the notes and the chunks, and the terms of each field.
	Size() (notes, chunks int, totals [words.Fields]float64)
	// Spread counts the notes and the chunks that hold a term; with parts, those in whose text one of
	// the parts is missing.
	Spread(term string, parts []string) (notes, chunks int)
}

// openGeneration opens a finished generation; ErrDamaged when a file is missing or cut short.
func openGeneration(dir string, withVectors bool) (*Generation, error) {
	r, m, err := readRows(dir)
	if err != nil {
		return nil, err
	}
	g := &Generation{Dir: dir, Rows: r}
	if withVectors && r.Dim > 0 {
		if g.Vectors, g.unmap, err = mapVectors(filepath.Join(dir, VectorsFile), r, m[VectorsFile]); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	var its *words.Reader
	err = MappedOf(dir, func() (err error) {
		its, err = words.OpenReader(filepath.Join(dir, WordsDir))
		return err
	})
	if err != nil {
		g.close()
		return nil, fmt.Errorf("%w: %s", ErrDamaged, err)
	}
	g.Words = its
	if n := its.Chunks(); n < len(r.Docs) { // Bleve goes on without a segment that it cannot read
		g.close()
		return nil, fmt.Errorf("%w: the words have %d of %d chunks", ErrDamaged, n, len(r.Docs))
	}
	return g, nil
}

// close ends the use of words and vectors: what was mapped of them must not be looked at any more.
func (g *Generation) close() {
	if g.Words != nil {
		g.Words.Close()
	}
	if g.unmap != nil {
		g.unmap()
	}
}

// FileSizes gives the bytes of each file below a folder, by the path from there with slashes.
// Manifests are left out: they tell of the others.
func FileSizes(dir string) (map[string]int64, error) {
	sizes := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == ManifestFile {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		sizes[filepath.ToSlash(name)] = info.Size()
		return err
	})
	return sizes, err
}

// GenerationDir is the folder of a generation.
func (x *Folder) GenerationDir(name string) string {
	return filepath.Join(x.Dir, GenerationsDir, name)
}

// DropGeneration removes the folder of a generation. Where that fails the next update tries again.
func (x *Folder) DropGeneration(name string) { store.RemoveAll(x.GenerationDir(name)) }

// NextGeneration is a name that no folder has yet. Only the holder of the lock may ask.
func (x *Folder) NextGeneration() string {
	greatest := 0
	entries, _ := os.ReadDir(filepath.Join(x.Dir, GenerationsDir))
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			greatest = max(greatest, n)
		}
	}
	return fmt.Sprintf("%08d", greatest+1)
}

// DropGenerations removes every generation that no view names, except the one that has just been
// replaced, which a reader may be about to open; "" for none.
func (x *Folder) DropGenerations(named map[string]bool, replaced string) {
	entries, _ := os.ReadDir(filepath.Join(x.Dir, GenerationsDir))
	for _, e := range entries {
		if !named[e.Name()] && e.Name() != replaced {
			x.DropGeneration(e.Name())
		}
	}
}

// absentFile marks a generation of a past tree that lacks files whose bytes were missing in the
// repository: they may come.
const absentFile = "absent"

// PutAbsent marks the generation in a folder as one that lacks files, so that it is made anew when
// it is asked for again.
func PutAbsent(dir string) error {
	if err := store.Write(filepath.Join(dir, absentFile), nil); err != nil {
		return fmt.Errorf("mark what is missing: %w", err)
	}
	return nil
}

// HasAbsent tells whether PutAbsent has marked the generation in a folder.
func HasAbsent(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, absentFile))
	return err == nil
}

// MarkUsed notes the time at which a generation was last asked for, by that of its manifest.
func (x *Folder) MarkUsed(generation string) {
	store.Touch(filepath.Join(x.GenerationDir(generation), ManifestFile), time.Now())
}
