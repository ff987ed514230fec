package find

import (
	"context"
	"errors"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/tally"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/text/wording"
)

// exact reports whether the search is one that is counted and not ranked.
func (c *searchCmd) exact() bool { return c.Regexp != "" || c.GroupBy != "" || c.Count }

// tally answers --regexp, --group-by and --count.
func (c *searchCmd) tally(ctx context.Context, b *session.Base, q index.Query) error {
	req := tally.Request{Query: q, Pattern: c.Regexp, GroupBy: c.GroupBy}
	listed := c.GroupBy == "" && !c.Count
	if listed {
		if req.Lines = tally.MostLines; c.Limit != nil {
			req.Lines = *c.Limit
		}
	}
	t, err := tally.Count(ctx, b.View, req)
	if err != nil {
		switch {
		case errors.As(err, new(*tally.PatternError)):
			return app.WithHint(err, `it is RE2, as in Go and ripgrep: \b, \d, (?i) for either case; quote it for the shell`)
		case errors.Is(err, tally.ErrSlow):
			return app.WithHint(err, "narrow it by words, --path or --kind, or begin the expression with what must stand there")
		}
		return err
	}
	if c.Limit != nil {
		t.Groups = t.Groups[:min(len(t.Groups), *c.Limit)]
	}
	switch {
	case b.App.JSON:
		err = b.App.Emit(t)
	case c.Count && c.GroupBy != "":
		b.App.Printf("%d\n", len(t.Groups))
	case c.Count:
		b.App.Printf("%d\n", t.Notes)
	case c.GroupBy != "":
		printGroups(b, c.GroupBy, t.Groups)
	case c.OnlyPaths || c.Format == "paths":
		b.App.Verbatim()
		last := ""
		for i := range t.Hits {
			if p := t.Hits[i].Path; p != last {
				b.App.Printf("%s\n", b.App.Style.Place(app.CleanName(b.Shown(p))))
				last = p
			}
		}
	default:
		printMatched(b, t.Hits, c.Format == "line")
	}
	if err != nil {
		return err
	}
	a := b.App
	switch {
	case t.Notes == 0 && !b.Empty:
		a.Remark("nothing found")
	case c.Regexp != "" && (c.Count || c.GroupBy != ""):
		a.Remark("%s of %s match", wording.Count(t.Lines, "line"), wording.Count(t.Notes, "note"))
	case c.Regexp != "" && len(t.Hits) < t.Lines:
		a.Remark("%d of %s: -n N lists more, at most %d", len(t.Hits), wording.Count(t.Lines, "line"), tally.MostLines)
	}
	if t.Notes == 0 && c.FailEmpty {
		return app.ErrFindings
	}
	return nil
}

// printGroups writes a group a line, its number first.
func printGroups(b *session.Base, by string, groups []tally.Group) {
	b.App.Verbatim()
	for _, g := range groups {
		name := report.CleanLine(g.Name)
		switch {
		case g.Name == "":
			name = "(none)"
		case by == "note":
			name = b.App.Style.Place(app.CleanName(b.Shown(g.Name)))
		}
		n := g.Notes
		if by == "note" && g.Lines > 0 {
			n = g.Lines
		}
		b.App.Printf("%6d  %s\n", n, name)
	}
}

// printMatched writes lines as grep does, with their headings where that is asked for.
func printMatched(b *session.Base, lines []index.MatchedLine, headings bool) {
	b.App.Verbatim()
	style := b.App.Style
	for i := range lines {
		l := &lines[i]
		b.App.Printf("%s:%d: ", style.Place(app.CleanName(b.Shown(l.Path))), l.Line)
		if headings {
			heading := l.Title
			if n := len(l.HeadingPath); n > 0 {
				heading = l.HeadingPath[n-1]
			}
			b.App.Printf("%s: ", style.Title(report.CleanLine(heading)))
		}
		b.App.Printf("%s\n", report.CleanLine(l.Text))
	}
}
