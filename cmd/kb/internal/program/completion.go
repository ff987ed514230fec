package program

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

// Completion is kb completion.
func (Verbs) Completion() app.Verb {
	return app.Verb{
		Name: "completion", Place: 370,
		Help:    "Print the completion script of a shell.",
		Command: &completionCmd{},
	}
}

// completionCmd prints a script for a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"One of ${enum}."`
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
