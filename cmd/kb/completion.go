package main

import (
	_ "embed"
	"io"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

//go:embed completion/kb.bash
var bashCompletion string

//go:embed completion/kb.zsh
var zshCompletion string

//go:embed completion/kb.fish
var fishCompletion string

// completionCmd prints a script for a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"One of ${enum}."`
}

// Help holds the verb's details and examples.
func (completionCmd) Help() string {
	return `The script asks kb itself for verbs, flags and their values, notes and tags.

Examples:

    source <(kb completion bash)        # in ~/.bashrc
    source <(kb completion zsh)         # in ~/.zshrc, after compinit
    kb completion fish > ~/.config/fish/completions/kb.fish`
}

// Run prints the script.
func (c *completionCmd) Run(a *app.App) error {
	script := bashCompletion
	switch c.Shell {
	case "zsh":
		script = zshCompletion
	case "fish":
		script = fishCompletion
	}
	a.Verbatim()
	_, err := io.WriteString(a.Out, script)
	return err
}
