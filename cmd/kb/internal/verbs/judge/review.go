package judge

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/secondread"
	"github.com/9aea2451/kb/cmd/kb/internal/findings"
	"github.com/9aea2451/kb/cmd/kb/internal/reviews"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/kb/worktree"
)

// Review is kb review.
func (Verbs) Review() app.Verb {
	return app.Verb{
		Name: "review", Place: 230,
		Help:    "Tell what a change does to what the team knows.",
		Command: &reviewCmd{},
		Answers: []any{review.Review{}, session.Unsent{}},
		Words: map[string]string{
			"range":   "BASE..HEAD: what HEAD brings since its history left BASE (default: the default branch .. HEAD).",
			"formats": "text, markdown (a comment or step summary), json, sarif, github, rdjsonl or gitlab.",
			"most": "Greatest length of --format markdown in characters (${default}, as a comment of GitHub; a step " +
				"summary takes 1000000).",
		},
	}
}

// reviewCmd tells what a change does to what is known.
type reviewCmd struct {
	Range    string   `arg:"" optional:"" name:"range" help:"${range}"`
	WorkTree bool     `help:"Review what is not committed yet as well."`
	PR       bool     `name:"pr" help:"Take base and head from the environment of GitHub Actions or GitLab CI."`
	With     []string `placeholder:"REF" help:"Hold the change against other open branches too."`
	FailOn   string   `default:"error" enum:"${severities}" help:"Least severity of a finding that makes the exit code 1: ${severity}."`
	Format   string   `default:"text" enum:"text,markdown,json,sarif,github,rdjsonl,gitlab" help:"${formats}"`
	HTML     string   `name:"html" short:"o" placeholder:"FILE" complete:"file" help:"Also write a page for reading into this file."`
	MaxChars int      `default:"65536" placeholder:"N" help:"${most}"`
	All      bool     `help:"Print every statement and dependent, also what was only reworded."`
	Explain  bool     `help:"Say how the risk and the energy of each contradiction come about."`
	Waived   bool     `help:"Show waived findings too."`
	Skip     []string `placeholder:"RULE" help:"Leave rules out."`
	Accept   bool     `help:"Where no finding fails, accept the proposals of the branch that the range ends with, in a commit there."`
	Model    bool     `help:"Ask the model that you named about statements that may contradict each other."`

	session.ModelFlags
}

// Run reviews.
func (c *reviewCmd) Run(ctx context.Context, a *app.App) error {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	if c.Skip, err = knownReviewRules(c.Skip); err != nil {
		return err
	}
	link, err := c.pullRequest(ctx, a, repo)
	if err != nil {
		return err
	}
	a.Patient = true
	b := session.In(a, repo)
	defer b.Close()
	r, err := c.find(ctx, a, repo)
	if err != nil {
		return err
	}
	if err := c.canAccept(ctx, repo, r); err != nil {
		return err
	}
	models, err := openReader(b, c.Model, &c.ModelFlags)
	if err != nil {
		return err
	}
	req := desk.ReviewRequest{Range: r, Skip: c.Skip, With: c.With, Open: b.OpenIndex}
	if models != nil {
		req.Ask, req.Asked = readerOf(models, &c.ModelFlags), func(said *secondread.Report) { remarkReader(a, said) }
	}
	result, err := b.Review(ctx, req)
	if errors.Is(err, git.ErrUnknownRev) { // of a branch: the ends of the range are there
		return app.WithHint(err, "%s", session.RevisionHint(repo, ""))
	}
	if err != nil || c.DryRun && models != nil {
		return cmp.Or(err, shownBy(models, a))
	}
	if !c.Waived {
		result.Findings = slices.DeleteFunc(result.Findings, func(f review.ScopedFinding) bool { return f.Waived != "" })
	}
	o := reviews.Options{Style: a.Style, Shown: b.Shown, All: c.All, Explain: c.Explain, Waived: c.Waived, Link: link}
	if err := c.page(a, result, o); err != nil {
		return err
	}
	if err := c.print(a, result, o); err != nil {
		return err
	}
	if err := c.accept(ctx, a, repo, result); err != nil {
		return err
	}
	return c.verdict(result)
}

// pullRequest sets the range by what the CI system says, when that is asked for, and gives the
// permalinks of its forge.
func (c *reviewCmd) pullRequest(
	ctx context.Context, a *app.App, repo *kb.Repo,
) (link func(path string, line int, commit string) string, err error) {
	switch {
	case c.MaxChars < 4000:
		return nil, errors.New("--max-chars must be at least 4000")
	case !c.PR:
		return nil, nil
	case c.Range != "":
		return nil, errors.New("--pr and a range exclude each other")
	}
	p, err := readPullRequest(a)
	if err != nil {
		return nil, err
	}
	c.Range, err = p.ends(ctx, repo)
	return p.link, err
}

// page writes the page for reading, where one is asked for.
func (c *reviewCmd) page(a *app.App, r *review.Review, o reviews.Options) error {
	if c.HTML == "" {
		return nil
	}
	var b bytes.Buffer
	if err := reviews.Page(&b, r, o); err != nil {
		return err
	}
	if err := a.WriteFile(c.HTML, "page", b.Bytes()); err != nil {
		return err
	}
	a.Remark("wrote %s", c.HTML)
	return nil
}

// find finds the range that is reviewed.
func (c *reviewCmd) find(ctx context.Context, a *app.App, repo *kb.Repo) (*review.Range, error) {
	r, err := review.FindRange(ctx, repo, c.Range)
	var shallow *review.ShallowError
	switch {
	case errors.As(err, &shallow) && shallow.Depth > 0:
		return nil, app.WithHint(err,
			"fetch %d commits: fetch-depth: %d of actions/checkout, GIT_DEPTH: %d of GitLab, or git fetch --depth %d",
			shallow.Depth, shallow.Depth, shallow.Depth, shallow.Depth)
	case errors.As(err, &shallow):
		return nil, app.WithHint(err,
			"fetch the whole history: fetch-depth: 0 of actions/checkout, GIT_DEPTH: 0 of GitLab, or git fetch --unshallow")
	case errors.Is(err, git.ErrUnknownRev) && noCommit(ctx, repo):
		return nil, app.WithHint(errors.New("there is no commit yet: nothing to review"),
			"commit first; what is staged is judged by: kb validate")
	case errors.Is(err, git.ErrUnknownRev):
		return nil, app.WithHint(err, "%s", session.RevisionHint(repo, ""))
	case errors.Is(err, review.ErrNothing):
		return nil, app.WithHint(err, "name what is to be compared: kb review BASE..HEAD")
	case err != nil:
		return nil, err
	}
	if c.WorkTree {
		if repo.Root == "" {
			return nil, worktree.ErrNoWorkTree
		}
		r.WorkTree = true
	} else if r.Base == r.Head {
		a.Remark("%s and %s are the same commit: nothing to review "+
			"(--work-tree reviews what is not committed, HEAD~1..HEAD the last commit)", r.BaseName, r.HeadName)
	}
	return r, nil
}

// noCommit reports whether nothing was committed on the branch that is checked out.
func noCommit(ctx context.Context, repo *kb.Repo) bool {
	head, err := repo.Head(ctx)
	return err == nil && head == ""
}

// knownReviewRules gives the names of rules as they are written; one that there is none of is refused.
func knownReviewRules(names []string) (known []string, err error) {
	for _, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case name == "":
		case !slices.Contains(ruleNames(), name):
			return nil, app.WithHint(fmt.Errorf("no rule is called %q", name), "the rules are: %s", strings.Join(ruleNames(), ", "))
		default:
			known = append(known, name)
		}
	}
	return known, nil
}

// print writes the review in the format that is asked for; the formats of forges hold the findings
// alone.
func (c *reviewCmd) print(a *app.App, r *review.Review, o reviews.Options) error {
	switch {
	case a.JSON || c.Format == "json":
		return a.Emit(r)
	case c.Format == "text":
		return reviews.Text(a.Out, r, o)
	}
	a.Verbatim()
	if c.Format == "markdown" {
		return reviews.Markdown(a.Out, r, o, c.MaxChars)
	}
	list := make([]validate.Finding, len(r.Findings))
	for i, f := range r.Findings {
		list[i] = f.Finding
	}
	return findings.Write(a.Out, c.Format, list,
		findings.Options{Style: a.Style, Version: app.ModuleVersion(), Shown: o.Shown, Rules: review.Rules()})
}

// verdict is errFindings when a finding weighs enough.
func (c *reviewCmd) verdict(r *review.Review) error {
	if slices.ContainsFunc(r.Findings, func(f review.ScopedFinding) bool { return fails(c.FailOn, &f.Finding) }) {
		return app.ErrFindings
	}
	return nil
}
