package measure

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
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
	Rows       []judge.RowEffect      `json:"rows,omitempty"` // with --rows
}

// evaluatePairs judges a file of labelled pairs, by themselves or planted in the notes of a repository.
func (c *evalCmd) evaluatePairs(ctx context.Context, a *app.App) error {
	pairs, err := readPairs(a, c.Pairs)
	if err != nil {
		return err
	}
	judged := judge.Evaluate(pairs, nil)
	if c.Base != "" {
		if judged, err = c.planted(ctx, a, pairs); err != nil {
			return err
		}
	}
	e := PairEvaluation{Warn: judged.Warn, Reject: judged.Reject, Labels: judged.Labels, Categories: judged.Categories, Pairs: judged.Pairs}
	if c.Rows {
		e.Rows = judge.Rows(pairs, nil)
	}
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
	rows := e.Rows
	if rows != nil {
		a.Printf("\n%-36s %13s %15s\n%-36s %6s %6s %8s %6s\n", "left out", "warn", "reject", "", "right", "wrong", "right", "wrong")
		for _, r := range rows {
			kind := "doubt"
			if r.Signal {
				kind = "signal"
			}
			a.Printf("%-36.36s %+6d %+6d %+8d %+6d\n", kind+" "+r.Row, r.Warn.Right, r.Warn.Wrong, r.Reject.Right, r.Reject.Wrong)
		}
	}
	return nil
}

// planted judges the pairs among the statements of the repository that --base names.
func (c *evalCmd) planted(ctx context.Context, a *app.App, pairs []judge.LabelledPair) (*judge.Evaluation, error) {
	at := *a
	dir, err := a.FromWorkDir(c.Base)
	if err != nil {
		return nil, err
	}
	at.Dir = dir
	b, s, err := session.Notes(ctx, &at)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	stated := s.Statements(a.Now())
	a.Remark("planted among %s of %s", wording.Count(stated.Len(), "statement"), c.Base)
	return stated.Evaluate(pairs), nil
}

func printMeasure(a *app.App, name string, m judge.Measure) {
	a.Printf("%-28.28s %6.3f %6.3f %6.3f %6.3f %5d %5d %5d\n", name, m.Precision, m.Recall, m.F1, m.FalsePositiveRate, m.TP, m.FP, m.FN)
}

// pairForm is what a file of pairs holds, for messages.
const pairForm = `a line of it is {"a": statement, "b": statement, "label": "contradiction" or another}`

// readPairs reads a file of labelled pairs, at least one; "-" is stdin.
func readPairs(a *app.App, path string) ([]judge.LabelledPair, error) {
	in := a.Stdin
	if path != "-" {
		name, err := a.FromWorkDir(path)
		if err != nil {
			return nil, err
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, app.WithHint(fmt.Errorf("open pairs: %w: %s", errors.Unwrap(err), path), pairForm)
		}
		defer f.Close()
		in = f
	}
	pairs, err := judge.ReadPairs(in)
	if err == nil && len(pairs) == 0 {
		err = errors.New("no pairs")
	}
	if err != nil {
		return nil, app.WithHint(fmt.Errorf("%s: %w", path, err), pairForm)
	}
	return pairs, nil
}
