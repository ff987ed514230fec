package reviews

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/report"
	"github.com/9aea2451/kb/kb/review"
	"github.com/9aea2451/kb/kb/revision"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/diff"
	"github.com/9aea2451/kb/text/wording"
)

// notes writes each note with what it says otherwise.
func (t *text) notes() {
	if len(t.r.Notes) == 0 {
		return
	}
	by := map[string][]*review.Statement{}
	for i := range t.r.Statements {
		s := &t.r.Statements[i]
		by[s.Path()] = append(by[s.Path()], s)
	}
	t.heading("Notes")
	for i := range t.r.Notes {
		n := &t.r.Notes[i]
		s := t.o.Style
		from := ""
		if n.OldPath != "" {
			from = " (was " + t.path(n.OldPath) + ")"
		}
		t.printf("%-10s %s%s  %s %s\n", n.Change, s.Place(t.path(n.Path)), from, s.Title(report.CleanLine(n.Title)),
			s.Badge("["+report.CleanLine(about(n))+"]"))
		if n.SupersededBy != "" {
			t.printf("    superseded by %s\n", t.path(n.SupersededBy))
		}
		if who := append(append([]string{}, n.Authors...), agents(n.Agents)...); len(who) > 0 {
			t.printf("    %s\n", s.Faint("by "+report.CleanLine(strings.Join(who, ", "))))
		}
		for _, said := range amends(n, func(a *review.Amendment) string { return t.path(a.Path) }, report.CleanLine) {
			t.printf("    %s\n", said)
		}
		list := by[n.Path]
		if n.OldPath != "" && n.OldPath != n.Path {
			list = append(list[:len(list):len(list)], by[n.OldPath]...)
		}
		t.statements(list)
	}
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

// statements writes what a note says otherwise: what was reworded only is counted, unless all is wanted.
func (t *text) statements(list []*review.Statement) {
	lines, left, reworded := 0, 0, 0
	for _, s := range ordered(list) {
		switch {
		case s.Change == review.Reworded && !t.o.All:
			reworded++
		case lines == statementLines && !t.o.All:
			left++
		default:
			lines++
			sign, said, body := "", s.New, ""
			switch s.Change {
			case review.Added:
				sign, body = t.o.Style.Code("+"), flat(shorten(s.New.Text))
			case review.Removed:
				sign, said, body = t.o.Style.Match("-"), s.Old, flat(shorten(s.Old.Text))
			case review.Moved:
				sign, body = ">", flat(shorten(s.New.Text))
			case review.Reworded:
				sign, body = "≈", t.marked(s.Words)
			default:
				sign, body = t.o.Style.Warning("~"), t.marked(s.Words)
			}
			why := ""
			if len(s.Aspects) > 0 {
				why = t.o.Style.Badge(strings.Join(s.Aspects, ", ")+":") + " "
			}
			from := ""
			if old := s.From(); old != nil {
				from = t.o.Style.Faint(fmt.Sprintf(" (from %s:%d)", t.path(old.Path), old.Line))
			}
			t.printf("    %s %s %s%s%s%s\n", sign, t.o.Style.Faint(fmt.Sprintf("%4d", said.Line)), why, body, t.under(said), from)
		}
	}
	if left > 0 {
		t.printf("    … and %d more (--all)\n", left)
	}
	if reworded > 0 {
		t.printf("    %s\n", t.o.Style.Faint(wording.Count(reworded, "statement")+" reworded (--all)"))
	}
}

// ordered puts what binds first in a long list: it is cut at its end.
func ordered(list []*review.Statement) []*review.Statement {
	if len(list) <= statementLines {
		return list
	}
	var first, rest []*review.Statement
	for _, s := range list {
		if s.Level.AtLeast(validate.Warning) || s.Binds && s.Change != review.Reworded {
			first = append(first, s)
		} else {
			rest = append(rest, s)
		}
	}
	return append(first, rest...)
}

// shortText is the number of words below which a statement says nothing without its heading, such as "No."
const shortText = 4

// under names the heading of a short statement.
func (t *text) under(s *review.Wording) string {
	if n := len(s.Heading); n > 1 && len(strings.Fields(s.Text)) < shortText {
		return t.o.Style.Faint(" (under " + report.CleanLine(shorten(s.Heading[n-1])) + ")")
	}
	return ""
}

// marked writes a difference with what went as [-so-] and what came as {+so+}, in colours where
// there are some.
func (t *text) marked(words []diff.Word) string {
	var b strings.Builder
	for i, w := range words {
		text := flat(w.Text)
		switch w.Op {
		case revision.Removed:
			text = t.o.Style.Match("[-" + shorten(text) + "-]")
		case revision.Added:
			text = t.o.Style.Code("{+" + shorten(text) + "+}")
		default:
			text = context(text, i > 0, i < len(words)-1)
		}
		b.WriteString(text)
	}
	return b.String()
}

// flat makes one clean line of a text; lines of code are told apart.
func flat(s string) string {
	return report.CleanLine(strings.ReplaceAll(strings.ReplaceAll(s, "\t", " "), "\n", " ⏎ "))
}

// contextWords is how many words stand before and after a difference.
const contextWords = 12

// context shortens what both versions have to the words next to the differences.
func context(text string, before, after bool) string {
	words := strings.SplitAfter(text, " ")
	most := contextWords
	if before && after {
		most *= 2
	}
	if len(words) <= most {
		return text
	}
	head, tail := strings.Join(words[:contextWords], ""), strings.Join(words[len(words)-contextWords:], "")
	switch {
	case before && after:
		return head + "… " + tail
	case before:
		return head + "…"
	}
	return "… " + tail
}

// shorten cuts a text to textRunes characters.
func shorten(s string) string {
	if _, more := wording.Runes(s, textRunes); !more {
		return s
	}
	head, _ := wording.Runes(s, textRunes-1)
	return head + "…"
}
