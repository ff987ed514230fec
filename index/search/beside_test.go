package search_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
)

const toy = "local/toy"

// besides opens an index of three notes, two of which have the word.
func besides(t *testing.T) *search.Searcher {
	dir := indextest.NewRepository(t)
	for name, text := range map[string]string{"a": "A word about roads, which are long.", "b": "A word about tea.", "c": "Felines sleep."} {
		indextest.WriteFile(t, dir, "beside-"+name+".md", "# Note "+name+"\n\n"+text+"\n")
	}
	x := indextest.Open(t, dir, store.Options{})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// vectors gives each chunk of a note a vector by name, by default one that is far from all queries.
func vectors(t *testing.T, s *search.Searcher, of map[string][]float32) (rows []store.Packed) {
	t.Helper()
	for _, path := range s.Paths() {
		chunks, err := s.Chunks(t.Context(), path, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		v, named := of[path]
		if !named {
			v = []float32{0, 1}
		}
		for range chunks {
			if v == nil {
				rows = append(rows, nil)
				continue
			}
			rows = append(rows, store.Quantise(v, 2))
		}
	}
	return rows
}

func paths(t *testing.T, s *search.Searcher, text string, share float64) (out []string, tried []string) {
	t.Helper()
	asked := func(context.Context, string) ([]float32, error) { return []float32{1, 0}, nil }
	a, err := s.Search(t.Context(), query.Query{
		Text: text, Explain: true, Beside: &query.Beside{Model: toy, Dim: 2, Share: share, Query: asked},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Hits {
		out = append(out, a.Hits[i].Path)
	}
	return out, a.Tried
}

// The list of a model moves what it finds near to the front, also what words did not find; a note
// without a vector stays where it was, and nothing counts before there are vectors.
func TestListBeside(t *testing.T) {
	s := besides(t)
	text := "tea word"
	before, tried := paths(t, s, text, 0.5)
	if s.HasBeside(toy) || slices.Contains(tried, "beside it: "+toy) || before[0] != "beside-b.md" ||
		slices.Contains(before, "beside-c.md") {
		t.Fatalf("%q, %q", before, tried)
	}
	if err := s.KeepBeside(toy, 2, vectors(t, s, map[string][]float32{"beside-c.md": {1, 0}, "beside-a.md": {0.9, 0.43}})); err != nil {
		t.Fatal(err)
	}
	got, tried := paths(t, s, text, 0.5)
	if !s.HasBeside(toy) || !slices.Contains(tried, "beside it: "+toy) || got[0] != "beside-a.md" ||
		!slices.Contains(got, "beside-c.md") {
		t.Errorf("%q, %q", got, tried)
	}
	if got, _ := paths(t, s, text, 0); !slices.Equal(got, before) {
		t.Errorf("a share of nothing: %q", got)
	}
}

// Words that nothing has find nothing, whatever the model says: it never answers alone.
func TestModelNeverAlone(t *testing.T) {
	s := besides(t)
	if err := s.KeepBeside(toy, 2, vectors(t, s, map[string][]float32{"beside-c.md": {1, 0}})); err != nil {
		t.Fatal(err)
	}
	if got, _ := paths(t, s, "qwxzv", 0.5); slices.Contains(got, "beside-c.md") {
		t.Errorf("%q", got)
	}
}

// Of too few notes a model has no list.
func TestFewVectorsAreNoList(t *testing.T) {
	s := besides(t)
	rows := vectors(t, s, nil)
	for i := range rows[:len(rows)/2] {
		rows[i] = nil
	}
	if err := s.KeepBeside(toy, 2, rows); err != nil || s.HasBeside(toy) {
		t.Error(err)
	}
	if err := s.KeepBeside(toy, 2, rows[1:]); err != nil || s.HasBeside(toy) {
		t.Error("rows of another state", err)
	}
}

// A hit tells how near the nearest section of its note is, be it another than the hit; nothing where
// no section of the note has a vector.
func TestNearestSectionByTheModel(t *testing.T) {
	dir := indextest.NewRepository(t)
	roads := strings.Repeat("Roads of stone are long and straight. ", 20)
	for name, text := range map[string]string{
		"a": "## Roads\n\n" + roads + "\n\n## Rain\n\nIt rains all day here.", "b": "Roads of sand are short.", "c": "Tea is hot.",
	} {
		indextest.WriteFile(t, dir, "near-"+name+".md", "# Note "+name+"\n\n"+text+"\n")
	}
	x := indextest.Open(t, dir, store.Options{})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var rows []store.Packed
	for _, path := range s.Paths() {
		chunks, err := s.Chunks(t.Context(), path, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range chunks {
			v := []float32{0.6, 0.8}
			if strings.Contains(chunks[i].Text, "rains") {
				v = []float32{0.8, 0.6}
			}
			if rows = append(rows, store.Quantise(v, 2)); path == "near-b.md" {
				rows[len(rows)-1] = nil
			}
		}
	}
	if err := s.KeepBeside(toy, 2, rows); err != nil || !s.HasBeside(toy) {
		t.Fatal(err)
	}
	a, err := s.Search(t.Context(), query.Query{Text: "roads stone sand", Explain: true, Beside: &query.Beside{
		Model: toy, Dim: 2, Share: 0.2, Query: func(context.Context, string) ([]float32, error) { return []float32{1, 0}, nil },
	}})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for i := range a.Hits {
		f := a.Hits[i].Factors
		nearest, known := f["model_nearest"]
		switch h := &a.Hits[i]; h.Path {
		case "near-a.md":
			if seen++; strings.Contains(h.Text, "rains") || math.Abs(nearest-0.8) > 0.02 || math.Abs(f["model_cosine"]-0.6) > 0.02 {
				t.Errorf("%v", f)
			}
		case "near-b.md":
			if seen++; known {
				t.Errorf("without a vector: %v", f)
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d of the notes are found", seen)
	}
}
