package program

import (
	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// Version is kb version.
func (Verbs) Version() app.Verb {
	return app.Verb{
		Name: "version", Place: 380,
		Help:    "Print the version of kb.",
		Command: &versionCmd{},
		Answers: []any{app.Build{}},
	}
}

// versionCmd prints the version.
type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(a *app.App) error { return app.PrintVersion(a.Out, a.JSON) }
