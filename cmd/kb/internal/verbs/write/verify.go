package write

import (
	"context"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/markdown/edit"
)

// VerifyCmd records that a person checked notes.
type VerifyCmd struct {
	Notes  []string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias or id."`
	DryRun bool     `help:"Show the lines that would change, and change nothing."`
}

// Help holds the verb's details and examples.
func (VerifyCmd) Help() string {
	return `Sets verified to today: the note was read and still holds. Its confidence decays from that day on.

Examples:

    kb verify docs/auth.md
    kb verify auth billing`
}

// Run sets the date.
func (c *VerifyCmd) Run(ctx context.Context, a *app.App) error {
	e, err := edits.Open(ctx, a)
	if err != nil {
		return err
	}
	for _, name := range c.Notes {
		path, err := e.Find(name)
		if err != nil {
			return err
		}
		err = e.Edit(path, func(source []byte) ([]byte, error) {
			return edit.Set(source, "verified", a.Now().Format(time.DateOnly))
		})
		if err != nil {
			return err
		}
	}
	return e.Finish(c.DryRun)
}
