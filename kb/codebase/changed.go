package codebase

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/graph"
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
	return git.FilesOf(entries, code.MaxSize), nil
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

// Touched returns what changes of files change, in the graph of the tree before them: the innermost
// symbols of the lines that differ, all of a file that goes, each node once; and the files that are new.
func Touched(g *graph.Graph, changes []Change) (nodes []int32, added []string) {
	for i := range changes {
		c := &changes[i]
		switch file := g.FileAt(c.Path); {
		case c.New:
			added = append(added, c.Path)
		case file < 0: // it could not be read
		case c.Gone:
			nodes = append(nodes, g.NodesOf(file)...)
		default:
			nodes = touched(g, nodes, file, c.Hunks)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes), added
}

// touched adds the nodes of a file that lines which differ stand in.
func touched(g *graph.Graph, nodes []int32, file int, hunks []diff.Hunk) []int32 {
	for _, h := range hunks {
		for line := h.OldStart + 1; line <= h.OldEnd; line++ {
			nodes = append(nodes, nodeAt(g, file, line))
		}
		if h.OldStart == h.OldEnd { // added between two lines: to what both stand in
			n := g.At(file, h.OldStart)
			if n < 0 || int(g.Symbol(n).EndLine) <= h.OldStart {
				n = g.FileNode(file)
			}
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// nodeAt is the symbol on a line, or the file.
func nodeAt(g *graph.Graph, file, line int) int32 {
	if n := g.At(file, line); n >= 0 {
		return n
	}
	return g.FileNode(file)
}

// Differing returns those of the files of two trees that are not the same in both, at most so many, and
// how many there are.
func Differing(before, after []git.File, most int) (was, is []git.File, count int) {
	in := func(list []git.File, f git.File) (other git.File, ok bool) {
		i, ok := slices.BinarySearchFunc(list, f.Path, func(f git.File, p string) int { return strings.Compare(f.Path, p) })
		if ok {
			other = list[i]
		}
		return other, ok
	}
	for _, f := range before {
		other, ok := in(after, f)
		if ok && other.Blob == f.Blob {
			continue
		}
		if count++; count <= most {
			if was = append(was, f); ok {
				is = append(is, other)
			}
		}
	}
	for _, f := range after {
		if _, ok := in(before, f); !ok {
			if count++; count <= most {
				is = append(is, f)
			}
		}
	}
	slices.SortFunc(is, func(a, b git.File) int { return strings.Compare(a.Path, b.Path) })
	return was, is, count
}
