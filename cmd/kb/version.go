package main

import (
	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// versionCmd prints the version.
type versionCmd struct{}

// Help holds the verb's examples.
func (versionCmd) Help() string {
	return "Examples:\n\n    kb version\n    kb version --json"
}

// Run prints the version.
func (versionCmd) Run(a *app.App) error { return app.PrintVersion(a.Out, a.JSON) }
