package survey

import (
	"context"
	"errors"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
)

// categoriesForCmd tells which categories answer a query.
type categoriesForCmd struct {
	Query []string `arg:"" name:"query" help:"What you want to know."`
}

// shownFor is how many notes of a category are named.
const shownFor = 3

// Run prints the categories.
func (c *categoriesForCmd) Run(ctx context.Context, a *app.App) error {
	query := strings.TrimSpace(strings.Join(c.Query, " "))
	if query == "" {
		return app.WithHint(errors.New("nothing is asked"), `ask in words: kb categories for "how do sessions expire"`)
	}
	a.Quick = true
	b, _, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	found, err := b.View.CategoriesFor(ctx, desk.PlainQuery(query))
	if err != nil {
		return err
	}
	if a.JSON {
		err = a.Emit(found)
	} else {
		a := b.App
		for _, f := range found {
			at := f.Summary
			if at != "" {
				at = "  " + a.Style.Place(app.CleanName(b.Shown(at)))
			}
			a.Printf("%.2f  %s%s\n", f.Score, a.Style.Title(report.CleanLine(f.Name)), at)
			for _, n := range f.Notes[:min(len(f.Notes), shownFor)] {
				a.Printf("      %s\n", a.Style.Place(app.CleanName(b.Shown(n))))
			}
		}
	}
	if err == nil && len(found) == 0 {
		a.Remark("no category answers that: kb search looks in all notes")
		return app.ErrFindings
	}
	return err
}
