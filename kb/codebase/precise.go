package codebase

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/code/scip"
	"github.com/9aea2451/kb/kb/git"
)

// indexName is the index that a compiler's indexer leaves at the top of a work tree.
const indexName = "index.scip"

// indexStamp changes with the index of the work tree, "" where there is none.
func (b *Base) indexStamp() string {
	if b.repo.Root == "" {
		return ""
	}
	info, err := os.Lstat(filepath.Join(b.repo.Root, indexName))
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}

// readIndex reads what the index of the work tree tells of some files, sorted by path. One that cannot be
// read tells nothing.
func (b *Base) readIndex(files []git.File) map[string]scip.Document {
	if b.indexStamp() == "" {
		return nil
	}
	data, err := git.ReadIn(b.repo.Root, indexName, scip.MaxSize)
	if err != nil {
		return nil
	}
	out := map[string]scip.Document{}
	err = scip.Read(string(data), func(d scip.Document) {
		_, found := slices.BinarySearchFunc(files, d.Path, func(f git.File, p string) int { return strings.Compare(f.Path, p) })
		if _, twice := out[d.Path]; found && !twice {
			out[d.Path] = d
		}
	})
	if err != nil {
		return nil
	}
	return out
}

// asIndexed tells whether a file is as it was indexed, by its text in the index.
func (b *Base) asIndexed(f git.File, text string) graph.Indexing {
	switch {
	case text == "":
		return graph.Unknown
	case b.repo.BlobID([]byte(text)) == f.Blob:
		return graph.Same
	}
	return graph.Other
}
