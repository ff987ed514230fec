package find

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/incode"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
)

// inCode answers from the source files.
func (c *searchCmd) inCode(ctx context.Context, a *app.App, q index.Query) error {
	if flag := c.ofNotes(); flag != "" {
		return app.WithHint(fmt.Errorf("--code searches source files, and --%s is about notes", flag), "leave out one of them")
	}
	b, err := session.Open(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	q.Folder = b.Repo.Prefix
	m, err := b.Moment(ctx, c.At)
	if err != nil {
		return err
	}
	answer, err := incode.Search(ctx, b.Desk, m.Commit, q, a.Progress.Report)
	a.Progress.Stop()
	if err != nil {
		return err
	}
	if a.JSON {
		return a.Emit(answer)
	}
	switch format := c.Format; {
	case c.OnlyPaths, format == "paths":
		printFormat(b, "paths", answer.Hits)
	case format == "line":
		printFormat(b, "line", answer.Hits)
	default:
		printCode(b, answer.Hits)
	}
	if len(answer.Hits) > 0 {
		return nil
	}
	remarkEmpty(b, answer)
	if c.FailEmpty {
		return app.ErrFindings
	}
	return nil
}

// ofNotes names a flag that only notes can be asked by, "" where none is set.
func (c *searchCmd) ofNotes() string {
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"label", len(c.Label) > 0}, {"kind", len(c.Kind) > 0}, {"doc-type", len(c.DocType) > 0}, {"tag", len(c.Tag) > 0},
		{"standing", len(c.Standing) > 0}, {"status", len(c.Status) > 0},
		{"after", c.After != ""}, {"before", c.Before != ""}, {"regexp", c.Regexp != ""},
		{"group-by", c.GroupBy != ""}, {"count", c.Count}, {"org", c.Org}, {"active", c.Active},
		{"all or --base", c.Several()}, {"mode vector", c.Mode == string(index.Vector)},
	} {
		if f.set {
			return f.name
		}
	}
	return ""
}

// codeLines is how many lines of a chunk of code are shown.
const codeLines = 4

// printCode writes hits with the first lines that hold what was asked for.
func printCode(b *session.Base, hits []index.Hit) {
	width := len(fmt.Sprint(len(hits)))
	margin := strings.Repeat(" ", width+2)
	style := b.App.Style
	for i, h := range hits {
		if i > 0 {
			b.App.Printf("\n")
		}
		title := h.Anchor
		if title == "" {
			title = h.Title
		}
		found := ""
		if h.Match == "definition" {
			found = "  " + style.Badge("[definition]")
		}
		b.App.Printf("%*d. %s%s\n%s%s\n", width, i+1, style.Title(report.CleanLine(title)), found, margin, place(b, h))
		lines := strings.Split(strings.ReplaceAll(h.Text, "\t", "    "), "\n")
		at := 0
		if len(h.Highlights) > 0 {
			word := h.Snippet[h.Highlights[0][0]:h.Highlights[0][1]]
			at = max(0, slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, word) }))
		}
		lines = lines[at:min(len(lines), at+codeLines)]
		for _, line := range slices.DeleteFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" }) {
			b.App.Printf("%s%s\n", margin, style.Faint(report.CleanLine(line)))
		}
		if h.Factors != nil {
			b.App.Printf("%s%s\n", margin, style.Faint(factors(h)))
		}
	}
}
