package measure

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/evaluate"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/rank"
)

// Tune is kb tune.
func (Verbs) Tune() app.Verb {
	return app.Verb{
		Name: "tune", Place: 360,
		Help:    "Search better weights of ranking on judged queries.",
		Command: &tuneCmd{},
		Answers: []any{Tuning{}},
	}
}

// tuneCmd searches the weights of ranking.
type tuneCmd struct {
	Write bool `help:"Put the settings into .memory/kb.yaml, if they gain on the other half beyond chance."`

	Queries string `arg:"" placeholder:"QUERIES.jsonl" complete:"file" help:"Judged queries, as for kb eval; - is stdin."`
}

// Tuning is the JSON form of what was found.
type Tuning struct {
	Train   Half          `json:"train"`
	Test    Half          `json:"test"`
	Change  rank.Interval `json:"change"` // of nDCG@10 on the test half
	Fusion  string        `json:"fusion"`
	Weights index.Weights `json:"weights"`
	Written bool          `json:"written"` // to .memory/kb.yaml

	// Of the model on the disk, for your own configuration.
	List  *float64 `json:"list_share,omitempty"`
	First *float64 `json:"rerank_share,omitempty"`
}

// Half is one half of the queries.
type Half struct {
	Queries int     `json:"queries"`
	Before  float64 `json:"before"` // nDCG@10 of the settings that hold
	After   float64 `json:"after"`
}

// Run tunes and prints.
func (c *tuneCmd) Run(ctx context.Context, a *app.App) error {
	queries, err := readQueries(a, c.Queries)
	if err != nil {
		return err
	}
	judged := queries[:0]
	for _, q := range queries {
		if q.Judged() {
			judged = append(judged, q)
		}
	}
	train, test := evaluate.Split(judged)
	if len(train) == 0 || len(test) == 0 {
		return app.WithHint(errors.New("too few judged queries to divide into two halves"),
			"some dozens are the least that can tell anything")
	}
	bench, err := openBench(ctx, a, judged)
	if err != nil {
		return err
	}
	defer bench.Close()
	t, err := bench.tune(ctx, a, train, test)
	if err != nil {
		return err
	}
	a.Progress.Stop()
	if c.Write && t.Change.Low > 0 {
		old, err := bench.repo.ReadWork(configFile)
		if errors.Is(err, fs.ErrNotExist) {
			old, err = nil, nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", configFile, err)
		}
		now, err := withRanking(string(old), t.Fusion, t.Weights)
		if err != nil {
			return err
		}
		edit := worktree.Edit{Path: configFile, New: []byte(now)}
		if old != nil {
			edit.Old = old
		}
		if err := bench.repo.Write([]worktree.Edit{edit}); err != nil {
			return err
		}
		t.Written = true
	}
	if a.JSON {
		return a.Emit(t)
	}
	printTuning(a, t, bench.start())
	switch {
	case t.Written:
		a.Remark("written to .memory/kb.yaml: it counts from the next command on")
	case c.Write:
		a.Remark("nothing is written: on the other half the change may be chance")
	}
	return nil
}

// start are the settings that hold in the repository: what is tuned must be better.
func (t *bench) start() evaluate.Settings {
	s := evaluate.Settings{Fusion: t.holds.Fusion, Weights: t.holds.Weights}
	s.Shares, s.Model = t.shares, t.model
	return s
}

// try answers the queries with settings; at most limit hits are looked at.
func (t *bench) try(ctx context.Context, a *app.App, s evaluate.Settings, queries []evaluate.Query, limit int) ([]evaluate.Result, error) {
	t.SetWeights(s.Weights)
	t.desk.SetShares(s.Shares)
	return evaluate.Run(ctx, queries, t.Search,
		evaluate.Options{Now: a.Now, Configure: func(q *index.Query) { q.Fusion, q.Limit = s.Fusion, limit }})
}

// tune searches settings on one half of the queries, and measures them and those that hold on both:
// what they gain on the other half alone tells anything.
func (t *bench) tune(ctx context.Context, a *app.App, train, test []evaluate.Query) (*Tuning, error) {
	score := func(ctx context.Context, s evaluate.Settings) (float64, error) {
		results, err := t.try(ctx, a, s, train, 10)
		return evaluate.Summarise(results).NDCG, err
	}
	start := t.start()
	tried, all := 0, evaluate.Passes*len(start.Weights.Fields())
	best, _, err := evaluate.Tune(ctx, start, score, func() { tried++; a.Progress.Report("tuning", tried, all) })
	if err != nil {
		return nil, err
	}
	out := &Tuning{Fusion: best.Fusion, Weights: best.Weights}
	if best.Model {
		out.List, out.First = &best.Shares.List, &best.Shares.First
	}
	if out.Train, _, err = t.compare(ctx, a, train, best); err != nil {
		return nil, err
	}
	var change *rank.Interval
	if out.Test, change, err = t.compare(ctx, a, test, best); err != nil {
		return nil, err
	}
	out.Change = *change
	return out, nil
}

// compare measures settings and those that hold as kb eval does. The queries are judged.
func (t *bench) compare(ctx context.Context, a *app.App, queries []evaluate.Query, s evaluate.Settings) (Half, *rank.Interval, error) {
	before, err := t.try(ctx, a, t.start(), queries, evaluate.Depth)
	if err != nil {
		return Half{}, nil, err
	}
	after, err := t.try(ctx, a, s, queries, evaluate.Depth)
	if err != nil {
		return Half{}, nil, err
	}
	return Half{len(queries), evaluate.Summarise(before).NDCG, evaluate.Summarise(after).NDCG}, evaluate.Against(after, before), nil
}

// printTuning writes the gain on both halves, and each setting beside the one that holds.
func printTuning(a *app.App, t *Tuning, holds evaluate.Settings) {
	a.Printf("nDCG@10 on the %d queries tuned on: %.4f, now %.4f\n", t.Train.Queries, t.Train.After, t.Train.Before)
	a.Printf("nDCG@10 on the other %d: %.4f, now %.4f, change %+.4f [%+.4f, %+.4f]\n\n", t.Test.Queries, t.Test.After,
		t.Test.Before, t.Change.Mean, t.Change.Low, t.Change.High)
	printSetting(a, "fusion", t.Fusion, holds.Fusion)
	if t.List != nil {
		printSetting(a, "list_share", trimFloat(*t.List), trimFloat(holds.Shares.List))
		printSetting(a, "rerank_share", trimFloat(*t.First), trimFloat(holds.Shares.First))
		defer a.Remark("list_share and rerank_share belong into your own configuration, below models: embed:")
	}
	before := holds.Weights.Fields()
	for i, f := range t.Weights.Fields() {
		printSetting(a, f.Name, trimFloat(*f.Value), trimFloat(*before[i].Value))
	}
}

// printSetting writes a setting, and the one that holds where that is another.
func printSetting(a *app.App, name, value, holds string) {
	a.Printf("%-18s %s", name, value)
	if value != holds {
		a.Printf("  (now: %s)", holds)
	}
	a.Printf("\n")
}

// trimFloat writes four significant digits at most, in messages and in kb.yaml.
func trimFloat(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
