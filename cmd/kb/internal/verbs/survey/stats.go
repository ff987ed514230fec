package survey

import (
	"context"
	"errors"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/usage"
)

// Stats is kb stats.
func (Verbs) Stats() app.Verb {
	return app.Verb{
		Name: "stats", Place: 300,
		Help:    "Sum up the base: what is in it, what is used, what is missing.",
		Command: &statsCmd{},
		Answers: []any{desk.Stats{}},
	}
}

// statsCmd sums up the base.
type statsCmd struct {
	Days  int    `default:"30" placeholder:"N" help:"Sum up the searches of this many days (${default}, at most 30 are kept)."`
	Top   int    `short:"n" default:"5" placeholder:"N" help:"Name at most this many notes and queries of each sort (${default})."`
	HTML  string `name:"html" short:"o" placeholder:"FILE" complete:"file" help:"Write a page with pictures into this file."`
	Value bool   `help:"Compare the sessions of agents that are given notes with those that are given none."`
	Quick bool   `help:"Do not judge which notes are stale: that takes longest."`
}

// mostDays is how many days are summed up at most: what is older is not kept.
const mostDays = int(usage.MetricsAge / (24 * time.Hour))

// Run sums up.
func (c *statsCmd) Run(ctx context.Context, a *app.App) error {
	if c.Days < 1 || c.Top < 1 {
		return errors.New("--days and -n must be at least 1")
	}
	b, _, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	past, err := b.HistoryAt(ctx, "")
	if err != nil {
		return err
	}
	s, err := b.View.Stats(ctx, past, desk.StatsRequest{
		Days: min(c.Days, mostDays), Top: c.Top, NoStale: c.Quick || c.Value && !a.JSON, Value: c.Value,
	})
	if err != nil {
		return err
	}
	if c.HTML != "" {
		page, err := statsPage(s)
		if err != nil {
			return err
		}
		if err := a.WriteFile(c.HTML, "page", page); err != nil {
			return err
		}
		a.Remark("wrote %s", c.HTML)
	}
	switch {
	case a.JSON:
		return a.Emit(s)
	case c.HTML == "" && c.Value:
		statsPrinter{b, s}.printValue()
	case c.HTML == "":
		statsPrinter{b, s}.print()
	}
	return nil
}
