package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/evaluate"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/index"
)

// evalCmd measures retrieval on the repository that it stands in.
type evalCmd struct {
	Queries string `arg:"" placeholder:"QUERIES.jsonl" complete:"file" help:"Judged queries, one JSON object a line."`
	Mode    string `enum:"hybrid,keyword,vector" default:"hybrid" help:"Mode to measure: hybrid, keyword or vector."`
	Fusion  string `enum:"cc,rrf" default:"cc" help:"How words and meaning are mixed: cc or rrf."`
	Compare bool   `help:"Measure every mode and fusion, without priors, and plain whole-file BM25, side by side."`
	Details bool   `help:"Also print what each query got."`
}

// Help holds the verb's details and examples.
func (evalCmd) Help() string {
	return `A line of the file: {"id", "query", "relevant": {"path or path#anchor": grade}}, and optionally "exclude": [paths] (dropped from the ranking),
"stale": [paths] (must not rank above a relevant one), "evidence": [texts] (share found in the first words of the returned chunks), "category" and "at".
The measures are defined in docs/evaluation.md. With --compare, the interval is the 95 % bootstrap interval of nDCG@10 against keyword mode.

Examples:

    kb eval queries.jsonl
    kb eval queries.jsonl --compare
    kb eval queries.jsonl --mode keyword --json | jq .data.configurations[0].all`
}

// Evaluation is the JSON form of what was measured.
type Evaluation struct {
	Queries        int             `json:"queries"`
	Model          string          `json:"model"`
	Configurations []Configuration `json:"configurations"`
}

// Configuration is what one way of searching got.
type Configuration struct {
	Name       string                      `json:"name"`
	All        evaluate.Summary            `json:"all"`
	Categories map[string]evaluate.Summary `json:"categories"`
	Results    []evaluate.Result           `json:"results"`

	names []string // of the categories, in order
	runs  []evaluate.Result
}

// way is one way of searching.
type way struct {
	name      string
	configure func(*index.Query)
	weights   func(index.Weights) index.Weights
}

// ways lists what --compare measures. Keyword mode comes first: the others are compared with it.
func ways() []way {
	mode := func(m index.Mode, fusion string) func(*index.Query) {
		return func(q *index.Query) { q.Mode, q.Fusion = m, fusion }
	}
	return []way{
		{name: "keyword", configure: mode(index.Keyword, "cc")},
		{name: "hybrid cc", configure: mode(index.Hybrid, "cc")},
		{name: "hybrid rrf", configure: mode(index.Hybrid, "rrf")},
		{name: "vector", configure: mode(index.Vector, "cc")},
		{name: "hybrid, no priors", configure: mode(index.Hybrid, "cc"), weights: index.Weights.WithoutPriors},
		{name: "baseline", configure: func(q *index.Query) { q.Baseline = true }},
	}
}

// Run measures and prints.
func (c *evalCmd) Run(ctx context.Context, a *app) error {
	queries, err := a.readQueries(c.Queries)
	if err != nil {
		return err
	}
	b, s, err := a.read(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	defer s.Close()
	list := []way{{name: strings.TrimSpace(c.Mode + " " + c.Fusion), configure: func(q *index.Query) { q.Mode, q.Fusion = index.Mode(c.Mode), c.Fusion }}}
	if c.Compare {
		list = ways()
	}
	ev := Evaluation{Queries: len(queries), Model: s.Model()}
	for _, w := range list {
		conf, err := a.measure(ctx, s, queries, w)
		if err != nil {
			return err
		}
		ev.Configurations = append(ev.Configurations, conf)
	}
	a.progress.stop()
	return c.print(a, &ev)
}

// readQueries reads a queries file; "-" is stdin.
func (a *app) readQueries(path string) ([]evaluate.Query, error) {
	if path == "-" {
		return evaluate.ReadQueries(a.stdin, "stdin")
	}
	name, err := a.fromWorkDir(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, withHint(fmt.Errorf("open queries: %w", errors.Unwrap(err)), "%s: see kb eval --help for the format", path)
	}
	defer f.Close()
	return evaluate.ReadQueries(f, path)
}

// measure runs the queries one way.
func (a *app) measure(ctx context.Context, s *index.Searcher, queries []evaluate.Query, w way) (Configuration, error) {
	weights := index.DefaultWeights()
	if w.weights != nil {
		weights = w.weights(weights)
	}
	s.SetWeights(weights)
	results, err := evaluate.Run(ctx, queries, s.Search, w.configure, func(done, all int) { a.progress.report(w.name, done, all) })
	conf := Configuration{Name: w.name, All: evaluate.Summarise(results), runs: results}
	conf.names, conf.Categories = evaluate.ByCategory(results)
	return conf, err
}

// print writes a table, or the JSON document.
func (c *evalCmd) print(a *app, ev *Evaluation) error {
	for i := range ev.Configurations {
		conf := &ev.Configurations[i]
		if i > 0 {
			against := evaluate.Against(conf.runs, ev.Configurations[0].runs)
			conf.All.Against = &against
		}
		if conf.Results = []evaluate.Result{}; c.Details {
			conf.Results = conf.runs
		}
	}
	if a.JSON {
		return a.emit(ev)
	}
	a.printf("%d queries, model %s\n\n", ev.Queries, orNone(ev.Model))
	a.printf("%-26s %7s %7s %7s %6s %6s %6s %6s %7s %7s  %s\n", "", "nDCG@10", "MAP", "MRR@10", "R@1", "R@5", "R@10", "R@20", "p50 ms", "p95 ms", "against keyword")
	for _, conf := range ev.Configurations {
		printSummary(a, conf.Name, conf.All)
		for _, name := range conf.names {
			printSummary(a, "  "+report.CleanLine(name), conf.Categories[name])
		}
	}
	if c.Details {
		printResults(a, ev)
	}
	return nil
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func printSummary(a *app, name string, s evaluate.Summary) {
	a.printf("%-26.26s %7.4f %7.4f %7.4f %6.3f %6.3f %6.3f %6.3f %7.1f %7.1f", name, s.NDCG, s.MAP, s.MRR, s.Recall.At1, s.Recall.At5, s.Recall.At10, s.Recall.At20, s.P50, s.P95)
	if s.Against != nil {
		a.printf("  %+.4f [%+.4f, %+.4f]", s.Against.Mean, s.Against.Low, s.Against.High)
	}
	a.printf("\n")
	if s.CurrentFirst != nil {
		a.printf("%-26s current above stale %.3f\n", "", *s.CurrentFirst)
	}
	if s.Evidence != nil {
		a.printf("%-26s evidence in 500/1000/2000 words %.3f %.3f %.3f\n", "", s.Evidence.At500, s.Evidence.At1000, s.Evidence.At2000)
	}
}

func printResults(a *app, ev *Evaluation) {
	for _, conf := range ev.Configurations {
		a.printf("\n%s\n", conf.Name)
		for _, r := range conf.Results {
			a.printf("  %.4f %s → %s\n", r.NDCG, report.CleanLine(r.ID), report.CleanLine(r.First))
		}
	}
}
