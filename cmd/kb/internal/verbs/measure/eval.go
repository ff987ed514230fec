package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/evaluate"
	"github.com/9aea2451/kb/index"
)

// Eval is kb eval.
func (Verbs) Eval() app.Verb {
	return app.Verb{
		Name: "eval", Place: 350,
		Help:    "Measure retrieval against judged queries.",
		Command: &evalCmd{},
		Answers: []any{Evaluation{}, PairEvaluation{}, FindingEvaluation{}, FlipEvaluation{}},
		Words: map[string]string{
			"pairs":    "Measure how contradictions are told instead, on labelled pairs of statements; - is stdin.",
			"base":     "With --pairs: plant the pairs among the statements of this repository.",
			"rows":     "With --pairs: also say what leaving out each doubt and each signal does.",
			"flips":    "Measure how many of so many statements of this repository are stopped when they say the opposite.",
			"seed":     "With --flips: another seed turns other statements.",
			"fusion":   "How words and meaning are mixed: cc or rrf (what .memory/kb.yaml says, else cc).",
			"findings": "Measure which labelled findings kb conflicts tells of in this repository; - is stdin.",
		},
	}
}

// evalCmd measures retrieval on the repository that it stands in.
type evalCmd struct {
	Queries string `arg:"" optional:"" placeholder:"QUERIES.jsonl" complete:"file" help:"Judged queries, a JSON object a line; - is stdin."`
	Pairs   string `placeholder:"FILE" complete:"file" help:"${pairs}"`
	Base    string `placeholder:"REPO" complete:"file" help:"${base}"`
	Rows    bool   `help:"${rows}"`
	Found   string `name:"findings" placeholder:"FILE" complete:"file" help:"${findings}"`
	Flips   int    `placeholder:"N" help:"${flips}"`
	Seed    string `default:"1" placeholder:"S" help:"${seed}"`
	Mode    string `enum:"hybrid,keyword,vector" default:"hybrid" help:"Mode to measure: hybrid, keyword or vector."`
	Fusion  string `enum:",cc,rrf" default:"" placeholder:"FUSION" help:"${fusion}"`
	Compare bool   `help:"Measure every mode and fusion, without priors, and plain whole-file BM25, side by side."`
	Details bool   `help:"Also print what each query got."`
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
	Categories map[string]evaluate.Summary `json:"categories"` // by name
	Results    []evaluate.Result           `json:"results"`    // empty without --details
}

// way is one way of searching.
type way struct {
	name      string
	configure func(*index.Query)
	weights   func(index.Weights) index.Weights // nil: as shipped
}

func wayOf(name string, mode index.Mode, fusion string) way {
	return way{name: name, configure: func(q *index.Query) { q.Mode, q.Fusion = mode, fusion }}
}

// keywordWay is what the others are compared with.
func keywordWay() way { return wayOf("keyword", index.Keyword, "cc") }

// Run measures and prints.
func (c *evalCmd) Run(ctx context.Context, a *app.App) error {
	var what []string
	for _, w := range []struct {
		name  string
		given bool
	}{{"queries", c.Queries != ""}, {"--pairs", c.Pairs != ""}, {"--findings", c.Found != ""}, {"--flips", c.Flips > 0}} {
		if w.given {
			what = append(what, w.name)
		}
	}
	switch {
	case len(what) > 1:
		return app.WithHint(fmt.Errorf("%s exclude each other", strings.Join(what, " and ")), "measure one after the other")
	case c.Pairs == "" && (c.Base != "" || c.Rows):
		return app.WithHint(errors.New("--base and --rows need --pairs"), "kb eval --pairs pairs.jsonl --base ../notes")
	case c.Pairs != "":
		return c.evaluatePairs(ctx, a)
	case c.Flips < 0:
		return errors.New("--flips takes how many statements to turn, at least 1")
	case c.Flips > 0:
		return c.evaluateFlips(ctx, a)
	case c.Found != "":
		return evaluateFindings(ctx, a, c.Found)
	case c.Queries == "":
		return app.WithHint(errors.New("no queries to measure"), "name a file of them: kb eval queries.jsonl")
	}
	queries, err := readQueries(a, c.Queries)
	if err != nil {
		return err
	}
	bench, err := openBench(ctx, a, queries)
	if err != nil {
		return err
	}
	defer bench.Close()
	ev, err := c.measure(ctx, a, bench, queries)
	if err != nil {
		return err
	}
	a.Progress.Stop()
	if a.JSON {
		return a.Emit(ev)
	}
	printEvaluation(a, ev, c.Details)
	return nil
}

// measure runs keyword mode, and then what was asked for.
func (c *evalCmd) measure(ctx context.Context, a *app.App, bench *bench, queries []evaluate.Query) (*Evaluation, error) {
	name, fusion := c.Mode, cmp.Or(c.Fusion, bench.holds.Fusion)
	if name == string(index.Hybrid) || c.Fusion == "rrf" {
		name += " " + fusion
	}
	list := []way{wayOf(name, index.Mode(c.Mode), fusion)}
	if c.Compare {
		bare := wayOf("hybrid, no priors", index.Hybrid, "cc")
		bare.weights = index.Weights.WithoutPriors
		list = []way{
			keywordWay(),
			wayOf("hybrid cc", index.Hybrid, "cc"),
			wayOf("hybrid rrf", index.Hybrid, "rrf"),
			wayOf("vector", index.Vector, "cc"),
			bare,
			{name: "baseline", configure: func(q *index.Query) { q.Baseline = true }},
		}
	}
	ev := &Evaluation{Queries: len(queries), Model: bench.now.Model()}
	keyword, err := bench.run(ctx, a, keywordWay(), queries)
	if err != nil {
		return nil, err
	}
	for _, w := range list {
		results, reference := keyword, []evaluate.Result(nil)
		if w.name != keywordWay().name {
			if results, err = bench.run(ctx, a, w, queries); err != nil {
				return nil, err
			}
			reference = keyword
		}
		conf := configurationOf(w.name, results, reference)
		if c.Details {
			conf.Results = results
		}
		ev.Configurations = append(ev.Configurations, conf)
	}
	return ev, nil
}

// configurationOf sums results up, overall and by category, against those of keyword mode where
// there are any.
func configurationOf(name string, results, keyword []evaluate.Result) Configuration {
	conf := Configuration{
		Name:       name,
		All:        summaryOf(results, keyword),
		Categories: map[string]evaluate.Summary{},
		Results:    []evaluate.Result{},
	}
	reference := evaluate.ByCategory(keyword)
	for i, group := range evaluate.ByCategory(results) {
		var against []evaluate.Result
		if keyword != nil {
			against = reference[i].Results // the same queries in the same order
		}
		conf.Categories[group.Name] = summaryOf(group.Results, against)
	}
	return conf
}

// summaryOf averages results and holds them against those of keyword mode, which are of the same
// queries in the same order; nil where there are none.
func summaryOf(results, keyword []evaluate.Result) evaluate.Summary {
	s := evaluate.Summarise(results)
	if keyword != nil {
		s.Against = evaluate.Against(results, keyword)
	}
	return s
}

// readQueries reads a queries file; "-" is stdin.
func readQueries(a *app.App, path string) ([]evaluate.Query, error) {
	if path == "-" {
		return evaluate.ReadQueries(a.Stdin, "stdin")
	}
	name, err := a.FromWorkDir(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, app.WithHint(fmt.Errorf("open %s: %w", path, errors.Unwrap(err)), "kb eval --help has the format")
	}
	defer f.Close()
	return evaluate.ReadQueries(f, path)
}
