package survey

import (
	"context"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/evolve"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/text/wording"
)

// staleNotes is the number of newer notes from which on a summary is stale.
const staleNotes = evolve.Newer

// categoriesStaleCmd finds summaries that have been overtaken.
type categoriesStaleCmd struct{}

// StaleCategory is the JSON form of a summary that its notes have overtaken.
type StaleCategory struct {
	Name    string              `json:"name"`
	Summary string              `json:"summary"`
	Touched string              `json:"touched"`
	Newer   []desk.CategoryNote `json:"newer"` // the notes that were touched after it, the newest first
}

// Run prints the stale summaries.
func (c *categoriesStaleCmd) Run(ctx context.Context, a *app.App) error {
	b, _, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	all, err := b.View.Categories(ctx)
	if err != nil {
		return err
	}
	stale := []StaleCategory{}
	for _, m := range all.List {
		if newer := m.Newer(m.Notes); len(newer) >= staleNotes {
			stale = append(stale, StaleCategory{Name: m.Name, Summary: m.Summary, Touched: stamp(m.Touched), Newer: newer})
		}
	}
	if a.JSON {
		if err := a.Emit(stale); err != nil {
			return err
		}
	} else {
		a := b.App
		if len(stale) == 0 {
			a.Remark("no summary is older than %d of its notes", staleNotes)
		}
		for _, s := range stale {
			a.Printf("%s  of %s, older than %s:\n", a.Style.Place(app.CleanName(b.Shown(s.Summary))), s.Touched[:10],
				wording.Count(len(s.Newer), "note"))
			for _, n := range s.Newer {
				a.Printf("  %s  %s  %s\n", n.Touched[:10], a.Style.Place(app.CleanName(b.Shown(n.Path))), report.CleanLine(n.Title))
			}
		}
	}
	if len(stale) > 0 {
		return app.ErrFindings
	}
	return nil
}
