package review

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb/validate"
	"github.com/9aea2451/kb/text/diff"
)

// statement tells what a pair of units is for the reader; false for what need not be told.
func (p *pair) statement() (Statement, bool) {
	s := Statement{Aspects: []string{}, Moved: p.moved, Level: validate.Info}
	switch {
	case p.old == nil:
		s.Change, s.Kind, s.New, s.Binds, s.Argues = Added, p.new.kind, p.new.said(), p.new.binds(), p.new.argues
	case p.new == nil:
		s.Change, s.Kind, s.Old, s.Binds, s.Argues = Removed, p.old.kind, p.old.said(), p.old.binds(), p.old.argues
		s.Delta = p.old.delta
	default:
		s.Kind, s.Old, s.New = p.new.kind, p.old.said(), p.new.said()
		s.Binds, s.Argues = p.old.binds() || p.new.binds(), p.old.argues && p.new.argues
		s.Change, s.Aspects = p.compare()
		if s.Change == "" {
			return s, false
		}
		if s.Change != Moved {
			s.Words = diff.Words(p.old.Text, p.new.Text)
		}
	}
	if (s.Kind == headingUnit || s.Kind == linkUnit) && (p.old == nil || p.new == nil || s.Change == Moved) {
		return s, false // the statements below it tell that it came or went
	}
	if s.Binds && !s.Argues && (s.Change == Removed || s.Change == Changed && weighty(s.Aspects)) {
		s.Level = validate.Warning
	}
	return s, true
}

// weighty tells whether one of the aspects changes what a rule asks for.
func weighty(aspects []string) bool {
	return slices.ContainsFunc(aspects, func(a string) bool {
		return a == "force" || a == "polarity" || a == "value" || a == "scope" || a == "condition"
	})
}

// compare tells how the two versions of a pair differ.
func (p *pair) compare() (change string, aspects []string) {
	a, b := p.old, p.new
	switch {
	case a.key == b.key:
		if !p.moved || a.kind == fieldUnit {
			return "", nil
		}
		return Moved, []string{}
	case a.kind == fieldUnit:
		if strings.EqualFold(fieldValue(a), fieldValue(b)) {
			return Reworded, []string{"format"}
		}
		return Changed, []string{"value"}
	case a.kind == linkUnit:
		return Reworded, []string{"link"}
	case a.kind == codeUnit:
		if strings.Join(strings.Fields(a.Text), "") == strings.Join(strings.Fields(b.Text), "") {
			return Reworded, []string{"format"}
		}
		return Changed, []string{"code"}
	case plain(a.Text) == plain(b.Text):
		if !slices.Equal(targets(a.Text), targets(b.Text)) {
			return Reworded, []string{"link"}
		}
		return Reworded, []string{"format"}
	}
	d := judge.Compare(a.parse(), b.parse())
	if !d.Any() {
		return Reworded, []string{}
	}
	return Changed, d.Aspects()
}

// fieldValue is the value of a field without its name.
func fieldValue(u *unit) string {
	_, value, _ := strings.Cut(u.Text, ": ")
	return value
}

// targets are the targets of the links of a text.
func targets(text string) (out []string) {
	for {
		i := strings.Index(text, "](")
		if j := strings.Index(text, "]["); i < 0 || j >= 0 && j < i {
			i = j
		}
		if i < 0 {
			return out
		}
		closing := ")"
		if text[i+1] == '[' {
			closing = "]"
		}
		target, rest, _ := strings.Cut(text[i+2:], closing)
		out, text = append(out, target), rest
	}
}
