package measure

import (
	"cmp"
	"context"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/text/wording"
)

// FlipEvaluation is the JSON form of how many statements of a base are stopped when they are turned.
type FlipEvaluation struct {
	Statements int          `json:"statements"`
	Groups     []FlipGroup  `json:"groups"`
	Passed     []PassedFlip `json:"passed"` // that are no errors
}

// FlipGroup counts the flips of one kind of statements that stand in one way.
type FlipGroup struct {
	Group   string `json:"group"`
	Kind    string `json:"kind,omitempty"` // "" for all
	Flips   int    `json:"flips"`
	Stopped int    `json:"stopped"` // errors against the statement that was turned
	Told    int    `json:"told"`    // warnings or errors
}

// PassedFlip is a flip that was no error.
type PassedFlip struct {
	Path   string  `json:"path"`
	Kind   string  `json:"kind"`
	Group  string  `json:"group"`
	Of     string  `json:"of"`
	Text   string  `json:"text"`
	Energy float64 `json:"energy"`
	Reason string  `json:"reason,omitempty"`
}

// evaluateFlips turns statements of the repository and says how many are stopped.
func (c *evalCmd) evaluateFlips(ctx context.Context, a *app.App) error {
	b, s, err := session.Notes(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	stated := s.Statements(a.Now())
	e := FlipEvaluation{Statements: stated.Len(), Groups: []FlipGroup{}, Passed: []PassedFlip{}}
	count := func(group, kind string, energy float64) {
		at := slices.IndexFunc(e.Groups, func(g FlipGroup) bool { return g.Group == group && g.Kind == kind })
		if at < 0 {
			at = len(e.Groups)
			e.Groups = append(e.Groups, FlipGroup{Group: group, Kind: kind})
		}
		g := &e.Groups[at]
		g.Flips++
		if energy >= judge.Reject {
			g.Stopped++
		}
		if energy >= judge.Warn {
			g.Told++
		}
	}
	for _, f := range stated.Flip(c.Flips, c.Seed) {
		count(f.Group, "", f.Energy)
		count(f.Group, f.Kind, f.Energy)
		if f.Energy < judge.Reject {
			e.Passed = append(e.Passed, PassedFlip{f.Of.Document, f.Kind, f.Group, f.Of.Text, f.Text, f.Energy, f.Reason})
		}
	}
	slices.SortFunc(e.Groups, func(x, y FlipGroup) int { return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.Kind, y.Kind)) })
	if a.JSON {
		return a.Emit(e)
	}
	a.Remark("turned statements among %s", wording.Count(e.Statements, "statement"))
	a.Printf("%-32s %6s %8s %8s\n", "", "flips", "stopped", "told")
	for _, g := range e.Groups {
		name := report.CleanLine(g.Group)
		if g.Kind != "" {
			name = "  " + g.Kind
		}
		a.Printf("%-32s %6d %8d %8d\n", name, g.Flips, g.Stopped, g.Told)
	}
	return nil
}
