package clone

import (
	"bytes"
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/branching"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/upkeep"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/text/wording"
)

// Upkeep is kb upkeep.
func (Verbs) Upkeep() app.Verb {
	return app.Verb{
		Name: "upkeep", Place: 311,
		Help:    "Put what the base needs from time to time on a branch, for review.",
		Command: &upkeepCmd{},
		Answers: []any{Upkept{}, Scheduled{}},
		Words: map[string]string{
			"set":  "How much: ${choices}; each does what those before it do.",
			"onto": "Where the branch begins (default: where HEAD left the remote's default branch, or HEAD without a remote).",
			"body": "Write the report there, as the body of a pull request.",
		},
	}
}

// upkeepCmd holds the verbs about upkeep.
type upkeepCmd struct {
	Run        upkeepRunCmd        `cmd:"" default:"withargs" help:"Do what is due, as commits on a branch."`
	Schedule   upkeepScheduleCmd   `cmd:"" help:"Have this machine do it at its time, as git maintenance does."`
	Unschedule upkeepUnscheduleCmd `cmd:"" help:"Undo just that."`
}

// upkeepRunCmd does what is due.
type upkeepRunCmd struct {
	Set      string `enum:"nightly,weekly,monthly" default:"weekly" help:"${set}"`
	Onto     string `placeholder:"REV" help:"${onto}"`
	Branch   string `placeholder:"NAME" help:"Name of the branch (default: kb/upkeep-DAY-N)."`
	Push     bool   `help:"Push the branch, and nothing else."`
	BodyFile string `name:"body-file" placeholder:"FILE" complete:"file" help:"${body}"`
	DryRun   bool   `help:"Only print the report."`
}

// Upkept is the JSON form of an upkeep.
type Upkept struct {
	*upkeep.Report
	Pushed string `json:"pushed,omitempty"` // the remote
	URL    string `json:"url,omitempty"`    // where the forge makes a pull request of it
}

// Run does what is due.
func (c *upkeepRunCmd) Run(ctx context.Context, a *app.App) error {
	if c.DryRun && c.Push {
		return errors.New("--dry-run and --push exclude each other")
	}
	a.Patient = true
	b, err := session.Open(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	done, err := upkeep.Do(ctx, b.Desk, upkeep.Request{Set: c.Set, Onto: c.Onto, Branch: c.Branch, DryRun: c.DryRun})
	a.Progress.Stop()
	if errors.Is(err, git.ErrBranchExists) {
		return app.WithHint(err, "name another: --branch NAME")
	}
	if err != nil {
		return b.Worded(err)
	}
	var body bytes.Buffer
	if err := done.Body(&body); err != nil {
		return err
	}
	if c.BodyFile != "" {
		if err := a.WriteFile(c.BodyFile, "body", body.Bytes()); err != nil {
			return err
		}
	}
	out := Upkept{Report: done}
	if c.Push && done.Branch != "" {
		if out.Pushed, err = b.Repo.PushBranch(ctx, "", done.Branch); err != nil {
			return app.WithHint(err, "the branch %s is here: git push -u origin %[1]s", done.Branch)
		}
		out.URL = branching.RequestPage(b.Repo.Origin(), done.Branch)
	}
	if a.JSON {
		return a.Emit(out)
	}
	return c.tell(a, out, body.String())
}

// tell prints the branch with its commits, or with --dry-run the report, and what to look at.
func (c *upkeepRunCmd) tell(a *app.App, out Upkept, body string) error {
	if c.DryRun {
		return app.PrintText(a, body)
	}
	if out.Branch != "" {
		a.Printf("%s\n", out.Branch)
		for _, j := range out.Jobs {
			a.Printf("%.10s  %s  (%s)\n", j.Commit, report.CleanLine(j.Title), wording.Count(len(j.Files), "file"))
		}
	}
	for _, j := range out.Look {
		a.Remark("%s: %d", report.CleanLine(j.Title), len(j.Items))
	}
	for _, text := range out.Unknown {
		a.Remark("%s", report.CleanLine(text))
	}
	for _, name := range out.Proposed {
		a.Remark("%s is open: what it proposes is not proposed again", app.CleanName(name))
	}
	switch {
	case out.Branch == "":
		a.Remark("there is nothing to commit")
	case out.Pushed == "":
		a.Remark("look at it: kb review %.10s..%s; the report: kb upkeep --dry-run, --body-file", out.Base, out.Branch)
	case out.URL != "":
		a.Remark("pushed to %s: %s", out.Pushed, out.URL)
	default:
		a.Remark("pushed to %s", out.Pushed)
	}
	return nil
}
