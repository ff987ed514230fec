package mcp

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

// area is a category with the notes that belong to it, the best linked first.
type area struct {
	category.Definition
	builtIn bool
	notes   []*index.NoteRecord
}

// areas gives each note to its category: the one that it names, else the one whose tags and words
// it shares. Where the repository defines none it is one of kb's own, of which those without notes
// are left out.
func (st *state) areas(ctx context.Context) ([]*area, error) {
	st.areasOnce.Lock()
	defer st.areasOnce.Unlock()
	if st.known != nil {
		return st.known, nil
	}
	var records []*index.NoteRecord
	var texts []string
	var defs []category.Definition
	err := st.searcher.EachNote(ctx, categoryText, func(rec *index.NoteRecord, text string) error {
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
	var list []*area
	for _, d := range defs {
		if areaNamed(list, d.Name) == nil {
			list = append(list, &area{Definition: d, builtIn: builtIn})
		}
	}
	list = slices.DeleteFunc(assign(list, defs, records, texts), func(a *area) bool { return a.builtIn && len(a.notes) == 0 })
	st.known = append([]*area{}, list...)
	return st.known, nil
}

func assign(list []*area, defs []category.Definition, records []*index.NoteRecord, texts []string) []*area {
	matcher := category.NewMatcher(defs)
	for i, r := range records {
		if r.Kind == "summary" {
			continue
		}
		var a *area
		if slug := category.Slug(r.Category); slug != "" && !strings.ContainsAny(slug, "<>{}") {
			if a = areaNamed(list, slug); a == nil {
				a = &area{Definition: category.Definition{Name: slug, Title: r.Category}}
				list = append(list, a)
			}
		} else if match := matcher.Match(r.Title, r.Tags, texts[i]); match.Score >= category.Threshold {
			a = areaNamed(list, match.Name)
		}
		if a != nil {
			a.notes = append(a.notes, r)
		}
	}
	for _, a := range list {
		slices.SortStableFunc(a.notes, func(x, y *index.NoteRecord) int {
			return cmp.Or(cmp.Compare(y.PageRank*y.Confidence, x.PageRank*x.Confidence), cmp.Compare(x.Path, y.Path))
		})
	}
	return list
}

// areaNamed gives the category that goes by a name or title, nil for none.
func areaNamed(list []*area, name string) *area {
	slug := category.Slug(name)
	for _, a := range list {
		if a.Name == slug || category.Slug(a.Title) == slug {
			return a
		}
	}
	return nil
}

// membersOf gives the paths of the notes of a category; nil for "".
func (st *state) membersOf(ctx context.Context, name string) (map[string]bool, error) {
	if name == "" {
		return nil, nil
	}
	list, err := st.areas(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	if a := areaNamed(list, name); a != nil {
		for _, r := range a.notes {
			out[r.Path] = true
		}
	}
	return out, nil
}
