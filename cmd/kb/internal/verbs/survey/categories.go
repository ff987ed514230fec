package survey

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/text/wording"
)

// Categories is kb categories.
func (Verbs) Categories() app.Verb {
	return app.Verb{
		Name: "categories", Place: 110,
		Help:    "List categories, print one, find and renew summaries that have grown old.",
		Command: &categoriesCmd{},
		Answers: []any{CategoryInfo{}, CategoryShown{}, StaleCategory{}, EvolvedSummaries{}, desk.CategoryFor{}},
		Edits:   true,
		Words: map[string]string{
			"threshold": fmt.Sprintf("%.2f", category.Threshold),
			"cost":      "At most so much, where the price of the model is known (${default}).",
		},
	}
}

// categoriesCmd holds the verbs about categories.
type categoriesCmd struct {
	List  categoriesListCmd  `cmd:"" default:"withargs" help:"List the categories with their notes counted."`
	Show  categoriesShowCmd  `cmd:"" help:"Print the summary of a category and its notes by rank."`
	Stale categoriesStaleCmd `cmd:"" help:"Say which summaries are older than their notes."`

	Evolve categoriesEvolveCmd `cmd:"" help:"Write summaries anew that are older than five of their notes."`
	For    categoriesForCmd    `cmd:"" help:"Say which categories may answer a query."`
}

// categoriesListCmd lists the categories.
type categoriesListCmd struct{}

// CategoryInfo is the JSON form of a category with what belongs to it.
type CategoryInfo struct {
	category.Definition
	BuiltIn bool   `json:"built_in"`         // it has no summary and is used because the repository defines no category
	Notes   int    `json:"notes"`            // that belong to it, its summary apart
	Named   int    `json:"named"`            // of these, the ones that name it
	Oldest  string `json:"oldest,omitempty"` // when the note that was left alone longest was touched, RFC 3339
	Newest  string `json:"newest,omitempty"`
}

// Run prints the categories.
func (c *categoriesListCmd) Run(ctx context.Context, a *app.App) error {
	b, _, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	all, err := b.View.Categories(ctx)
	if err != nil {
		return err
	}
	infos := make([]CategoryInfo, 0, len(all.List))
	for _, m := range all.List {
		infos = append(infos, infoOf(m))
	}
	if a.JSON {
		return a.Emit(infos)
	}
	if len(infos) > 0 && infos[0].BuiltIn {
		a.Remark("this repository defines no category: these are kb's own, and notes are told apart by their words")
	}
	// Each category behind the one that it is a part of; those that are parts of each other come last.
	var out []nestedInfo
	done := map[string]bool{}
	var add func(i CategoryInfo, depth int)
	add = func(i CategoryInfo, depth int) {
		if done[i.Name] {
			return
		}
		done[i.Name] = true
		out = append(out, nestedInfo{i, depth})
		for _, part := range infos {
			if part.Parent == i.Name {
				add(part, depth+1)
			}
		}
	}
	known := func(name string) bool {
		return slices.ContainsFunc(infos, func(i CategoryInfo) bool { return i.Name == name })
	}
	for _, i := range infos {
		if i.Parent == "" || !known(i.Parent) {
			add(i, 0)
		}
	}
	for _, i := range infos {
		add(i, 0)
	}
	for _, i := range out {
		line := fmt.Sprintf("%11s  %-23s  %s", wording.Count(i.Notes, "note"), span(i.CategoryInfo), report.CleanLine(i.Description))
		name := strings.Repeat("  ", i.depth) + report.CleanLine(i.Name)
		a.Printf("%s  %s\n", a.Style.Title(fmt.Sprintf("%-16s", name)), strings.TrimRight(line, " "))
	}
	if all.None > 0 {
		a.Remark("%s of no category", wording.Count(all.None, "note"))
	}
	return nil
}

// nestedInfo is a category so many levels below one that is a part of nothing.
type nestedInfo struct {
	CategoryInfo
	depth int
}

// span is the days between which the notes of a category were touched.
func span(i CategoryInfo) string {
	if i.Newest == "" {
		return ""
	}
	if i.Oldest[:10] == i.Newest[:10] {
		return i.Newest[:10]
	}
	return i.Oldest[:10] + " – " + i.Newest[:10]
}
