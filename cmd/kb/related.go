package main

import (
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
)

// relatedCmd finds neighbours of a note.
type relatedCmd struct {
	Note  string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias or id."`
	Limit int    `short:"n" default:"10" help:"At most this many notes (${default})."`
	atFlag
	Format  string `enum:"default,line,paths" default:"default" help:"default, line (path:line: heading: snippet) or paths."`
	Explain bool   `help:"Show what each source adds to a score, and the evidence."`
}

// Help holds the verb's details and examples.
func (relatedCmd) Help() string {
	return `Notes are near by the links between them, by the commits in which they changed
together, by how they are read together (kb usage), and by what they mean; each
answer says the share of each. A commit counts the less the older and the greater
it is, and being read together counts half after 30 days. Below the notes stand the files
of other kinds, such as code, that change together with the note.

Examples:

    kb related docs/architecture.md
    kb related "Sessions are JWTs" -n 3
    kb related docs/architecture.md --explain
    kb related docs/architecture.md --at v1.2
    kb related docs/architecture.md --format paths`
}

// Related is the JSON form of the neighbours of a note.
type Related struct {
	Note  string              `json:"note"`
	Hits  []index.Hit         `json:"hits"`
	Files []history.Companion `json:"files"` // that are no notes
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
	var company nearness.Company
	if company.Changed, err = b.companions(ctx, at.path); err != nil {
		return err
	}
	if company.Read, err = b.readTogether(ctx, s, at.path); err != nil {
		return err
	}
	hits, err := s.Related(ctx, at.path, c.Limit, company.Sources()...)
	if err != nil {
		return err
	}
	if len(hits) == 0 {
		a.remark("nothing is near to %s: no links, no commits and no words in common", b.shown(at.path))
	}
	answer := Related{Note: at.path, Hits: hits, Files: company.Files()}
	if a.JSON {
		return a.emit(answer)
	}
	c.print(b, answer, &company)
	return nil
}

func (c *relatedCmd) print(b *base, answer Related, company *nearness.Company) {
	if c.Format != "default" {
		printFormat(b, c.Format, answer.Hits)
		return
	}
	printHits(b, answer.Hits, func(h index.Hit) string {
		if c.Explain {
			return company.Explain(h)
		}
		return "near by " + strings.Join(nearness.Shares(h), ", ")
	})
	if len(answer.Files) == 0 {
		return
	}
	if len(answer.Hits) > 0 {
		b.app.printf("\n")
	}
	b.app.printf("%s\n", b.app.style.Heading("files that change together with it"))
	for _, f := range answer.Files {
		b.app.printf("  %11s  %s\n", count(f.Commits, "commit"), b.app.style.Place(cleanName(b.shown(f.Path))))
	}
}
