package clone

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// usageExportCmd prints what is kept.
type usageExportCmd struct {
	usagePart
}

// Help holds the verb's details and examples.
func (usageExportCmd) Help() string {
	return `Prints JSON, with or without --json. Of some days the words and the pairs of notes are left out: they are not known by day.

Examples:

    kb usage export > usage.json
    kb usage export docs/auth.md
    kb usage export --after 2026-05 | jq -r '.data.searches[].query'`
}

// Run prints the export.
func (c *usageExportCmd) Run(ctx context.Context, a *app.App) error {
	from, to, err := c.days()
	if err != nil {
		return err
	}
	u, note, err := c.open(ctx, a)
	if err != nil {
		return err
	}
	defer u.Close()
	export, err := u.Export(ctx, note, from, to)
	if err != nil {
		return err
	}
	return a.Emit(export)
}
