package reviews

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/text/wording"
)

// notes writes what becomes of each note, one line each.
func (t *text) notes() {
	if len(t.r.Notes) == 0 {
		return
	}
	sections := sectionsOf(t.r)
	t.heading("Notes")
	for i := range t.r.Notes {
		n := &t.r.Notes[i]
		s := t.o.Style
		said := ""
		if n.OldPath != "" {
			said = " (was " + t.path(n.OldPath) + ")"
		}
		if n.SupersededBy != "" {
			said += ", superseded by " + t.path(n.SupersededBy)
		}
		if touched := sections[n.Path]; touched > 0 && n.Change != review.Added && n.Change != review.Removed {
			said += ", " + wording.Count(touched, "section") + " changed"
		}
		t.printf("%-10s %s%s  %s %s\n", n.Change, s.Place(t.path(n.Path)), said, s.Title(report.CleanLine(n.Title)),
			s.Badge("["+report.CleanLine(about(n))+"]"))
		for _, said := range amends(n, func(a *review.Amendment) string { return t.path(a.Path) }, report.CleanLine) {
			t.printf("    %s\n", said)
		}
	}
}

// sectionsOf counts the sections of each note in which something is said otherwise, not just in other words.
func sectionsOf(r *review.Review) map[string]int {
	n, seen := map[string]int{}, map[string]bool{}
	for i := range r.Statements {
		s := &r.Statements[i]
		if s.Change == review.Reworded {
			continue
		}
		said := cmp.Or(s.New, s.Old)
		if key := s.Path() + "\x00" + strings.Join(said.Heading, "\x00"); !seen[key] {
			seen[key] = true
			n[s.Path()]++
		}
	}
	return n
}

// amends returns what a new delta does to each of the requirements that stand: the place of one, then its heading.
func amends(n *review.Note, place func(*review.Amendment) string, text func(string) string) (out []string) {
	for i := range n.Amends {
		a := &n.Amends[i]
		out = append(out, fmt.Sprintf("%s %s § %s", a.Verb(), place(a), text(a.Heading)))
	}
	return out
}

// about says what sort of note it is: kind, status with what it was, category.
func about(n *review.Note) string {
	text := n.Kind
	if n.Type != "" {
		text = n.Type
	}
	switch {
	case n.OldStatus != "":
		text += ", " + n.OldStatus + " → " + cmp.Or(n.Status, "none")
	case n.Status != "":
		text += ", " + n.Status
	}
	if n.Category != "" {
		text += ", " + n.Category
	}
	return text
}

// agents marks names as those of programs.
func agents(names []string) (out []string) {
	for _, n := range names {
		out = append(out, n+" (agent)")
	}
	return out
}

// flat makes one clean line of a text; lines of code are told apart.
func flat(s string) string {
	return report.CleanLine(strings.ReplaceAll(strings.ReplaceAll(s, "\t", " "), "\n", " ⏎ "))
}

// shorten cuts a text to textRunes characters.
func shorten(s string) string {
	if _, more := wording.Runes(s, textRunes); !more {
		return s
	}
	head, _ := wording.Runes(s, textRunes-1)
	return head + "…"
}
