package index

import (
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

// mergeRows makes the table of a tree: the lengths of notes that were put from put, the others from
// the old table.
func mergeRows(old *rows, files []kb.File, put lengthsByPath) *rows {
	r := &rows{paths: make([]string, len(files)), blobs: make([]string, len(files)), first: make([]int32, len(files)+1)}
	for i, f := range files {
		r.paths[i], r.blobs[i] = f.Path, f.Blob
		lengths, fresh := put[f.Path]
		if fresh {
			r.appendLengths(lengths)
		} else if note, ok := old.note(f.Path); ok {
			r.copyLengths(old, note)
		}
		r.first[i+1] = int32(len(r.length[words.Body]))
	}
	r.finish()
	return r
}

func (r *rows) appendLengths(lengths [][words.Fields]int) {
	for _, l := range lengths {
		for f := range r.length {
			r.length[f] = append(r.length[f], uint16(min(l[f], maxLength)))
		}
	}
}

func (r *rows) copyLengths(old *rows, note int) {
	for f := range r.length {
		r.length[f] = append(r.length[f], old.length[f][old.first[note]:old.first[note+1]]...)
	}
}
