package survey

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/desk/onboard"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/text/days"
	"github.com/9aea2451/kb/text/wording"
)

// Onboard is kb onboard.
func (Verbs) Onboard() app.Verb {
	return app.Verb{
		Name: "onboard", Place: 75,
		Help:    "Tell what to read first, and what changed since the last time.",
		Command: &onboardCmd{},
		Answers: []any{onboard.Welcome{}},
	}
}

// onboardCmd tells what to read first, and what changed.
type onboardCmd struct {
	Base  string `arg:"" optional:"" name:"base" complete:"base" help:"A base of your configuration; else this repository."`
	Since string `placeholder:"REV|DATE" help:"Changes since this day or revision ('2 weeks ago', 2026-05-04, v1.2)."`
	Limit int    `short:"n" default:"20" placeholder:"N" help:"At most this many changes (${default})."`
}

// Run prints both.
func (c *onboardCmd) Run(ctx context.Context, a *app.App) error {
	if c.Limit < 0 {
		return errors.New("--limit must not be negative")
	}
	var bases session.BasesFlag
	if c.Base != "" {
		bases.Base = []string{c.Base}
	}
	a.Patient = true
	b, err := session.ReadBases(ctx, a, bases, session.AtFlag{})
	if err != nil {
		return err
	}
	defer b.Close()
	w, v := onboard.Welcome{Changes: []onboard.NoteChange{}}, b.View
	for _, base := range v.Bases() { // the one that was named
		w.Base, w.Scope, v = base.Name, base.Scope, base.View
	}
	if w.Notes, err = onboard.Read(ctx, v); err != nil {
		return err
	}
	if err := c.changes(ctx, a, v, &w); err != nil {
		return err
	}
	if a.JSON {
		err = a.Emit(w)
	} else {
		c.print(b, &w)
	}
	if err != nil || session.Untracked(a) != "" || a.Flush() != nil {
		return err
	}
	if err := onboard.Remember(ctx, v); err != nil {
		a.Remark("what you were told is not remembered: %v", err)
	}
	return nil
}

// changes lists what changed since the day or revision that was named, or since the last time.
func (c *onboardCmd) changes(ctx context.Context, a *app.App, v *desk.View, w *onboard.Welcome) (err error) {
	all := false
	if c.Since == "" {
		w.Since = onboard.LastTime(ctx, v)
		w.Last = w.Since != ""
	} else if w.Since, all, err = c.since(ctx, a, v); err != nil {
		return err
	}
	if w.Since == "" && !all {
		return nil
	}
	if w.Since != "" {
		day, err := v.Repo.CommitTime(ctx, w.Since)
		if err != nil {
			return err
		}
		w.Day = day.UTC().Format(time.DateOnly)
	}
	w.Changes, err = onboard.Changes(ctx, v, w.Since)
	return err
}

// since gives the commit that --since names; all tells that the repository is younger than that day.
func (c *onboardCmd) since(ctx context.Context, a *app.App, v *desk.View) (commit string, all bool, err error) {
	at := session.AtFlag{At: c.Since}
	day, err := days.Since(c.Since, a.Now())
	if err != nil {
		commit, err = at.Commit(ctx, v.Repo)
		return commit, false, err
	}
	edges, err := v.Repo.HistoryEdges()
	if err != nil {
		return "", false, err
	}
	at.At = day.Add(-time.Second).UTC().Format(time.RFC3339)
	if commit, err = at.Commit(ctx, v.Repo); err != nil && edges.Shallow == "" && ctx.Err() == nil {
		return "", true, nil
	}
	return commit, false, err
}

// print writes what to read first, then what changed.
func (c *onboardCmd) print(b *session.Base, w *onboard.Welcome) {
	a, shown := b.App, b.Shown
	if bases := b.View.Bases(); len(bases) > 0 {
		shown = func(path string) string { return b.Shown(bases[0].Prefix() + path) }
	}
	if len(w.Notes) > 0 {
		a.Printf("%s\n", a.Style.Heading("read first"))
	}
	for i, n := range w.Notes {
		a.Printf("%2d  %s  %s%s\n", i+1, a.Style.Place(app.CleanName(shown(n.Path))), report.ClipLine(n.Title, 80), a.Style.Faint(why(&n)))
	}
	switch {
	case len(w.Changes) > 0:
		a.Printf("\n%s\n", a.Style.Heading(sinceWhen(w)))
	case w.Since != "":
		a.Remark("no note changed since %.10s, %s", w.Since, w.Day)
	case c.Since == "":
		a.Remark("the next time you are told what changed since now; --since 2.weeks tells it of two weeks")
	}
	for _, ch := range w.Changes[:min(c.Limit, len(w.Changes))] {
		more := ""
		if ch.From != "" {
			more = "  from " + app.CleanName(shown(ch.From))
		}
		if ch.Inactive != "" {
			more += "  " + report.CleanLine(ch.Inactive)
		}
		a.Printf("%10s  %-7s  %s  %s%s\n", ch.Day, ch.What, a.Style.Place(app.CleanName(shown(ch.Path))), report.ClipLine(ch.Title, 80),
			a.Style.Faint(more))
	}
	if more := len(w.Changes) - c.Limit; more > 0 {
		a.Remark("and %s: -n N lists more", wording.Count(more, "change"))
	}
}

// why says what a note is read first for.
func why(n *onboard.FirstNote) string {
	out := fmt.Sprintf("  (confidence %.2f", n.Confidence)
	if n.Pinned {
		out += ", pinned"
	}
	if n.Reads > 0 {
		out += ", read " + wording.Count(n.Reads, "time")
	}
	return out + ")"
}

// sinceWhen heads the list of changes; where no commit is as old as the day named, all is new.
func sinceWhen(w *onboard.Welcome) string {
	switch {
	case w.Last:
		return "changed since the last time, " + w.Day
	case w.Since != "":
		return "changed since " + w.Day
	}
	return "everything is newer than that day"
}
