package survey

import (
	"fmt"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/text/wording"
)

// Reasons below shownReason are left out of the list unless they are all there is; of the commits
// of a piece of evidence shownCommits are shown.
const (
	shownReason  = 0.1
	shownCommits = 5
)

// touched says when somebody last saw to a note.
func touched(n *stale.Assessment) string {
	switch t := n.Touched; {
	case t.By == "verified":
		return "  verified " + t.Date
	case t.Commit != nil:
		return fmt.Sprintf("  touched %s in %.10s by %s", t.Date, t.Commit.ID, report.CleanLine(t.Commit.Author))
	case t.By == "uncommitted":
		return "  not committed"
	}
	return ""
}

// printReason writes one line, and with --explain what it rests on.
func (c *staleCmd) printReason(a *app.App, r *stale.Reason) {
	a.Printf("      %s  %s\n", a.Style.Badge(fmt.Sprintf("%s %.2f", r.Layer, r.Score)), report.CleanLine(r.Text))
	if !c.Explain {
		return
	}
	for _, e := range r.Evidence {
		if len(r.Evidence) > 1 || e.Line > 0 || len(e.Commits) > 0 {
			a.Printf("        - %s%s\n", report.CleanLine(e.Text), a.Style.Faint(cites(&e)))
		}
		for i, commit := range e.Commits {
			if i == shownCommits {
				a.Printf("            … and %d more\n", e.Changes-i)
				break
			}
			lines := ""
			if commit.Lines > 0 {
				lines = a.Style.Faint("  " + wording.Count(commit.Lines, "line"))
			}
			a.Printf("            %.10s %s %s: %s%s\n", commit.ID, commit.Date, report.CleanLine(commit.Author),
				report.CleanLine(commit.Subject), lines)
		}
	}
}

// cites says where in the note a citation stands.
func cites(e *stale.Evidence) string {
	text := ""
	if e.Line > 0 {
		text = fmt.Sprintf("  cited in line %d", e.Line)
	}
	if e.Local {
		text += "; it stood in no other file"
	}
	if e.Seen {
		text += "; the note was touched since"
	}
	return text
}

// remark counts.
func (c *staleCmd) remark(a *app.App, answer *desk.StaleNotes) {
	text := fmt.Sprintf("%d of %s in doubt", answer.Total, wording.Count(answer.Judged, "note"))
	if n := answer.Total - len(answer.Notes); n > 0 {
		text += fmt.Sprintf(", the first %d are listed (-n 0 lists all)", len(answer.Notes))
	}
	if answer.Inactive > 0 {
		text += fmt.Sprintf("; %d known not to hold are left out (--include-inactive)", answer.Inactive)
	}
	a.Remark("%s", text)
}
