package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/hooks"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

// Hooks is kb hooks.
func (Verbs) Hooks() app.Verb {
	return app.Verb{
		Name: "hooks", Place: 280,
		Help:    "Let git check each commit: install, uninstall, status.",
		Command: &hooksCmd{},
		Answers: []any{Hooking{}, HookStatus{}},
	}
}

// hooksCmd holds the verbs about git hooks.
type hooksCmd struct {
	Install      hooksInstallCmd   `cmd:"" help:"Let git check each commit with kb."`
	Uninstall    hooksUninstallCmd `cmd:"" help:"Take the hooks away and put back what was there."`
	Status       hooksStatusCmd    `cmd:"" help:"Tell which hooks are installed, and what they do not see."`
	CheckMessage checkMessageCmd   `cmd:"" help:"Check that the message of a commit of knowledge says why (the commit-msg hook runs it)."`
}

// Hooking is the JSON form of what install and uninstall did.
type Hooking struct {
	Steps []hooks.Step `json:"steps"`
}

// hooksInstallCmd installs.
type hooksInstallCmd struct {
	CommitMsg bool `name:"commit-msg" help:"Also ask a commit that touches knowledge to say why."`
	Strict    bool `help:"Stop the commit when kb is missing or fails; without it such a commit passes with one line."`
	Force     bool `help:"Write beside a hook manager that is in charge, and over a hook of kb's that was edited."`
	DryRun    bool `help:"Only say what would be done."`
}

// Run installs.
func (c *hooksInstallCmd) Run(ctx context.Context, a *app.App) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the kb program: %w", err)
	}
	o := hooks.Options{CommitMsg: c.CommitMsg, Strict: c.Strict, Force: c.Force, DryRun: c.DryRun, Program: program}
	return hook(ctx, a, func(p *hooks.Place) ([]hooks.Step, error) { return hooks.Install(ctx, p, o) })
}

// hook finds the place of the hooks, does something there, and tells what.
func hook(ctx context.Context, a *app.App, do func(*hooks.Place) ([]hooks.Step, error)) error {
	place, err := hooksPlace(ctx, a)
	if err != nil {
		return err
	}
	steps, err := do(place)
	var advice *hooks.Advice
	var off *hooks.OffError
	switch {
	case errors.As(err, &off):
		return app.WithHint(err, "%s\nor let CI run kb validate --range", switchOn(off.Scope))
	case errors.As(err, &advice):
		return app.WithHint(err, "add this to %s (or use --force):\n\n%s", advice.File, advice.Snippet)
	case err != nil:
		return err
	case a.JSON:
		return a.Emit(Hooking{steps})
	}
	for _, s := range steps {
		a.Printf("%-10s %s\n", s.Action, app.CleanName(near(a, s.Path)))
		if s.Note != "" {
			a.Printf("           %s\n", app.CleanName(s.Note))
		}
	}
	if len(steps) == 0 {
		a.Remark("no hook of kb's is installed")
	}
	return nil
}

// switchOn says how hooks are switched on again that a scope of git's configuration switches off.
func switchOn(scope string) string {
	switch scope {
	case "local", "worktree":
		return "switch them on: git config --" + scope + " --unset core.hooksPath"
	case "":
		return "move it away"
	case "command":
		return "it comes with git -c or GIT_CONFIG_COUNT: leave that out"
	}
	return "let this clone have its own: git config --local core.hooksPath .git/hooks"
}

// near returns a path from the folder of the run, where it is below it.
func near(a *app.App, path string) string {
	dir, err := a.WorkDir()
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return rel
}

// hooksPlace finds where git looks for the hooks of this clone.
func hooksPlace(ctx context.Context, a *app.App) (*hooks.Place, error) {
	if _, err := session.OpenRepo(ctx, a); err != nil {
		return nil, err
	}
	dir, err := a.WorkDir()
	if err != nil {
		return nil, err
	}
	return hooks.Find(ctx, dir)
}

// hooksUninstallCmd takes away.
type hooksUninstallCmd struct {
	Force  bool `help:"Remove a hook of kb's that was edited."`
	DryRun bool `help:"Only say what would be done."`
}

// Run uninstalls.
func (c *hooksUninstallCmd) Run(ctx context.Context, a *app.App) error {
	o := hooks.Options{Force: c.Force, DryRun: c.DryRun}
	return hook(ctx, a, func(p *hooks.Place) ([]hooks.Step, error) { return hooks.Uninstall(ctx, p, o) })
}

// hooksStatusCmd shows which hooks are installed.
type hooksStatusCmd struct{}

// HookStatus is the JSON form of the state of the hooks.
type HookStatus struct {
	Hooks   []hooks.Hook `json:"hooks"`
	Manager string       `json:"manager,omitempty"`
	Program string       `json:"program"`
	Unseen  []string     `json:"unseen"`
	Driver  string       `json:"merge_driver"` // none, ready or unconfigured
}

// Run prints the state.
func (hooksStatusCmd) Run(ctx context.Context, a *app.App) error {
	place, err := hooksPlace(ctx, a)
	if err != nil {
		return err
	}
	var s HookStatus
	s.Hooks, s.Manager = hooks.Status(ctx, place)
	if s.Program, err = exec.LookPath("kb"); err != nil {
		s.Program = ""
	}
	s.Unseen = []string{"rebase", "cherry-pick", "revert", "commit --no-verify"}
	s.Driver = hooks.DriverState(ctx, place)
	if a.JSON {
		return a.Emit(s)
	}
	if s.Manager != "" {
		a.Printf("%s is in charge of the hooks here\n", s.Manager)
	}
	for _, h := range s.Hooks {
		a.Printf("%-17s %-12s %s\n", h.Name, h.By, app.CleanName(h.Path))
		if h.Chains != "" {
			a.Printf("%-17s %s  %s\n", "", map[bool]string{true: "runs first:", false: "runs too:  "}[h.Config == ""],
				app.CleanName(h.Chains))
		}
		switch {
		case h.Config == h.Path:
			a.Printf("%-17s not seen by a git before 2.54: kb hooks install\n", "")
		case h.Config != "" && h.By == "none":
			a.Printf("%-17s only %s, which this git does not read: kb hooks install\n", "", h.Config)
		case h.Config != "":
			a.Printf("%-17s and          %s, for git from 2.54 on\n", "", h.Config)
		}
	}
	if s.Program == "" {
		a.Printf("kb is not on the PATH: the hooks use the program that installed them\n")
	}
	switch s.Driver {
	case "ready":
		a.Printf("merges of notes:  kb\n")
	case "unconfigured":
		a.Printf("merges of notes:  git, by lines: .gitattributes asks for kb, and this clone does not know it: kb init --merge-driver\n")
	}
	a.Printf("no hook sees: %s. Let CI run kb validate --range\n", strings.Join(s.Unseen, ", "))
	return nil
}

// checkMessageCmd is what the commit-msg hook runs.
type checkMessageCmd struct {
	File string `arg:"" complete:"file" help:"File with the message, as git names it."`
}

// Run checks.
func (c *checkMessageCmd) Run(ctx context.Context, a *app.App) error {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	name, err := a.FromWorkDir(c.File)
	if err != nil {
		return err
	}
	message, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read the message of the commit: %w", err)
	}
	if _, err := os.Stat(filepath.Join(repo.GitDir, "MERGE_HEAD")); err == nil || saysWhy(string(message)) {
		return nil
	}
	touched, err := stagedKnowledge(ctx, repo)
	if err != nil || touched == "" {
		return err
	}
	a.Remark("this commit touches knowledge (%s): say below the subject why it changes, or add a line\n  Kb-Skip: REASON",
		app.CleanName(touched))
	return app.ErrFindings
}

// saysWhy reports whether a message has a body, or need not have one.
func saysWhy(message string) bool {
	lines := strings.Split(message, "\n")
	for _, prefix := range []string{"Merge ", "Revert ", "fixup! ", "squash! ", "amend! "} {
		if strings.HasPrefix(lines[0], prefix) {
			return true
		}
	}
	for _, line := range lines[1:] {
		line = strings.TrimSpace(line)
		switch key, _, isTrailer := strings.Cut(line, ": "); {
		case strings.HasPrefix(line, "# ------------------------ >8"):
			return false // git commit -v shows the change below
		case line == "", strings.HasPrefix(line, "#"):
		case strings.EqualFold(key, "Kb-Skip") && isTrailer:
			return true
		case isTrailer && !strings.Contains(key, " "):
		default:
			return true
		}
	}
	return false
}

// stagedKnowledge names a note that is about to be committed, "" when there is none.
func stagedKnowledge(ctx context.Context, repo *kb.Repo) (string, error) {
	before, after, _, err := repo.Staged(ctx)
	if err != nil || after == nil {
		return "", err
	}
	blobs, err := repo.Blobs(ctx)
	if err != nil {
		return "", err
	}
	defer blobs.Close()
	for _, c := range kb.Diff(before, after) {
		f, config := c.New, after.Config
		if f.Path == "" {
			f, config = c.Old, before.Config
		}
		source, err := blobs.Read(f)
		if err == nil && !bytes.ContainsRune(source[:min(len(source), 8000)], 0) &&
			snapshot.ReadEntry(f, config, source).Note.Kind != "doc" {
			return c.Path, nil
		}
	}
	return "", nil
}
