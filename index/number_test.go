package index

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The numbers that go on from those of the last generation are those that the words give when they
// are asked for every chunk, while segments come, lose chunks, and are merged.
func TestNumbersGoOnAsAskedAnew(t *testing.T) {
	dir := newRepository(t)
	rng := rand.New(rand.NewPCG(7, 7))
	kept := 0
	for round := range 30 {
		for range rng.IntN(3) + 1 {
			name := fmt.Sprintf("n%d.md", rng.IntN(24))
			if rng.IntN(4) == 0 {
				os.Remove(filepath.Join(dir, name))
			} else {
				writeFile(t, dir, name, noteText(rng.IntN(24), fmt.Sprint("round ", round)))
			}
		}
		update(t, dir)
		x := openIndex(t, dir, Options{})
		s, err := x.Searcher(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		table := *s.gen.rows
		n := &numberer{rows: &table, note: map[string]int32{}}
		for i, p := range table.paths {
			n.note[p] = int32(i)
		}
		if err := n.anew(s.gen.words); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(table.docs, s.gen.rows.docs) {
			t.Fatalf("round %d: numbers %v, want %v", round, s.gen.rows.docs, table.docs)
		}
		if len(s.gen.words.Segments()) > 1 {
			kept++
		}
		s.Close()
		x.Close()
	}
	if kept < 15 {
		t.Errorf("only %d generations had more than one segment", kept)
	}
}
