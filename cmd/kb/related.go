package main

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/index"
)

// relatedCmd finds neighbours of a note.
type relatedCmd struct {
	Note  string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias or id."`
	Limit int    `short:"n" default:"10" help:"At most this many notes (${default})."`
	atFlag
	Format string `enum:"default,line,paths" default:"default" help:"default, line (path:line: heading: snippet) or paths."`
}

// Help holds the verb's details and examples.
func (relatedCmd) Help() string {
	return `Notes are near by the links between them and by what they mean.

Examples:

    kb related docs/architecture.md
    kb related "Sessions are JWTs" -n 3
    kb related architecture --at v1.2
    kb related architecture --format paths`
}

// Related is the JSON form of the neighbours of a note.
type Related struct {
	Note string      `json:"note"`
	Hits []index.Hit `json:"hits"`
}

// Run prints the neighbours.
func (c *relatedCmd) Run(ctx context.Context, a *app) error {
	if c.Limit < 1 {
		return errors.New("--limit must be at least 1")
	}
	b, s, _, err := a.readAt(ctx, c.atFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	defer s.Close()
	at, err := b.lookup(ctx, s, c.Note, false)
	if err != nil {
		return err
	}
	hits, err := s.Related(ctx, at.path, c.Limit)
	if err != nil {
		return err
	}
	if len(hits) == 0 {
		a.remark("nothing is near to %s: no links, and no words in common", b.shown(at.path))
	}
	if a.JSON {
		return a.emit(Related{Note: at.path, Hits: hits})
	}
	printFormat(b, c.Format, hits)
	return nil
}
