package find

import (
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/text/wording"
)

// Related is kb related.
func (Verbs) Related() app.Verb {
	return app.Verb{
		Name: "related", Place: 40,
		Help:    "Find notes near to a note.",
		Command: &relatedCmd{},
		Answers: []any{Related{}},
	}
}

// relatedCmd finds neighbours of a note.
type relatedCmd struct {
	Note  string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias or id."`
	Limit int    `short:"n" default:"10" help:"At most this many notes (${default})."`
	session.AtFlag
	Format  string `enum:"default,line,paths" default:"default" help:"default, line (path:line: heading: snippet) or paths."`
	Explain bool   `help:"Show what each source adds to a score, and the evidence."`
}

// Related is the JSON form of the neighbours of a note.
type Related struct {
	Note  string              `json:"note"`
	Hits  []index.Hit         `json:"hits"`
	Files []history.Companion `json:"files"` // that are no notes
}

// Run prints the neighbours.
func (c *relatedCmd) Run(ctx context.Context, a *app.App) error {
	if c.Limit < 1 {
		return errors.New("--limit must be at least 1")
	}
	b, s, _, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	defer s.Close()
	at, err := b.Lookup(ctx, s, c.Note, false)
	if err != nil {
		return err
	}
	var company nearness.Company
	if company.Changed, err = companions(ctx, b, at.Path); err != nil {
		return err
	}
	if company.Read, err = readTogether(ctx, b, s, at.Path); err != nil {
		return err
	}
	hits, err := s.Related(ctx, at.Path, c.Limit, company.Sources()...)
	if err != nil {
		return err
	}
	if len(hits) == 0 {
		a.Remark("nothing is near to %s: no links, no commits and no words in common", b.Shown(at.Path))
	}
	answer := Related{Note: at.Path, Hits: hits, Files: company.Files()}
	if a.JSON {
		return a.Emit(answer)
	}
	c.print(b, answer, &company)
	return nil
}

func (c *relatedCmd) print(b *session.Base, answer Related, company *nearness.Company) {
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
		b.App.Printf("\n")
	}
	b.App.Printf("%s\n", b.App.Style.Heading("files that change together with it"))
	for _, f := range answer.Files {
		b.App.Printf("  %11s  %s\n", wording.Count(f.Commits, "commit"), b.App.Style.Place(app.CleanName(b.Shown(f.Path))))
	}
}
