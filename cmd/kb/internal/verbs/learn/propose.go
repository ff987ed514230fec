package learn

import (
	"bytes"
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/branching"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/lessons"
	"github.com/9aea2451/kb/cmd/kb/internal/reviews"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/validate"
)

// Propose is kb propose.
func (Verbs) Propose() app.Verb {
	return app.Verb{
		Name: "propose", Place: 339,
		Help:    "Put candidates on a branch, one commit each, for review.",
		Command: &proposeCmd{},
		Answers: []any{Proposed{}},
		Words: map[string]string{
			"onto":  "Where the branch begins (default: where HEAD left the remote's default branch, or HEAD without a remote).",
			"fails": "The exit code is 1 where validate finds this: ${enum}.",
			"body":  "Write the review of the branch there, as the body of a pull request.",
		},
	}
}

type proposeCmd struct {
	N        []string `arg:"" optional:"" name:"number" help:"Candidates of the inbox (default: all that are open)."`
	All      bool     `help:"All that are open."`
	Onto     string   `placeholder:"REV" help:"${onto}"`
	Branch   string   `placeholder:"NAME" help:"Name of the branch (default: kb/learn-DAY-N)."`
	Push     bool     `help:"Push the branch, and nothing else."`
	BodyFile string   `name:"body-file" placeholder:"FILE" complete:"file" help:"${body}"`
	FailOn   string   `name:"fail-on" default:"error" enum:"contradiction,error,warning,never" help:"${fails}"`
	DryRun   bool     `help:"Only print the notes."`
}

// Proposed is the JSON form of a proposal.
type Proposed struct {
	*lessons.Proposal
	Pushed string `json:"pushed,omitempty"` // the remote
	URL    string `json:"url,omitempty"`    // where the forge makes a pull request of it
}

// Run proposes.
func (c *proposeCmd) Run(ctx context.Context, a *app.App) error {
	which, err := numbers(c.N)
	if err != nil {
		return err
	}
	if c.All && len(which) > 0 {
		return errors.New("--all and numbers exclude each other")
	}
	return enter(ctx, a, func(s *lessons.School, b *session.Base) error {
		p, err := s.Propose(ctx, lessons.ProposeRequest{Items: which, Onto: c.Onto, Branch: c.Branch, DryRun: c.DryRun})
		a.Progress.Stop()
		switch {
		case errors.Is(err, lessons.ErrNothing):
			a.Remark("there is nothing to propose: kb learn looks for more")
			if a.JSON {
				return a.Emit(Proposed{Proposal: &lessons.Proposal{}})
			}
			return nil
		case errors.Is(err, git.ErrBranchExists):
			return app.WithHint(err, "name another: --branch NAME")
		case err != nil:
			return err
		case c.DryRun:
			if a.JSON {
				return a.Emit(Proposed{Proposal: p})
			}
			for _, n := range p.Notes {
				a.Printf("%s\n", a.Style.Heading(n.Path))
				if err := app.PrintText(a, n.Text); err != nil {
					return err
				}
				a.Printf("\n")
			}
			return nil
		}
		out := Proposed{Proposal: p}
		if err := c.body(ctx, a, b, p); err != nil {
			return err
		}
		if c.Push {
			if out.Pushed, err = b.Repo.PushBranch(ctx, "", p.Branch); err != nil {
				return app.WithHint(err, "the branch %s is here: git push -u origin %[1]s", p.Branch)
			}
			out.URL = branching.RequestPage(b.Repo.Origin(), p.Branch)
		}
		return c.say(a, out)
	})
}

// body writes the review of the branch into a file.
func (c *proposeCmd) body(ctx context.Context, a *app.App, b *session.Base, p *lessons.Proposal) error {
	if c.BodyFile == "" {
		return nil
	}
	a.Patient = true
	r, err := review.FindRange(ctx, b.Repo, p.Base+".."+p.Branch)
	if err != nil {
		return err
	}
	result, err := b.Review(ctx, desk.ReviewRequest{Range: r, Open: b.OpenIndex})
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := reviews.Markdown(&text, result, reviews.Options{Style: a.Style, Shown: b.Shown}, 65536); err != nil {
		return err
	}
	return a.WriteFile(c.BodyFile, "body", text.Bytes())
}

// say prints branch, commits and findings, and returns the verdict.
func (c *proposeCmd) say(a *app.App, p Proposed) error {
	if a.JSON {
		if err := a.Emit(p); err != nil {
			return err
		}
		return c.verdict(p)
	}
	a.Printf("%s\n", p.Branch)
	for i, n := range p.Notes {
		a.Printf("%s  %s  %s\n", p.Commits[i][:min(10, len(p.Commits[i]))], app.CleanName(n.Path), app.CleanName(n.Title))
	}
	for _, f := range p.Findings {
		a.Printf("%s %s %s: %s\n", f.Severity, f.Rule, app.CleanName(f.Place.String()), app.CleanName(f.Message))
	}
	switch {
	case p.Pushed == "":
		a.Remark("look at it: kb review %s..%s; send it: git push -u origin %[2]s", p.Base[:min(10, len(p.Base))], p.Branch)
	case p.URL != "":
		a.Remark("pushed to %s: %s", p.Pushed, p.URL)
	default:
		a.Remark("pushed to %s", p.Pushed)
	}
	return c.verdict(p)
}

// verdict is ErrFindings where validate finds what is not wanted.
func (c *proposeCmd) verdict(p Proposed) error {
	for _, f := range p.Findings {
		switch {
		case c.FailOn == "contradiction" && f.Rule == "contradiction",
			c.FailOn == "error" && f.Severity == validate.Error,
			c.FailOn == "warning" && f.Severity.AtLeast(validate.Warning):
			return app.ErrFindings
		}
	}
	return nil
}
