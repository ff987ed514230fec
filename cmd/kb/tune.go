package main

import (
	"context"
	"errors"
	"strconv"

	"github.com/9aea2451/kb/cmd/kb/internal/evaluate"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/rank"
)

// tuneCmd searches the weights of ranking.
type tuneCmd struct {
	Queries string `arg:"" placeholder:"QUERIES.jsonl" complete:"file" help:"Judged queries, as for kb eval."`
}

// Help holds the verb's details and examples.
func (tuneCmd) Help() string {
	return `Searches the weights of fields, fusion and priors on one half of the queries (by a hash of their ids), one weight after another, for the greatest nDCG@10,
and reports what they bring on the other half. It changes nothing: the settings are printed.

Examples:

    kb tune queries.jsonl
    kb tune queries.jsonl --json | jq .data.weights`
}

// Tuning is the JSON form of what was found.
type Tuning struct {
	Train   Half          `json:"train"`
	Test    Half          `json:"test"`
	Change  rank.Interval `json:"change"` // of nDCG@10 on the test half
	Weights index.Weights `json:"weights"`
}

// Half is one half of the queries.
type Half struct {
	Queries int     `json:"queries"`
	Before  float64 `json:"before"` // nDCG@10 of the shipped weights
	After   float64 `json:"after"`
}

// Run tunes and prints.
func (c *tuneCmd) Run(ctx context.Context, a *app) error {
	queries, err := a.readQueries(c.Queries)
	if err != nil {
		return err
	}
	train, test := evaluate.Split(queries)
	if len(train) == 0 || len(test) == 0 {
		return withHint(errors.New("too few queries to divide"), "a dozen judged queries is the least that can tell anything")
	}
	b, s, err := a.read(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	defer s.Close()
	t, err := c.tune(ctx, a, s, train, test)
	if err != nil {
		return err
	}
	a.progress.stop()
	if a.JSON {
		return a.emit(t)
	}
	printTuning(a, t)
	return nil
}

func (c *tuneCmd) tune(ctx context.Context, a *app, s *index.Searcher, train, test []evaluate.Query) (*Tuning, error) {
	run := func(ctx context.Context, queries []evaluate.Query, w index.Weights) ([]evaluate.Result, error) {
		s.SetWeights(w)
		return evaluate.Run(ctx, queries, s.Search, func(q *index.Query) { q.Limit = 10 }, func(int, int) {})
	}
	score := func(ctx context.Context, w index.Weights) (float64, error) {
		results, err := run(ctx, train, w)
		return evaluate.Summarise(results).NDCG, err
	}
	shipped := index.DefaultWeights()
	before, err := score(ctx, shipped)
	if err != nil {
		return nil, err
	}
	tried := 0
	all := 2 * len(shipped.Fields())
	best, after, err := evaluate.Tune(ctx, shipped, score, func(string, float64) { tried++; a.progress.report("tuning", tried, all) })
	if err != nil {
		return nil, err
	}
	old, err := run(ctx, test, shipped)
	if err != nil {
		return nil, err
	}
	tuned, err := run(ctx, test, best)
	if err != nil {
		return nil, err
	}
	return &Tuning{Train: Half{len(train), before, after}, Test: Half{len(test), evaluate.Summarise(old).NDCG, evaluate.Summarise(tuned).NDCG},
		Change: evaluate.Against(tuned, old), Weights: best}, nil
}

func printTuning(a *app, t *Tuning) {
	a.printf("nDCG@10 on the %d queries tuned on: %.4f, shipped %.4f\n", t.Train.Queries, t.Train.After, t.Train.Before)
	a.printf("nDCG@10 on the other %d:            %.4f, shipped %.4f, change %+.4f [%+.4f, %+.4f]\n\n", t.Test.Queries, t.Test.After, t.Test.Before, t.Change.Mean, t.Change.Low, t.Change.High)
	shipped := index.DefaultWeights()
	before := shipped.Fields()
	for i, f := range t.Weights.Fields() {
		mark := ""
		if *f.Value != *before[i].Value {
			mark = "  (shipped: " + trimFloat(*before[i].Value) + ")"
		}
		a.printf("%-18s %s%s\n", f.Name, trimFloat(*f.Value), mark)
	}
}

func trimFloat(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
