package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// The vectors of a second model stand beside a generation: one for each row that has one, and only
// for the model and the rows that they were written for.
func TestVectorsBeside(t *testing.T) {
	x := &Folder{Dir: t.TempDir()}
	if err := os.MkdirAll(x.GenerationDir("g"), 0o700); err != nil {
		t.Fatal(err)
	}
	up, down := Packed(Quantise([]float32{1, 0, 0}, 3)), Packed(Quantise([]float32{-0.5, 0, 0.5}, 3))
	if x.HasBeside("g", "test:a") {
		t.Error("vectors stand there before they are written")
	}
	if err := x.WriteBeside("g", "test:a", 3, []Packed{up, nil, down, {1, 2, 3}}); err != nil {
		t.Fatal(err)
	}
	if !x.HasBeside("g", "test:a") || x.HasBeside("g", "test:b") || x.HasBeside("h", "test:a") {
		t.Error("vectors are taken for those of another model or generation")
	}
	v, release, err := x.OpenBeside("g", "test:a", 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	if v.Model != "test:a" || v.Dim != 3 || !slices.Equal(v.Slots, []int32{0, NoSlot, 2, NoSlot}) || v.Gaps() != 2 {
		t.Errorf("%s of %d dimensions in slots %v", v.Model, v.Dim, v.Slots)
	}
	if got := v.Vector(0); got[0] < 0.99 || got[1] != 0 || got[2] != 0 {
		t.Errorf("row 0: %v", got)
	}
	if got := v.Vector(2); got[0] > -0.49 || got[2] < 0.49 {
		t.Errorf("row 2: %v", got)
	}
	release()
	if _, _, err := x.OpenBeside("g", "test:a", 3, 5); !errors.Is(err, ErrDamaged) {
		t.Errorf("of another number of rows: %v", err)
	}
	if _, _, err := x.OpenBeside("g", "test:a", 2, 4); !errors.Is(err, ErrDamaged) {
		t.Errorf("of another number of dimensions: %v", err)
	}
	if _, _, err := x.OpenBeside("g", "test:b", 3, 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of another model: %v", err)
	}
	if got := up.Dot([]float32{0.5, 7, 7}); got < 0.49 || got > 0.51 {
		t.Errorf("inner product %v", got)
	}
}

// Tables are joined one behind the other: notes, rows and documents of the second count on.
func TestJoinedRows(t *testing.T) {
	table := func(paths []string, chunks ...int) *Rows {
		var files []git.File
		lengths := RowsByPath{}
		for i, p := range paths {
			files = append(files, git.File{Path: p, Blob: "of " + p})
			for c := range chunks[i] {
				lengths[p] = append(lengths[p], Row{[words.Fields]int{10 + c, 1, 0, 2}, byte(c % 5)})
			}
		}
		r := MergeRows(&Rows{First: []int32{0}}, files, lengths)
		for row := range r.Count() {
			r.Docs = append(r.Docs, int32(row))
		}
		r.Docs = append(r.Docs, -1)
		return r
	}
	a, b := table([]string{"a.md", "b.md"}, 2, 1), table([]string{"a.md"}, 2)
	got := JoinRows([]*Rows{a, b}, []string{"one:", "two:"})
	if want := []string{"one:a.md", "one:b.md", "two:a.md"}; !slices.Equal(got.Paths, want) {
		t.Errorf("paths %v", got.Paths)
	}
	if !slices.Equal(got.First, []int32{0, 2, 3, 5}) || !slices.Equal(got.NoteOf, []int32{0, 0, 1, 2, 2}) {
		t.Errorf("rows from %v, of notes %v", got.First, got.NoteOf)
	}
	if !slices.Equal(got.Docs, []int32{0, 1, 2, -1, 3, 4, -1}) {
		t.Errorf("documents %v", got.Docs)
	}
	if !slices.Equal(got.Blobs, []string{"of a.md", "of b.md", "of a.md"}) {
		t.Errorf("blobs %v", got.Blobs)
	}
	for f := range words.Fields {
		if got.Totals[f] != a.Totals[f]+b.Totals[f] || !slices.Equal(got.Length[f], slices.Concat(a.Length[f], b.Length[f])) {
			t.Errorf("field %d: %v in all, of %v", f, got.Totals[f], got.Length[f])
		}
	}
}

// A chunk is found by its text, its headings, its identifiers, the tags and aliases of its note, and
// the first by what the note is called.
func TestWordsOfAChunk(t *testing.T) {
	note := &kb.Note{Path: "docs/adr/0007-queues.md", Title: "Queues", ID: "Q1", Category: "jobs", Tags: []string{"async"},
		Aliases: []string{"Queue", "queues"}}
	first := WordsDoc(note, &Chunk{Text: "The `retry_limit` is 3.", Heading: []string{"Queues", "Limits"}})
	want := [words.Fields]string{words.Body: "The `retry_limit` is 3.", words.Head: "Queues\nLimits", words.Code: "retry_limit",
		words.Tags: "async\njobs\nQueue\nqueues"}
	if first.ID != ChunkID(note.Path, 0) || cmp.Diff(want, first.Text) != "" {
		t.Errorf("%s: %s", first.ID, cmp.Diff(want, first.Text))
	}
	if want := []string{"queues", "q1", "queue", "0007 queues", "#7"}; !slices.Equal(first.Names, want) {
		t.Errorf("names %q, want %q", first.Names, want)
	}
	second := WordsDoc(note, &Chunk{Text: "More.", Ord: 1})
	if len(second.Names) > 0 || second.ID == first.ID {
		t.Errorf("the second: %+v", second)
	}
	note.Tags = []string{"jobs"}
	if got := WordsDoc(note, &Chunk{Text: "x"}).Text[words.Tags]; got != "jobs\nQueue\nqueues" {
		t.Errorf("a category that is a tag: %q", got)
	}
	note.Category = ""
	if got := WordsDoc(note, &Chunk{Text: "x"}).Text[words.Tags]; got != "jobs\nQueue\nqueues" {
		t.Errorf("no category: %q", got)
	}
	if slices.Contains(note.Tags, "async") || len(note.Tags) != 1 {
		t.Errorf("the note's tags became %q", note.Tags)
	}
}

// The files of a folder are told with their sizes, but not the manifest that has them.
func TestFileSizes(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int{"a": 3, "b/c": 5, ManifestFile: 9} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sizes, err := FileSizes(dir)
	if diff := cmp.Diff(map[string]int64{"a": 3, "b/c": 5}, sizes); err != nil || diff != "" {
		t.Errorf("%v, %s", err, diff)
	}
}

// A model is trained anew where there is twice as much text, or where too many of the new terms are
// strange to it.
func TestDrift(t *testing.T) {
	most := embed.DefaultLSA.MaxTexts
	for _, tt := range []struct {
		t      Training
		chunks int
		want   bool
	}{
		{Training{Texts: 100}, 200, false}, {Training{Texts: 100}, 201, true}, {Training{Texts: most - 1}, 2*most - 1, true},
		{Training{Texts: most}, 3 * most, false},
		{Training{Texts: 100, Known: 0, All: driftTerms}, 100, false}, {Training{Texts: 100, Known: 15000, All: driftTerms + 1}, 100, true},
		{Training{Texts: 100, Known: 30000, All: 40000}, 100, false}, {Training{Texts: 100, Known: 29999, All: 40000}, 100, true},
	} {
		if got := tt.t.Drifted(tt.chunks); got != tt.want {
			t.Errorf("%+v with %d chunks: %v", tt.t, tt.chunks, got)
		}
	}
}

// The log of the records is written back from a size on.
func TestLongLog(t *testing.T) {
	x := &Folder{Dir: t.TempDir()}
	if x.LogIsLong() {
		t.Error("no log is long")
	}
	for size, want := range map[int64]bool{maxLog - 1: false, maxLog: true} {
		log := filepath.Join(x.Dir, RecordsFile+"-wal")
		if err := os.WriteFile(log, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(log, size); err != nil || x.LogIsLong() != want {
			t.Errorf("%d bytes: %v, %v", size, x.LogIsLong(), err)
		}
	}
}
