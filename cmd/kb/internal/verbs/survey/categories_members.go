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
	category.Definition
	builtIn bool
	notes   []CategoryNote
	touched time.Time // the summary; zero when not known
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
	var texts []string
	var defs []category.Definition
	err := s.EachNote(ctx, category.TextBytes, func(rec *index.NoteRecord, text string) error {
		if rec.Kind == "summary" {
			defs = append(defs, category.OfNote(&rec.Note, text))
		}
		records, texts = append(records, rec), append(texts, text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	wanted := make(map[string]bool, len(records))
	for _, r := range records {
		wanted[r.Path] = true
	}
	commits, err := b.Repo.LastTouched(ctx, wanted, categoryCommits)
	if err != nil {
		return nil, err
	}
	c := newCategories(defs)
	c.assign(records, texts, func(n *index.NoteRecord) time.Time { return lastTouch(n, commits[n.Path]) }, b.App.Now())
	return c, nil
}

// newCategories begins with what the repository defines, else with kb's own; of two of one name the
// first counts.
func newCategories(defs []category.Definition) *categories {
	c := &categories{}
	builtIn := len(defs) == 0
	if builtIn {
		defs = category.Defaults()
	}
	for _, d := range defs {
		if c.named(d.Name) == nil {
			c.list = append(c.list, &members{Definition: d, builtIn: builtIn})
		}
	}
	return c
}

// named gives the category that goes by a name or title, nil for none.
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

// assign gives each note to its category. A name that nothing defines makes a category of its own.
func (c *categories) assign(records []*index.NoteRecord, texts []string, touched func(*index.NoteRecord) time.Time, now time.Time) {
	defs := make([]category.Definition, 0, len(c.list))
	for _, m := range c.list {
		defs = append(defs, m.Definition)
	}
	matcher := category.NewMatcher(defs)
	for i, r := range records {
		at := touched(r)
		if r.Kind == "summary" {
			if m := c.summarised(r.Path); m != nil {
				m.touched = at
			}
			continue
		}
		note := CategoryNote{
			Path:    r.Path,
			Title:   r.Title,
			Kind:    r.Kind,
			Status:  r.Status,
			Score:   1,
			Named:   true,
			touched: at,
			Touched: stamp(at),
		}
		note.Rank = rank.Round(r.PageRank * rank.Confidence(r.Confidence, 0, rank.HalfLife(r.Kind, r.Type, r.Pinned), orNow(at, now), now))
		m := c.own(r.Category)
		if m == nil {
			match := matcher.Match(r.Title, r.Tags, texts[i])
			if match.Score < category.Threshold {
				c.none++
				continue
			}
			m, note.Named, note.Score, note.Match = c.named(match.Name), false, rank.Round(match.Score), &match
		}
		m.notes = append(m.notes, note)
	}
	for _, m := range c.list {
		slices.SortFunc(m.notes, func(a, b CategoryNote) int {
			return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path))
		})
	}
}

// own gives the category that a note names, nil when it names none.
func (c *categories) own(name string) *members {
	slug := category.Slug(name)
	if slug == "" || strings.ContainsAny(slug, "<>{}") { // what a template left to be filled in
		return nil
	}
	m := c.named(name)
	if m == nil {
		m = &members{Definition: category.Definition{Name: slug, Title: name}}
		c.list = append(c.list, m)
	}
	return m
}

func (c *categories) summarised(path string) *members {
	for _, m := range c.list {
		if m.Summary == path {
			return m
		}
	}
	return nil
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

func orNow(t, now time.Time) time.Time {
	if t.IsZero() {
		return now
	}
	return t
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

// info counts.
func (m *members) info() CategoryInfo {
	i := CategoryInfo{Definition: m.Definition, BuiltIn: m.builtIn, Notes: len(m.notes)}
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

// noCategory tells that there is no category of a name.
func (c *categories) noCategory(name string) error {
	err := fmt.Errorf("no category is called %q", name)
	if near := wording.Nearest(category.Slug(name), c.names(), 1); len(near) > 0 {
		return app.WithHint(err, "did you mean %s?", near[0])
	}
	return app.WithHint(err, "kb categories lists them")
}
