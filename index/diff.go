package index

import "github.com/9aea2451/kb/kb"

// diff is what changed between an indexed tree and a new one.
type diff struct {
	put       []kb.File // added or changed, in order of path
	added     int
	changed   int
	removed   []int // notes of the old table that are gone or changed
	gone      int   // of these, gone
	unchanged int
}

// compare merges two lists in order of path.
func compare(old *rows, files []kb.File) diff {
	var d diff
	i, j := 0, 0
	for i < len(old.paths) || j < len(files) {
		switch {
		case j == len(files) || i < len(old.paths) && old.paths[i] < files[j].Path:
			d.removed = append(d.removed, i)
			d.gone++
			i++
		case i == len(old.paths) || old.paths[i] > files[j].Path:
			d.put = append(d.put, files[j])
			d.added++
			j++
		default:
			if old.blobs[i] == files[j].Blob {
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
