package survey

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/category"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// categoriesShowCmd prints one category.
type categoriesShowCmd struct {
	Name    string `arg:"" name:"name" help:"Name or title of the category."`
	Limit   int    `short:"n" default:"20" help:"At most this many notes (${default})."`
	Explain bool   `help:"Say why each note belongs: the parts of its score and the words."`
}

// CategoryShown is the JSON form of a category with its summary and notes.
type CategoryShown struct {
	Category CategoryInfo        `json:"category"`
	Text     string              `json:"text"`    // of the summary, without front matter
	Members  []desk.CategoryNote `json:"members"` // by rank, at most --limit
}

// Run prints the category.
func (c *categoriesShowCmd) Run(ctx context.Context, a *app.App) error {
	if c.Limit < 1 {
		return errors.New("--limit must be at least 1")
	}
	b, _, err := session.Read(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	all, err := b.View.Categories(ctx)
	if err != nil {
		return err
	}
	m := all.Named(c.Name)
	if m == nil {
		return noCategory(all, c.Name)
	}
	shown, err := c.shown(ctx, b, m)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(shown)
	}
	return c.print(b, shown)
}

// shown reads the summary of a category and its best notes, at most --limit.
func (c *categoriesShowCmd) shown(ctx context.Context, b *session.Base, m *desk.Category) (*CategoryShown, error) {
	shown := &CategoryShown{Category: infoOf(m), Members: append([]desk.CategoryNote{}, m.Notes[:min(len(m.Notes), c.Limit)]...)}
	if !c.Explain {
		for i := range shown.Members {
			shown.Members[i].Match = nil
		}
	}
	if m.Summary == "" {
		return shown, nil
	}
	text, err := b.Text(ctx, desk.Ref{Path: m.Summary})
	if err != nil {
		return nil, err
	}
	shown.Text = strings.TrimLeft(string(text.Source[markdown.Body(text.Source):]), "\r\n")
	return shown, nil
}

// print writes the summary, or title and description for want of one, and then the notes by rank.
func (c *categoriesShowCmd) print(b *session.Base, shown *CategoryShown) error {
	a := b.App
	info := shown.Category
	if info.Summary == "" {
		a.Printf("%s  %s\n", a.Style.Title(report.CleanLine(info.Title)), report.CleanLine(info.Description))
		a.Remark("it has no summary: write one in .memory/categories/%s.md", report.CleanLine(info.Name))
	} else if err := app.PrintText(a, strings.TrimRight(shown.Text, "\n")+"\n"); err != nil {
		return err
	}
	if len(shown.Members) > 0 {
		a.Printf("\n")
	}
	for _, n := range shown.Members {
		remark := ""
		if !n.Named {
			remark = fmt.Sprintf("  (fits %.2f)", n.Score)
		}
		switch n.Status {
		case "deprecated", "superseded", "rejected", "archived":
			remark += "  " + n.Status
		}
		a.Printf("%.4f  %s  %s%s\n", n.Rank, a.Style.Place(app.CleanName(b.Shown(n.Path))), report.CleanLine(n.Title),
			a.Style.Faint(remark))
		if c.Explain && n.Match != nil {
			a.Printf("        %s\n", a.Style.Faint(explainMatch(n.Match)))
		}
	}
	if more := info.Notes - len(shown.Members); more > 0 {
		a.Remark("%s more: -n %d shows all", wording.Count(more, "note"), info.Notes)
	}
	return nil
}

// maxShownTerms bounds the words that an explanation names.
const maxShownTerms = 8

// explainMatch writes the parts of a score, and at most maxShownTerms of its words.
func explainMatch(m *category.Match) string {
	terms := m.Terms[:min(len(m.Terms), maxShownTerms)]
	return fmt.Sprintf("tags %.2f, words %.2f: %s", m.Tags, m.Words, report.CleanLine(strings.Join(terms, ", ")))
}
