package store_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// broken is a provider with a fault of its own.
type broken struct{ counting }

func (*broken) Query(context.Context, string) ([]float32, error) {
	none := []float32{}
	return none[:cap(none)+1], nil
}

// counting is a server of meaning that indextest.Counts the texts that it is sent.
type counting struct{ texts, calls int }

func (*counting) Model() string   { return "test:counting" }
func (*counting) Dimensions() int { return 4 }

func (c *counting) Documents(_ context.Context, texts []string) ([][]float32, error) {
	c.calls++
	c.texts += len(texts)
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i], _ = c.Query(context.Background(), t)
	}
	return out, nil
}

func (c *counting) Query(_ context.Context, text string) ([]float32, error) {
	v := []float32{1, float32(len(text) % 7), float32(strings.Count(text, "e")), float32(strings.Count(text, "worker"))}
	return v, nil
}

// A panic in a search is a fault of kb: it goes on to who can tell it, and no file of the index is touched.
func TestPanicIsNoDamage(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{Provider: &broken{}, Warn: func(m string) { t.Errorf("warned: %s", m) }})
	defer x.Close()
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	before, _ := os.Stat(filepath.Join(x.Dir, store.RecordsFile))
	func() {
		defer func() {
			if p := recover(); p == nil || !strings.Contains(p.(error).Error(), "out of range") {
				t.Errorf("recovered %v", p)
			}
		}()
		_, err := s.Search(t.Context(), query.Query{Text: "how do workers fail"})
		t.Errorf("no panic, but %v", err)
	}()
	if after, err := os.Stat(filepath.Join(x.Dir, store.RecordsFile)); err != nil || !os.SameFile(before, after) {
		t.Errorf("the records were replaced: %v", err)
	}
}
