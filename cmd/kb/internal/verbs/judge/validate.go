package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/findings"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// Validate is kb validate.
func (Verbs) Validate() app.Verb {
	return app.Verb{
		Name: "validate", Place: 220,
		Help:    "Judge a change of knowledge: contradictions, broken links and more.",
		Command: &validateCmd{},
		Answers: []any{desk.Validation{}, validate.Place{}},
		Words: map[string]string{
			"against": "Judge the work tree against REV (default HEAD); or warn of what a base of your configuration contradicts.",
		},
	}
}

// validateCmd judges a change of knowledge.
type validateCmd struct {
	Paths   []string `arg:"" optional:"" name:"path" help:"Report only findings in these files and folders." complete:"file"`
	Staged  bool     `help:"Judge what git commit would commit." xor:"what"`
	Range   string   `placeholder:"A..B" help:"Judge what B brings since its history left A." xor:"what"`
	All     bool     `help:"Judge everything, also what stood before." xor:"what"`
	Against []string `placeholder:"REV|BASE" help:"${against}"`
	FailOn  string   `default:"error" enum:"${severities}" help:"Least severity that makes the exit code 1: ${severity}."`
	Format  string   `default:"text" enum:"text,json,sarif,github,rdjsonl,gitlab" help:"text, json, sarif, github, rdjsonl or gitlab."`
	Explain bool     `help:"Say how the energy of each contradiction comes about."`
	Waived  bool     `help:"Show waived findings too."`
	Skip    []string `placeholder:"RULE" help:"Leave rules out (also: KB_SKIP=rule,rule)."`
	Hook    string   `hidden:"" placeholder:"NAME" help:"Run as this git hook: at most 40 lines, no remarks."`
}

// hookLines is how much a hook prints.
const hookLines = 40

// Run judges.
func (c *validateCmd) Run(ctx context.Context, a *app.App) error {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	skip := append(c.Skip, strings.Split(a.Getenv("KB_SKIP"), ",")...)
	for _, name := range skip {
		name = strings.TrimSpace(name)
		if _, ok := validate.RuleNamed(strings.ToLower(name)); !ok && name != "" {
			return app.WithHint(fmt.Errorf("no rule is called %q", name), "the rules are: %s", strings.Join(validate.Names(), ", "))
		}
	}
	b := session.In(a, repo)
	defer b.Close()
	rev, others, err := c.against(a, b)
	if err != nil {
		return err
	}
	only, err := b.AtOrBelow(c.Paths, c.Range == "" && !c.Staged)
	if err != nil {
		return err
	}
	v, err := b.Validate(ctx, desk.ValidateRequest{
		All: c.All, Staged: c.Staged, Range: c.Range, Against: rev, Paths: only, Skip: skip, Waived: c.Waived,
		Others: others,
	})
	if err != nil {
		var wrong *desk.RangeError
		switch {
		case errors.As(err, new(*desk.RevisionError)):
			return app.WithHint(err, "%s", session.RevisionHint(b.Repo, ""))
		case !errors.As(err, &wrong):
			return err
		case wrong.Unrelated:
			return app.WithHint(err, "a shallow clone ends too early: git fetch --unshallow")
		}
		return app.WithHint(fmt.Errorf("--range %w", err), "write A..B, as in main..HEAD")
	}
	if err := c.print(b, v); err != nil {
		return err
	}
	if slices.ContainsFunc(v.Findings, func(f validate.Finding) bool { return fails(c.FailOn, &f) }) {
		return app.ErrFindings
	}
	return nil
}

// against tells the revision and the bases that --against names apart: a base goes first. The desk
// learns of the bases of the configuration, which links may name.
func (c *validateCmd) against(a *app.App, b *session.Base) (rev string, others []userconfig.Base, err error) {
	config, err := userconfig.Load(a.Getenv)
	if err != nil && len(c.Against) > 0 {
		return "", nil, session.ConfigError(err)
	}
	if err == nil {
		b.Configure(config) // a mistake in it must stop no commit
	}
	for _, name := range c.Against {
		at := slices.IndexFunc(config.Known(), func(b userconfig.Base) bool { return b.Name == name })
		switch {
		case at >= 0:
			others = append(others, config.Bases[at])
		case rev != "" || c.Staged || c.All || c.Range != "":
			return "", nil, app.WithHint(fmt.Errorf("--against %s: no base is called so, and a revision can stand with nothing else", name),
				"leave out --staged, --range and --all, or name a base of your configuration (docs/bases.md)")
		default:
			rev = name
		}
	}
	return rev, others, nil
}

// print writes the findings in the format that is asked for. A hook prints at most hookLines lines.
func (c *validateCmd) print(b *session.Base, v *desk.Validation) error {
	a := b.App
	if a.JSON || c.Format == "json" {
		return a.Emit(v)
	}
	if c.Format != "text" {
		a.Verbatim()
	}
	o := findings.Options{Style: a.Style, Explain: c.Explain, Version: app.ModuleVersion(), Shown: b.Shown}
	if c.Hook != "" {
		o.MaxLines = hookLines - 1
	}
	if err := findings.Write(a.Out, c.Format, v.Findings, o); err != nil {
		return err
	}
	if c.Format == "text" && (c.Hook == "" || len(v.Findings) > 0) {
		a.Remark("%s", summary(v))
	}
	return nil
}

// summary counts findings in words.
func summary(v *desk.Validation) string {
	if v.Errors+v.Warnings+v.Waived == 0 {
		return "no findings"
	}
	text := wording.Count(v.Errors, "error") + ", " + wording.Count(v.Warnings, "warning")
	if v.Waived > 0 {
		text += fmt.Sprintf(", %d waived", v.Waived)
	}
	return text
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
