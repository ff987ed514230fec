package survey

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
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

// statsTemplate is the page: everything in one file, no script, nothing from elsewhere.
//
//go:embed stats.html
var statsTemplate string

// statsView is what the page shows.
type statsView struct {
	*desk.Stats
	Groups            []barGroup
	Columns           []column
	FirstDay, LastDay string
}

// barGroup is one picture of horizontal bars.
type barGroup struct {
	Title  string
	Height int
	Bins   []barShape
}

type barShape struct {
	statistics.Bin
	Label                 string
	Y, TextY, Width, EndX int
}

// column is one day in the picture of searches.
type column struct {
	statistics.Day
	X, Y, Width, Height float64
}

// statsPage draws the sums as one HTML page that needs no other file.
func statsPage(s *desk.Stats) ([]byte, error) {
	v := statsView{Stats: s, Columns: columns(s.Searches.Days)}
	for _, g := range []struct {
		title string
		bins  []statistics.Bin
	}{
		{"Kind", s.Notes.Kinds},
		{"Status", s.Notes.Statuses},
		{"Category", s.Notes.Category},
		{"Last touched", s.Notes.Ages},
		{"Answered by", s.Searches.Matches},
		{"Confidence of active notes", []statistics.Bin{
			{Name: "high (> 0.7)", Count: s.Notes.High}, {Name: "medium", Count: s.Notes.Medium}, {Name: "low (< 0.3)", Count: s.Notes.Low},
		}},
	} {
		if g.title != "Category" || len(g.bins) > 0 { // a repository may define none
			v.Groups = append(v.Groups, group(g.title, g.bins))
		}
	}
	if days := s.Searches.Days; len(days) > 0 {
		v.FirstDay, v.LastDay = days[0].Day, days[len(days)-1].Day
	}
	var b bytes.Buffer
	err := report.Page(&b, statsTemplate, template.FuncMap{
		"date":    func(t time.Time) string { return t.UTC().Format(time.DateOnly) },
		"percent": func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) },
	}, v)
	return b.Bytes(), err
}

// maxBars and the measures of a picture of bars, in pixels.
const (
	maxBars    = 12
	barRow     = 22
	barRoom    = 210
	labelRunes = 22
)

// group lays out bars of at most barRoom pixels, and clips their labels to labelRunes.
func group(title string, bins []statistics.Bin) barGroup {
	bins = bins[:min(len(bins), maxBars)]
	g := barGroup{Title: title, Height: barRow*len(bins) + 4}
	most := 1
	for _, b := range bins {
		most = max(most, b.Count)
	}
	for i, b := range bins {
		width := b.Count * barRoom / most
		label := []rune(b.Name)
		if len(label) > labelRunes {
			label = append(label[:labelRunes-1], '…')
		}
		g.Bins = append(g.Bins, barShape{b, string(label), i*barRow + 4, i*barRow + 15, width, 166 + width})
	}
	return g
}

// columns places one column a day in a picture of 960 by 140 pixels, of which the lowest 20 are for
// the names of days.
func columns(days []statistics.Day) []column {
	most := 1
	for _, d := range days {
		most = max(most, d.Count)
	}
	var out []column
	step := 960 / float64(max(len(days), 1))
	for i, d := range days {
		height := 112 * float64(d.Count) / float64(most)
		out = append(out, column{d, float64(i)*step + step*0.1, 118 - height, step * 0.8, height})
	}
	return out
}
