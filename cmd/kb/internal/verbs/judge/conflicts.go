package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/findings"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	weigh "github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/text/wording"
)

// Conflicts is kb conflicts.
func (Verbs) Conflicts() app.Verb {
	return app.Verb{
		Name: "conflicts", Place: 250,
		Help:    "List the contradictions that stand in the base.",
		Command: &conflictsCmd{},
		Answers: []any{desk.Conflicts{}, session.Unsent{}},
	}
}

// conflictsCmd lists the contradictions of the base.
type conflictsCmd struct {
	Note    string   `arg:"" optional:"" name:"note" complete:"note" help:"Only those with a statement of this note."`
	Min     *float64 `placeholder:"ENERGY" help:"Least energy, from 0 to 1 (default 0.3, or warn in .memory/kb.yaml)."`
	Limit   int      `short:"n" default:"50" placeholder:"N" help:"Greatest number of conflicts, 0 for all."`
	Waived  bool     `help:"List waived ones too."`
	Model   bool     `help:"Ask the model that you named about statements that may contradict each other."`
	Explain bool     `help:"Say on what the energies rest: how often what was told was right."`

	session.ModelFlags
}

// Run lists the conflicts.
func (c *conflictsCmd) Run(ctx context.Context, a *app.App) error {
	if c.Min != nil && !(*c.Min >= 0 && *c.Min <= 1) { // nor may it be what is not a number
		return errors.New("--min must be from 0 to 1")
	}
	if c.Limit < 0 {
		return errors.New("--limit must not be negative")
	}
	b, s, err := session.Notes(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	req := desk.ConflictsRequest{Least: c.Min, Limit: c.Limit, Waived: c.Waived}
	if c.Note != "" {
		at, err := b.LookupIn(s.Resolver(), c.Note, false)
		if err != nil {
			return err
		}
		req.Note = at.Path
	}
	models, err := openReader(b, c.Model, &c.ModelFlags)
	if err != nil {
		return err
	}
	if models != nil {
		req.Ask = readerOf(models, &c.ModelFlags)
	}
	answer, err := b.Conflicts(ctx, s, req)
	if err != nil || c.DryRun && models != nil {
		return cmp.Or(err, shownBy(models, a))
	}
	if answer.Second != nil {
		remarkReader(a, answer.Second)
	}
	if a.JSON {
		if err := a.Emit(answer); err != nil {
			return err
		}
	} else if err := c.print(b, answer); err != nil {
		return err
	}
	if answer.Total > 0 {
		return app.ErrFindings
	}
	return nil
}

// print writes the conflicts, and counts them.
func (c *conflictsCmd) print(b *session.Base, answer *desk.Conflicts) error {
	a := b.App
	o := findings.Options{Style: a.Style, Explain: true, Shown: b.Shown}
	if err := findings.Text(a.Out, answer.Findings, o); err != nil {
		return err
	}
	if c.Explain && len(answer.Findings) > 0 {
		a.Printf("\nWhat the energies rest on (docs/rules.md#calibration):\n")
		for _, s := range weigh.Calibration() {
			a.Printf("  from %.1f: %d of %d labelled pairs were right, and %d of %d findings in repositories nobody had tuned on"+
				" (the cause of %d is mended)\n", s.From, s.PairsRight, s.Pairs, s.ReadRight, s.Read, s.Mended)
		}
	}
	more := ""
	if answer.Waived > 0 {
		more = fmt.Sprintf(", %d waived (--waived says why)", answer.Waived)
	}
	if n := answer.Total - len(answer.Findings); n > 0 {
		more += ", the strongest of which are listed (-n 0 lists all)"
	}
	if answer.Withdrawn > 0 {
		a.Remark("taken back by a second reader: %s (--waived lists them)", wording.Count(answer.Withdrawn, "conflict"))
	}
	a.Remark("%s among %s%s", wording.Count(answer.Total, "conflict"), wording.Count(answer.Statements, "statement"), more)
	return nil
}
