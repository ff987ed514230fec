package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/9aea2451/kb/rank"
)

func TestSplitIsStableAndEven(t *testing.T) {
	var queries []Query
	for i := range 400 {
		queries = append(queries, Query{ID: fmt.Sprint("query ", i)})
	}
	train, test := Split(queries)
	if len(train)+len(test) != 400 || len(train) < 160 || len(test) < 160 {
		t.Errorf("%d and %d", len(train), len(test))
	}
	in := map[string]bool{}
	for _, q := range train {
		in[q.ID] = true
	}
	some, others := Split(queries[100:200])
	for _, q := range some {
		if !in[q.ID] {
			t.Errorf("%s changed its half", q.ID)
		}
	}
	for _, q := range others {
		if in[q.ID] {
			t.Errorf("%s changed its half", q.ID)
		}
	}
}

// TestTuneClimbs lets it find a hill of two weights, in the other fusion.
func TestTuneClimbs(t *testing.T) {
	calls := 0
	hill := func(_ context.Context, s Settings) (float64, error) {
		calls++
		score := -math.Pow(s.Weights.Note-0.75, 2) - math.Pow(s.Weights.Head-2, 2)
		if s.Fusion == "rrf" {
			score++
		}
		return score, nil
	}
	start := Settings{Fusion: "cc", Weights: rank.DefaultWeights()}
	start.Weights.Note, start.Weights.Head = 0.5, 1
	steps := 0
	best, top, err := Tune(context.Background(), start, hill, func() { steps++ })
	if err != nil {
		t.Fatal(err)
	}
	if best.Fusion != "rrf" || math.Abs(best.Weights.Note-0.75) > 0.1 || best.Weights.Head != 2 || top < 0.99 {
		t.Errorf("%+v, %v", best, top)
	}
	if fields := len(start.Weights.Fields()); steps != Passes*fields {
		t.Errorf("%d steps for %d weights", steps, fields)
	}
	other := best.Weights
	other.Note, other.Head = start.Weights.Note, start.Weights.Head
	if other != start.Weights {
		t.Errorf("weights changed that bring nothing: %+v", other)
	}
	again, _, _ := Tune(context.Background(), start, hill, func() {})
	if again != best {
		t.Error("two runs differ")
	}
}

// Shares of a model are tuned where there is one.
func TestTuneShares(t *testing.T) {
	hill := func(_ context.Context, s Settings) (float64, error) {
		return -math.Pow(s.Shares.List-0.3, 2) - math.Pow(s.Shares.First-0.5, 2), nil
	}
	start := Settings{Fusion: "cc", Weights: rank.DefaultWeights()}
	if best, _, err := Tune(t.Context(), start, hill, func() {}); err != nil || best != start {
		t.Errorf("without a model: %+v, %v", best, err)
	}
	start.Model = true
	best, _, err := Tune(t.Context(), start, hill, func() {})
	if err != nil || best.Shares.List != 0.3 || best.Shares.First != 0.5 {
		t.Errorf("%+v, %v", best.Shares, err)
	}
}

func TestTuneKeepsWhatIsGoodEnough(t *testing.T) {
	start := Settings{Fusion: "cc", Weights: rank.DefaultWeights()}
	best, top, err := Tune(context.Background(), start, func(_ context.Context, s Settings) (float64, error) {
		return 0.5 + 0.0001*s.Weights.Note, nil
	}, func() {})
	if err != nil || best != start || math.Abs(top-0.5-0.0001*start.Weights.Note) > 1e-12 {
		t.Errorf("noise changed the settings: %+v, %v, %v", best, top, err)
	}
}

func TestTuneStopsAtAnError(t *testing.T) {
	broken := errors.New("broken")
	for at := range 4 {
		calls := 0
		start := Settings{Fusion: "cc", Weights: rank.DefaultWeights()}
		_, _, err := Tune(t.Context(), start, func(context.Context, Settings) (float64, error) {
			if calls++; calls > at {
				return 0, broken
			}
			return 0, nil
		}, func() {})
		if !errors.Is(err, broken) || calls != at+1 {
			t.Errorf("after %d: %v, %d calls", at, err, calls)
		}
	}
}

func TestNeighboursStayInRange(t *testing.T) {
	s := Settings{Fusion: "cc", Weights: rank.DefaultWeights()}
	for i, f := range s.Weights.Fields() {
		for _, value := range []float64{0, f.Max / 3, f.Max} {
			*s.Weights.Fields()[i].Value = value
			for _, n := range neighbours(s, i) {
				if got := *n.Weights.Fields()[i].Value; got < 0 || got > f.Max || got == value {
					t.Errorf("%s: %v from %v", f.Name, got, value)
				}
			}
		}
	}
}
