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

	When       time.Time `json:"-"` // it was touched; zero where that is not known
	Confidence float64   `json:"-"` // as of this day
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
	half := halves.Of(r.Kind, r.Type, r.Pinned)
	n.Confidence = rank.Confidence(r.Confidence, 0, half, touched, now.UTC().Truncate(24*time.Hour))
	n.Rank = rank.Round(r.PageRank * rank.Confidence(r.Confidence, 0, half, touched, now))
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

// Newer returns those of some notes that were touched after the summary, the newest first; none where
// that is not known.
func (c *Category) Newer(notes []CategoryNote) []CategoryNote {
	var newer []CategoryNote
	if c.Summary == "" || c.Touched.IsZero() {
		return nil
	}
	for _, n := range notes {
		if n.When.After(c.Touched) {
			n.Match = nil
			newer = append(newer, n)
		}
	}
	slices.SortFunc(newer, func(a, b CategoryNote) int {
		return cmp.Or(b.When.Compare(a.When), strings.Compare(a.Path, b.Path))
	})
	return newer
}

// Below returns the notes of a category and of all that are parts of it, its own first.
func (all *Categories) Below(c *Category) []CategoryNote {
	notes := slices.Clone(c.Notes)
	// The categories below, the nearest first; one that is a part of itself is counted once.
	found := []*Category{c}
	for i := 0; i < len(found); i++ {
		for _, part := range all.List {
			if part.Parent == found[i].Name && !slices.Contains(found, part) {
				found = append(found, part)
			}
		}
	}
	for _, part := range found[1:] {
		notes = append(notes, part.Notes...)
	}
	return notes
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

// CategoryFor is a category that may answer a query.
type CategoryFor struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Summary string   `json:"summary,omitempty"` // path
	Score   float64  `json:"score"`             // 0–1
	Notes   []string `json:"notes"`             // paths of its notes that answer, the best first
}

// How a category is chosen for a query: by its notes among the first hits, and by its own words.
const (
	hitsAsked  = 20
	weighHits  = 0.7
	weighWords = 0.3
	leastFor   = 0.1
)

// CategoriesFor tells which categories may answer a query, the likeliest first: by the share that
// their notes have of the scores of the first hits, and by their tags and descriptions.
func (v *View) CategoriesFor(ctx context.Context, query string) ([]CategoryFor, error) {
	all, err := v.Categories(ctx)
	if err != nil {
		return nil, err
	}
	q := v.Asked(index.Query{Text: query, Limit: hitsAsked, NoSnippet: true, ActiveOnly: true})
	answer, err := v.Searcher.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	of := all.Of()
	var defs []category.Definition
	for _, c := range all.List {
		defs = append(defs, c.Definition)
		if c.Summary != "" {
			of[c.Summary] = c.Name
		}
	}
	words := map[string]float64{}
	for _, m := range category.NewMatcher(defs).MatchAll("", nil, query) {
		words[m.Name] = m.Score
	}
	total, share, notes := 0.0, map[string]float64{}, map[string][]string{}
	for i := range answer.Hits {
		h := &answer.Hits[i]
		total += h.Score
		if name := of[h.Path]; name != "" {
			share[name] += h.Score
			notes[name] = append(notes[name], h.Path)
		}
	}
	out := []CategoryFor{}
	for _, c := range all.List {
		score := weighWords * words[c.Name]
		if total > 0 {
			score += weighHits * share[c.Name] / total
		}
		if score >= leastFor {
			out = append(out, CategoryFor{c.Name, c.Title, c.Summary, rank.Round(score), append([]string{}, notes[c.Name]...)})
		}
	}
	slices.SortStableFunc(out, func(a, b CategoryFor) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Name, b.Name))
	})
	return out, nil
}
