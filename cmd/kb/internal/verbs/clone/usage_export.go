package clone

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
)

// usageExportCmd prints what is kept.
type usageExportCmd struct {
	usagePart
}

// Run prints the export.
func (c *usageExportCmd) Run(ctx context.Context, a *app.App) error {
	days, err := c.days(a.Now())
	if err != nil {
		return err
	}
	u, note, err := c.open(ctx, a)
	if err != nil {
		return err
	}
	defer u.Close()
	export, err := u.Export(ctx, note, days.First, days.Last)
	if err != nil {
		return err
	}
	return a.Emit(export)
}
