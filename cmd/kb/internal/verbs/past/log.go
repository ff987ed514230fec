package past

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/dates"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/text/wording"
)

// Log is kb log.
func (Verbs) Log() app.Verb {
	return app.Verb{
		Name: "log", Place: 70,
		Help:    "Tell the life of a note: its commits, and what each changed in what it says.",
		Command: &logCmd{},
		Answers: []any{desk.NoteLog{}},
	}
}

// logCmd tells the life of a note.
type logCmd struct {
	Note    string `arg:"" name:"note" complete:"note" help:"Path, stem, title, alias, id or number; a path that is gone, too."`
	Limit   int    `short:"n" placeholder:"N" help:"At most this many commits."`
	Since   string `placeholder:"DATE" help:"Only commits of this day or later (2026-05-04, 2026-05, '2 weeks ago')."`
	Oneline bool   `help:"One line a commit, with how much it changed."`
	NoDiff  bool   `name:"no-diff" short:"s" help:"Without what each commit changed."`
	session.AtFlag
}

// Run prints the commits.
func (c *logCmd) Run(ctx context.Context, a *app.App) error {
	options, err := c.options(a.Now())
	if err != nil {
		return err
	}
	b, _, at, err := session.ReadAt(ctx, a, c.AtFlag)
	if err != nil {
		return err
	}
	defer b.Close()
	past, err := b.HistoryAt(ctx, at.Commit)
	if err != nil {
		return err
	}
	path, err := b.LookupPast(ctx, past, c.Note)
	if err != nil {
		return err
	}
	log, err := past.Log(ctx, path, options)
	if err != nil {
		return b.Worded(err)
	}
	if a.JSON {
		return a.Emit(log)
	}
	switch {
	case len(log.Commits)+log.Rest > 0:
	case past.Gaps.Cut > 0:
		a.Remark("the commits to %s are not here", b.Shown(path))
	default:
		return b.Worded(&desk.UncommittedError{Path: path})
	}
	p := logPrinter{base: b, short: past.Short, brief: c.Oneline, bare: c.NoDiff}
	for i := range log.Commits {
		e := &log.Commits[i]
		if p.brief {
			style := p.base.App.Style
			request := ""
			if ref := e.PullRequest; ref != "" && !strings.Contains(e.Subject, ref) {
				request = " (" + ref + ")"
			}
			p.base.App.Printf("%s %s %s  %s%s%s\n", style.Warning(p.short(e.Commit)), e.Author.When.Format("2006-01-02"),
				report.CleanLine(authorName(e.Author)), style.Title(report.CleanLine(e.Subject)), request,
				style.Faint(changeSummary(e)))
			continue
		}
		if i > 0 {
			p.base.App.Printf("\n")
		}
		p.commit(e)
	}
	if log.Rest > 0 {
		p.base.App.Remark("%s not shown", wording.Count(log.Rest, "earlier commit"))
	}
	return nil
}

// options reads the flags.
func (c *logCmd) options(now time.Time) (notelog.Options, error) {
	o := notelog.Options{Limit: c.Limit, NoDiff: c.NoDiff}
	if c.Limit < 0 {
		return o, errors.New("--limit must be at least 1")
	}
	if c.Since == "" {
		return o, nil
	}
	since, err := dates.Since("--since", c.Since, now)
	if err != nil {
		return o, err
	}
	o.Since = since
	return o, nil
}
