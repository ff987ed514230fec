// Package reviews writes a review of a change in the forms that people read.
package reviews

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/findings"
	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/wording"
)

// Options change how a review is written.
type Options struct {
	Style report.Style
	Shown func(path string) string // a path as the person would type it; nil for as it is
	// every note that says a gone name, dependent and moved query; otherwise the first ones
	All     bool
	Explain bool                                              // say the parts of energies and of the risk
	Waived  bool                                              // waived findings too
	Link    func(path string, line int, commit string) string // address of a line on a forge; nil for none
	To      func(path string) string                          // address of a note's page, "" where it has none; nil for none at all

	unstyled bool // the page around it brings the style of the picture
}

// The lines of a part that are written unless all are wanted.
const (
	goneLines      = 10 // of a name
	dependentLines = 10
	concernLines   = 10
	queryLines     = 10
	textRunes      = 300 // of a text that is quoted
)

// Text writes for a person at a terminal.
func Text(w io.Writer, r *review.Review, o Options) error {
	t := &text{r: r, o: o, w: bufio.NewWriter(w)}
	t.head()
	t.gone()
	t.notes()
	scopes := []struct{ scope, title string }{
		{review.InChange, "Findings within the change"}, {review.InBase, "Findings against the base"},
		{review.InMerge, "Findings that come of merging"}, {review.InBranch, "Findings against other branches"},
	}
	for _, s := range scopes {
		var list []validate.Finding
		for _, f := range t.r.Findings {
			if f.Scope != s.scope || f.Waived != "" && !t.o.Waived {
				continue
			}
			if f.Branch != "" {
				f.Message = f.Branch + ": " + f.Message
			}
			list = append(list, f.Finding)
		}
		if len(list) == 0 {
			continue
		}
		t.heading(s.title)
		if err := findings.Text(t.w, list, findings.Options{Style: t.o.Style, Explain: t.o.Explain, Shown: t.o.Shown}); err != nil {
			return err
		}
	}
	c := t.r.Concerns
	if c != nil && len(c.Notes) != 0 {
		t.heading("This change concerns")
		for i, n := range c.Notes {
			if i == concernLines && !t.o.All {
				break
			}
			place := t.path(n.Path)
			if n.Line > 0 {
				place = fmt.Sprintf("%s:%d", place, n.Line)
			}
			t.printf("  %s %s  %s\n", t.o.Style.Place(place), report.CleanLine(n.Title), t.o.Style.Faint(report.CleanLine(concern(&n))))
		}
		if !t.o.All && len(c.Notes) > concernLines {
			t.printf("  … and %d more (--all)\n", c.Total-concernLines)
		}
	}
	t.consequences()
	t.queries()
	t.people()
	for _, why := range r.NotJudged {
		t.printf("not judged: %s\n", report.CleanLine(why))
	}
	return t.w.Flush()
}

// text writes the parts of a review.
type text struct {
	r *review.Review
	o Options
	w *bufio.Writer
}

func (t *text) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

// path is a path as the reader would type it.
func (t *text) path(p string) string {
	if t.o.Shown != nil {
		p = t.o.Shown(p)
	}
	return report.CleanLine(p)
}

func (t *text) heading(title string) { t.printf("\n%s\n", t.o.Style.Heading(title)) }

// head says what was reviewed and what came of it.
func (t *text) head() {
	r, s := t.r, t.o.Style
	head := r.Range.HeadName
	if r.Range.WorkTree {
		head = "work tree"
	}
	verdict := string(r.Verdict)
	switch r.Verdict {
	case review.Conflict:
		verdict = s.Match(verdict)
	case review.Look:
		verdict = s.Warning(verdict)
	default:
		verdict = s.Code(verdict)
	}
	t.printf("%s %s..%s: %s, risk %.2f\n", s.Title("review of"), report.CleanLine(r.Range.BaseName), report.CleanLine(head),
		verdict, r.Risk.Score)
	if t.o.Explain {
		t.printf(
			"%s\n",
			s.Faint(
				fmt.Sprintf("risk: authority %.2f, force %.2f, conflicts %.2f, removed %.2f", r.Risk.Authority, r.Risk.Force,
					r.Risk.Conflicts, r.Risk.Removed),
			),
		)
	}
	c := r.Counts
	t.printf("%s: %d added, %d removed, %d changed, %d reworded, %d moved statements; %s, %s", wording.Count(c.Notes, "note"),
		c.Added, c.Removed, c.Changed, c.Reworded, c.Moved, wording.Count(c.Errors, "error"),
		wording.Count(c.Warnings, "warning"))
	if remains := c.Remains(); remains != "" {
		t.printf(", %s", remains)
	}
	if c.Waived > 0 {
		t.printf(", %d waived", c.Waived)
	}
	t.printf("\n")
}

// concern says what a note is, which code it speaks of, and whose it is.
func concern(n *review.ConcernedNote) string {
	said := n.Kind + "; of " + n.Place
	if len(n.Owners) > 0 {
		said += "; " + strings.Join(n.Owners, ", ")
	}
	return said
}

// gone writes the names that the change takes away, with the other notes that still say them.
func (t *text) gone() {
	if len(t.r.Gone) == 0 {
		return
	}
	t.heading("Gone, and still said")
	for i := range t.r.Gone {
		g := &t.r.Gone[i]
		from := t.path(g.Path)
		if g.Line > 0 {
			from += fmt.Sprintf(":%d", g.Line)
		}
		t.printf("  %s %s (%s): %s\n", t.o.Style.Title(report.CleanLine(g.Name)), fate(g, t.path), from, stillSaid(g))
		for k, n := range g.Notes {
			if k == goneLines && !t.o.All {
				t.printf("    … and %d more (--all)\n", g.Total-k)
				break
			}
			t.printf("    %s\n", t.o.Style.Place(fmt.Sprintf("%s:%d", t.path(n.Path), n.Line)))
		}
	}
}

// fate says what becomes of a name.
func fate(g *review.Gone, name func(string) string) string {
	switch {
	case g.Now == "":
		return "is gone"
	case g.Source == "note":
		return "is superseded by " + name(g.Now)
	}
	return "is now " + name(g.Now)
}

// stillSaid counts the notes that say a name.
func stillSaid(g *review.Gone) string {
	verb := " still say it"
	if g.Source == "note" {
		verb = " lead there"
	}
	if g.Total == 1 {
		verb = strings.NewReplacer("say", "says", "lead", "leads").Replace(verb)
	}
	return wording.Count(g.Total, "note") + verb
}

// dependents returns the notes that depend on what changes, but for those that are told with a note that is gone.
func dependents(r *review.Review) []review.Dependent {
	return slices.DeleteFunc(slices.Clone(r.Dependents), func(d review.Dependent) bool {
		return slices.ContainsFunc(r.Gone, func(g review.Gone) bool { return g.Source == "note" && g.Path == d.On })
	})
}

// consequences writes who depends on what changes.
func (t *text) consequences() {
	if list := dependents(t.r); len(list) > 0 {
		t.heading("Depends on what changes")
		for i, d := range list {
			if i == dependentLines && !t.o.All {
				t.printf("  … and %d more (--all)\n", len(list)-i)
				break
			}
			t.printf("  %s %s %s\n", t.o.Style.Place(fmt.Sprintf("%s:%d", t.path(d.Path), d.Line)), d.Relation, t.path(d.On))
		}
	}
	if len(t.r.Staleness) > 0 {
		t.heading("Staleness")
		for _, s := range t.r.Staleness {
			t.printf("  %s %s: %s\n", s.Change, t.o.Style.Place(t.path(s.Path)), report.CleanLine(strings.Join(s.Reasons, "; ")))
		}
	}
}

// queries writes the saved queries whose answers change.
func (t *text) queries() {
	if t.r.Recall == nil {
		return
	}
	t.heading("Saved queries")
	t.printf("  %.0f %% of %d queries find their note among the first %d (before: %.0f %%)\n", 100*t.r.Recall.New,
		t.r.Recall.Queries, t.r.Recall.Top, 100*t.r.Recall.Old)
	for i, q := range t.r.Queries {
		if i == queryLines && !t.o.All {
			t.printf("  … and %d more (--all)\n", len(t.r.Queries)-i)
			break
		}
		t.printf("  %s: %q → %s (%s → %s)\n", q.Change, report.CleanLine(q.Query), t.path(q.Note), place(q.Old), place(q.New))
	}
}

// place is a rank for people: 0 stands for none.
func place(rank int) string {
	if rank == 0 {
		return "none"
	}
	return fmt.Sprint(rank)
}

// people writes who should look.
func (t *text) people() {
	if len(t.r.Reviewers) == 0 {
		return
	}
	t.heading("Should look")
	for _, p := range t.r.Reviewers {
		notes := make([]string, len(p.Notes))
		for i, n := range p.Notes {
			notes[i] = t.path(n)
		}
		if len(notes) > 3 && !t.o.All {
			notes = append(notes[:3], fmt.Sprintf("%d more", len(notes)-3))
		}
		t.printf("  %s (%s): %s\n", report.CleanLine(p.Name), p.By, strings.Join(notes, ", "))
	}
}
