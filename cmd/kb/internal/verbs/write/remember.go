package write

import (
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/draft"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/learn"
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
	Inbox bool `help:"Put it into your inbox instead of the work tree, to be proposed for review."`
	Force bool `help:"Write it down though notes say the same already."`
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
	switch whole, err := c.look(ctx, a, repo, text); {
	case err != nil:
		return err
	case whole && !c.Force:
		return c.knows(a, repo)
	}
	kind := "memory"
	if c.Type == "" && draft.IsDecision(text) {
		kind = "decision"
	}
	d, err := c.draft(ctx, a, repo, kind, title, text)
	if err != nil {
		return err
	}
	if c.Inbox || c.Source == "agent" && !c.DryRun && agents.At(repo.StateDir()).Working(a.Now()) {
		return c.keep(a, repo, d)
	}
	switch {
	case c.Source == "agent":
		d.Status = "proposed" // nobody has agreed to it yet
	case kind == "decision":
		d.Status = "accepted"
	}
	note, err := c.write(ctx, a, repo, d)
	if err != nil {
		return err
	}
	return c.told(a, repo, d, note)
}

// knows prints the note that says it already, and remarks that nothing is written.
func (c *rememberCmd) knows(a *app.App, repo *kb.Repo) error {
	note := c.known[0].Path
	if a.JSON {
		return a.Emit(Noted{Path: note, Secrets: []SecretPlace{}, Known: c.known})
	}
	c.remarkKnown(a, repo)
	a.Remark("nothing is written; --force writes it down all the same")
	a.Printf("%s\n", session.PathHere(repo, note))
	return nil
}

// keep puts it into the inbox, from where a person proposes it: an agent at work does not write
// notes into the tree that it is working on.
func (c *rememberCmd) keep(a *app.App, repo *kb.Repo, d draft.Draft) error {
	if err := refuse(a, d.Kind, "text", d.Body); err != nil {
		return err
	}
	box, err := inbox.Open(agents.At(repo.StateDir()).Dir, a.Now)
	if err != nil {
		return err
	}
	defer box.Close()
	n, id, err := box.Remember(learn.Remembered(d.Body, d.Kind, d.Type, d.Title, d.Files, c.Source, a.Now()))
	switch {
	case err != nil:
		return err
	case a.JSON:
		return a.Emit(Noted{ID: id, Kind: d.Kind, Inbox: n, Secrets: []SecretPlace{}})
	case n == 0:
		a.Remark("the like of it was dropped or refused before: it is not kept")
		return nil
	}
	a.Printf("%d  %s\n", n, app.CleanName(d.Title))
	a.Remark("it is in the inbox: kb inbox show %d; kb propose puts it on a branch", n)
	return nil
}
