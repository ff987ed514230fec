package panel

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/desk/warm"
	"github.com/9aea2451/kb/index"
)

// ways are how the notes are browsed.
func ways() []string { return []string{"kind", "category", "status", "tag", "module"} }

// shelf is the notes in groups.
type shelf struct {
	groups map[string][]*group // by way; the largest first
}

// group is the notes that have one thing in common, by title.
type group struct {
	Name  string
	Title string
	Notes []*index.NoteRecord
}

// Count is how many notes there are.
func (g *group) Count() int { return len(g.Notes) }

// find returns the group of a name, nil for none.
func (s *shelf) find(way, name string) *group {
	for _, g := range s.groups[way] {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// shelfOf is the notes in groups, kept until the notes change; false where all there is is of an
// older state.
func (p *Panel) shelfOf(ctx context.Context, v *warm.View) (*shelf, bool, error) {
	return get(ctx, p, v, state(v), "sorting the notes", &p.shelves, newShelf)
}

// newShelf sorts the notes of a view into groups.
func newShelf(ctx context.Context, v *warm.View) (*shelf, error) {
	records, err := v.Notes(ctx)
	if err != nil {
		return nil, err
	}
	sorted := slices.Clone(records)
	slices.SortFunc(sorted, func(a, b *index.NoteRecord) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title)), strings.Compare(a.Path, b.Path))
	})
	categories, err := v.Categories(ctx)
	if err != nil {
		return nil, err
	}
	of, s := categories.Of(), &shelf{groups: map[string][]*group{}}
	known := map[string]map[string]*group{}
	add := func(way, name string, r *index.NoteRecord) {
		if known[way] == nil {
			known[way] = map[string]*group{}
		}
		g := known[way][name]
		if g == nil {
			g = &group{Name: name, Title: name}
			known[way][name], s.groups[way] = g, append(s.groups[way], g)
		}
		g.Notes = append(g.Notes, r)
	}
	for _, r := range sorted {
		add("kind", r.Kind, r)
		add("status", cmp.Or(r.Status, "none"), r)
		add("module", module(r.Path), r)
		for _, tag := range r.Tags {
			add("tag", tag, r)
		}
		if name := of[r.Path]; name != "" {
			add("category", name, r)
		}
	}
	for _, c := range categories.List {
		if g := known["category"][c.Name]; g != nil {
			g.Title = cmp.Or(c.Title, c.Name)
		}
	}
	for _, groups := range s.groups {
		slices.SortFunc(groups, func(a, b *group) int {
			return cmp.Or(b.Count()-a.Count(), strings.Compare(a.Name, b.Name))
		})
	}
	return s, nil
}
