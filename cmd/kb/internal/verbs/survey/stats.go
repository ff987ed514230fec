package survey

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/usage"
)

// Stats is kb stats.
func (Verbs) Stats() app.Verb {
	return app.Verb{
		Name: "stats", Place: 300,
		Help:    "Sum up the base: what is in it, what is used, what is missing.",
		Command: &statsCmd{},
		Answers: []any{Stats{}},
	}
}

// statsCmd sums up the base.
type statsCmd struct {
	Days  int    `default:"30" placeholder:"N" help:"Sum up the searches of this many days (${default}, at most 30 are kept)."`
	Top   int    `short:"n" default:"5" placeholder:"N" help:"Name at most this many notes and queries of each sort (${default})."`
	HTML  string `name:"html" placeholder:"FILE" complete:"file" help:"Write a page with pictures into this file."`
	Quick bool   `help:"Do not judge which notes are stale: that takes longest."`
}

// Stats is the JSON form of the sums.
type Stats struct {
	At       time.Time           `json:"at"`
	Notes    statistics.Notes    `json:"notes"`
	Searches statistics.Searches `json:"searches"`
	Links    LinkHealth          `json:"links"`
	Unknown  []string            `json:"unknown"` // what is not known, in words
}

// LinkHealth counts links.
type LinkHealth struct {
	Total     int `json:"total"` // that name a note, or should
	Broken    int `json:"broken"`
	Ambiguous int `json:"ambiguous"`
	Orphans   int `json:"orphans"` // active notes that no note links to and that link to none
}

// Run sums up.
func (c *statsCmd) Run(ctx context.Context, a *app.App) error {
	if c.Days < 1 || c.Top < 1 {
		return errors.New("--days and -n must be at least 1")
	}
	b, s, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	t := &statistician{Base: b, searcher: s, cmd: c, answer: Stats{At: a.Now(), Unknown: []string{}}}
	if err := t.sumUp(ctx); err != nil {
		return err
	}
	a.Progress.Stop()
	if c.HTML != "" {
		if err := t.write(); err != nil {
			return err
		}
	}
	switch {
	case a.JSON:
		return a.Emit(t.answer)
	case c.HTML == "":
		t.print()
	}
	return nil
}

// statistician is one run.
type statistician struct {
	*session.Base
	searcher *index.Searcher
	cmd      *statsCmd
	answer   Stats
}

// sumUp fills the answer. What cannot be read is named in Unknown and counted as none.
func (t *statistician) sumUp(ctx context.Context) error {
	records, err := t.searcher.Notes(ctx, t.App.Now())
	if err != nil {
		return err
	}
	if err := t.links(ctx, records); err != nil {
		return err
	}
	past, err := t.HistoryAt(ctx, "")
	if err != nil {
		return err
	}
	t.answer.Unknown = append(t.answer.Unknown, past.Unknown()...)
	u, err := t.OpenUsage(ctx)
	if err != nil {
		t.answer.Unknown = append(t.answer.Unknown, fmt.Sprintf("what was used cannot be read: %v", err))
		u = nil
	} else {
		defer u.Close()
	}
	notes, err := t.notes(ctx, records, past, u)
	if err != nil {
		return err
	}
	t.answer.Notes = statistics.OfNotes(notes, t.App.Now(), t.cmd.Top)
	return t.searches(ctx, u)
}

// links counts the links of the base.
func (t *statistician) links(ctx context.Context, records []*index.NoteRecord) error {
	links, err := t.searcher.AllLinks(ctx)
	if err != nil {
		return err
	}
	linked := map[string]bool{}
	for _, l := range links {
		switch l.State {
		case "external":
			continue
		case "broken":
			t.answer.Links.Broken++
		case "ambiguous":
			t.answer.Links.Ambiguous++
		case "ok":
			linked[l.From], linked[l.To] = true, true
		}
		t.answer.Links.Total++
	}
	for _, r := range records {
		if r.Inactive == "" && !linked[r.Path] {
			t.answer.Links.Orphans++
		}
	}
	return nil
}

// notes brings together what is known of each note.
func (t *statistician) notes(
	ctx context.Context, records []*index.NoteRecord, past *desk.Past, u *usage.Store,
) ([]statistics.Note, error) {
	touched := map[string]time.Time{}
	counts := &usage.Counts{}
	var err error
	if past.Head != "" {
		if touched, err = past.LastTouches(ctx, past.Head); err != nil {
			return nil, err
		}
	}
	if u != nil {
		if counts, err = u.Counts(ctx); err != nil {
			return nil, err
		}
	}
	staleNotes, err := t.stale(ctx, past)
	if err != nil {
		return nil, err
	}
	categories, err := t.categoryOf(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]statistics.Note, 0, len(records))
	for _, r := range records {
		count := counts.Of(usage.Note{Path: r.Path, ID: r.ID})
		last := lastTouch(r, touched[r.Path])
		if count.LastOpened.After(last) {
			last = count.LastOpened
		}
		out = append(out, statistics.Note{Path: r.Path, Title: r.Title, Kind: r.Kind, Status: r.Status, Category: categories[r.Path],
			Active: r.Inactive == "", Stale: staleNotes[r.Path], Confidence: usage.Confidence(&r.Note, count, touched[r.Path], t.App.Now()),
			Touched:  last,
			PageRank: r.PageRank, InLinks: r.InLinks, Shown: count.Shown, Opened: count.Opened, LastOpened: count.LastOpened})
	}
	return out, nil
}

// stale finds which notes are worth a look.
func (t *statistician) stale(ctx context.Context, past *desk.Past) (map[string]bool, error) {
	out := map[string]bool{}
	if t.cmd.Quick || past.Head == "" || t.Repo.Root == "" {
		t.answer.Unknown = append(t.answer.Unknown, "which notes are stale was not judged")
		return out, nil
	}
	s, err := t.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	doubted, err := past.Stale(ctx, s, desk.StaleRequest{Inactive: true})
	if err != nil {
		return nil, err
	}
	for i := range doubted.Notes {
		out[doubted.Notes[i].Path] = true
	}
	return out, nil
}

// categoryOf returns the category of each note that belongs to one.
func (t *statistician) categoryOf(ctx context.Context) (map[string]string, error) {
	all, err := loadCategories(ctx, t.Base, t.searcher)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, m := range all.list {
		for _, n := range m.notes {
			out[n.Path] = m.Name
		}
	}
	return out, nil
}

// searches sums up what was asked lately. A repetition within a minute was counted once.
func (t *statistician) searches(ctx context.Context, u *usage.Store) error {
	now := t.App.Now()
	from := now.AddDate(0, 0, 1-t.cmd.Days)
	var all []statistics.Search
	if u != nil {
		err := u.Searches(ctx, from.UTC().Truncate(24*time.Hour), time.Time{}, func(q usage.Searched) error {
			if !q.Repeated {
				all = append(
					all,
					statistics.Search{At: q.At, Query: q.Query, Match: q.Match, Latency: q.Latency, Results: q.Results, Opened: q.Opened},
				)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	t.answer.Searches = statistics.OfSearches(all, from, now, t.cmd.Top)
	return nil
}

// write makes the page.
func (t *statistician) write() error {
	page, err := statsPage(&t.answer)
	if err != nil {
		return err
	}
	if err := t.App.WriteFile(t.cmd.HTML, "page", page); err != nil {
		return err
	}
	t.App.Remark("wrote %s", t.cmd.HTML)
	return nil
}
