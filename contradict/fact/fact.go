package fact

import (
	"cmp"
	"slices"
)

// Kind says what two facts disagree about.
type Kind string

// The kinds of disagreements.
const (
	Constant  Kind = "constant"  // a named constant has two values
	Formula   Kind = "formula"   // one formula has two sets of numbers
	Name      Kind = "name"      // one thing stands under two names
	Count     Kind = "count"     // a list has more or fewer items than its lead-in says
	Reference Kind = "reference" // a number of a series that is another's but for a digit
)

// Place is where a fact stands, and what stands there.
type Place struct {
	Text      string
	Line, Col int // 1-based; Col counts bytes
	EndLine   int // inclusive
}

// Disagreement is two facts of a note that cannot both hold.
type Disagreement struct {
	Kind    Kind
	Subject string // what both are of
	A, B    Place  // in the order of the note
	Says    [2]string
	Doubted int // of a reference: which side has the number that nothing has, by who knows the repository
}

// maxFound bounds what is told of one note.
const maxFound = 20

// Find returns what a note says twice and differently, in its order. silent tells headings under which
// nothing is asserted.
func Find(source string, silent func(headings []string) bool) []Disagreement {
	units := read(source)
	heard := slices.DeleteFunc(slices.Clone(units), func(u unit) bool { return silent(u.headings) })
	found := slices.Concat(constants(heard), formulas(heard), parentheses(heard), signatures(heard), orphans(units), gates(heard),
		counts(heard), references(units))
	for i := range found {
		if d := &found[i]; cmp.Or(cmp.Compare(d.A.Line, d.B.Line), cmp.Compare(d.A.Col, d.B.Col)) > 0 {
			d.A, d.B, d.Says = d.B, d.A, [2]string{d.Says[1], d.Says[0]}
		}
	}
	slices.SortStableFunc(found, func(x, y Disagreement) int {
		return cmp.Or(cmp.Compare(x.A.Line, y.A.Line), cmp.Compare(x.B.Line, y.B.Line), cmp.Compare(x.Kind, y.Kind))
	})
	return found[:min(len(found), maxFound)]
}

func (u *unit) place() Place {
	return Place{Text: u.text, Line: u.line, Col: u.col, EndLine: u.endLine}
}

// disagree makes a disagreement of two units.
func disagree(kind Kind, subject string, a *unit, says string, b *unit, other string) Disagreement {
	return Disagreement{Kind: kind, Subject: subject, A: a.place(), B: b.place(), Says: [2]string{says, other}}
}
