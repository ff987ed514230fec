package write

import (
	"context"
	"errors"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/edits"
	"github.com/9aea2451/kb/kb/adr"
	"github.com/9aea2451/kb/markdown/edit"
)

// Verify is kb verify.
func (Verbs) Verify() app.Verb {
	return app.Verb{
		Name: "verify", Place: 160,
		Help:    "Record that notes were checked today.",
		Command: &verifyCmd{},
		Answers: []any{edits.Edited{}},
		Edits:   true,
	}
}

// verifyCmd records that a person checked notes.
type verifyCmd struct {
	Notes  []string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias, id or number."`
	DryRun bool     `help:"Show the lines that would change, and change nothing."`
}

// Run sets the date.
func (c *verifyCmd) Run(ctx context.Context, a *app.App) error {
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
			day := a.Now().Format(time.DateOnly)
			if n := &e.Snapshot.Entry(path).Note; n.Verified == "" && adr.Read(n, source) != nil {
				return nil, app.WithHint(errors.New("the head of a record in another tool's log stays as it is"), "nothing was changed: "+
					"write %q into its head yourself where the log allows it; kb verify keeps that line", "Verified: "+day)
			}
			if out, ok, err := adr.At(path, source).Set("verified", day); ok {
				return out, err
			}
			return edit.Set(source, "verified", day)
		})
		if err != nil {
			return err
		}
	}
	return e.Finish(c.DryRun)
}
