package contradict

import "strings"

// signalValues compares the amounts that the heads of both statements name.
func (p *pair) signalValues() {
	a, b := p.a.headQuantities(), p.b.headQuantities()
	if sharesValue(a, b) {
		return
	}
	for i := range a {
		for j := range b {
			x, y := &a[i], &b[j]
			strength := p.valueConflict(x, y, len(a) == 1 && len(b) == 1)
			if strength > 0 {
				p.signal(SignalNumber, strength, p.a.amount(x), p.b.amount(y))
			}
		}
	}
}

// headQuantities returns the amounts of the statement itself, without those of its explanation and labels.
func (p *Parsed) headQuantities() (list []quantity) {
	for _, q := range p.quantities {
		if !q.condition && !q.isLabel() && (q.dimension == dimensionRate || q.token < len(p.tokens) && p.tokens[q.token].start < p.head) {
			q.comparator = p.extremum(&q)
			list = append(list, q)
		}
	}
	return list
}

// extremum reads a plain amount as a bound where the statement calls it one: "maximum upload size: 10 MB".
func (p *Parsed) extremum(q *quantity) comparator {
	if q.comparator != equals {
		return q.comparator
	}
	for i := range p.tokens {
		switch t := &p.tokens[i]; {
		case t.start >= p.head:
			return equals
		case t.text == "maximum" || t.text == "max" || t.text == "limit" || t.text == "cap" || t.text == "quota" || t.text == "ceiling":
			return atMost
		case t.text == "minimum" || t.text == "min" || t.text == "floor":
			return atLeast
		}
	}
	return equals
}

// sharesValue tells whether both sides name one same amount: then the rest is detail.
func sharesValue(a, b []quantity) bool {
	for i := range a {
		for j := range b {
			if a[i].dimension == b[j].dimension && sameAmount(&a[i], &b[j]) {
				return true
			}
		}
	}
	return false
}

// valueConflict weighs two amounts: surely of one thing where an identifier or an attribute says so, or
// where each statement has no other (sole).
func (p *pair) valueConflict(x, y *quantity, sole bool) float64 {
	setting := p.sharesSetting(x, y)
	if x.dimension != y.dimension && !setting {
		return 0
	}
	strength := p.incompatibility(x, y)
	meet, known := p.attributesMeet()
	if saysAttribute(x.dimension) {
		meet, known = true, true
	}
	switch {
	case strength == 0:
		return 0
	case setting:
		p.unmistakable = true
		return strength
	case known && !meet, !p.b.measures(x, p.a), !p.a.measures(y, p.b):
		return 0
	case !known && (!sole || !p.a.finite || !p.b.finite):
		return 0
	case !known && (x.bare() || isCount(x) || x.value == 1 || y.value == 1):
		return 0 // "two values", "one byte": which of its many numbers is not said
	case x.bare():
		return strength * 0.6
	case !known:
		return strength * 0.64
	case !sole:
		return strength * 0.75
	}
	p.unmistakable = true
	return strength
}

// sharesSetting tells whether both bare numbers are values of one identifier.
func (p *pair) sharesSetting(x, y *quantity) bool {
	key := p.a.settingOf(x)
	return key != "" && key == p.b.settingOf(y)
}

// settingOf returns the identifier that the number is the value of: "`max_connections` is set to 400".
func (p *Parsed) settingOf(q *quantity) string {
	for i := q.token - 1; i >= 0; i-- {
		t := &p.tokens[i]
		switch {
		case t.kind == codeToken:
			return t.text
		case t.kind != modalMark && t.class&(stopWord|genericWord|beVerb) == 0 && !isAssignment(t.text):
			return p.soleSetting(q)
		}
	}
	return ""
}

// soleSetting returns the only identifier of a statement whose only number counts nothing else.
func (p *Parsed) soleSetting(q *quantity) string {
	key := ""
	for i := range p.tokens {
		if t := &p.tokens[i]; t.kind != codeToken && !(t.code && t.kind == wordToken) {
			continue
		}
		if key != "" || i > q.token {
			return ""
		}
		key = p.tokens[i].text
	}
	if len(p.headQuantities()) != 1 || !q.bare() {
		return ""
	}
	return key
}

// isAssignment tells the words that may stand between an identifier and its value.
func isAssignment(word string) bool {
	switch word {
	case "=",
		":",
		"set",
		"sets",
		"configured",
		"defaults",
		"equals",
		"raised",
		"lowered",
		"fixed",
		"pinned",
		"currently",
		"atmost",
		"atleast":
		return true
	}
	return false
}

// attributesMeet tells whether both sides say what their numbers are of, and whether it is the same.
func (p *pair) attributesMeet() (meet, known bool) {
	for _, x := range p.a.attributes {
		for _, y := range p.b.attributes {
			meet = meet || x == y
		}
	}
	return meet, len(p.a.attributes) > 0 && len(p.b.attributes) > 0
}

// saysAttribute tells the dimensions in which a thing has one amount at most: a temperature, a voltage.
func saysAttribute(dimension string) bool {
	switch dimension {
	case "celsius", "baud", "frequency", "voltage", "current", "power", "resolution", "frame-rate", "rotation", "pressure", "density":
		return true
	}
	return false
}

func (l *lexicon) readAttributes() {
	for _, entry := range listEntries("attributes") {
		for _, word := range entry.words {
			l.attributes[word] = append(l.attributes[word], entry.head)
		}
	}
}

func isCount(q *quantity) bool { return strings.HasPrefix(q.dimension, countOf) }

// measures tells whether the statement speaks of what an amount is an attribute of: the address of
// "a 20-byte address".
func (p *Parsed) measures(q *quantity, owner *Parsed) bool {
	next := q.token + 2
	if q.dimension == dimensionRate || q.factor == 0 || !isMeasure(q.dimension) || next >= len(owner.tokens) ||
		!isAnchorWord(&owner.tokens[next]) {
		return true
	}
	return p.mentions(words().term(owner.tokens[next].text))
}
