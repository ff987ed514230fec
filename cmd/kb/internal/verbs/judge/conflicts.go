package judge

import (
	"context"
	"slices"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/findings"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// Conflicts is kb conflicts.
func (Verbs) Conflicts() app.Verb {
	return app.Verb{
		Name: "conflicts", Place: 250,
		Help:    "List the contradictions that stand in the base.",
		Command: &conflictsCmd{},
		Answers: []any{Conflicts{}},
	}
}

// conflictsCmd lists the contradictions of the base.
type conflictsCmd struct {
	Note    string   `arg:"" optional:"" name:"note" complete:"note" help:"Only those with a statement of this note."`
	Min     *float64 `placeholder:"ENERGY" help:"Least energy, from 0 to 1 (default 0.3, or warn in .memory/kb.yaml)."`
	Limit   int      `short:"n" default:"50" placeholder:"N" help:"Greatest number of conflicts, 0 for all."`
	Waived  bool     `help:"List waived ones too."`
	Explain bool     `help:"Say how each energy comes about: S, C, G and the gates that fired."`
}

// Conflicts is the JSON form of the contradictions of a base.
type Conflicts struct {
	Statements int                `json:"statements"` // of active notes
	Rules      int                `json:"rules"`      // those of them that bind: MUST, SHOULD, MAY, never, …
	Total      int                `json:"total"`      // conflicts, before --limit
	Findings   []validate.Finding `json:"findings"`
}

// Run lists the conflicts.
func (c *conflictsCmd) Run(ctx context.Context, a *app.App) error {
	repo, s, err := session.LoadSnapshot(ctx, a)
	if err != nil {
		return err
	}
	answer := c.find(ctx, a, repo, s)
	a.Progress.Stop()
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.Note != "" {
		at, err := session.In(a, repo).LookupIn(s.Resolver(), c.Note, false)
		if err != nil {
			return err
		}
		answer.Findings = slices.DeleteFunc(answer.Findings,
			func(f validate.Finding) bool { return f.Path != at.Path && f.Related[0].Path != at.Path })
	}
	answer.Total = len(answer.Findings)
	if c.Limit > 0 && len(answer.Findings) > c.Limit {
		answer.Findings = answer.Findings[:c.Limit]
	}
	if a.JSON {
		if err := a.Emit(answer); err != nil {
			return err
		}
	} else if err := c.print(a, repo, &answer); err != nil {
		return err
	}
	if answer.Total > 0 {
		return app.ErrFindings
	}
	return nil
}

// find judges every pair of statements that speak of one thing.
func (c *conflictsCmd) find(ctx context.Context, a *app.App, repo *kb.Repo, s *snapshot.Snapshot) Conflicts {
	var answer Conflicts
	for _, e := range s.Entries {
		if s.Inactive(e, a.Now()) != "" {
			continue
		}
		for _, st := range e.Statements() {
			answer.Statements++
			if st.Kind == "rule" {
				answer.Rules++
			}
		}
	}
	answer.Findings = validate.Conflicts(s, c.Min, a.Now(), session.JudgementKeeping(repo), func(done, total int) bool {
		a.Progress.Report("comparing", done, total)
		return ctx.Err() == nil
	})
	if !c.Waived {
		answer.Findings = slices.DeleteFunc(answer.Findings, func(f validate.Finding) bool { return f.Waived != "" })
	}
	return answer
}

func (c *conflictsCmd) print(a *app.App, repo *kb.Repo, answer *Conflicts) error {
	o := findings.Options{Style: a.Style, Explain: true, Shown: session.FromPrefix(repo)}
	if err := findings.Text(a.Out, answer.Findings, o); err != nil {
		return err
	}
	more := ""
	if n := answer.Total - len(answer.Findings); n > 0 {
		more = ", the strongest of which are listed (-n 0 lists all)"
	}
	a.Remark("%s among %s%s", wording.Count(answer.Total, "conflict"), wording.Count(answer.Statements, "statement"), more)
	return nil
}
