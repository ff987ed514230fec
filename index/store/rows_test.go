package store

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
)

// A table survives the disk.
func TestRowsOnDisk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var files []git.File
		lengths := RowsByPath{}
		for i := range rapid.IntRange(0, 6).Draw(t, "notes") {
			f := git.File{Path: fmt.Sprintf("d/%02d.md", i), Blob: fmt.Sprint(i % 4)}
			for range rapid.IntRange(0, 3).Draw(t, "chunks") {
				n := rapid.IntRange(0, 2*maxLength).Draw(t, "length")
				lengths[f.Path] = append(lengths[f.Path], Row{[words.Fields]int{n, 2, 1, 0}, byte(n % 5)})
			}
			files = append(files, f)
		}
		written := MergeRows(&Rows{First: []int32{0}}, files, lengths)
		if rapid.Bool().Draw(t, "languages are known") {
			written.Speech = &words.Speech{
				Languages: words.Languages(rapid.Uint32().Draw(t, "languages")), MostlyEnglish: rapid.Bool().Draw(t, "English"),
			}
		}
		read, err := parseRows(record.Read(onDisk(t, written)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(written, read, cmp.AllowUnexported(Rows{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func onDisk(t interface {
	Fatal(...any)
	Helper()
}, r *Rows) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rows")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "rows")
	if err := r.Write(name); err != nil {
		t.Fatal(err)
	}
	in, err := rowsFormat.Load(name, math.MaxInt32)
	if err != nil {
		t.Fatal(err)
	}
	return in.Rest()
}

// FuzzParseRows: a table of any bytes is refused or sound, never a panic.
func FuzzParseRows(f *testing.F) {
	r := MergeRows(&Rows{First: []int32{0}}, []git.File{{Path: "a.md", Blob: "1"}, {Path: "b.md", Blob: "2"}},
		RowsByPath{"a.md": {{Length: [words.Fields]int{1, 2, 3, 4}, Standing: 2}},
			"b.md": {{Length: [words.Fields]int{5}}, {Length: [words.Fields]int{6}}}})
	r.Docs, r.Slots, r.SlotCount, r.Dim = []int32{0, -1, 2, 1}, []int32{0, 1, NoSlot}, 2, 3
	f.Add(onDisk(f, r))
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseRows(record.Read(text))
		if err != nil {
			return
		}
		for i := range r.Count() {
			_ = r.Paths[r.NoteOf[i]]
			if r.Ordinal(i) < 0 {
				t.Fatal("a row before its note")
			}
		}
		if n := r.VectorBytes(); n < 1<<20 {
			v := Vectors{Dim: r.Dim, Slots: r.Slots, data: make([]byte, n)}
			v.Similarities(make([]float32, v.Dim), make([]float32, len(v.Slots)))
		}
	})
}

func TestVectorsAppend(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	w, err := NewSlots(first, 3)
	if err != nil {
		t.Fatal(err)
	}
	if slot := w.Add(Quantise([]float32{1, 0, 0}, 3)); slot != 0 {
		t.Errorf("slot %d", slot)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w, err = ContinueSlots(first, second, 3, 1); err != nil {
		t.Fatal(err)
	}
	if slot := w.Add(Quantise([]float32{0, 0.6, 0.8}, 3)); slot != 1 {
		t.Errorf("slot %d", slot)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	old := readSlots(t, first, []int32{0}, 1)
	if got := cosines(t, old, []float32{1, 0, 0}); len(got) != 1 || got[0] < 0.99 {
		t.Errorf("the old generation sees %v", got)
	}
	all := readSlots(t, second, []int32{1, NoSlot, 0}, 2)
	got := cosines(t, all, []float32{0, 0.6, 0.8})
	if got[0] < 0.99 || got[1] != 0 || got[2] > 0.01 || all.Gaps() != 1 || all.Vector(1) != nil {
		t.Errorf("the new generation sees %v", got)
	}
	if _, err := ReadVectors(second, &Rows{Dim: 3, SlotCount: 3}); !errors.Is(err, ErrDamaged) {
		t.Errorf("a short file: %v", err)
	}
}

func readSlots(t *testing.T, path string, slots []int32, count int) *Vectors {
	t.Helper()
	v, err := ReadVectors(path, &Rows{Dim: 3, Slots: slots, SlotCount: count})
	if err != nil {
		t.Fatal(err)
	}
	return v
}
