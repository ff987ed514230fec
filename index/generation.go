package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/store"
)

// A generation is the searchable form of one tree: a folder that never changes once a view names
// it. An update makes a new one beside it, whose segments are links to those of the old, and then
// switches the view.
const (
	generationsDir = "trees"
	wordsDir       = "words"
	rowsFile       = "rows"
	vectorsFile    = "vectors"
	manifestFile   = "manifest.json"
)

// generation is an opened one.
type generation struct {
	dir     string
	rows    *rows
	words   *words.Reader
	vectors *vectors // nil without a model
	unmap   func()   // of the vectors; nil for none
}

// openGeneration opens a finished generation; errDamaged when a file is missing or cut short.
func openGeneration(dir string, withVectors bool) (*generation, error) {
	m, err := checkManifest(dir)
	if err != nil {
		return nil, err
	}
	r, err := readRows(filepath.Join(dir, rowsFile), m)
	if err != nil {
		return nil, err
	}
	g := &generation{dir: dir, rows: r}
	if withVectors {
		g.vectors, g.unmap, err = mapVectors(filepath.Join(dir, vectorsFile), r)
		if err != nil && (!errors.Is(err, fs.ErrNotExist) || len(r.slots) > 0) {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	err = mappedOf(dir, func() (err error) {
		g.words, err = words.OpenReader(filepath.Join(dir, wordsDir))
		return err
	})
	if err != nil {
		g.close()
		return nil, fmt.Errorf("%w: %s", errDamaged, err)
	}
	if n := g.words.Chunks(); n < len(r.docs) { // Bleve goes on without a segment that it cannot read
		g.close()
		return nil, fmt.Errorf("%w: the words have %d of %d chunks", errDamaged, n, len(r.docs))
	}
	return g, nil
}

func (g *generation) close() {
	if g.words != nil {
		g.words.Close()
	}
	if g.unmap != nil {
		g.unmap()
	}
}

func fileSizes(dir string) (map[string]int64, error) {
	sizes := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == manifestFile {
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

// nextGeneration is a name that no folder has yet. Only the holder of the lock may ask.
func nextGeneration(dir string) string {
	greatest := 0
	entries, _ := os.ReadDir(filepath.Join(dir, generationsDir))
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			greatest = max(greatest, n)
		}
	}
	return fmt.Sprintf("%08d", greatest+1)
}

// dropGenerations removes every generation that no view names, except the newest of them, which a
// reader may be about to open.
func dropGenerations(dir string, named map[string]bool, replaced string) {
	entries, _ := os.ReadDir(filepath.Join(dir, generationsDir))
	for _, e := range entries {
		if !named[e.Name()] && e.Name() != replaced {
			store.RemoveAll(filepath.Join(dir, generationsDir, e.Name()))
		}
	}
}
