// Package fact reads what a note says of named things, and finds where it says two things of one: a
// constant with two values, one thing under two names, a number that nothing has.
//
// A fact is a subject, an attribute and a value with the place where it stands. Facts are looked up by
// subject and attribute, not aligned by words as statements are: they stand in tables, in code and in
// lists as much as in sentences. Only facts of one note are compared, for there they are of one thing;
// another note may mean another.
//
// What is found is shown to a person and stops no commit.
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
	Default   Kind = "default"   // a setting has two defaults
	Amount    Kind = "amount"    // the summary gives another amount than the body
	Link      Kind = "link"      // the words of a link name one number, its target another
	Force     Kind = "force"     // one thing is required here and recommended, or forbidden, there
)

// Place is where a fact stands, and what stands there.
type Place struct {
	Text      string // all of the sentence, the row or the line
	Line, Col int    // 1-based; Col counts bytes
	EndLine   int    // inclusive
}

// Disagreement is two facts of a note that cannot both hold.
type Disagreement struct {
	Kind    Kind
	Subject string    // what both are of
	A, B    Place     // in the order of the note
	Says    [2]string // what A says, and what B says
	More    []Place   // that say what one of the two says, at most maxMore
	Meant   [2]bool   // of a reference: the side's number is cited in many places
	Doubted int       // of a reference: the side whose number nothing has, set by the caller
}

// maxMore bounds the places that one disagreement names besides its two.
const maxMore = 6

// maxFound bounds what is told of one note.
const maxFound = 20

// Find returns what a note says twice and differently, in its order. silent tells headings under which
// nothing is asserted. At most maxFound are returned, and no more than about maxUnits units of the
// note are read.
func Find(source string, silent func(headings []string) bool) []Disagreement {
	units := read(source)
	var below []string // the headings that were asked for last, and the answer: units below them follow each other
	var quiet, asked bool
	heard := slices.DeleteFunc(slices.Clone(units), func(u unit) bool {
		if !asked || !slices.Equal(below, u.headings) {
			below, quiet, asked = u.headings, silent(u.headings), true
		}
		return quiet
	})
	names := mentions(units)
	found := slices.Concat(
		constants(heard),
		formulas(heard),
		parentheses(heard),
		signatures(heard),
		orphans(units),
		gates(heard),
		spellings(names),
		strays(names),
		chains(units),
		links(heard),
		forces(heard),
		summaries(units),
		literals(heard),
		orders(units),
		selves(units),
		others(units),
		defaults(heard),
		things(heard),
		counts(heard),
		references(units),
	)
	for i := range found {
		if d := &found[i]; cmp.Or(cmp.Compare(d.A.Line, d.B.Line), cmp.Compare(d.A.Col, d.B.Col)) > 0 {
			d.A, d.B, d.Says, d.Meant = d.B, d.A, [2]string{d.Says[1], d.Says[0]}, [2]bool{d.Meant[1], d.Meant[0]}
		}
	}
	slices.SortStableFunc(found, func(x, y Disagreement) int {
		return cmp.Or(cmp.Compare(x.A.Line, y.A.Line), cmp.Compare(x.B.Line, y.B.Line), cmp.Compare(x.Kind, y.Kind))
	})
	found = once(found)
	return found[:min(len(found), maxFound)]
}

// once leaves out what stands between two places already, and a name that is told of already.
func once(found []Disagreement) []Disagreement {
	type said struct {
		kind Kind
		says [2]string
		a, b Place
	}
	told := map[said]bool{}
	return slices.DeleteFunc(found, func(d Disagreement) bool {
		here := []said{{kind: d.Kind, a: d.A, b: d.B}}
		if d.Kind == Name {
			says := d.Says
			slices.Sort(says[:])
			here = append(here, said{kind: Name, says: says})
		}
		is := slices.ContainsFunc(here, func(s said) bool { return told[s] })
		for _, s := range here {
			told[s] = true
		}
		return is
	})
}

func (u *unit) place() Place {
	return Place{Text: u.text, Line: u.line, Col: u.col, EndLine: u.endLine}
}

// disagree makes a disagreement of two units.
func disagree(kind Kind, subject string, a *unit, says string, b *unit, other string) Disagreement {
	return Disagreement{Kind: kind, Subject: subject, A: a.place(), B: b.place(), Says: [2]string{says, other}}
}

// also adds the other places that say what a disagreement is about, and returns it.
func (d Disagreement) also(places []*unit) Disagreement {
	for _, u := range places {
		if p := u.place(); p != d.A && p != d.B && len(d.More) < maxMore && !slices.Contains(d.More, p) {
			d.More = append(d.More, p)
		}
	}
	return d
}
