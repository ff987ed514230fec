package desk

import (
	"cmp"
	"context"
	"slices"

	"github.com/9aea2451/kb/index"
)

// mostPatterns bounds how many patterns are looked at.
const mostPatterns = 500

// PatternTypes are the types of memories that say how work is done here.
func PatternTypes() []string {
	return []string{"standard", "pattern", "preference", "constraint", "gotcha", "workflow_recipe", "requirement"}
}

// Patterns lists the notes that say how work is done: those that cover the files first, then those
// that cover none in particular; of one category where it is named. known counts all of them.
func (v *View) Patterns(ctx context.Context, category string, files []string) (found []index.Hit, known int, err error) {
	list := func(f index.Filter) ([]index.Hit, error) {
		f.Type = PatternTypes()
		answer, err := v.Searcher.Search(ctx, index.Query{Filter: f, NoSnippet: true, ActiveOnly: true, Limit: mostPatterns})
		if err != nil {
			return nil, err
		}
		return answer.Hits, nil
	}
	all, err := list(index.Filter{})
	if err != nil {
		return nil, 0, err
	}
	members := map[string]string{}
	var named *Category
	if category != "" {
		categories, err := v.Categories(ctx)
		if err != nil {
			return nil, 0, err
		}
		members, named = categories.Of(), categories.Named(category)
	}
	covering := map[string]bool{}
	if len(files) > 0 {
		hits, err := list(index.Filter{File: files})
		if err != nil {
			return nil, 0, err
		}
		for _, h := range hits {
			covering[h.Path] = true
		}
	}
	for _, h := range all {
		rec, err := v.Note(ctx, h.Path)
		if err != nil {
			return nil, 0, err
		}
		elsewhere := len(files) > 0 && !covering[h.Path] && rec != nil && len(rec.Files) > 0
		if !elsewhere && (category == "" || named != nil && members[h.Path] == named.Name) {
			found = append(found, h)
		}
	}
	order := PatternTypes()
	slices.SortStableFunc(found, func(a, b index.Hit) int {
		if covering[a.Path] != covering[b.Path] {
			if covering[a.Path] {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(slices.Index(order, a.Type), slices.Index(order, b.Type)), cmp.Compare(b.Score, a.Score),
			cmp.Compare(a.Path, b.Path))
	})
	return found, len(all), nil
}
