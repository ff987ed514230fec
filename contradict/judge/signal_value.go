package judge

import (
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// signalValues compares the amounts that the heads of both statements name.
func (p *pair) signalValues() {
	a, b := headQuantities(p.a), headQuantities(p.b)
	if sharesValue(a, b) || sharesValue(a, p.b.Quantities) || sharesValue(p.a.Quantities, b) {
		return
	}
	for i := range a {
		for j := range b {
			x, y := &a[i], &b[j]
			strength := p.valueConflict(x, y, len(a) == 1 && len(b) == 1)
			if strength > 0 {
				p.signal(SignalNumber, strength, p.a.Amount(x), p.b.Amount(y))
			}
		}
	}
}

// headQuantities returns the amounts of the statement itself, without those of its explanation and labels.
func headQuantities(p *read.Parsed) (list []read.Quantity) {
	for _, q := range p.Quantities {
		if !q.Condition && !q.IsLabel() &&
			(q.Dimension == read.DimensionRate || q.Token < len(p.Tokens) && p.Tokens[q.Token].Start < p.Head) {
			q.Comparator = extremum(p, &q)
			list = append(list, q)
		}
	}
	return list
}

// extremum reads a plain amount as a bound where the statement calls it one: "maximum upload size: 10 MB".
func extremum(p *read.Parsed, q *read.Quantity) read.Comparator {
	if q.Comparator != read.Equals {
		return q.Comparator
	}
	for i := range p.Tokens {
		switch t := &p.Tokens[i]; {
		case t.Start >= p.Head:
			return read.Equals
		case t.Text == "maximum" || t.Text == "max" || t.Text == "limit" || t.Text == "cap" || t.Text == "quota" || t.Text == "ceiling":
			return read.AtMost
		case t.Text == "minimum" || t.Text == "min" || t.Text == "floor":
			return read.AtLeast
		}
	}
	return read.Equals
}

// sharesValue reports whether both sides name one same amount: then the rest is detail.
func sharesValue(a, b []read.Quantity) bool {
	for i := range a {
		for j := range b {
			if a[i].Dimension == b[j].Dimension && sameAmount(&a[i], &b[j]) {
				return true
			}
		}
	}
	return false
}

// tellsWhich tells "`kind: 4` events": a setting that a noun follows says which of several is meant.
func tellsWhich(p *read.Parsed, q *read.Quantity) bool {
	if q.Token+1 >= len(p.Tokens) {
		return false
	}
	t, next := &p.Tokens[q.Token], &p.Tokens[q.Token+1]
	const mark = 2 // a blank, and the mark that ends the code
	return t.Code && next.Kind == read.WordToken && !next.Code && next.Start-t.Start-len(t.Text) <= mark && read.IsAnchorWord(next) &&
		next.Class&(words.GenericWord|words.Auxiliary|words.BeVerb|words.PlaceVerb) == 0
}

// valueConflict weighs two amounts: surely of one thing where an identifier or an attribute says so, or
// where each statement has no other (sole).
func (p *pair) valueConflict(x, y *read.Quantity, sole bool) float64 {
	setting := p.sharesSetting(x, y)
	if x.Dimension != y.Dimension && !setting {
		return 0
	}
	strength := p.incompatibility(x, y)
	var meet bool
	for _, x := range p.a.Attributes {
		for _, y := range p.b.Attributes {
			meet = meet || x == y
		}
	}
	known := len(p.a.Attributes) > 0 && len(p.b.Attributes) > 0
	if saysAttribute(x.Dimension) {
		meet, known = true, true
	}
	switch {
	case strength == 0:
		return 0
	case setting && tellsWhich(p.a, x) && tellsWhich(p.b, y):
		return 0
	case setting:
		p.unmistakable = true
		return strength
	case known && !meet, !measures(p.b, x, p.a), !measures(p.a, y, p.b):
		return 0
	case !known && (!sole || !p.a.Finite || !p.b.Finite):
		return 0
	case !known && (x.Bare() || isCount(x) || x.Value == 1 || y.Value == 1):
		return 0 // "two values", "one byte": which of its many numbers is not said
	case x.Bare():
		return strength * ofUnnamedNumber
	case !known:
		return strength * ofUnnamedAmount
	case !sole:
		return strength * ofOneOfSeveral
	}
	p.unmistakable = true
	return strength
}

// sharesSetting reports whether both bare numbers are values of one identifier.
func (p *pair) sharesSetting(x, y *read.Quantity) bool {
	key := settingOf(p.a, x)
	return key != "" && key == settingOf(p.b, y)
}

// settingOf returns the identifier that the number is the value of: "`max_connections` is set to 400".
func settingOf(p *read.Parsed, q *read.Quantity) string {
	for i := q.Token - 1; i >= 0; i-- {
		t := &p.Tokens[i]
		switch {
		case t.Kind == read.CodeToken:
			return t.Text
		case t.Kind != read.ModalMark && t.Class&(words.StopWord|words.GenericWord|words.BeVerb|words.Assignment) == 0:
			key := "" // the only identifier, where the only number counts nothing else
			for i := range p.Tokens {
				if t := &p.Tokens[i]; t.Kind != read.CodeToken && !(t.Code && t.Kind == read.WordToken) {
					continue
				}
				if key != "" || i > q.Token {
					return ""
				}
				key = p.Tokens[i].Text
			}
			if len(headQuantities(p)) != 1 || !q.Bare() {
				return ""
			}
			return key
		}
	}
	return ""
}

// saysAttribute tells the dimensions in which a thing has one amount at most: a temperature, a voltage.
func saysAttribute(dimension string) bool {
	switch dimension {
	case "celsius", "baud", "frequency", "voltage", "current", "power", "resolution", "frame-rate", "rotation", "pressure", "density":
		return true
	}
	return false
}

func isCount(q *read.Quantity) bool { return strings.HasPrefix(q.Dimension, read.CountOf) }

// measures reports whether the statement speaks of what an amount is an attribute of: the address of
// "a 20-byte address".
func measures(p *read.Parsed, q *read.Quantity, owner *read.Parsed) bool {
	next := q.Token + 2
	if q.Dimension == read.DimensionRate || q.Factor == 0 || !read.IsMeasure(q.Dimension) || next >= len(owner.Tokens) ||
		!read.IsAnchorWord(&owner.Tokens[next]) {
		return true
	}
	return p.Mentions(words.English().Term(owner.Tokens[next].Text))
}
