package main

import (
	"context"
	"time"

	"github.com/9aea2451/kb/markdown/edit"
)

// verifyCmd records that a person checked notes.
type verifyCmd struct {
	Notes  []string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias or id."`
	DryRun bool     `help:"Show the lines that would change, and change nothing."`
}

// Help holds the verb's details and examples.
func (verifyCmd) Help() string {
	return `Sets verified to today: the note was read and still holds. Its confidence decays from that day on.

Examples:

    kb verify docs/auth.md
    kb verify auth billing`
}

// Run sets the date.
func (c *verifyCmd) Run(ctx context.Context, a *app) error {
	e, err := a.newEditor(ctx)
	if err != nil {
		return err
	}
	for _, name := range c.Notes {
		path, err := e.find(name)
		if err != nil {
			return err
		}
		err = e.edit(path, func(source []byte) ([]byte, error) {
			return edit.Set(source, "verified", a.now().Format(time.DateOnly))
		})
		if err != nil {
			return err
		}
	}
	return e.finish(c.DryRun)
}
