package find

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/ask"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/model"
	"github.com/9aea2451/kb/text/wording"
)

// Ask is kb ask.
func (Verbs) Ask() app.Verb {
	return app.Verb{
		Name: "ask", Place: 11,
		Help:    "Answer a question from the notes, each sentence with where it stands.",
		Command: &askCmd{},
		Answers: []any{ask.Reply{}},
		Words: map[string]string{
			"sentences":  "At most this many sentences (${default}, at most 20).",
			"cost":       "At most so much for this answer, where the price of the model is known (0.50).",
			"iterations": "At most this many rounds in which the model decides what to look at (10).",
		},
	}
}

// askCmd answers a question.
type askCmd struct {
	Question []string `arg:"" name:"question" help:"What you want to know, in words."`

	Kind   []string `enum:"${kinds}" placeholder:"KIND" help:"Only notes of this kind: ${choices}." group:"filter"`
	Tag    []string `placeholder:"TAG" complete:"tag" help:"Only notes with this tag." group:"filter"`
	Path   []string `placeholder:"GLOB" complete:"file" help:"${glob}" group:"filter"`
	Active bool     `help:"Only from notes that hold: not superseded, deprecated, rejected, archived, expired." group:"filter"`

	session.BasesFlag
	session.AtFlag

	Sentences int  `short:"n" default:"5" placeholder:"N" help:"${sentences}"`
	Trace     bool `help:"Tell how the answer was found."`

	Extract    bool           `help:"Ask no model, also where your configuration names one." group:"model"`
	DryRun     bool           `help:"Print what the model would be asked first, and send nothing." group:"model"`
	MaxCost    *float64       `placeholder:"DOLLARS" help:"${cost}" group:"model"`
	Iterations *int           `placeholder:"N" help:"${iterations}" group:"model"`
	Calls      *int           `placeholder:"N" help:"At most this many questions about parts of the notes (50)." group:"model"`
	AtOnce     *int           `placeholder:"N" help:"At most this many of these at once (5)." group:"model"`
	Time       *time.Duration `placeholder:"TIME" help:"At most this long (2m)." group:"model"`
}

// Run answers.
func (c *askCmd) Run(ctx context.Context, a *app.App) error {
	text := strings.TrimSpace(strings.Join(c.Question, " "))
	switch {
	case text == "":
		return app.WithHint(errors.New("nothing is asked"), `ask in words: kb ask "why do sessions expire"`)
	case !above(c.MaxCost) || !above(c.Iterations) || !above(c.Calls) || !above(c.AtOnce) || !above(c.Time):
		return app.WithHint(errors.New("a limit must be above 0"), "--extract asks no model")
	case c.Sentences < 1 || c.Sentences > ask.MostMost:
		return fmt.Errorf("--sentences must be from 1 to %d", ask.MostMost)
	}
	a.Quick = true
	b, err := session.ReadBases(ctx, a, c.BasesFlag, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	req := ask.Request{
		Query: index.Query{
			Text: desk.PlainQuery(text), Filter: index.Filter{Kind: c.Kind, Tag: c.Tag, Path: c.Path}, Folder: b.Repo.Prefix,
			ActiveOnly: c.Active,
		},
		Most: c.Sentences, Trace: c.Trace,
	}
	if !c.Extract {
		if err := c.model(b, &req); err != nil {
			return err
		}
	}
	if c.DryRun && req.Chat == nil {
		return app.WithHint(
			errors.New("no model is named that could be asked"),
			"name one in your configuration: models: {chat: …}, see docs/model.md",
		)
	}
	answer, err := ask.Ask(ctx, b.View, req)
	if errors.Is(err, model.ErrShown) {
		return nil
	}
	if err != nil {
		return err
	}
	answer.Question = text
	if a.JSON {
		for i := range answer.Sentences {
			for k := range answer.Sentences[i].Citations {
				c := &answer.Sentences[i].Citations[k]
				_, c.Path = b.View.Of(c.Path)
			}
		}
		err = a.Emit(answer)
	} else {
		printAnswer(b, answer)
	}
	if err == nil && !answer.Found {
		return app.ErrFindings
	}
	return err
}

// model opens the model that the person named, with what it may be asked: by flags, else by the
// configuration.
func (c *askCmd) model(b *session.Base, req *ask.Request) (err error) {
	l, set := ask.DefaultLimits(), b.Config.Ask
	l.Iterations = limit(c.Iterations, set.Iterations, l.Iterations)
	l.Calls = limit(c.Calls, set.Calls, l.Calls)
	l.AtOnce = limit(c.AtOnce, set.AtOnce, l.AtOnce)
	l.Time = limit(c.Time, set.Time, l.Time)
	l.Cost = limit(c.MaxCost, set.MaxCost, l.Cost)
	req.Limits, req.Meter = l, model.NewMeter(model.Limits{Cost: l.Cost})
	use := model.Use{Meter: req.Meter}
	if c.DryRun {
		use.Show = func(r model.Request) {
			b.App.Verbatim()
			b.App.Printf("POST %s\n%s\n", report.CleanLine(r.URL), report.Escape(r.Body))
		}
	}
	req.Chat, err = b.Chat(use)
	return err
}

// above reports whether a flag is above 0, or was not given. What is not a number is not.
func above[T int | float64 | time.Duration](flag *T) bool { return flag == nil || *flag > 0 }

// limit is a flag that was given, else what the person's configuration says, else what holds without.
func limit[T int | float64 | time.Duration](flag *T, configured, otherwise T) T {
	if flag != nil {
		return *flag
	}
	return cmp.Or(configured, otherwise)
}

// printAnswer writes the sentences, then where each stands and what speaks against it.
func printAnswer(b *session.Base, answer *ask.Reply) {
	a := b.App
	for _, step := range answer.Trace {
		a.Remark("%s: %s", step.Name, step.Detail)
	}
	if answer.Failed != "" {
		why := strings.TrimPrefix(answer.Failed, "the model failed: ")
		a.Remark("the model gave no answer (%s): these are statements of the notes", why)
	}
	if m := answer.Asked; m != nil {
		cost := fmt.Sprintf("$%.4f", m.Cost)
		if m.Unpriced {
			cost = "of no known price"
		}
		a.Remark("asked: %s, %d tokens in and %d out, %s", wording.Count(m.Requests, "request"), m.In, m.Out, cost)
	}
	if answer.Ended != "" {
		a.Remark(
			"looked in %s, asked about %s, ended: %s",
			wording.Count(answer.Rounds, "round"),
			wording.Count(answer.Calls, "part"),
			answer.Ended,
		)
	}
	if answer.Dropped > 0 {
		a.Remark("left out: %s of which the citation does not hold", wording.Count(answer.Dropped, "sentence"))
	}
	if !answer.Found {
		if !b.Empty {
			a.Printf("The notes do not say.\n")
		}
		printNearest(b, "Nearest to it:", answer.Nearest)
		return
	}
	number := 0
	for _, s := range answer.Sentences {
		if standing := s.Citations[0].Standing; standing != markdown.InForce && standing != markdown.Example {
			a.Printf("%s ", a.Style.Badge("["+standing.String()+"]"))
		}
		a.Printf("%s", report.CleanLine(markdown.PlainText([]byte(s.Text), markdown.Span{End: len(s.Text)})))
		for range s.Citations {
			number++
			a.Printf(" %s", a.Style.Faint(fmt.Sprintf("[%d]", number)))
		}
		a.Printf("\n")
	}
	a.Printf("\n")
	number = 0
	for _, s := range answer.Sentences {
		for i := range s.Citations {
			number++
			printCitation(b, number, &s.Citations[i])
		}
	}
	printNearest(b, "Read on:", answer.Nearest)
}

// printCitation writes where a sentence stands.
func printCitation(b *session.Base, number int, c *ask.Citation) {
	a := b.App
	at := "worktree"
	if c.Commit != "" {
		at = fmt.Sprintf("%.10s", c.Commit)
	}
	a.Printf("[%d] %s  %s\n", number, a.Style.Place(fmt.Sprintf("%s:%d@%s", app.CleanName(b.Shown(c.Path)), c.Line, at)),
		placeTitle(c.Title, c.HeadingPath))
	for _, w := range c.Warnings {
		a.Printf("    %s\n", a.Style.Warning(report.CleanLine(w)))
	}
	for _, o := range c.Conflicts {
		a.Printf("    %s %s\n",
			a.Style.Warning(fmt.Sprintf("contradicted by %s:%d:", app.CleanName(b.Shown(o.Path)), o.Line)),
			report.CleanLine(wording.OneLine(o.Text)))
		if o.Waived != "" {
			a.Printf("        waived: %s\n", report.CleanLine(o.Waived))
		}
	}
}

// printNearest lists sections.
func printNearest(b *session.Base, what string, places []ask.Nearby) {
	if len(places) == 0 {
		return
	}
	b.App.Printf("\n%s\n", what)
	for _, p := range places {
		standing := ""
		if p.Standing != markdown.InForce {
			standing = "  " + b.App.Style.Badge("["+p.Standing.String()+"]")
		}
		b.App.Printf("    %s  %s%s\n", b.App.Style.Place(fmt.Sprintf("%s:%d", app.CleanName(b.Shown(p.Path)), p.Line)),
			placeTitle(p.Title, p.HeadingPath), standing)
	}
}

// placeTitle is the title of a note with the headings below it.
func placeTitle(title string, headings []string) string {
	return hitTitle(index.Hit{Title: title, HeadingPath: headings})
}
