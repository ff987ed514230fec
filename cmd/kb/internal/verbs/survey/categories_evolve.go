package survey

import (
	"context"
	"errors"
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/evolve"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/text/wording"
)

// categoriesEvolveCmd has the summaries follow their notes.
type categoriesEvolveCmd struct {
	Name    string  `arg:"" optional:"" name:"name" help:"Name or title of a category (default: all)."`
	Newer   int     `default:"5" placeholder:"N" help:"From so many notes on that are newer than the summary (${default})."`
	Model   bool    `help:"Have the model that your configuration names for chat write it; each sentence is looked up." group:"model"`
	MaxCost float64 `placeholder:"DOLLARS" default:"0.50" help:"${cost}" group:"model"`
	DryRun  bool    `help:"Only show the change; with --model print what would be asked, and send nothing."`
}

// EvolvedSummaries is the JSON form of summaries that follow their notes.
type EvolvedSummaries struct {
	*evolve.Evolved
	edits.Edited
}

// Run writes the summaries that were overtaken.
func (c *categoriesEvolveCmd) Run(ctx context.Context, a *app.App) error {
	switch {
	case c.Newer < 1:
		return errors.New("--newer must be at least 1")
	case !(c.MaxCost > 0): // neither is what is not a number
		return errors.New("--max-cost must be above 0")
	}
	b, _, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	e, err := edits.Of(ctx, b)
	if err != nil {
		return err
	}
	all, err := b.View.Categories(ctx)
	if err != nil {
		return err
	}
	req := evolve.Request{Name: c.Name, Least: c.Newer}
	if c.Model {
		b.Repo.ReleaseEdits() // an answer takes its time
		if err := c.chat(b, &req); err != nil {
			return err
		}
	}
	done, err := evolve.Plan(ctx, &evolve.Base{
		Snapshot: e.Snapshot, Categories: all, Stems: b.View.Searcher.Stems, Read: b.Repo.ReadWork, Now: a.Now(),
	}, req)
	a.Progress.Stop()
	switch {
	case errors.Is(err, model.ErrShown):
		return nil
	case errors.Is(err, evolve.ErrNoCategory):
		return noCategory(all, c.Name)
	case err != nil:
		return err
	}
	for i := range done.Summaries {
		if err := e.Replace(done.Summaries[i].Path, done.Summaries[i].Old, done.Summaries[i].New); err != nil {
			return err
		}
	}
	return c.tell(a, e, done)
}

// chat opens the model that the person named.
func (c *categoriesEvolveCmd) chat(b *session.Base, req *evolve.Request) (err error) {
	req.Meter = model.NewMeter(model.Limits{Cost: c.MaxCost})
	use := model.Use{Meter: req.Meter}
	if c.DryRun {
		use.Show = func(r model.Request) {
			b.App.Verbatim()
			b.App.Printf("POST %s\n%s\n", report.CleanLine(r.URL), report.Escape(r.Body))
		}
	}
	if req.Chat, err = b.Chat(use); err == nil && req.Chat == nil {
		err = app.WithHint(errors.New("no model is named that could be asked"),
			"name one in your configuration: models: {chat: …}, see docs/model.md")
	}
	return err
}

// tell writes the edits, shows them, and says what was left out.
func (c *categoriesEvolveCmd) tell(a *app.App, e *edits.Editor, done *evolve.Evolved) error {
	edited, err := e.Apply(c.DryRun)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(EvolvedSummaries{done, edited})
	}
	for i := range done.Summaries {
		s := &done.Summaries[i]
		name := report.CleanLine(s.Name)
		if s.Failed != "" {
			a.Remark("%s: the model wrote no summary (%s): these are statements of the notes", name, report.CleanLine(s.Failed))
		}
		if len(s.Sentences) == 0 {
			continue // a bare definition
		}
		left := ""
		if s.Gone > 0 {
			left += fmt.Sprintf("; %s gone or %s no more", wording.Plural(s.Gone, "cited note is", "cited notes are"),
				map[bool]string{true: "holds", false: "hold"}[s.Gone == 1])
		}
		if s.Contested > 0 {
			left += fmt.Sprintf("; left out: %s that another note contradicts (kb conflicts)", wording.Count(s.Contested, "statement"))
		}
		if s.Dropped > 0 {
			left += fmt.Sprintf("; left out: %s of the model whose citation does not hold", wording.Count(s.Dropped, "sentence"))
		}
		a.Remark("%s: %s of %s, %d of them newer%s", name, wording.Count(len(s.Sentences), "sentence"), wording.Count(s.Notes, "note"),
			s.Newer, left)
	}
	for _, w := range done.Waiting {
		if w.Newer >= c.Newer {
			a.Remark("%s: %s newer than the summary, and nothing else to cite", report.CleanLine(w.Name),
				wording.Plural(w.Newer, "note is", "notes are"))
			continue
		}
		a.Remark("%s: %s newer than the summary, %d make a new one (--newer %d does it now)", report.CleanLine(w.Name),
			wording.Plural(w.Newer, "note is", "notes are"), c.Newer, w.Newer)
	}
	if m := done.Asked; m != nil && m.Requests > 0 {
		a.Remark("asked: %s, %d tokens in and %d out", wording.Count(m.Requests, "request"), m.In, m.Out)
	}
	e.Tell(edited)
	return nil
}
