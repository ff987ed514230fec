package codebase

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/text/diff"
)

// Change is a source file that differs between two trees.
type Change struct {
	Path  string
	New   bool        // the first tree has no file there
	Gone  bool        // the second one has none
	Hunks []diff.Hunk // where lines differ, of a file that both have
}

// FilesStaged lists the source files as they are staged for the next commit.
func (b *Base) FilesStaged(ctx context.Context) ([]git.File, error) {
	entries, err := b.repo.Index(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the staged code: %w", err)
	}
	return sorted(filesOf(entries, func(string) bool { return true })), nil
}

// Changed compares two trees, by path.
func (b *Base) Changed(ctx context.Context, before, after []git.File) ([]Change, error) {
	var out []Change
	var pairs [][2]git.File
	var at []int
	byPath := func(f git.File, p string) int { return strings.Compare(f.Path, p) }
	for _, f := range before {
		i, ok := slices.BinarySearchFunc(after, f.Path, byPath)
		switch {
		case !ok:
			out = append(out, Change{Path: f.Path, Gone: true})
		case after[i].Blob != f.Blob:
			pairs, at = append(pairs, [2]git.File{f, after[i]}), append(at, len(out))
			out = append(out, Change{Path: f.Path})
		}
	}
	for _, f := range after {
		if _, ok := slices.BinarySearchFunc(before, f.Path, byPath); !ok {
			out = append(out, Change{Path: f.Path, New: true})
		}
	}
	blobs, err := b.repo.Blobs(ctx)
	if err != nil {
		return nil, fmt.Errorf("compare the code: %w", err)
	}
	defer blobs.Close()
	for i, p := range pairs {
		var lines [2][][]byte
		for side, f := range p {
			data, err := blobs.Read(f)
			if err != nil {
				return nil, fmt.Errorf("compare the code: %w", err)
			}
			lines[side] = diff.SplitLines(data)
		}
		out[at[i]].Hunks = diff.LinesOf(lines[0], lines[1])
	}
	slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}
