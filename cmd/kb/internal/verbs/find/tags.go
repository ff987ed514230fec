package find

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
)

// Tags is kb tags.
func (Verbs) Tags() app.Verb {
	return app.Verb{
		Name: "tags", Place: 14,
		Help:    "List the tags of the notes, with the number of notes that have each.",
		Command: &tagsCmd{},
		Words:   map[string]string{"passing": "Only of the notes that pass, such as kind:decision or path:docs."},
		Answers: []any{TagList{}},
	}
}

// tagsCmd lists tags.
type tagsCmd struct {
	Filters []string `arg:"" optional:"" name:"filter" complete:"query" help:"${passing}"`
	ByName  bool     `help:"In the order of their names, instead of the most used first."`
}

// TagList is the JSON form of the tags.
type TagList struct {
	Tags []TagCount `json:"tags"`
}

// TagCount is a tag with the number of its notes.
type TagCount struct {
	Tag   string `json:"tag"`
	Notes int    `json:"notes"`
}

// Run lists the tags.
func (c *tagsCmd) Run(ctx context.Context, a *app.App) error {
	b, s, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	records, err := s.List(ctx, b.View.Asked(index.Query{Text: strings.Join(c.Filters, " "), Folder: b.Repo.Prefix}))
	if err != nil {
		return err
	}
	// The tags of a summary are the words by which its category is known; they count where only summaries were asked for.
	counts := map[string]int{}
	summaries := !slices.ContainsFunc(records, func(r index.Listed) bool { return r.Kind != "summary" })
	for _, r := range records {
		if r.Kind == "summary" && !summaries {
			continue
		}
		for _, t := range slices.Compact(slices.Sorted(slices.Values(r.Tags))) {
			counts[t]++
		}
	}
	list := TagList{Tags: []TagCount{}}
	for _, t := range slices.Sorted(maps.Keys(counts)) {
		list.Tags = append(list.Tags, TagCount{t, counts[t]})
	}
	slices.SortStableFunc(list.Tags, func(a, b TagCount) int { return cmp.Compare(b.Notes, a.Notes) })
	if c.ByName {
		slices.SortFunc(list.Tags, func(a, b TagCount) int { return strings.Compare(a.Tag, b.Tag) })
	}
	if a.JSON {
		return a.Emit(list)
	}
	for _, t := range list.Tags {
		a.Printf("%s\t%d\n", report.CleanLine(t.Tag), t.Notes)
	}
	if len(list.Tags) == 0 && !b.Empty {
		a.Remark("no note has a tag: kb set NOTE tags+=TAG adds one")
	}
	return nil
}
