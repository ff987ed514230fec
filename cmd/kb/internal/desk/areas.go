package desk

import (
	"cmp"
	"context"
	"slices"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/category"
)

// Area is a category with the notes that belong to it, the best linked first.
type Area struct {
	category.Definition
	BuiltIn bool // it is one of kb's own
	Notes   []*index.NoteRecord
}

// Areas gives each note to its category: the one that it names, else the one whose tags and words
// it shares. Where the repository defines none it is one of kb's own, of which those without notes
// are left out.
func (v *View) Areas(ctx context.Context) ([]*Area, error) {
	v.areasOnce.Lock()
	defer v.areasOnce.Unlock()
	if v.areas != nil {
		return v.areas, nil
	}
	var records []*index.NoteRecord
	var notes []category.Note
	var defs []category.Definition
	err := v.Searcher.EachNote(ctx, category.TextBytes, func(rec *index.NoteRecord, text string) error {
		if rec.Kind == "summary" {
			defs = append(defs, category.OfNote(&rec.Note, text))
			return nil
		}
		records = append(records, rec)
		notes = append(notes, category.Note{Category: rec.Category, Title: rec.Title, Tags: rec.Tags, Text: text})
		return nil
	})
	if err != nil {
		return nil, err
	}
	v.areas = []*Area{}
	for _, g := range category.Groups(defs, notes) {
		if g.BuiltIn && len(g.Members) == 0 {
			continue
		}
		a := &Area{Definition: g.Definition, BuiltIn: g.BuiltIn}
		for _, m := range g.Members {
			a.Notes = append(a.Notes, records[m.Note])
		}
		slices.SortStableFunc(a.Notes, func(x, y *index.NoteRecord) int {
			return cmp.Or(cmp.Compare(y.PageRank*y.Confidence, x.PageRank*x.Confidence), cmp.Compare(x.Path, y.Path))
		})
		v.areas = append(v.areas, a)
	}
	return v.areas, nil
}

// AreaNamed returns the category that goes by a name or title, nil for none.
func AreaNamed(list []*Area, name string) *Area {
	slug := category.Slug(name)
	for _, a := range list {
		if a.Name == slug || category.Slug(a.Title) == slug {
			return a
		}
	}
	return nil
}

// MembersOf returns the paths of the notes of a category; nil for "".
func (v *View) MembersOf(ctx context.Context, name string) (map[string]bool, error) {
	if name == "" {
		return nil, nil
	}
	list, err := v.Areas(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	if a := AreaNamed(list, name); a != nil {
		for _, r := range a.Notes {
			out[r.Path] = true
		}
	}
	return out, nil
}
