package build

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
)

// drawTree draws notes with their lengths.
func drawTree(t *rapid.T, name string) ([]git.File, store.LengthsByPath) {
	lengths := store.LengthsByPath{}
	var files []git.File
	for i := range 12 {
		if !rapid.Bool().Draw(t, fmt.Sprintf("%s has %d", name, i)) {
			continue
		}
		f := git.File{Path: fmt.Sprintf("d/%02d.md", i), Blob: fmt.Sprint(rapid.IntRange(0, 3).Draw(t, "blob"))}
		chunks := 1 + len(f.Path+f.Blob)%3
		for c := range chunks {
			lengths[f.Path] = append(lengths[f.Path], [words.Fields]int{10 + c, 2, 1, 0})
		}
		files = append(files, f)
	}
	return files, lengths
}

// A table that is merged out of an old one and what changed is the table made in one go.
func TestMergedRowsAreFreshRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, first := drawTree(t, "before")
		after, all := drawTree(t, "after")
		old := store.MergeRows(&store.Rows{First: []int32{0}}, before, first)
		d := compare(old, after)
		put := store.LengthsByPath{}
		for _, f := range d.put {
			put[f.Path] = all[f.Path]
		}
		for i, p := range old.Paths { // unchanged notes have the lengths of their blob
			if !slices.ContainsFunc(d.put, func(f git.File) bool { return f.Path == p }) && !slices.Contains(d.removed, i) {
				all[p] = first[p]
			}
		}
		if d.added+d.changed != len(d.put) || d.changed+d.gone != len(d.removed) || d.unchanged+d.added+d.changed != len(after) {
			t.Fatalf("counts do not add up: %+v", d)
		}
		merged, fresh := store.MergeRows(old, after, put), store.MergeRows(&store.Rows{First: []int32{0}}, after, all)
		if diff := cmp.Diff(fresh, merged, cmp.AllowUnexported(store.Rows{})); diff != "" {
			t.Fatal(diff)
		}
	})
}
