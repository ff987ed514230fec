package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// A bit of a vector that has flipped is damage, as it is in any other file: said, mended, and no other
// answer than before.
func TestVectorsWhoseSumDoesNotHold(t *testing.T) {
	dir := indextest.NewRepository(t)
	var said []string
	o := store.Options{Warn: func(s string) { said = append(said, s) }}
	q := query.Query{Text: "how do workers try again", Limit: 5}
	indextest.Update(t, dir)
	x := indextest.Open(t, dir, o)
	before := indextest.Ask(t, x, q)
	for range 2 { // of what was mended there is nothing more to say
		after := indextest.Ask(t, indextest.Open(t, dir, o), q)
		for i, h := range after.Hits {
			if h.Path != before.Hits[i].Path || h.Score != before.Hits[i].Score {
				t.Errorf("hit %d: %s %v, before %s %v", i, h.Path, h.Score, before.Hits[i].Path, before.Hits[i].Score)
			}
		}
		if len(said) == 0 {
			files, _ := filepath.Glob(filepath.Join(x.Dir, store.GenerationsDir, "*", store.VectorsFile))
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				data[len(data)/2] ^= 4
				if err := os.WriteFile(file, data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			indextest.Ask(t, indextest.Open(t, dir, o), q)
		}
	}
	if len(said) != 1 || !strings.Contains(said[0], "the sum of vectors does not hold") {
		t.Errorf("said %q", said)
	}
}
