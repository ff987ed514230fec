package desk

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/index"
)

// mostPatterns bounds how many patterns are looked at.
const mostPatterns = 500

// patternTypes are the types of memories that say how work is done here.
func patternTypes() []string {
	return []string{"standard", "pattern", "preference", "constraint", "gotcha", "workflow_recipe", "requirement"}
}

// guide tells the documents in which most repositories say how work is done in them, by the name of
// the file. The first come first.
func guide(file string) (place int, ok bool) {
	name := strings.ToLower(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	name = strings.TrimSuffix(strings.NewReplacer("-", "", "_", "").Replace(name), "guide")
	switch name {
	case "codestyle", "codingstyle", "codingstandards", "codingconventions", "conventions":
		name = "style"
	}
	place = slices.Index([]string{"contributing", "style", "agents", "claude", "gemini", "copilotinstructions", "hacking"}, name)
	return place, place >= 0
}

// guides lists the documents that say how work is done where no note is of a type that does: those
// nearest to the root first.
func (v *View) guides(ctx context.Context) ([]index.Hit, error) {
	records, err := v.Notes(ctx)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, r := range records {
		if _, ok := guide(r.Path); ok && r.Inactive == "" {
			paths = append(paths, r.Path)
		}
	}
	if len(paths) == 0 {
		return nil, nil
	}
	answer, err := v.Searcher.Search(ctx, index.Query{Filter: index.Filter{Path: paths}, NoSnippet: true, Limit: mostPatterns})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(answer.Hits, func(a, b index.Hit) int {
		first, _ := guide(a.Path)
		second, _ := guide(b.Path)
		return cmp.Or(cmp.Compare(strings.Count(a.Path, "/"), strings.Count(b.Path, "/")), cmp.Compare(first, second),
			cmp.Compare(a.Path, b.Path))
	})
	return answer.Hits, nil
}

// Patterns lists the notes that say how work is done: those that cover the files first, then those
// that cover none in particular; of one category where it is named. known counts all of them. Where
// no note is of such a type, the documents for contributors and agents say it.
func (v *View) Patterns(ctx context.Context, category string, files []string) (found []index.Hit, known int, err error) {
	list := func(f index.Filter) ([]index.Hit, error) {
		f.Type = patternTypes()
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
	if len(all) == 0 && category == "" {
		found, err = v.guides(ctx)
		return found, len(found), err
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
	order := patternTypes()
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
