// Package hooks installs kb as git hooks beside what is there, and takes it away again without a trace.
package hooks

import (
	"errors"
	"fmt"
)

// errRefused is wrapped by the errors about what would have to be overwritten or is not ours to write.
var errRefused = errors.New("not installed")

// Options say what is installed.
type Options struct {
	CommitMsg bool   // also the hook that asks a commit of knowledge to say why
	Strict    bool   // a hook that fails stops the commit
	Force     bool   // write where another tool is in charge, and over what was edited
	DryRun    bool   // only tell
	Program   string // absolute path of kb, for where it is not on the PATH of git
}

// names are the hooks of kb.
func names(commitMsg bool) []string {
	if commitMsg {
		return []string{"pre-commit", "pre-merge-commit", "commit-msg"}
	}
	return []string{"pre-commit", "pre-merge-commit"}
}

// Step is one thing that was done, or would be.
type Step struct {
	Hook   string `json:"hook"`
	Path   string `json:"path"`   // of the file, or the key of git's configuration
	Action string `json:"action"` // installed, upgraded, unchanged, removed or restored
	Note   string `json:"note,omitempty"`
}

// Advice is what a person has to add by hand where another tool is in charge of the hooks.
type Advice struct {
	Tool    string // lefthook, pre-commit, or the scope of core.hooksPath
	File    string // for the snippet: below the root of the work tree, or absolute
	Snippet string
}

// OffError tells that git is told to look for hooks where none can be, such as in /dev/null: the
// usual way to switch them off.
type OffError struct {
	Dir   string // that core.hooksPath names
	Scope string // of the configuration that does: local, worktree, global, system or command
}

func (e *OffError) Error() string {
	if e.Scope == "" {
		return e.Dir + " is no folder"
	}
	return fmt.Sprintf("hooks are switched off here: core.hooksPath of the %s configuration is %s, which is no folder", e.Scope, e.Dir)
}

func (e *OffError) Unwrap() error { return errRefused }

// Error is the refusal; the advice says what to do.
func (a *Advice) Error() string { return fmt.Sprintf("%s is in charge of the hooks here", a.Tool) }

func (a *Advice) Unwrap() error { return errRefused }
