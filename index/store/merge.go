package store

import (
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
)

// MergeRows makes the table of a tree: the rows of notes that were put from put, the others from
// the old table.
func MergeRows(old *Rows, files []git.File, put RowsByPath) *Rows {
	r := &Rows{Paths: make([]string, len(files)), Blobs: make([]string, len(files)), First: make([]int32, len(files)+1)}
	for i, f := range files {
		r.Paths[i], r.Blobs[i] = f.Path, f.Blob
		rows, fresh := put[f.Path]
		if fresh {
			for _, row := range rows {
				for f := range r.Length {
					r.Length[f] = append(r.Length[f], uint16(min(row.Length[f], maxLength)))
				}
				r.Standing = append(r.Standing, row.Standing)
			}
		} else if note, ok := old.Note(f.Path); ok {
			from, to := old.First[note], old.First[note+1]
			for f := range r.Length {
				r.Length[f] = append(r.Length[f], old.Length[f][from:to]...)
			}
			r.Standing = append(r.Standing, old.Standing[from:to]...)
		}
		r.First[i+1] = int32(len(r.Length[words.Body]))
	}
	r.Derive()
	return r
}

// RowsByPath holds the chunks of notes that were put, without their text.
type RowsByPath map[string][]Row

// Row holds the row of a chunk that was put.
type Row struct {
	Length   [words.Fields]int // terms
	Standing byte              // a markdown.Standing
}
