package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb/category"
)

// categoryText is how many bytes of a note's text tell its category.
const categoryText = 3000

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
	var texts []string
	var defs []category.Definition
	err := v.Searcher.EachNote(ctx, categoryText, func(rec *index.NoteRecord, text string) error {
		if rec.Kind == "summary" {
			defs = append(defs, category.OfNote(&rec.Note, text))
		}
		records, texts = append(records, rec), append(texts, text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	builtIn := len(defs) == 0
	if builtIn {
		defs = category.Defaults()
	}
	var list []*Area
	for _, d := range defs {
		if AreaNamed(list, d.Name) == nil {
			list = append(list, &Area{Definition: d, BuiltIn: builtIn})
		}
	}
	list = slices.DeleteFunc(assign(list, defs, records, texts), func(a *Area) bool { return a.BuiltIn && len(a.Notes) == 0 })
	v.areas = append([]*Area{}, list...)
	return v.areas, nil
}

func assign(list []*Area, defs []category.Definition, records []*index.NoteRecord, texts []string) []*Area {
	matcher := category.NewMatcher(defs)
	for i, r := range records {
		if r.Kind == "summary" {
			continue
		}
		var a *Area
		if slug := category.Slug(r.Category); slug != "" && !strings.ContainsAny(slug, "<>{}") {
			if a = AreaNamed(list, slug); a == nil {
				a = &Area{Definition: category.Definition{Name: slug, Title: r.Category}}
				list = append(list, a)
			}
		} else if match := matcher.Match(r.Title, r.Tags, texts[i]); match.Score >= category.Threshold {
			a = AreaNamed(list, match.Name)
		}
		if a != nil {
			a.Notes = append(a.Notes, r)
		}
	}
	for _, a := range list {
		slices.SortStableFunc(a.Notes, func(x, y *index.NoteRecord) int {
			return cmp.Or(cmp.Compare(y.PageRank*y.Confidence, x.PageRank*x.Confidence), cmp.Compare(x.Path, y.Path))
		})
	}
	return list
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
