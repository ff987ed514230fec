package survey

import (
	"context"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/pattern"
)

// Stale is kb stale.
func (Verbs) Stale() app.Verb {
	return app.Verb{
		Name: "stale", Place: 90,
		Help:    "Rank notes by how likely they no longer hold: code that changed, references that broke, age.",
		Command: &staleCmd{},
		Answers: []any{desk.StaleNotes{}},
		Words: map[string]string{
			"reasons": "Count only these reasons: explicit, confidence, churn, reference.",
		},
	}
}

// staleCmd ranks notes by how doubtful they are.
type staleCmd struct {
	Paths           []string `arg:"" optional:"" name:"path" complete:"file" help:"Only notes at or below these paths."`
	Min             *float64 `placeholder:"SCORE" help:"Least score, from 0 to 1 (default 0.35, with --reason 0.1)."`
	Reason          []string `enum:"explicit,confidence,churn,reference" placeholder:"LAYER" help:"${reasons}"`
	Path            []string `placeholder:"GLOB" help:"Only notes that match a pattern, as in a .gitignore file."`
	Limit           int      `short:"n" default:"20" placeholder:"N" help:"Greatest number of notes, 0 for all."`
	IncludeInactive bool     `help:"Also notes that are known not to hold: superseded, deprecated, rejected, archived."`
	FailAt          *float64 `placeholder:"SCORE" help:"Exit with 1 when a note has this score or more."`
	Explain         bool     `help:"Say all that each reason rests on, with the commits."`
}

// Run lists the doubted notes.
func (c *staleCmd) Run(ctx context.Context, a *app.App) error {
	for _, score := range []*float64{c.Min, c.FailAt} {
		if score != nil && !(*score >= 0 && *score <= 1) {
			return errors.New("--min and --fail-at must be from 0 to 1")
		}
	}
	if c.Limit < 0 {
		return errors.New("--limit must not be negative")
	}
	b, s, err := session.Notes(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	req, err := c.request(b)
	if err != nil {
		return err
	}
	past, err := b.HistoryAt(ctx, "")
	if err != nil {
		return err
	}
	answer, err := past.Stale(ctx, s, *req)
	if err != nil {
		return err
	}
	for _, message := range answer.Unknown[len(past.Unknown()):] {
		a.Remark("%s", message)
	}
	if a.JSON {
		if err := a.Emit(answer); err != nil {
			return err
		}
	} else {
		a := b.App
		for i := range answer.Notes {
			n := &answer.Notes[i]
			a.Printf("%s  %s%s\n", a.Style.Warning(fmt.Sprintf("%.2f", n.Score)), a.Style.Place(app.CleanName(b.Shown(n.Path))),
				a.Style.Faint(touched(n)))
			for _, r := range n.ByScore() {
				if c.Explain || r.Score >= shownReason || len(n.Reasons) == 1 {
					c.printReason(a, &r)
				}
			}
		}
		c.remark(a, answer)
	}
	if c.FailAt != nil && answer.Judged > answer.Inactive && answer.Worst >= *c.FailAt {
		return app.ErrFindings
	}
	return nil
}

// request reads the flags.
func (c *staleCmd) request(b *session.Base) (*desk.StaleRequest, error) {
	named, err := b.AtOrBelow(c.Paths, true)
	if err != nil {
		return nil, err
	}
	patterns := pattern.New(c.Path)
	return &desk.StaleRequest{
		Wanted: func(path string) bool {
			return (named == nil || named(path)) && (patterns.Empty() || patterns.Match(path))
		},
		Named: named, Least: c.Min, Layers: c.Reason, Limit: c.Limit, Inactive: c.IncludeInactive, Explain: c.Explain || b.App.JSON,
	}, nil
}
