package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
)

// drawTree draws notes with their lengths.
func drawTree(t *rapid.T, name string) ([]kb.File, lengthsByPath) {
	lengths := lengthsByPath{}
	var files []kb.File
	for i := range 12 {
		if !rapid.Bool().Draw(t, fmt.Sprintf("%s has %d", name, i)) {
			continue
		}
		f := kb.File{Path: fmt.Sprintf("d/%02d.md", i), Blob: fmt.Sprint(rapid.IntRange(0, 3).Draw(t, "blob"))}
		chunks := 1 + len(f.Path+f.Blob)%3
		for c := range chunks {
			lengths[f.Path] = append(lengths[f.Path], [words.Fields]int{10 + c, 2, 1, 0})
		}
		files = append(files, f)
	}
	return files, lengths
}

// A table that is merged out of an old one and what changed is the table made in one go, and
// survives the disk.
func TestMergedRowsAreFreshRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, first := drawTree(t, "before")
		after, all := drawTree(t, "after")
		old := mergeRows(&rows{first: []int32{0}}, before, first)
		d := compare(old, after)
		put := lengthsByPath{}
		for _, f := range d.put {
			put[f.Path] = all[f.Path]
		}
		for i, p := range old.paths { // unchanged notes have the lengths of their blob
			if !slices.ContainsFunc(d.put, func(f kb.File) bool { return f.Path == p }) && !slices.Contains(d.removed, i) {
				all[p] = first[p]
			}
		}
		if d.added+d.changed != len(d.put) || d.changed+d.gone != len(d.removed) || d.unchanged+d.added+d.changed != len(after) {
			t.Fatalf("counts do not add up: %+v", d)
		}
		merged, fresh := mergeRows(old, after, put), mergeRows(&rows{first: []int32{0}}, after, all)
		if diff := cmp.Diff(fresh, merged, cmp.AllowUnexported(rows{})); diff != "" {
			t.Fatal(diff)
		}
		read, err := parseRows(onDisk(t, merged))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(merged.paths, read.paths); diff != "" || read.count() != merged.count() ||
			!slices.Equal(read.first, merged.first) {
			t.Fatalf("the disk changes the table: %s", diff)
		}
	})
}

func onDisk(t interface {
	Fatal(...any)
	Helper()
}, r *rows) []byte {
	t.Helper()
	dir, err := os.MkdirTemp("", "rows")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "rows")
	if err := r.write(name); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// FuzzParseRows: a table of any bytes is refused or sound, never a panic.
func FuzzParseRows(f *testing.F) {
	r := mergeRows(
		&rows{first: []int32{0}},
		[]kb.File{{Path: "a.md", Blob: "1"}, {Path: "b.md", Blob: "2"}},
		lengthsByPath{"a.md": {{1, 2, 3, 4}}, "b.md": {{5}, {6}}},
	)
	r.docs, r.slots, r.slotCount = []int32{0, -1, 2, 1}, []int32{0, 1, noSlot}, 2
	f.Add(onDisk(f, r))
	f.Add([]byte(rowsMagic))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := parseRows(b)
		if err != nil {
			return
		}
		for i := range r.count() {
			_ = r.paths[r.noteOf[i]]
			if r.ordinal(i) < 0 {
				t.Fatal("a row before its note")
			}
		}
		if v, err := parseVectors(b, r); err == nil {
			v.similarities(make([]float32, v.dim), make([]float32, len(v.slots)))
		}
	})
}

func TestVectorsAppend(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	w, err := newSlots(first, "model", 3)
	if err != nil {
		t.Fatal(err)
	}
	if slot := w.add(quantise([]float32{1, 0, 0}, 3)); slot != 0 {
		t.Errorf("slot %d", slot)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	if w, err = continueSlots(first, second, 3, 1); err != nil {
		t.Fatal(err)
	}
	if slot := w.add(quantise([]float32{0, 0.6, 0.8}, 3)); slot != 1 {
		t.Errorf("slot %d", slot)
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	old := readSlots(t, first, []int32{0}, 1)
	if got := cosines(t, old, []float32{1, 0, 0}); len(got) != 1 || got[0] < 0.99 {
		t.Errorf("the old generation sees %v", got)
	}
	all := readSlots(t, second, []int32{1, noSlot, 0}, 2)
	got := cosines(t, all, []float32{0, 0.6, 0.8})
	if got[0] < 0.99 || got[1] != 0 || got[2] > 0.01 || all.gaps() != 1 || all.vector(1) != nil {
		t.Errorf("the new generation sees %v", got)
	}
	if _, err := parseVectors(make([]byte, 10), &rows{}); !errors.Is(err, errDamaged) {
		t.Errorf("a short file: %v", err)
	}
}

func readSlots(t *testing.T, path string, slots []int32, count int) *vectors {
	t.Helper()
	v, err := readVectors(path, &rows{slots: slots, slotCount: count, noteOf: make([]int32, len(slots))})
	if err != nil {
		t.Fatal(err)
	}
	return v
}
