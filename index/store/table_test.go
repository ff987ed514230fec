package store

import (
	"testing"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
)

// A table that says what cannot be is refused, so that no search looks beside it.
func TestUnsoundRows(t *testing.T) {
	if r := twoNotes(); !r.sound(3) {
		t.Fatal("a sound table is refused")
	}
	for name, spoil := range map[string]func(r *Rows){
		"rows begin late": func(r *Rows) { r.First[0] = 1 }, "rows end early": func(r *Rows) { r.First[2] = 2 },
		"rows go back":    func(r *Rows) { r.First[1] = 4 },
		"paths are equal": func(r *Rows) { r.Paths[1] = "a.md" }, "paths go back": func(r *Rows) { r.Paths[1] = "0.md" },
		"a document beyond": func(r *Rows) { r.Docs[0] = 3 }, "a document below": func(r *Rows) { r.Docs[0] = -2 },
		"a vector beyond": func(r *Rows) { r.Slots, r.SlotCount = []int32{0, 1, 2}, 2 },
		"a vector below":  func(r *Rows) { r.Slots, r.SlotCount = []int32{NoSlot - 1}, 2 },
	} {
		r := twoNotes()
		if spoil(r); r.sound(3) {
			t.Errorf("%s: taken as sound", name)
		}
	}
	r := twoNotes()
	if r.Slots, r.SlotCount = []int32{0, NoSlot, 1}, 2; !r.sound(3) {
		t.Error("a row without a vector is refused")
	}
}

// twoNotes is the rows of notes a.md with two chunks and b.md with one; documents 0 to 3, of which 1 is deleted.
func twoNotes() *Rows {
	ten := [words.Fields]int{10, 10, 10, 10}
	files := []git.File{{Path: "a.md", Blob: "1"}, {Path: "b.md", Blob: "2"}}
	r := MergeRows(&Rows{First: []int32{0}}, files, RowsByPath{"a.md": {{Length: ten}, {Length: ten}}, "b.md": {{Length: ten}}})
	r.Docs = []int32{2, -1, 0, 1}
	return r
}
