package store

import "github.com/9aea2451/kb/index/words"

// JoinRows makes one table of several: the notes, the chunks and the documents of each follow those
// of the ones before, and the paths of each begin with its prefix. Vectors stay with the tables that
// they are of. Note does not find the paths of such a table, which are in order within each part only.
func JoinRows(tables []*Rows, prefixes []string) *Rows {
	out := &Rows{First: []int32{0}}
	for i, r := range tables {
		notes, rows := int32(len(out.Paths)), int32(out.Count())
		for _, p := range r.Paths {
			out.Paths = append(out.Paths, prefixes[i]+p)
		}
		out.Blobs = append(out.Blobs, r.Blobs...)
		out.NoteSize = append(out.NoteSize, r.NoteSize...)
		for _, first := range r.First[1:] {
			out.First = append(out.First, rows+first)
		}
		for _, note := range r.NoteOf {
			out.NoteOf = append(out.NoteOf, notes+note)
		}
		for _, row := range r.Docs {
			if row >= 0 {
				row += rows
			}
			out.Docs = append(out.Docs, row)
		}
		out.Standing = append(out.Standing, r.Standing...)
		for _, row := range r.Apart {
			out.Apart = append(out.Apart, rows+row)
		}
		for f := words.Body; f < words.Fields; f++ {
			out.Length[f] = append(out.Length[f], r.Length[f]...)
			out.Totals[f] += r.Totals[f]
		}
	}
	return out
}
