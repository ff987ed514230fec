package find

import (
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/nearness"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/text/wording"
)

// Related is kb related.
func (Verbs) Related() app.Verb {
	return app.Verb{
		Name: "related", Place: 40,
		Help:    "Find notes near to a note.",
		Command: &relatedCmd{},
		Answers: []any{desk.Related{}},
	}
}

// relatedCmd finds neighbours of a note.
type relatedCmd struct {
	Note  string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias, id or number."`
	Limit int    `short:"n" default:"10" help:"At most this many notes (${default})."`
	session.BasesFlag
	session.AtFlag
	Format  string `enum:"default,line,paths" default:"default" help:"default, line (path:line: heading: snippet) or paths."`
	Explain bool   `help:"Show what each source adds to a score, and the evidence."`
}

// Run prints the neighbours.
func (c *relatedCmd) Run(ctx context.Context, a *app.App) error {
	if c.Limit < 1 {
		return errors.New("--limit must be at least 1")
	}
	a.Patient = true
	b, err := session.ReadBases(ctx, a, c.BasesFlag, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	at, err := b.Lookup(ctx, c.Note, false)
	if err != nil {
		return err
	}
	answer, err := b.View.Related(ctx, at.Path, c.Limit)
	if err != nil {
		return err
	}
	if len(answer.Hits) == 0 {
		a.Remark("nothing is near to %s: no links, no commits and no words in common", b.Shown(at.Path))
	}
	if a.JSON {
		b.View.Within(answer.Hits)
		return a.Emit(answer)
	}
	c.print(b, answer)
	return nil
}

// print writes the neighbours. The default format alone says why they are near, and lists the files
// that change together with the note.
func (c *relatedCmd) print(b *session.Base, answer *desk.Related) {
	if c.Format != "default" {
		printFormat(b, c.Format, answer.Hits)
		return
	}
	printHits(b, answer.Hits, func(h index.Hit) string {
		if c.Explain {
			return answer.Explain(h)
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
