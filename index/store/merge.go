package store

import (
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
)

// MergeRows makes the table of a tree: the lengths of notes that were put from put, the others from
// the old table.
func MergeRows(old *Rows, files []git.File, put LengthsByPath) *Rows {
	r := &Rows{Paths: make([]string, len(files)), Blobs: make([]string, len(files)), First: make([]int32, len(files)+1)}
	for i, f := range files {
		r.Paths[i], r.Blobs[i] = f.Path, f.Blob
		lengths, fresh := put[f.Path]
		if fresh {
			r.appendLengths(lengths)
		} else if note, ok := old.Note(f.Path); ok {
			r.copyLengths(old, note)
		}
		r.First[i+1] = int32(len(r.Length[words.Body]))
	}
	r.Derive()
	return r
}

// appendLengths adds rows with these lengths, none above maxLength.
func (r *Rows) appendLengths(lengths [][words.Fields]int) {
	for _, l := range lengths {
		for f := range r.Length {
			r.Length[f] = append(r.Length[f], uint16(min(l[f], maxLength)))
		}
	}
}

// copyLengths adds the rows that a note has in the old table.
func (r *Rows) copyLengths(old *Rows, note int) {
	for f := range r.Length {
		r.Length[f] = append(r.Length[f], old.Length[f][old.First[note]:old.First[note+1]]...)
	}
}

// LengthsByPath holds the lengths of the chunks of notes that were put.
type LengthsByPath map[string][][words.Fields]int
