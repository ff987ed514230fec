package hooks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Place is where the hooks of a repository are.
type Place struct {
	Root       string // of the work tree
	Dir        string // folder of the hooks, absolute
	Own        string // folder of the hooks where core.hooksPath names no other, absolute
	Scope      string // of core.hooksPath: local, worktree, global, system, command; "" when it is not set
	GitVersion [2]int // major and minor, 0 where git does not say
	dir        string // that git runs in
}

// Find asks git where the hooks of the repository that holds dir are.
func Find(ctx context.Context, dir string) (*Place, error) {
	p := &Place{dir: dir}
	bare, err := p.git(ctx, "rev-parse", "--is-bare-repository")
	if err != nil {
		return nil, err
	}
	if bare == "true" {
		return nil, fmt.Errorf("%w: a bare repository makes no commits; let CI run kb validate --range", errRefused)
	}
	if p.Root, err = p.git(ctx, "rev-parse", "--show-toplevel"); err != nil {
		return nil, err
	}
	if p.Dir, err = p.git(ctx, "rev-parse", "--git-path", "hooks"); err != nil {
		return nil, err
	}
	if !filepath.IsAbs(p.Dir) {
		p.Dir = filepath.Join(dir, p.Dir)
	}
	common, err := p.git(ctx, "rev-parse", "--git-common-dir")
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(common) {
		common = filepath.Join(dir, common)
	}
	p.Own = filepath.Join(common, "hooks")
	p.Scope = p.hooksPathScope(ctx)
	p.GitVersion = p.version(ctx)
	return p, nil
}

// hooksPathScope tells which configuration sets core.hooksPath.
func (p *Place) hooksPathScope(ctx context.Context) string {
	out, err := p.git(ctx, "config", "--show-scope", "--get", "core.hooksPath")
	if err != nil {
		return ""
	}
	scope, _, _ := strings.Cut(out, "\t")
	return scope
}

// version reads "git version 2.39.5 (Apple Git-154)".
func (p *Place) version(ctx context.Context) (v [2]int) {
	out, err := p.git(ctx, "version")
	fields := strings.Fields(out)
	if err != nil || len(fields) < 3 {
		return v
	}
	major, rest, _ := strings.Cut(fields[2], ".")
	minor, _, _ := strings.Cut(rest, ".")
	v[0], _ = strconv.Atoi(major)
	v[1], _ = strconv.Atoi(minor)
	return v
}

// configHooks tells whether this git runs hooks that its configuration names (git-hook(1), from 2.54 on).
func (p *Place) configHooks() bool {
	return p.GitVersion[0] > 2 || p.GitVersion[0] == 2 && p.GitVersion[1] >= 54
}

// git runs git and gives what it prints, without the line end.
func (p *Place) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = p.dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("hooks are run by git, and there is none on the PATH")
	case errors.As(err, &exit):
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	return strings.TrimRight(string(out), "\r\n"), err
}

// manager is the tool that is in charge of the hooks, nil when there is none.
func (p *Place) manager() *Advice {
	for _, name := range []string{"lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml", "lefthook.toml", "lefthook.json"} {
		if p.has(name) {
			return &Advice{Tool: "lefthook", File: name, Snippet: lefthookSnippet}
		}
	}
	if p.has(".pre-commit-config.yaml") {
		return &Advice{Tool: "pre-commit", File: ".pre-commit-config.yaml", Snippet: preCommitSnippet}
	}
	if p.Scope == "global" || p.Scope == "system" {
		return &Advice{
			Tool:    "the " + p.Scope + " core.hooksPath",
			File:    filepath.Join(p.Dir, "pre-commit"),
			Snippet: "kb validate --staged --hook pre-commit || [ $? -ne 1 ]\n",
		}
	}
	return nil
}

// has tells whether a file or a folder of that name lies at the root of the work tree.
func (p *Place) has(name string) bool {
	_, err := os.Stat(filepath.Join(p.Root, name))
	return err == nil
}

// off tells whether no hook can be where git looks for them.
func (p *Place) off() bool {
	info, err := os.Stat(p.Dir)
	return err == nil && !info.IsDir()
}

// husky tells whether husky runs the hooks: it keeps its own in .husky/_ and the user's in .husky.
func (p *Place) husky() bool {
	rel, err := filepath.Rel(p.Root, p.Dir)
	return err == nil && (filepath.ToSlash(rel) == ".husky/_" || filepath.ToSlash(rel) == ".husky")
}

const lefthookSnippet = `pre-commit:
  jobs:
    - run: kb validate --staged --hook pre-commit
pre-merge-commit:
  jobs:
    - run: kb validate --staged --hook pre-merge-commit
`

const preCommitSnippet = `repos:
  - repo: https://github.com/9aea2451/kb
    rev: main # pin a version
    hooks:
      - id: kb-validate
`
