package store

import (
	"testing"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
)

// A table that says what cannot be is refused, so that no search looks beside it.
func TestUnsoundRows(t *testing.T) {
	if r := twoNotes(); !r.sound() {
		t.Fatal("a sound table is refused")
	}
	for name, spoil := range map[string]func(r *Rows){
		"rows begin late": func(r *Rows) { r.First[0] = 1 }, "rows end early": func(r *Rows) { r.First[2] = 2 },
		"rows go back":    func(r *Rows) { r.First[1] = 4 },
		"paths are equal": func(r *Rows) { r.Paths[1] = "a.md" }, "paths go back": func(r *Rows) { r.Paths[1] = "0.md" },
		"a document beyond": func(r *Rows) { r.Docs[0] = 3 }, "a document below": func(r *Rows) { r.Docs[0] = -2 },
		"a vector beyond":       func(r *Rows) { r.Slots[2] = 2 },
		"a vector below":        func(r *Rows) { r.Slots[1] = NoSlot - 1 },
		"vectors of some":       func(r *Rows) { r.Slots = r.Slots[:2] },
		"vectors of none":       func(r *Rows) { r.Slots = nil },
		"no dimensions":         func(r *Rows) { r.Dim = 0 },
		"a blob is missing":     func(r *Rows) { r.Blobs = r.Blobs[:1] },
		"a first row too few":   func(r *Rows) { r.First = r.First[:2] },
		"a length is missing":   func(r *Rows) { r.Length[words.Code] = r.Length[words.Code][:2] },
		"a standing is missing": func(r *Rows) { r.Standing = r.Standing[:2] },
	} {
		r := twoNotes()
		if spoil(r); r.sound() {
			t.Errorf("%s: taken as sound", name)
		}
	}
	r := twoNotes()
	if r.Slots, r.Dim = nil, 0; !r.sound() {
		t.Error("a table without vectors is refused")
	}
}

// twoNotes is the rows of notes a.md with two chunks and b.md with one; documents 0 to 3, of which 1 is deleted; two
// vectors of two dimensions.
func twoNotes() *Rows {
	ten := [words.Fields]int{10, 10, 10, 10}
	files := []git.File{{Path: "a.md", Blob: "1"}, {Path: "b.md", Blob: "2"}}
	r := MergeRows(&Rows{First: []int32{0}}, files, RowsByPath{"a.md": {{Length: ten}, {Length: ten}}, "b.md": {{Length: ten}}})
	r.Docs = []int32{2, -1, 0, 1}
	r.Model, r.Dim, r.Slots, r.SlotCount = "m", 2, []int32{1, NoSlot, 0}, 2
	return r
}
