package measure

import (
	"fmt"
	"os"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/text/wording"
)

// PairEvaluation is the JSON form of how well contradictions are told from other pairs.
type PairEvaluation struct {
	Warn       judge.Measure          `json:"warn"`
	Reject     judge.Measure          `json:"reject"`
	Labels     []judge.GroupMeasure   `json:"labels"`
	Categories []judge.GroupMeasure   `json:"categories"`
	Pairs      []judge.EvaluationPair `json:"pairs"`
}

// evaluatePairs judges a file of labelled pairs; it needs no repository.
func evaluatePairs(a *app.App, path string) error {
	pairs, err := readPairs(a, path)
	if err != nil {
		return err
	}
	everyTermAlike := func(string) float64 { return 1 }
	e := PairEvaluation(*judge.Evaluate(pairs, everyTermAlike))
	if a.JSON {
		return a.Emit(e)
	}
	a.Printf("%s\n\n%-28s %6s %6s %6s %6s %5s %5s %5s\n", wording.Count(len(pairs), "pair"), "", "P", "R", "F1", "FPR", "tp", "fp", "fn")
	printMeasure(a, "warn", e.Warn)
	printMeasure(a, "reject", e.Reject)
	for _, groups := range [][]judge.GroupMeasure{e.Labels, e.Categories} {
		for _, g := range groups {
			if g.Name != "" {
				printMeasure(a, report.CleanLine(g.Name)+", warn", g.Warn)
				printMeasure(a, report.CleanLine(g.Name)+", reject", g.Reject)
			}
		}
	}
	return nil
}

func printMeasure(a *app.App, name string, m judge.Measure) {
	a.Printf("%-28.28s %6.3f %6.3f %6.3f %6.3f %5d %5d %5d\n", name, m.Precision, m.Recall, m.F1, m.FalsePositiveRate, m.TP, m.FP, m.FN)
}

func readPairs(a *app.App, path string) ([]judge.LabelledPair, error) {
	if path == "-" {
		return judge.ReadPairs(a.Stdin)
	}
	name, err := a.FromWorkDir(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, app.WithHint(fmt.Errorf("open pairs: no such file: %s", path),
			`a line of it is {"a": statement, "b": statement, "label": "contradiction" or another}`)
	}
	defer f.Close()
	pairs, err := judge.ReadPairs(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return pairs, nil
}
