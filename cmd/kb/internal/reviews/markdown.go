package reviews

import (
	"fmt"
	"io"
	"strings"

	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// marker begins every comment, so that a bot finds its own and writes it anew. Text of notes is
// escaped and cannot hold it.
const marker = "<!-- kb-review -->"

// commentLimit is how many characters a comment of GitHub may have; GitLab takes more.
const commentLimit = 65536

// footRoom is the room that the last lines of a comment may need.
const footRoom = 1200

// Markdown writes a comment or a step summary: at most limit characters (0: commentLimit), the most
// important first. What did not fit is said.
func Markdown(w io.Writer, r *review.Review, o Options, limit int) error {
	if limit <= 0 {
		limit = commentLimit
	}
	m := &comment{r: r, o: o, left: limit - footRoom}
	m.head()
	m.gone()
	// Errors first.
	var list []review.ScopedFinding
	for _, level := range []validate.Severity{validate.Error, validate.Warning, validate.Info} {
		for _, f := range m.r.Findings {
			if f.Severity == level && (f.Waived == "" || m.o.Waived) {
				list = append(list, f)
			}
		}
	}
	if len(list) != 0 {
		m.block("#### Findings\n\n")
		for i := range list {
			m.block(m.finding(&list[i]))
		}
		m.block("\n")
	}
	m.notes()
	c := m.r.Concerns
	if c != nil && len(c.Notes) != 0 {
		m.block("#### This change concerns\n\n")
		for i := range c.Notes {
			if i == concernLines && !m.o.All {
				m.block(fmt.Sprintf("- … and %d more\n", c.Total-i))
				break
			}
			n := &c.Notes[i]
			said := []string{m.place(n.Path, max(n.Line, 1), m.r.Range.Head), prose(n.Title) + ":", prose(n.Kind), "of", code(n.Place)}
			for _, owner := range n.Owners {
				said = append(said, code(owner))
			}
			m.block("- " + strings.Join(said, " ") + "\n")
		}
		m.block("\n")
	}
	if list := dependents(m.r); len(list) > 0 {
		m.dependents(list)
	}
	for _, s := range m.r.Staleness {
		m.block(fmt.Sprintf("- staleness %s: %s, %s\n", s.Change, code(s.Path), prose(strings.Join(s.Reasons, "; "))))
	}
	if len(m.r.Staleness) > 0 {
		m.block("\n")
	}
	m.queries()
	m.people()
	m.foot(limit)
	_, err := io.WriteString(w, m.b.String())
	return err
}

// comment is a text in the making. It only ever grows by whole blocks.
type comment struct {
	r    *review.Review
	o    Options
	b    strings.Builder
	left int // characters
	cut  int // blocks that did not fit
}

// block adds a block when it fits.
func (m *comment) block(text string) bool {
	n := len([]rune(text))
	if n > m.left {
		m.cut++
		return false
	}
	m.left -= n
	m.b.WriteString(text)
	return true
}

// head writes the verdict, the risk and the counts.
func (m *comment) head() {
	r, c := m.r, m.r.Counts
	head := r.Range.HeadName
	if r.Range.WorkTree {
		head = "work tree"
	}
	remains := c.Remains()
	if remains != "" {
		remains = ", " + remains
	}
	m.block(
		fmt.Sprintf(
			"%s\n### Knowledge review: %s\n\n%s: **%s**, risk %.2f. %s; statements: %d added, %d changed, %d removed, "+
				"%d reworded, %d moved; %s, %s%s.\n\n",
			marker,
			r.Verdict,
			code(r.Range.BaseName+".."+head),
			r.Verdict,
			r.Risk.Score,
			wording.Count(c.Notes, "note"),
			c.Added,
			c.Changed,
			c.Removed,
			c.Reworded,
			c.Moved,
			wording.Count(c.Errors, "error"),
			wording.Count(c.Warnings, "warning"),
			remains,
		),
	)
}

// finding is one list item, with the quotes of both sides of a contradiction.
func (m *comment) finding(f *review.ScopedFinding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **%s** %s %s: %s", f.Severity, m.place(f.Path, f.Line, m.r.Range.Head), code(f.Rule), prose(f.Message))
	switch f.Scope {
	case review.InMerge:
		b.WriteString(" *(comes of merging)*")
	case review.InBranch:
		fmt.Fprintf(&b, " *(with branch %s)*", code(f.Branch))
	}
	if f.Waived != "" {
		fmt.Fprintf(&b, " *(waived: %s)*", prose(f.Waived))
	}
	if f.Proposed != "" {
		fmt.Fprintf(&b, " *(the change waives it: %s)*", prose(f.Proposed))
	}
	b.WriteString("\n")
	if f.Text != "" && len(f.Related) > 0 && f.Related[0].Text != "" {
		fmt.Fprintf(&b, "  - here: %s\n", code(shorten(f.Text)))
		for _, other := range f.Related[:1] {
			commit := m.r.Range.Base
			switch f.Scope {
			case review.InChange:
				commit = m.r.Range.Head
			case review.InBranch:
				commit = "" // the commit of the branch is not known here
			}
			fmt.Fprintf(&b, "  - %s: %s\n", m.place(other.Path, other.Line, commit), code(shorten(other.Quote())))
		}
	}
	if f.Suggestion != "" {
		fmt.Fprintf(&b, "  - %s\n", prose(f.Suggestion))
	}
	return b.String()
}

// gone writes the names that the change takes away, with the other notes that still say them.
func (m *comment) gone() {
	if len(m.r.Gone) == 0 {
		return
	}
	m.block("#### Gone, and still said\n\n")
	for i := range m.r.Gone {
		g := &m.r.Gone[i]
		from := code(g.Path)
		if g.Line > 0 {
			from = m.place(g.Path, g.Line, m.r.Range.Head)
		}
		m.block(fmt.Sprintf("- %s %s (%s): %s\n", code(g.Name), fate(g, code), from, stillSaid(g)))
		for k, n := range g.Notes {
			if k == goneLines && !m.o.All {
				m.block(fmt.Sprintf("  - … and %d more\n", g.Total-k))
				break
			}
			m.block("  - " + m.place(n.Path, n.Line, m.r.Range.Head) + "\n")
		}
	}
	m.block("\n")
}

// notes writes what becomes of each note, one line each.
func (m *comment) notes() {
	if len(m.r.Notes) == 0 {
		return
	}
	sections := sectionsOf(m.r)
	m.block("#### Notes\n\n")
	for i := range m.r.Notes {
		n := &m.r.Notes[i]
		line := fmt.Sprintf("- **%s** %s %s (%s)", n.Change, code(n.Path), prose(n.Title), prose(about(n)))
		if n.OldPath != "" {
			line += ", was " + code(n.OldPath)
		}
		if n.SupersededBy != "" {
			line += ", superseded by " + code(n.SupersededBy)
		}
		if touched := sections[n.Path]; touched > 0 && n.Change != review.Added && n.Change != review.Removed {
			line += ", " + wording.Count(touched, "section") + " changed"
		}
		for _, said := range amends(n, func(a *review.Amendment) string { return m.place(a.Path, a.Line, m.r.Range.MergeBase) }, prose) {
			line += "\n  - " + said
		}
		m.block(line + "\n")
	}
	m.block("\n")
}

// dependents writes which notes depend on what changes, folded. Room to close the fold is kept.
func (m *comment) dependents(list []review.Dependent) {
	const end = "\n</details>\n\n"
	m.left -= len(end)
	opened := m.block(fmt.Sprintf("<details><summary>%s on what changes</summary>\n\n", depend(len(list))))
	for i, d := range list {
		if !opened {
			break
		}
		if i == 3*dependentLines && !m.o.All {
			m.block(fmt.Sprintf("- … and %d more\n", len(list)-i))
			break
		}
		m.block(fmt.Sprintf("- %s %s %s\n", m.place(d.Path, d.Line, m.r.Range.Head), prose(d.Relation), code(d.On)))
	}
	if m.left += len(end); opened {
		m.block(end)
	}
}

// depend says how many notes depend on something.
func depend(n int) string {
	if n == 1 {
		return "1 note depends"
	}
	return fmt.Sprintf("%d notes depend", n)
}

// queries writes the saved queries whose answers change, as a table.
func (m *comment) queries() {
	if m.r.Recall == nil {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#### Saved queries\n\n%.0f %% of %d find their note among the first %d (before: %.0f %%).\n\n",
		100*m.r.Recall.New, m.r.Recall.Queries, m.r.Recall.Top, 100*m.r.Recall.Old)
	if len(m.r.Queries) > 0 {
		b.WriteString("| query | note | change | rank |\n|---|---|---|---|\n")
	}
	for i, q := range m.r.Queries {
		if i == 3*queryLines && !m.o.All {
			fmt.Fprintf(&b, "| … | and %d more | | |\n", len(m.r.Queries)-i)
			break
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s → %s |\n", cell(q.Query), cell(q.Note), q.Change, place(q.Old), place(q.New))
	}
	b.WriteString("\n")
	m.block(b.String())
}

// people names who should look; in code, so that nobody is called by the comment itself.
func (m *comment) people() {
	if len(m.r.Reviewers) == 0 {
		return
	}
	var b strings.Builder
	b.WriteString("#### Should look\n\n")
	for _, p := range m.r.Reviewers {
		notes := make([]string, 0, 3)
		for _, n := range p.Notes[:min(3, len(p.Notes))] {
			notes = append(notes, code(n))
		}
		if rest := len(p.Notes) - len(notes); rest > 0 {
			notes = append(notes, fmt.Sprintf("%d more", rest))
		}
		fmt.Fprintf(&b, "- %s (%s): %s\n", code(p.Name), p.By, strings.Join(notes, ", "))
	}
	b.WriteString("\n")
	m.block(b.String())
}

// foot says what was not judged and what was cut.
func (m *comment) foot(limit int) {
	m.left += footRoom
	for _, why := range m.r.NotJudged {
		if text := "- not judged: " + prose(shorten(why)) + "\n"; len([]rune(text)) < m.left-footRoom/2 {
			m.block(text)
		}
	}
	if m.cut > 0 {
		m.block(
			fmt.Sprintf("\n%s did not fit into %d characters: `kb review` in a clone shows all.\n", wording.Count(m.cut, "part"), limit),
		)
	}
	m.block(fmt.Sprintf("\n<sub>%s, head %s</sub>\n", wording.Count(len(m.r.Commits), "commit"), code(short(m.r.Range.Head))))
}

func short(id string) string { return id[:min(10, len(id))] }

// place is path:line, as a link where one can be made.
func (m *comment) place(path string, line int, commit string) string {
	text := code(fmt.Sprintf("%s:%d", path, line))
	return m.linked(text, path, line, commit)
}

// linked makes a link of a text where the line stands in a commit that the forge has.
func (m *comment) linked(text, path string, line int, commit string) string {
	if m.o.Link == nil || m.r.Range.WorkTree || commit == "" {
		return text
	}
	return `<a href="` + attribute(m.o.Link(path, line, commit)) + `">` + text + "</a>"
}
