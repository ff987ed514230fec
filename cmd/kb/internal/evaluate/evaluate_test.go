package evaluate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/rank"
)

// clock moves on by a step whenever it is read.
func clock(step time.Duration) func() time.Time {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(step); return now }
}

func TestRunAsksForEachQuery(t *testing.T) {
	queries := []Query{
		{ID: "one", Query: "first", Relevant: map[string]float64{"a": 1}, Exclude: []string{"x"}, At: "v1"},
		{ID: "two", Query: "second", Relevant: map[string]float64{"a": 1}},
	}
	var asked []index.Query
	var trees []string
	search := func(_ context.Context, at string, q index.Query) (*index.Answer, error) {
		asked, trees = append(asked, q), append(trees, at)
		return &index.Answer{Hits: hits("b", "a")}, nil
	}
	var seen []int
	results, err := Run(context.Background(), queries, search, Options{Now: clock(1500 * time.Microsecond),
		Configure: func(q *index.Query) { q.Mode = index.Keyword }, Progress: func(done, total int) { seen = append(seen, done, total) }})
	if err != nil {
		t.Fatal(err)
	}
	one := index.Query{Text: "first", Mode: index.Keyword, Limit: Depth, Exclude: []string{"x"}}
	two := index.Query{Text: "second", Mode: index.Keyword, Limit: Depth}
	if diff := cmp.Diff([]index.Query{one, one, two}, asked); diff != "" { // the first one warms up
		t.Error(diff)
	}
	if !slices.Equal(trees, []string{"v1", "v1", ""}) {
		t.Errorf("trees %q", trees)
	}
	if len(results) != 2 || results[1].ID != "two" || results[1].RR != 0.5 || results[0].Milliseconds != 1.5 {
		t.Errorf("%+v", results)
	}
	if !slices.Equal(seen, []int{1, 2, 2, 2}) {
		t.Errorf("progress %v", seen)
	}
}

func TestRunNamesTheQueryThatFails(t *testing.T) {
	broken := errors.New("broken")
	for _, failing := range []string{"first", "second"} {
		search := func(_ context.Context, _ string, q index.Query) (*index.Answer, error) {
			if q.Text == failing {
				return nil, broken
			}
			return &index.Answer{}, nil
		}
		_, err := Run(context.Background(), []Query{{ID: "id-first", Query: "first"}, {ID: "id-second", Query: "second"}}, search,
			Options{Now: time.Now})
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), "id-"+failing) {
			t.Errorf("%s: %v", failing, err)
		}
	}
}

func TestSummariseByHand(t *testing.T) {
	yes, no := 1.0, 0.0
	results := []Result{
		{NDCG: 1, AP: 0.5, RR: 1, Recall: Recalls{1, 1, 1, 1}, CurrentFirst: &yes, Milliseconds: 1},
		{NDCG: 0.5, AP: 0.1, RR: 0.5, Recall: Recalls{0, 0.5, 0.5, 1}, CurrentFirst: &no, Evidence: &Shares{0, 0.5, 1}, Milliseconds: 3},
		{Unjudged: true, Evidence: &Shares{1, 1, 1}, Milliseconds: 5},
	}
	s := Summarise(results)
	near(t, "nDCG", s.NDCG, 0.75)
	near(t, "MAP", s.MAP, 0.3)
	near(t, "MRR", s.MRR, 0.75)
	near(t, "current", *s.CurrentFirst, 0.5)
	near(t, "p50", s.P50, 3)
	near(t, "p95", s.P95, 4.8)
	if s.Queries != 3 || s.Judged != 2 || s.Recall != (Recalls{0.5, 0.75, 0.75, 1}) || *s.Evidence != (Shares{0.5, 0.75, 1}) ||
		s.Against != nil {
		t.Errorf("%+v", s)
	}
	if s := Summarise(nil); s != (Summary{}) {
		t.Errorf("nothing gives %+v", s)
	}
}

func TestByCategory(t *testing.T) {
	groups := ByCategory([]Result{{ID: "1", Category: "z"}, {ID: "2"}, {ID: "3", Category: "a"}, {ID: "4", Category: "z"}})
	want := []Category{{"a", []Result{{ID: "3", Category: "a"}}}, {"z", []Result{{ID: "1", Category: "z"}, {ID: "4", Category: "z"}}}}
	if diff := cmp.Diff(want, groups); diff != "" {
		t.Error(diff)
	}
}

func TestAgainstPairsTheJudgedQueries(t *testing.T) {
	a := []Result{{NDCG: 0.9}, {Unjudged: true, NDCG: 0.3}, {NDCG: 0.7}}
	b := []Result{{NDCG: 0.4}, {Unjudged: true}, {NDCG: 0.2}}
	got := Against(a, b)
	if got == nil {
		t.Fatal("nothing compared")
	}
	for _, x := range []float64{got.Mean, got.Low, got.High} { // each difference is 0.5, so is each sample's mean
		near(t, "difference", x, 0.5)
	}
	if got := Against(a[1:2], b[1:2]); got != nil {
		t.Errorf("nothing judged gives %v", got)
	}
	if got := *Against(a, a); got != (rank.Interval{}) {
		t.Errorf("no difference gives %v", got)
	}
}
