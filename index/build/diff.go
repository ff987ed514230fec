package build

import (
	"slices"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb/git"
)

// diff is what changed between an indexed tree and a new one.
type diff struct {
	put       []git.File // added or changed, in order of path
	added     int
	changed   int
	removed   []int // notes of the old table that are gone or changed
	gone      int   // of these, gone
	unchanged int
}

// compare merges two lists in order of path.
func compare(old *store.Rows, files []git.File) diff {
	var d diff
	i, j := 0, 0
	for i < len(old.Paths) || j < len(files) {
		switch {
		case j == len(files) || i < len(old.Paths) && old.Paths[i] < files[j].Path:
			d.removed = append(d.removed, i)
			d.gone++
			i++
		case i == len(old.Paths) || old.Paths[i] > files[j].Path:
			d.put = append(d.put, files[j])
			d.added++
			j++
		default:
			if old.Blobs[i] == files[j].Blob {
				d.unchanged++
			} else {
				d.put = append(d.put, files[j])
				d.removed = append(d.removed, i)
				d.changed++
			}
			i++
			j++
		}
	}
	return d
}

// empty tells that the trees are the same.
func (d *diff) empty() bool { return len(d.put) == 0 && len(d.removed) == 0 }

// Move is a note that was at one path and is now at another, byte for byte the same.
type Move struct{ From, To string }

// moves pairs the notes that are gone with those that were added, where their bytes leave no doubt.
func (d *diff) moves(old *store.Rows) []Move {
	put := make(map[string]bool, len(d.put))
	for _, f := range d.put {
		put[f.Path] = true
	}
	gone := map[string][]string{} // by blob
	for _, i := range d.removed {
		if !put[old.Paths[i]] {
			gone[old.Blobs[i]] = append(gone[old.Blobs[i]], old.Paths[i])
		}
	}
	if len(gone) == 0 {
		return nil
	}
	added := map[string]int{}
	var out []Move
	for _, f := range d.put {
		if _, there := old.Note(f.Path); there || len(gone[f.Blob]) != 1 {
			continue
		}
		if added[f.Blob]++; added[f.Blob] == 1 {
			out = append(out, Move{gone[f.Blob][0], f.Path})
		}
	}
	return slices.DeleteFunc(out, func(m Move) bool {
		i, _ := old.Note(m.From)
		return added[old.Blobs[i]] > 1
	})
}
