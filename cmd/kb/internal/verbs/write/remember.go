package write

import (
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/draft"
)

// Remember is kb remember.
func (Verbs) Remember() app.Verb {
	return app.Verb{
		Name: "remember", Place: 140,
		Help:    "Write down what was learned, in one line.",
		Command: &rememberCmd{},
		Answers: []any{Noted{}},
		Edits:   true,
	}
}

// rememberCmd writes a memory down in one line.
type rememberCmd struct {
	Text []string `arg:"" name:"text" help:"What to remember; - reads it from stdin."`
	noteFlags
}

// Run writes the memory.
func (c *rememberCmd) Run(ctx context.Context, a *app.App) error {
	text := strings.Join(c.Text, " ")
	if text == "-" {
		var err error
		if text, err = readText(ctx, a.Stdin); err != nil {
			return err
		}
	}
	text = strings.TrimSpace(text)
	title := draft.TitleOf(text)
	if title == "" {
		return app.WithHint(errors.New("there is nothing to remember"),
			"say it in a sentence: kb remember \"Redis drops idle connections\"")
	}
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	kind := "memory"
	if c.Type == "" && draft.IsDecision(text) {
		kind = "decision"
	}
	d, err := c.draft(ctx, a, repo, kind, title, text)
	if err != nil {
		return err
	}
	switch {
	case c.Source == "agent":
		d.Status = "proposed" // nobody has agreed to it yet
	case kind == "decision":
		d.Status = "accepted"
	}
	note, err := c.write(a, repo, d)
	if err != nil {
		return err
	}
	return c.told(a, repo, d, note)
}
