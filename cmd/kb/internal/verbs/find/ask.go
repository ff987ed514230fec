package find

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/ask"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/text/wording"
)

// Ask is kb ask.
func (Verbs) Ask() app.Verb {
	return app.Verb{
		Name: "ask", Place: 11,
		Help:    "Answer a question from the notes, each sentence with where it stands.",
		Command: &askCmd{},
		Answers: []any{ask.Reply{}},
		Words:   map[string]string{"sentences": "At most this many sentences (${default}, at most 20)."},
	}
}

// askCmd answers a question.
type askCmd struct {
	Question []string `arg:"" name:"question" help:"What you want to know, in words."`

	Kind   []string `enum:"${kinds}" placeholder:"KIND" help:"Only notes of this kind: ${choices}." group:"filter"`
	Tag    []string `placeholder:"TAG" complete:"tag" help:"Only notes with this tag." group:"filter"`
	Path   []string `placeholder:"GLOB" complete:"file" help:"${glob}" group:"filter"`
	Active bool     `help:"Only from notes that hold: not superseded, deprecated, rejected, archived, expired." group:"filter"`

	session.AtFlag

	Sentences int  `short:"n" default:"5" placeholder:"N" help:"${sentences}"`
	Trace     bool `help:"Tell how the answer was found."`
}

// Run answers.
func (c *askCmd) Run(ctx context.Context, a *app.App) error {
	text := strings.TrimSpace(strings.Join(c.Question, " "))
	switch {
	case text == "":
		return app.WithHint(errors.New("nothing is asked"), `ask in words: kb ask "why do sessions expire"`)
	case c.Sentences < 1 || c.Sentences > ask.MostMost:
		return fmt.Errorf("--sentences must be from 1 to %d", ask.MostMost)
	}
	a.Quick = true
	b, _, _, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	answer, err := ask.Ask(ctx, b.View, ask.Request{
		Query: index.Query{
			Text: desk.PlainQuery(text), Filter: index.Filter{Kind: c.Kind, Tag: c.Tag, Path: c.Path}, Folder: b.Repo.Prefix,
			ActiveOnly: c.Active,
		},
		Most: c.Sentences, Trace: c.Trace,
	})
	if err != nil {
		return err
	}
	answer.Question = text
	if a.JSON {
		err = a.Emit(answer)
	} else {
		printAnswer(b, answer)
	}
	if err == nil && !answer.Found {
		return app.ErrFindings
	}
	return err
}

// printAnswer writes the sentences, then where each stands and what speaks against it.
func printAnswer(b *session.Base, answer *ask.Reply) {
	a := b.App
	for _, step := range answer.Trace {
		a.Remark("%s: %s", step.Name, step.Detail)
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
		a.Printf("%s", report.CleanLine(wording.OneLine(s.Text)))
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
	}
}

// printNearest lists sections.
func printNearest(b *session.Base, what string, places []ask.Nearby) {
	if len(places) == 0 {
		return
	}
	b.App.Printf("\n%s\n", what)
	for _, p := range places {
		b.App.Printf("    %s  %s\n", b.App.Style.Place(fmt.Sprintf("%s:%d", app.CleanName(b.Shown(p.Path)), p.Line)),
			placeTitle(p.Title, p.HeadingPath))
	}
}

// placeTitle is the title of a note with the headings below it.
func placeTitle(title string, headings []string) string {
	return hitTitle(index.Hit{Title: title, HeadingPath: headings})
}
