package survey

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/rank"
	"github.com/9aea2451/kb/text/wording"
)

// categoryCommits is how many of the newest commits are asked when a note was touched.
const categoryCommits = 1000

// categories are the categories of a base with their notes.
type categories struct {
	list []*members
	none int // notes that belong to none
}

// members is a category with the notes that belong to it.
type members struct {
	*category.Group
	notes   []CategoryNote // by rank
	touched time.Time      // the summary; zero when not known
}

// CategoryNote is the JSON form of a note of a category.
type CategoryNote struct {
	Path    string          `json:"path"`
	Title   string          `json:"title"`
	Kind    string          `json:"kind"`
	Status  string          `json:"status,omitempty"`
	Named   bool            `json:"named"`           // it names the category
	Score   float64         `json:"score"`           // 0–1: how well it fits; 1 where it names the category
	Match   *category.Match `json:"match,omitempty"` // with --explain: the parts of the score
	Rank    float64         `json:"rank"`            // PageRank × confidence
	Touched string          `json:"touched,omitempty"`

	touched time.Time
}

// loadCategories reads every note out of the index and gives it to its category.
func loadCategories(ctx context.Context, b *session.Base, s *index.Searcher) (*categories, error) {
	var records []*index.NoteRecord
	var notes []category.Note
	var defs []category.Definition
	summaries, wanted := map[string]*index.NoteRecord{}, map[string]bool{}
	err := s.EachNote(ctx, category.TextBytes, func(rec *index.NoteRecord, text string) error {
		wanted[rec.Path] = true
		if rec.Kind == "summary" {
			defs, summaries[rec.Path] = append(defs, category.OfNote(&rec.Note, text)), rec
			return nil
		}
		records = append(records, rec)
		notes = append(notes, category.Note{Category: rec.Category, Title: rec.Title, Tags: rec.Tags, Text: text})
		return nil
	})
	if err != nil {
		return nil, err
	}
	commits, err := b.Repo.LastTouched(ctx, wanted, categoryCommits)
	if err != nil {
		return nil, err
	}
	c := &categories{none: len(notes)}
	for _, g := range category.Groups(defs, notes) {
		m := &members{Group: g}
		if summary := summaries[g.Summary]; summary != nil {
			m.touched = lastTouch(summary, commits[g.Summary])
		}
		for _, member := range g.Members {
			r := records[member.Note]
			m.notes = append(m.notes, newCategoryNote(r, member.Match, lastTouch(r, commits[r.Path]), b.App.Now()))
		}
		slices.SortFunc(m.notes, func(a, b CategoryNote) int {
			return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path))
		})
		c.list, c.none = append(c.list, m), c.none-len(m.notes)
	}
	return c, nil
}

// newCategoryNote describes a note of a category. match is nil where the note names it; touched is
// zero where it is not known, and counts as now.
func newCategoryNote(r *index.NoteRecord, match *category.Match, touched, now time.Time) CategoryNote {
	n := CategoryNote{
		Path: r.Path, Title: r.Title, Kind: r.Kind, Status: r.Status,
		Named: match == nil, Score: 1, Match: match, touched: touched, Touched: stamp(touched),
	}
	if match != nil {
		n.Score = rank.Round(match.Score)
	}
	if touched.IsZero() {
		touched = now
	}
	n.Rank = rank.Round(r.PageRank * rank.Confidence(r.Confidence, 0, rank.HalfLife(r.Kind, r.Type, r.Pinned), touched, now))
	return n
}

// named returns the category that goes by a name or title, nil for none.
func (c *categories) named(name string) *members {
	slug := category.Slug(name)
	for _, m := range c.list {
		if m.Name == slug || category.Slug(m.Title) == slug {
			return m
		}
	}
	return nil
}

// names are the names of all categories.
func (c *categories) names() []string {
	var names []string
	for _, m := range c.list {
		names = append(names, m.Name)
	}
	return names
}

// lastTouch is the latest of the dates of the front matter and the last commit; zero when none is known.
func lastTouch(n *index.NoteRecord, commit time.Time) time.Time {
	for _, date := range []string{n.Date, n.Verified} {
		for _, layout := range []string{time.RFC3339, time.DateOnly, "2006-01"} {
			if t, err := time.Parse(layout, date); err == nil && t.After(commit) {
				commit = t.UTC()
			}
		}
	}
	return commit
}

// stamp writes a time in RFC 3339, "" for the zero time.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// info counts.
func (m *members) info() CategoryInfo {
	i := CategoryInfo{Definition: m.Definition, BuiltIn: m.BuiltIn, Notes: len(m.notes)}
	var oldest, newest time.Time
	for _, n := range m.notes {
		if n.Named {
			i.Named++
		}
		if n.touched.IsZero() {
			continue
		}
		if oldest.IsZero() || n.touched.Before(oldest) {
			oldest = n.touched
		}
		if n.touched.After(newest) {
			newest = n.touched
		}
	}
	i.Oldest, i.Newest = stamp(oldest), stamp(newest)
	return i
}

// noCategory is the error for a name that no category has.
func (c *categories) noCategory(name string) error {
	err := fmt.Errorf("no category is called %q", name)
	if near := wording.Nearest(category.Slug(name), c.names(), 1); len(near) > 0 {
		return app.WithHint(err, "did you mean %s?", near[0])
	}
	return app.WithHint(err, "kb categories lists them")
}
