package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/rank"
)

// Category is a category with the notes that belong to it, by rank.
type Category struct {
	*category.Group
	Notes   []CategoryNote
	Touched time.Time // its summary; zero where that is not known
}

// CategoryNote is a note of a category.
type CategoryNote struct {
	Path    string          `json:"path"`
	Title   string          `json:"title"`
	Kind    string          `json:"kind"`
	Status  string          `json:"status,omitempty"`
	Named   bool            `json:"named"`             // it names the category
	Score   float64         `json:"score"`             // 0–1: how well it fits; 1 where it names the category
	Match   *category.Match `json:"match,omitempty"`   // the parts of the score
	Rank    float64         `json:"rank"`              // PageRank × confidence
	Touched string          `json:"touched,omitempty"` // RFC 3339

	When time.Time `json:"-"` // it was touched; zero where that is not known
}

// Categories are all categories of a base.
type Categories struct {
	List []*Category
	None int // notes that belong to none
}

// categoryCommits is how many of the newest commits are asked when a note was touched.
const categoryCommits = 1000

// Categories gives each note to its category: the one that it names, else the one whose tags and
// words it shares. Where the repository defines none it is one of kb's own.
func (v *View) Categories(ctx context.Context) (*Categories, error) {
	v.categoriesOnce.Lock()
	defer v.categoriesOnce.Unlock()
	if v.categories != nil {
		return v.categories, nil
	}
	var records []*index.NoteRecord
	var notes []category.Note
	var defs []category.Definition
	summaries, wanted := map[string]*index.NoteRecord{}, map[string]bool{}
	err := v.Searcher.EachNote(ctx, category.TextBytes, func(rec *index.NoteRecord, text string) error {
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
	commits, err := v.Repo.LastTouched(ctx, wanted, categoryCommits)
	if err != nil {
		return nil, err
	}
	all := &Categories{None: len(notes)}
	for _, g := range category.Groups(defs, notes) {
		c := &Category{Group: g}
		if summary := summaries[g.Summary]; summary != nil {
			c.Touched = lastTouch(summary, commits[g.Summary])
		}
		for _, m := range g.Members {
			r := records[m.Note]
			c.Notes = append(c.Notes, newCategoryNote(r, m.Match, lastTouch(r, commits[r.Path]), v.Searcher.Settings().HalfLives, v.Now()))
		}
		slices.SortFunc(c.Notes, func(a, b CategoryNote) int {
			return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path))
		})
		all.List, all.None = append(all.List, c), all.None-len(c.Notes)
	}
	v.categories = all
	return all, nil
}

// newCategoryNote describes a note of a category. match is nil where the note names it; touched is
// zero where it is not known, and counts as now.
func newCategoryNote(r *index.NoteRecord, match *category.Match, touched time.Time, halves rank.HalfLives, now time.Time) CategoryNote {
	n := CategoryNote{
		Path: r.Path, Title: r.Title, Kind: r.Kind, Status: r.Status,
		Named: match == nil, Score: 1, Match: match, When: touched,
	}
	if match != nil {
		n.Score = rank.Round(match.Score)
	}
	if touched.IsZero() {
		touched = now
	} else {
		n.Touched = touched.Format(time.RFC3339)
	}
	n.Rank = rank.Round(r.PageRank * rank.Confidence(r.Confidence, 0, halves.Of(r.Kind, r.Type, r.Pinned), touched, now))
	return n
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

// Used lists the categories but those of kb's own that no note belongs to.
func (c *Categories) Used() []*Category {
	return slices.DeleteFunc(slices.Clone(c.List), func(c *Category) bool { return c.BuiltIn && len(c.Notes) == 0 })
}

// Named returns the category that goes by a name or title, nil for none.
func (c *Categories) Named(name string) *Category {
	slug := category.Slug(name)
	i := slices.IndexFunc(c.List, func(c *Category) bool { return c.Name == slug || category.Slug(c.Title) == slug })
	if i < 0 {
		return nil
	}
	return c.List[i]
}

// Of returns the name of the category of each note that belongs to one, by path.
func (c *Categories) Of() map[string]string {
	out := map[string]string{}
	for _, m := range c.List {
		for _, n := range m.Notes {
			out[n.Path] = m.Name
		}
	}
	return out
}
