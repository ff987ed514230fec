package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/findings"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// Validate is kb validate.
func (Verbs) Validate() app.Verb {
	return app.Verb{
		Name: "validate", Place: 220,
		Help:    "Judge a change of knowledge: contradictions, broken links and more.",
		Command: &validateCmd{},
		Answers: []any{Validation{}, validate.Place{}},
	}
}

// validateCmd judges a change of knowledge.
type validateCmd struct {
	Paths   []string `arg:"" optional:"" name:"path" help:"Report only findings in these files and folders." complete:"file"`
	Staged  bool     `help:"Judge what git commit would commit." xor:"what"`
	Range   string   `placeholder:"A..B" help:"Judge what B brings since its history left A." xor:"what"`
	All     bool     `help:"Judge everything, also what stood before." xor:"what"`
	Against string   `placeholder:"REV" help:"Judge the work tree against REV (default HEAD)." xor:"what"`
	FailOn  string   `default:"error" enum:"${severities}" help:"Least severity that makes the exit code 1: ${severity}."`
	Format  string   `default:"text" enum:"text,json,sarif,github,rdjsonl,gitlab" help:"text, json, sarif, github, rdjsonl or gitlab."`
	Explain bool     `help:"Say how the energy of each contradiction comes about."`
	Waived  bool     `help:"Show waived findings too."`
	Skip    []string `placeholder:"RULE" help:"Leave rules out (also: KB_SKIP=rule,rule)."`
	Hook    string   `hidden:"" placeholder:"NAME" help:"Run as this git hook: at most 40 lines, no remarks."`
}

// Validation is the JSON form of a judgement.
type Validation struct {
	Errors   int                `json:"errors"`
	Warnings int                `json:"warnings"`
	Waived   int                `json:"waived"`
	Findings []validate.Finding `json:"findings"`
}

// hookLines is how much a hook prints.
const hookLines = 40

// Run judges.
func (c *validateCmd) Run(ctx context.Context, a *app.App) error {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	found, err := c.judge(ctx, a, repo)
	if err != nil {
		return err
	}
	v := tally(found)
	if !c.Waived {
		v.Findings = slices.DeleteFunc(v.Findings, func(f validate.Finding) bool { return f.Waived != "" })
	}
	if err := c.print(a, repo, &v); err != nil {
		return err
	}
	return c.verdict(v.Findings)
}

// judge finds out what is to be compared and compares it.
func (c *validateCmd) judge(ctx context.Context, a *app.App, repo *kb.Repo) ([]validate.Finding, error) {
	only, err := c.only(a, repo)
	if err != nil {
		return nil, err
	}
	before, after, err := c.trees(ctx, repo)
	if err != nil || after == nil {
		return nil, err // a commit of other files costs no more than this
	}
	cache := snapshot.CacheFile(repo)
	o := validate.Options{Day: a.Now(), Skip: append(c.Skip, strings.Split(a.Getenv("KB_SKIP"), ",")...), Paths: only, Cache: cache,
		Keeping: session.JudgementKeeping(
			repo,
		), Progress: a.Progress.Report, Loaded: func(s *snapshot.Snapshot) { s.Save(cache) }} // a cache that cannot be written is done without
	if err := knownRules(o.Skip); err != nil {
		return nil, err
	}
	found, err := validate.Findings(ctx, repo, before, after, o)
	a.Progress.Stop()
	return found, err
}

// knownRules refuses names of rules that there are none of.
func knownRules(names []string) error {
	for _, name := range names {
		name = strings.TrimSpace(name)
		if _, ok := validate.RuleNamed(strings.ToLower(name)); !ok && name != "" {
			return app.WithHint(fmt.Errorf("no rule is called %q", name), "the rules are: %s", strings.Join(validate.Names(), ", "))
		}
	}
	return nil
}

// trees returns what was and what is.
func (c *validateCmd) trees(ctx context.Context, repo *kb.Repo) (before, after *kb.Tree, err error) {
	switch {
	case c.All:
		after, err = session.WorkTree(ctx, repo)
		return &kb.Tree{Config: &kb.Config{}}, after, err
	case c.Staged:
		return repo.Staged(ctx)
	case c.Range != "":
		return rangeTrees(ctx, repo, c.Range)
	default:
		if after, err = session.WorkTree(ctx, repo); err != nil {
			return nil, nil, err
		}
	}
	rev := c.Against
	if rev == "" {
		if after.Commit == "" {
			return &kb.Tree{Config: &kb.Config{}}, after, nil // nothing was committed yet
		}
		rev = after.Commit
	}
	before, err = treeAt(ctx, repo, rev)
	return before, after, err
}

// treeAt reads the tree of a revision.
func treeAt(ctx context.Context, repo *kb.Repo, rev string) (*kb.Tree, error) {
	t, err := repo.TreeAt(ctx, rev)
	if errors.Is(err, git.ErrUnknownRev) {
		return nil, app.WithHint(fmt.Errorf("no such revision: %s", rev), "%s", session.RevisionHint(repo, ""))
	}
	return t, err
}

// rangeTrees reads A..B: what B brings is judged since the commit that both come from, as a pull
// request shows it.
func rangeTrees(ctx context.Context, repo *kb.Repo, text string) (before, after *kb.Tree, err error) {
	from, to, ok := strings.Cut(strings.Replace(text, "...", "..", 1), "..")
	if !ok {
		return nil, nil, app.WithHint(fmt.Errorf("--range %s is no range", text), "write A..B, as in main..HEAD")
	}
	ends := [2]string{from, to}
	for i, rev := range ends {
		if rev == "" {
			rev = "HEAD"
		}
		if ends[i], err = repo.Resolve(ctx, rev); err != nil {
			return nil, nil, app.WithHint(err, "%s", session.RevisionHint(repo, ""))
		}
	}
	base, err := repo.MergeBase(ctx, ends[0], ends[1])
	if err != nil {
		return nil, nil, err
	}
	if base == "" {
		return nil, nil, app.WithHint(fmt.Errorf("%s and %s have no history in common", from, to),
			"a shallow clone ends too early: git fetch --unshallow")
	}
	if before, err = treeAt(ctx, repo, base); err != nil {
		return nil, nil, err
	}
	after, err = treeAt(ctx, repo, ends[1])
	return before, after, err
}

// only returns the test for the paths that were named, nil for all.
func (c *validateCmd) only(a *app.App, repo *kb.Repo) (func(string) bool, error) {
	return session.AtOrBelow(a, repo, c.Paths, c.Range == "" && !c.Staged)
}

// tally counts findings by what they weigh.
func tally(found []validate.Finding) Validation {
	v := Validation{Findings: found}
	for i := range found {
		switch {
		case found[i].Waived != "":
			v.Waived++
		case found[i].Severity == validate.Error:
			v.Errors++
		case found[i].Severity == validate.Warning:
			v.Warnings++
		}
	}
	return v
}

func (c *validateCmd) print(a *app.App, repo *kb.Repo, v *Validation) error {
	if a.JSON || c.Format == "json" {
		return a.Emit(v)
	}
	if c.Format != "text" {
		a.Verbatim()
	}
	o := findings.Options{Style: a.Style, Explain: c.Explain, Version: app.ModuleVersion(), Shown: session.FromPrefix(repo)}
	if c.Hook != "" {
		o.MaxLines = hookLines - 1
	}
	if err := findings.Write(a.Out, c.Format, v.Findings, o); err != nil {
		return err
	}
	if c.Format == "text" && (c.Hook == "" || len(v.Findings) > 0) {
		a.Remark("%s", v.summary())
	}
	return nil
}

// summary counts in words.
func (v *Validation) summary() string {
	if v.Errors+v.Warnings+v.Waived == 0 {
		return "no findings"
	}
	text := wording.Count(v.Errors, "error") + ", " + wording.Count(v.Warnings, "warning")
	if v.Waived > 0 {
		text += fmt.Sprintf(", %d waived", v.Waived)
	}
	return text
}

// verdict is errFindings when a finding weighs enough.
func (c *validateCmd) verdict(found []validate.Finding) error {
	if slices.ContainsFunc(found, func(f validate.Finding) bool { return fails(c.FailOn, &f) }) {
		return app.ErrFindings
	}
	return nil
}

// fails reports whether a finding makes the exit code 1 where --fail-on names a severity, or never.
func fails(failOn string, f *validate.Finding) bool {
	least := validate.Severity(failOn)
	switch failOn {
	case "never":
		return false
	case "warn":
		least = validate.Warning
	}
	return f.Waived == "" && f.Severity.AtLeast(least)
}
