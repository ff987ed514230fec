package past

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/text/diff"
	"github.com/9aea2451/kb/text/wording"
)

// notCommitted is what stands in the place of an author, as git blame has it.
const notCommitted = "not committed yet"

// shownHolders is how many people a line names before the rest is counted.
const shownHolders = 4

// maxAuthor is the greatest width of the column of authors.
const maxAuthor = 20

// printBlame writes a table: a row a section, below it who reviewed and helped, and whose lines it holds.
func printBlame(b *session.Base, past *desk.Past, out *desk.NoteBlame) {
	a := b.App
	a.Printf("%s: %s by %s\n", a.Style.Title(app.CleanName(b.Shown(out.Note))), wording.Count(out.Lines, "line"), holderLine(out.Holders))
	width, pulls, lines := 0, 0, 0
	for _, s := range out.Sections {
		width = max(width, utf8.RuneCountInString(sectionAuthor(s)))
		if s.Last != nil {
			pulls = max(pulls, len(s.Last.PullRequest))
		}
		lines = max(lines, len(lineRange(s)))
	}
	for _, s := range out.Sections {
		short, date, pull := past.Short(strings.Repeat("0", 40)), strings.Repeat(" ", len("2006-01-02")), ""
		if s.Last != nil {
			short, date, pull = s.Last.Short, s.Last.Date, report.CleanLine(s.Last.PullRequest)
		}
		mark := " "
		if s.Boundary {
			mark = "^"
		}
		a.Printf("%s%s %s %s %-*s %*s  %s\n", mark, a.Style.Warning(short), date, pad(sectionAuthor(s), min(width, maxAuthor)), pulls, pull,
			lines, lineRange(s), a.Style.Heading(sectionName(s)))
		margin := strings.Repeat(" ", 2+len(short)+1)
		if credits := creditLine(s.Credits); credits != "" {
			a.Printf("%s%s\n", margin, a.Style.Faint(credits))
		}
		if len(s.Holders) > 1 {
			a.Printf("%s%s\n", margin, a.Style.Faint("lines: "+holderLine(s.Holders)))
		}
	}
}

// pad fills a text up to a width in characters, or cuts it.
func pad(s string, width int) string {
	r := []rune(s)
	if len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return s + strings.Repeat(" ", width-len(r))
}

// sectionAuthor is who wrote the newest line of a section.
func sectionAuthor(s desk.SectionBlame) string {
	if s.Last == nil {
		return notCommitted
	}
	return report.CleanLine(s.Last.Author)
}

// lineRange writes the lines of a section, first and last.
func lineRange(s desk.SectionBlame) string {
	if s.StartLine == s.EndLine {
		return fmt.Sprint(s.StartLine)
	}
	return fmt.Sprintf("%d-%d", s.StartLine, s.EndLine)
}

// sectionName indents a section by its level.
func sectionName(s desk.SectionBlame) string {
	switch s.Part {
	case "front matter":
		return "(front matter)"
	case "symbol":
		return report.CleanLine(s.Anchor)
	case "beginning":
		return "(before the first heading)"
	}
	return strings.Repeat("  ", max(0, s.Level-1)) + app.HeadingPath(s.Path[len(s.Path)-1:])
}

// creditLine names who reviewed and who helped.
func creditLine(credits []walk.Credit) string {
	var parts []string
	for _, role := range []struct {
		role walk.Role
		verb string
	}{
		{walk.CoAuthor, "with"}, {walk.Assistant, "assisted by"}, {walk.Reviewer, "reviewed by"}, {walk.Tester, "tested by"},
	} {
		var names []string
		for _, c := range credits {
			if c.Role != role.role {
				continue
			}
			name := report.CleanLine(c.Name)
			if name == "" {
				name = report.CleanLine(c.Email)
			}
			if c.Agent {
				name += " (agent)"
			}
			names = append(names, name)
		}
		if len(names) > shownHolders {
			names = append(names[:shownHolders], fmt.Sprintf("%d more", len(names)-shownHolders))
		}
		if len(names) > 0 {
			parts = append(parts, role.verb+" "+strings.Join(names, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// holderLine tells whose lines there are.
func holderLine(holders []desk.LineHolder) string {
	var parts []string
	for i, h := range holders {
		if i == shownHolders && len(holders) > shownHolders+1 {
			rest := 0
			for _, other := range holders[i:] {
				rest += other.Lines
			}
			parts = append(parts, fmt.Sprintf("%d others %d", len(holders)-i, rest))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", holderName(h), h.Lines))
	}
	if len(parts) == 0 {
		return "nobody"
	}
	return strings.Join(parts, ", ")
}

// holderName names who wrote lines: by name, else by mail address; an agent is marked.
func holderName(h desk.LineHolder) string {
	name := h.Name
	if name == "" {
		name = h.Email
	}
	switch {
	case !h.Committed:
		return notCommitted
	case h.Agent:
		return report.CleanLine(name) + " (agent)"
	}
	return report.CleanLine(name)
}

// printLines writes each line behind its commit, as git blame does.
func printLines(a *app.App, past *desk.Past, runs []desk.LineRun, text []byte) {
	a.Unwrapped()
	if len(runs) == 0 {
		return
	}
	lines := diff.SplitLines(text)
	width := 0
	for _, r := range runs {
		width = max(width, utf8.RuneCountInString(lineAuthor(r)))
	}
	digits := len(fmt.Sprint(runs[len(runs)-1].EndLine))
	for _, r := range runs {
		short, date := past.Short(strings.Repeat("0", 40)), strings.Repeat(" ", len("2006-01-02"))
		if r.Commit != "" {
			short, date = past.Short(r.Commit), r.Date
		}
		mark := " "
		if r.Boundary {
			mark = "^"
		}
		author := pad(lineAuthor(r), min(width, maxAuthor))
		for i := r.StartLine; i <= r.EndLine; i++ {
			a.Printf("%s%s (%s %s %*d) %s\n", mark, a.Style.Warning(short), author, date, digits, i,
				strings.TrimRight(report.Clean(string(lines[i-1])), "\n"))
		}
	}
}

// lineAuthor is who wrote the lines of a run.
func lineAuthor(r desk.LineRun) string {
	if r.Commit == "" {
		return notCommitted
	}
	return report.CleanLine(r.Author)
}
