package find

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	askimpact "github.com/9aea2451/kb/cmd/kb/internal/desk/impact"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/codebase"
	"github.com/9aea2451/kb/kb/impact"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/text/wording"
)

// Impact is kb impact.
func (Verbs) Impact() app.Verb {
	return app.Verb{
		Name: "impact", Place: 85,
		Help:    "Tell what a change of code concerns: what uses it, notes, tests, owners.",
		Command: &impactCmd{},
		Answers: []any{askimpact.Impact{}},
	}
}

// impactCmd tells what a change of code concerns.
type impactCmd struct {
	Target string `arg:"" optional:"" name:"target" complete:"file" help:"PATH, PATH#SYMBOL, SYMBOL, or a range such as main..HEAD."`
	Staged bool   `help:"What is staged for the next commit."`
	Depth  int    `default:"3" help:"Steps of calls and imports, 1 to 6 (${default})."`
	Limit  int    `short:"n" default:"10" placeholder:"N" help:"At most this many of each list, 0 for all (${default})."`
}

// Run prints what is concerned.
func (c *impactCmd) Run(ctx context.Context, a *app.App) error {
	if (c.Target == "") == !c.Staged {
		return app.WithHint(errors.New("name what changes, or say --staged"),
			"kb impact internal/auth/jwt.go#Sign\nkb impact main..HEAD")
	}
	if c.Depth < 1 || c.Depth > askimpact.MaxDepth {
		return fmt.Errorf("--depth must be from 1 to %d", askimpact.MaxDepth)
	}
	if c.Limit < 0 {
		return errors.New("--limit must not be negative")
	}
	b, s, code, err := notesAndCode(ctx, a)
	if err != nil {
		return err
	}
	defer b.Close()
	defer code.Close()
	request := askimpact.Request{Target: c.Target, Staged: c.Staged, Depth: c.Depth, Most: c.Limit}
	answer, err := askimpact.Ask(ctx, b.Desk, code, s, request)
	a.Progress.Stop()
	var unknown *askimpact.NoTargetError
	switch {
	case errors.As(err, &unknown) && unknown.Nearest != "":
		return app.WithHint(err, "did you mean %s?", report.CleanLine(unknown.Nearest))
	case errors.As(err, &unknown) && unknown.Folder:
		return app.WithHint(err, "kb graph --code %s tells what it is made of", report.CleanLine(c.Target))
	}
	if err != nil {
		return err
	}
	for _, message := range answer.Unknown {
		a.Remark("%s", message)
	}
	if a.JSON {
		return a.Emit(answer)
	}
	c.print(b, answer, request.IsChange())
	return nil
}

// notesAndCode opens the repository with its code, and reads the notes of the work tree. Git is asked
// once about the files of both.
func notesAndCode(ctx context.Context, a *app.App) (b *session.Base, s *snapshot.Snapshot, code *codebase.Base, err error) {
	repo, err := session.OpenRepo(ctx, a)
	if err != nil {
		return nil, nil, nil, err
	}
	b = session.In(a, repo)
	if code, err = askimpact.Code(b.Desk, a.Progress.Report); err != nil {
		b.Close()
		return nil, nil, nil, err
	}
	code.With(repo.Repo.Repo)
	if s, err = b.Snapshot(ctx); err != nil {
		err = errors.Join(err, code.Close())
		b.Close()
		return nil, nil, nil, err
	}
	session.RemarkNoNotes(a, len(s.Entries), "")
	return b, s, code, nil
}

// print writes the lists that have something. Of a name, which is no change, it says of how many places it is.
func (c *impactCmd) print(b *session.Base, r *askimpact.Impact, change bool) {
	style, p := b.App.Style, b.App.Printf
	switch {
	case len(r.Targets) == 0 && len(r.New) == 0:
		p("no code changes\n")
		return
	case len(r.Targets) == 1:
		t := r.Targets[0]
		p("%s  %s\n", style.Title(placed(b, &t)), style.Faint(t.Kind))
	default:
		title := wording.Count(r.Total.Targets, "place") + " changed"
		if !change {
			title = fmt.Sprintf("%s called %s; PATH#SYMBOL means one", wording.Count(r.Total.Targets, "place"), report.CleanLine(c.Target))
		}
		p("%s\n", style.Title(title))
		most := len(r.Targets)
		if c.Limit > 0 {
			most = min(most, c.Limit)
		}
		for _, t := range r.Targets[:most] {
			p("  %s  %s\n", style.Place(placed(b, &t)), style.Faint(t.Kind))
		}
	}
	for _, n := range r.New {
		p("  %s  %s\n", style.Place(app.CleanName(n)), style.Faint("new"))
	}
	c.heading(b, "notes that speak of it", len(r.Notes), r.Total.Notes)
	for _, n := range r.Notes {
		place := app.CleanName(b.Shown(n.Path))
		if n.Line > 0 {
			place += fmt.Sprintf(":%d", n.Line)
		}
		kind := n.Kind
		if n.Inactive != "" {
			kind += ", " + n.Inactive
		}
		b.App.Printf("  %s  %s  %s\n", b.App.Style.Place(place), report.CleanLine(n.Title), b.App.Style.Faint(report.CleanLine(
			fmt.Sprintf("%s; of %s", kind, n.Place))))
	}
	c.printTouched(b, "code that uses it", r.Touched, r.Total.Touched)
	c.printTouched(b, "tests that name it", r.Tests, r.Total.Tests)
	c.heading(b, "files that may have to change too", len(r.Files), r.Total.Files)
	for _, f := range r.Files {
		p("  %4.2f  %s  %s\n", f.Score, style.Place(app.CleanName(b.Shown(f.Path))), style.Faint(whyFile(&f)))
	}
	c.heading(b, "owners", len(r.Owners), len(r.Owners))
	for _, o := range r.Owners {
		p("  %s  %s\n", report.CleanLine(o.Name), style.Faint(wording.Count(len(o.Files), "file")))
	}
}

// placed writes a place with its line, so that an editor can go there.
func placed(b *session.Base, t *impact.CodePlace) string {
	out := app.CleanName(b.Shown(t.Path))
	if t.Line > 0 {
		out += fmt.Sprintf(":%d", t.Line)
	}
	if t.Symbol != "" {
		out += " " + report.CleanLine(t.Symbol)
	}
	return out
}

// heading begins a list, with "10 of 24" where not all is shown. A list of nothing has no heading.
func (c *impactCmd) heading(b *session.Base, what string, shown, total int) {
	if total == 0 {
		return
	}
	more := ""
	if total > shown {
		more = fmt.Sprintf("  %d of %d", shown, total)
	}
	b.App.Printf("\n%s%s\n", b.App.Style.Heading(what), b.App.Style.Faint(more))
}

// printTouched lists places of the code by how many steps they are away; from the second on it says
// by way of which other place.
func (c *impactCmd) printTouched(b *session.Base, what string, list []impact.Touched, total int) {
	c.heading(b, what, len(list), total)
	for i := range list {
		t := &list[i]
		via := ""
		if t.Distance > 1 {
			via = " " + t.Via
		}
		if t.How == "by name alone" {
			via += ", by name alone"
		}
		place := b.App.Style.Place(placed(b, &t.CodePlace))
		b.App.Printf("  %d  %s  %s\n", t.Distance, place, b.App.Style.Faint(report.CleanLine(t.Bond+via)))
	}
}

// whyFile says what speaks for a file.
func whyFile(f *impact.FileConcerned) string {
	var why []string
	if f.Code > 0 {
		why = append(why, fmt.Sprintf("code %.2f", f.Code))
	}
	if f.Commits > 0 {
		why = append(why, fmt.Sprintf("%s together", wording.Count(f.Commits, "commit")))
	}
	return strings.Join(why, ", ")
}
