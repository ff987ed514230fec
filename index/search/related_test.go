package search_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
)

// What every source adds is named, adds up to the score, and is weighed against all others.
func TestRelatedAddsUpItsSources(t *testing.T) {
	x := indextest.Open(t, indextest.NewRepository(t), store.Options{})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	related := func(sources ...search.Source) map[string]search.Hit {
		hits, err := s.Related(t.Context(), "n3.md", 100, sources...)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]search.Hit{}
		for i, h := range hits {
			sum := 0.0
			for name, x := range h.Factors {
				if name != "fused" {
					sum += x
				}
			}
			if math.Abs(sum-h.Score) > 1e-6 || h.Score > 1 || i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("%s: score %v, factors %v", h.Path, h.Score, h.Factors)
			}
			out[h.Path] = h
		}
		return out
	}
	before := related()
	after := related(
		search.Source{Name: "co-change", Weight: 0.25, Near: map[string]float64{"n9.md": 1, "n4.md": 7, "nowhere.md": 1, "n3.md": 1}},
		search.Source{Name: "co-access", Weight: 0.75, Near: nil},
	)
	if got := after["n9.md"].Factors["co-change"]; got != 0.125 {
		t.Errorf("0.25 of weights of 2 adds %v, want 0.125", got)
	}
	if got := after["n4.md"].Factors["co-change"]; got != 0.125 {
		t.Errorf("a nearness above 1 adds %v", got)
	}
	if got, want := after["n4.md"].Factors["links"], before["n4.md"].Factors["links"]/2; got == 0 || math.Abs(got-want) > 1e-6 {
		t.Errorf("links add %v, want %v", got, want)
	}
	few, err := s.Related(t.Context(), "n3.md", 3)
	if all, _ := s.Related(t.Context(), "n3.md", 100); err != nil || len(all) < 7 || !cmp.Equal(few, all[:3]) {
		t.Errorf("of %d the first three are %v, %v", len(all), few, err)
	}
	if _, ok := after["n3.md"]; ok {
		t.Error("a note is near to itself")
	}
}
