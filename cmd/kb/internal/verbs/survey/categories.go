package survey

import (
	"context"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/text/wording"
)

// Categories is kb categories.
func (Verbs) Categories() app.Verb {
	return app.Verb{
		Name: "categories", Place: 110,
		Help:    "List categories, print one, find summaries that have grown old.",
		Command: &categoriesCmd{},
		Answers: []any{CategoryInfo{}, CategoryShown{}, StaleCategory{}},
		Words:   map[string]string{"threshold": fmt.Sprintf("%.2f", category.Threshold)},
	}
}

// categoriesCmd holds the verbs about categories.
type categoriesCmd struct {
	List  categoriesListCmd  `cmd:"" default:"withargs" help:"List the categories with their notes counted."`
	Show  categoriesShowCmd  `cmd:"" help:"Print the summary of a category and its notes by rank."`
	Stale categoriesStaleCmd `cmd:"" help:"Say which summaries are older than their notes."`
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
	for _, i := range infos {
		line := fmt.Sprintf("%11s  %-23s  %s", wording.Count(i.Notes, "note"), span(i), report.CleanLine(i.Description))
		a.Printf("%s  %s\n", a.Style.Title(fmt.Sprintf("%-16s", report.CleanLine(i.Name))), strings.TrimRight(line, " "))
	}
	if all.None > 0 {
		a.Remark("%s of no category", wording.Count(all.None, "note"))
	}
	return nil
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
