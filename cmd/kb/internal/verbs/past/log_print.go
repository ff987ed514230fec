package past

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/revision"
	"github.com/9aea2451/kb/text/diff"
	"github.com/9aea2451/kb/text/wording"
)

// gitDate is how git log writes a time.
const gitDate = "Mon Jan 2 15:04:05 2006 -0700"

// logPrinter writes the life of a note as git log writes a history.
type logPrinter struct {
	base  *session.Base
	short func(id string) string
	brief bool // one line a commit
	bare  bool // without differences
}

// commit writes a commit with its message and what it changed.
func (p *logPrinter) commit(e *desk.LogEntry) {
	style := p.base.App.Style
	p.base.App.Printf("%s\n", style.Warning("commit "+e.Commit))
	if e.Merge() {
		var parents []string
		for _, id := range e.Parents {
			parents = append(parents, p.short(id))
		}
		p.base.App.Printf("Merge:  %s\n", strings.Join(parents, " "))
	}
	p.base.App.Printf("Author: %s\n", report.CleanLine(personLine(e.Author)))
	p.base.App.Printf("Date:   %s\n", e.Author.When.Format(gitDate))
	if e.PullRequest != "" {
		p.base.App.Printf("Pull:   %s\n", report.CleanLine(e.PullRequest))
	}
	p.base.App.Printf("\n    %s\n", report.CleanLine(e.Subject))
	if e.Body != "" {
		p.base.App.Printf("\n%s\n", report.Indent(report.Clean(e.Body), "    "))
	}
	if p.bare {
		if line := p.nameLine(e); line != "" {
			p.base.App.Printf("\n%s\n", style.Title(line))
		}
		return
	}
	p.base.App.Printf("\n")
	p.change(e)
}

// nameLine says what happened to the name of a note.
func (p *logPrinter) nameLine(e *desk.LogEntry) string {
	switch e.Status {
	case walk.Renamed:
		return fmt.Sprintf("renamed from %s to %s", app.CleanName(p.base.Shown(e.OldPath)), app.CleanName(p.base.Shown(e.Path)))
	case walk.Copied:
		return fmt.Sprintf("copied from %s to %s", app.CleanName(p.base.Shown(e.OldPath)), app.CleanName(p.base.Shown(e.Path)))
	case walk.Deleted:
		return "deleted " + app.CleanName(p.base.Shown(e.Path))
	case walk.Added:
		return "added " + app.CleanName(p.base.Shown(e.Path))
	}
	return ""
}

// change writes what a commit changed.
func (p *logPrinter) change(e *desk.LogEntry) {
	style := p.base.App.Style
	line := p.nameLine(e)
	if w := e.Whole; w != nil {
		line += fmt.Sprintf(": %s, %s", wording.Count(w.Sections, "section"), wording.Count(w.Statements, "statement"))
	}
	if line != "" {
		p.base.App.Printf("%s\n", style.Title(line))
	}
	switch {
	case e.Uncompared != "":
		p.base.App.Printf("%s\n", style.Faint("(not compared: "+e.Uncompared+")"))
	case e.Diff == nil:
		if e.Status == walk.Modified {
			p.base.App.Printf("%s\n", style.Faint("(permissions only)"))
		}
	case e.Diff.Empty() && e.Merge():
		p.base.App.Printf("%s\n", style.Faint("(nothing that is in neither parent)"))
	case e.Diff.Empty() && e.OldBlob != e.Blob:
		p.base.App.Printf("%s\n", style.Faint("(layout only: no words changed)"))
	default:
		diffPrinter{p.base.App}.print(e.Diff)
	}
}

// diffPrinter writes what changed between two versions of a note.
type diffPrinter struct{ app *app.App }

// print writes the fields that changed, then the sections.
func (p diffPrinter) print(d *revision.Diff) {
	if len(d.Fields) > 0 {
		p.head("front matter", "")
	}
	for _, f := range d.Fields {
		key := report.CleanLine(f.Key) + ": "
		switch f.Op {
		case revision.Added:
			p.added(key + f.New)
		case revision.Removed:
			p.removed(key + f.Old)
		default:
			p.app.Printf("~%s%s\n", key, p.words(f.Words))
		}
	}
	for _, s := range d.Sections {
		name := app.HeadingPath(s.Path)
		if name == "" {
			name = "before the first heading"
		}
		what := ""
		switch s.Op {
		case revision.Added:
			what = "section added"
		case revision.Removed:
			what = "section removed"
		case revision.Renamed:
			what = "was " + app.HeadingPath(s.OldPath)
		case revision.Moved:
			what = "moved from " + app.HeadingPath(s.OldPath)
		}
		p.head(name, what)
		for _, passage := range s.Passages {
			switch passage.Op {
			case revision.Added:
				p.added(passage.New)
			case revision.Removed:
				p.removed(passage.Old)
			case revision.Moved:
				from := app.HeadingPath(passage.OldPath)
				if from == "" {
					from = "the beginning"
				}
				p.app.Printf(">%s %s\n", report.CleanLine(passage.New), p.app.Style.Faint("(from "+from+")"))
			default:
				p.app.Printf("~%s\n", p.words(passage.Words))
			}
		}
	}
}

// head writes the line before the changes of a section, as git writes it before those of a function.
func (p diffPrinter) head(name, what string) {
	if what != "" {
		what = " " + what
	}
	p.app.Printf("%s%s\n", p.app.Style.Badge("@@ "+name+" @@"), what)
}

func (p diffPrinter) added(text string) {
	p.app.Printf("%s\n", p.app.Style.Added("+"+report.CleanLine(text)))
}

func (p diffPrinter) removed(text string) {
	p.app.Printf("%s\n", p.app.Style.Removed("-"+report.CleanLine(text)))
}

// words marks the changed words of a text: by colour, or as git diff --word-diff does.
func (p diffPrinter) words(words []diff.Word) string {
	clean := make([]diff.Word, len(words))
	for i, w := range words {
		clean[i] = diff.Word{Op: w.Op, Text: report.CleanLine(w.Text)}
	}
	if !p.app.Style.Colour {
		return diff.Plain(clean)
	}
	return diff.Mark(clean, p.app.Style.Removed, p.app.Style.Added)
}

// changeSummary counts what a commit changed, for one line.
func changeSummary(e *desk.LogEntry) string {
	switch {
	case e.Status == walk.Deleted:
		return "  deleted"
	case e.Whole != nil:
		return fmt.Sprintf("  added, %s", wording.Count(e.Whole.Statements, "statement"))
	}
	out := ""
	if e.Status == walk.Renamed {
		out = "  renamed"
	}
	if e.Diff == nil {
		return out
	}
	ops := map[revision.Op]int{}
	for _, s := range e.Diff.Sections {
		for _, passage := range s.Passages {
			ops[passage.Op]++
		}
	}
	for _, f := range e.Diff.Fields {
		ops[f.Op]++
	}
	for _, part := range []struct {
		op   revision.Op
		sign string
	}{{revision.Added, "+"}, {revision.Removed, "-"}, {revision.Changed, "~"}, {revision.Moved, ">"}} {
		if n := ops[part.op]; n > 0 {
			out += fmt.Sprintf("  %s%d", part.sign, n)
		}
	}
	return out
}

// authorName is how a person is called.
func authorName(s walk.Signature) string {
	if s.Name == "" {
		return s.Email
	}
	return s.Name
}

// personLine is a person with the address.
func personLine(s walk.Signature) string {
	return strings.TrimSpace(s.Name + " <" + s.Email + ">")
}
