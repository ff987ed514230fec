package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	kbroot "github.com/9aea2451/kb"
	"github.com/9aea2451/kb/cmd/kb/internal/agentsetup"
	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/hooks"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/adopt"
	"github.com/9aea2451/kb/kb/worktree"
	"github.com/9aea2451/kb/text/wording"
)

// Init is kb init.
func (Verbs) Init() app.Verb {
	return app.Verb{
		Name: "init", Place: 275,
		Help:    "Prepare a repository for a team: template, categories, CI; or import what it has.",
		Command: &initCmd{},
		Answers: []any{Initialised{}, Adopted{}},
		Edits:   true,
		Words: map[string]string{
			"from":  "Propose notes for what is there: adr, openspec, agents, cursor, copilot, a path, or all; or a file of kb export.",
			"merge": "Let git merge notes by section and by key: .gitattributes, and the configuration of this clone.",
			"named": "With --from FILE: also take this file, or those of this folder, which agents read as instructions.",
		},
	}
}

// initCmd prepares a repository.
type initCmd struct {
	From      []string `placeholder:"KIND" help:"${from}"`
	Apply     bool     `help:"With --from: write the proposed notes."`
	Named     []string `name:"instructions" placeholder:"PATH" help:"${named}"`
	Agents    bool     `help:"Append the section for agents to an AGENTS.md that is there."`
	PreCommit bool     `name:"pre-commit" help:"Also add .pre-commit-config.yaml, for teams that use pre-commit."`
	Merge     bool     `name:"merge-driver" help:"${merge}"`
	DryRun    bool     `help:"Only say what would be added."`
}

// Initialised is the JSON form of what kb init did.
type Initialised struct {
	DryRun bool     `json:"dry_run,omitempty"`
	Added  []string `json:"added"`
	Kept   []string `json:"kept"`                   // were there
	Driver string   `json:"merge_driver,omitempty"` // of git's configuration: installed, upgraded or unchanged
}

// Run prepares the repository.
func (c *initCmd) Run(ctx context.Context, a *app.App) error {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return err
	}
	if repo.Root == "" {
		return worktree.ErrNoWorkTree
	}
	if len(c.From) > 0 {
		return c.adopt(ctx, a, repo)
	}
	if c.Merge {
		return c.mergeDriver(ctx, a, repo)
	}
	if c.Apply || len(c.Named) > 0 {
		return app.WithHint(errors.New("--apply goes with --from, --instructions with --from FILE"), "kb init --from agents --apply")
	}
	edits, answer, err := c.plan(repo)
	if err != nil {
		return err
	}
	if !c.DryRun {
		if err := repo.Write(edits); err != nil {
			return err
		}
	}
	if a.JSON {
		return a.Emit(answer)
	}
	c.print(a, repo, answer)
	if place, err := hooksPlace(ctx, a); err == nil && hooks.DriverState(ctx, place) == "unconfigured" {
		a.Remark(".gitattributes lets kb merge notes: kb init --merge-driver tells the git of this clone")
	}
	return nil
}

// plan compares the template with what is there.
func (c *initCmd) plan(repo *kb.Repo) (edits []worktree.Edit, answer Initialised, err error) {
	answer = Initialised{DryRun: c.DryRun, Added: []string{}, Kept: []string{}}
	template, err := fs.Sub(kbroot.Template, ".memory-template")
	if err != nil {
		return nil, answer, err
	}
	err = fs.WalkDir(template, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == ".pre-commit-config.yaml" && !c.PreCommit {
			return err
		}
		text, err := fs.ReadFile(template, name)
		if err != nil {
			return err
		}
		edit, err := c.missing(repo, name, text)
		switch {
		case err != nil:
			return err
		case edit == nil:
			answer.Kept = append(answer.Kept, name)
		default:
			edits, answer.Added = append(edits, *edit), append(answer.Added, name)
		}
		return nil
	})
	return edits, answer, err
}

// missing is what to write for a file of the template, nil for nothing.
func (c *initCmd) missing(repo *kb.Repo, name string, text []byte) (*worktree.Edit, error) {
	have, err := repo.ReadWork(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &worktree.Edit{Path: name, New: text}, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case name == "AGENTS.md" && c.Agents && !strings.Contains(string(have), adopt.OwnBegin):
		return &worktree.Edit{Path: name, Old: have, New: agentsetup.WithContract(have)}, nil
	}
	return nil, nil
}

// tops names the files and folders at the root that hold paths, as git add takes them in this folder.
func tops(repo *kb.Repo, paths []string) string {
	var out []string
	for _, p := range paths {
		top, _, _ := strings.Cut(p, "/")
		if top = session.PathHere(repo, top); !slices.Contains(out, top) {
			out = append(out, top)
		}
	}
	return strings.Join(out, " ")
}

// print lists what was added, and what is left to do.
func (c *initCmd) print(a *app.App, repo *kb.Repo, answer Initialised) {
	for _, name := range answer.Added {
		a.Printf("%s %s\n", a.Style.Code("+"), name)
	}
	for _, name := range answer.Kept {
		if path.Dir(name) == "." {
			a.Printf("%s %s is there and stays as it is\n", a.Style.Faint("="), name)
		}
	}
	switch {
	case len(answer.Added) == 0:
		a.Remark("nothing is missing")
	case c.DryRun:
		a.Remark("%s would be added; nothing was written", wording.Count(len(answer.Added), "file"))
	default:
		a.Remark("%s added. Next:\n  git add %s\n  kb hooks install\n  kb new decision \"TITLE\"",
			wording.Count(len(answer.Added), "file"), tops(repo, answer.Added))
	}
	if slices.Contains(answer.Kept, "AGENTS.md") && !c.Agents {
		a.Remark("AGENTS.md is yours: kb init --agents appends the section that teaches an agent to use kb")
	}
}
