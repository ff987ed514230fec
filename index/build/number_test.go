package build

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

// Ids of chunks are read back; those of notes and ordinals that the table has not are no row.
func TestRowsOfChunkIDs(t *testing.T) {
	n := newNumberer(threeChunks())
	a, b := store.NoteKey("a.md"), store.NoteKey("b.md")
	n.begin()
	for id, want := range map[string]int32{a + ".0": 0, a + ".1": 1, b + ".0": 2, a + ".2": -1, b + ".1": -1, store.ChunkID("c.md", 0): -1,
		a + ".-1": -1, a: -1, "": -1, a + ".x": -1, ".0": -1, store.ChunkID("a.md", 1): 1} {
		for range 2 {
			if got := n.row(id); got != want {
				t.Errorf("%q is row %d, want %d", id, got, want)
			}
		}
	}
	for _, doc := range []struct {
		at  int
		row int32
	}{{3, 1}, {0, 0}, {1, -1}} {
		n.put(doc.at, doc.row)
	}
	if !slices.Equal(n.rows.Docs, []int32{0, -1, -1, 1}) || n.live != 2 {
		t.Errorf("%v, %d live", n.rows.Docs, n.live)
	}
	n.rows.Docs = threeChunks().Docs
	for doc, want := range map[int32]int32{0: 2, 1: -1, 2: 0, 3: 1, 4: -1, -1: -1} {
		if got := n.rows.RowOf(doc); got != want {
			t.Errorf("document %d is row %d, want %d", doc, got, want)
		}
	}
}

// Rows move with their notes when others come before them; those of removed notes, and of notes
// that are put anew, are gone.
func TestRowsMove(t *testing.T) {
	now := &store.Rows{Paths: []string{"0.md", "a.md", "b.md"}, First: []int32{0, 1, 3, 4}}
	n := newNumberer(now)
	if got := n.moved(threeChunks(), nil); !slices.Equal(got, []int32{1, 2, 3}) {
		t.Errorf("%v", got)
	}
	if got := n.moved(threeChunks(), []int{0}); !slices.Equal(got, []int32{-1, -1, 3}) {
		t.Errorf("a.md is put anew: %v", got)
	}
	delete(n.note, "b.md")
	if got := n.moved(threeChunks(), nil); !slices.Equal(got, []int32{1, 2, -1}) {
		t.Errorf("b.md is gone: %v", got)
	}
}

// The graph is as it was when every link leads where it led, in the same way; lines and texts are
// nothing to it.
func TestSameEdges(t *testing.T) {
	before := []store.LinkRecord{{To: "a.md", State: "ok", Strength: 0.5, Line: 1},
		{To: "b.md", State: "ok", Type: "supersedes", Strength: 0.5}}
	after := func(change func(list []store.LinkRecord)) []store.LinkRecord {
		list := slices.Clone(before)
		list[0].Line, list[0].Target = 9, "./a.md"
		change(list)
		return list
	}
	for name, change := range map[string]func(list []store.LinkRecord){
		"to": func(l []store.LinkRecord) { l[1].To = "c.md" }, "type": func(l []store.LinkRecord) { l[0].Type = "solves" },
		"state":    func(l []store.LinkRecord) { l[1].State = "broken" },
		"strength": func(l []store.LinkRecord) { l[0].Strength = 0.6 }, "inverse": func(l []store.LinkRecord) { l[1].Inverse = true },
		"order": func(l []store.LinkRecord) { l[0], l[1] = l[1], l[0] },
	} {
		if sameEdges(before, after(change)) {
			t.Errorf("another %s is the same graph", name)
		}
	}
	same := after(func([]store.LinkRecord) {})
	if !sameEdges(before, same) || !sameEdges(nil, nil) || sameEdges(before, same[:1]) || sameEdges(before[:1], same) {
		t.Error("equal and shorter lists are not told apart")
	}
	if got := internal([]store.LinkRecord{{State: "ok"}, {State: "external"}, {State: "broken"}}); got != 2 {
		t.Errorf("%d links are of the repository", got)
	}
}

// threeChunks is the rows of notes a.md with two chunks and b.md with one; documents 0 to 3, of
// which 1 is deleted.
func threeChunks() *store.Rows {
	ten := [words.Fields]int{10, 10, 10, 10}
	files := []git.File{{Path: "a.md", Blob: "1"}, {Path: "b.md", Blob: "2"}}
	r := store.MergeRows(&store.Rows{First: []int32{0}}, files,
		store.RowsByPath{"a.md": {{Length: ten}, {Length: ten}}, "b.md": {{Length: ten}}})
	r.Docs = []int32{2, -1, 0, 1}
	return r
}

// The numbers that go on from those of the last generation are those that the words give when they
// are asked for every chunk, while segments come, lose chunks, and are merged.
func TestNumbersGoOnAsAskedAnew(t *testing.T) {
	r := gittest.New(t)
	rng := rand.New(rand.NewPCG(7, 7))
	kept := 0
	for round := range 30 {
		for range rng.IntN(3) + 1 {
			name := fmt.Sprintf("n%d.md", rng.IntN(24))
			if rng.IntN(4) == 0 {
				os.Remove(filepath.Join(r.Dir, name))
			} else {
				r.Write(name, fmt.Sprintf("# Matter %d\n\nThe handler retries in round %d.\n\n## Limits\n\nSee [next](n%d.md).\n", round,
					round, rng.IntN(24)))
			}
		}
		repo, err := kb.Open(t.Context(), r.Dir)
		if err != nil {
			t.Fatal(err)
		}
		x, err := store.Open(repo, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Update(t.Context(), x, Options{}); err != nil {
			t.Fatal(err)
		}
		from, err := store.OpenReader(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		table := *from.Gen.Rows
		n := newNumberer(&table)
		its := from.Gen.Words.(*words.Reader)
		if err := n.anew(its); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(table.Docs, from.Gen.Rows.Docs) {
			t.Fatalf("round %d: numbers %v, want %v", round, from.Gen.Rows.Docs, table.Docs)
		}
		if len(its.Segments()) > 1 {
			kept++
		}
		from.Close()
	}
	if kept < 15 {
		t.Errorf("only %d generations had more than one segment", kept)
	}
}

// Words that do not have all chunks of the table are damage; numbers of before that do not fit are found anew.
func TestNumbersThatDoNotFit(t *testing.T) {
	_, x, _ := indexed(t, store.Options{NoVectors: true}, "a.md", "# A\n\nDoor.\n\n## Part\n\nKey.\n", "b.md", "# B\n\nLamp.\n")
	from, err := store.OpenReader(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	rows, folder := from.Gen.Rows, filepath.Join(from.Gen.Dir, store.WordsDir)
	began := from.Gen.Words.(*words.Reader).Segments()
	short, swapped := *rows, *rows
	short.Docs, swapped.Docs = rows.Docs[:1], slices.Clone(rows.Docs)
	slices.Reverse(swapped.Docs)
	for name, tt := range map[string]struct {
		began []words.Segment
		old   *store.Rows
		want  []int32
	}{
		"as before":     {began, rows, rows.Docs},
		"taken over":    {began, &swapped, swapped.Docs},
		"too few":       {began, &short, rows.Docs},
		"nothing began": {nil, &swapped, rows.Docs},
	} {
		table := *rows
		u := &updater{rows: &table, began: tt.began, old: &store.Generation{Rows: tt.old}}
		if err := u.numberDocs(t.Context(), folder); err != nil || !slices.Equal(table.Docs, tt.want) {
			t.Errorf("%s: %v, %v, want %v", name, table.Docs, err, tt.want)
		}
		if table.Speech == nil {
			t.Errorf("%s: the languages are left to each search", name)
		}
	}
	more := treeRows(rows, "c.md")
	for _, began := range [][]words.Segment{nil, began} {
		u := &updater{rows: more, began: began, old: &store.Generation{Rows: rows}}
		if err := u.numberDocs(t.Context(), folder); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("a note more than the words have: %v", err)
		}
	}
	if err := (&updater{rows: rows}).numberDocs(t.Context(), t.TempDir()); err == nil {
		t.Error("no words are words")
	}
}

// treeRows is a table with a note of one chunk more.
func treeRows(rows *store.Rows, path string) *store.Rows {
	var files []git.File
	for i, p := range rows.Paths {
		files = append(files, git.File{Path: p, Blob: rows.Blobs[i]})
	}
	return store.MergeRows(rows, append(files, git.File{Path: path, Blob: "9"}), store.RowsByPath{path: {{Length: [4]int{10, 1, 0, 0}}}})
}
