package contradict

import (
	"math"
	"strconv"
)

// signalNumbers finds amounts of one dimension that exclude each other.
func (p *pair) signalNumbers() {
	a, b := cancelEqual(p.a.quantities, p.b.quantities)
	strong := p.hasStrongAntonym()
	before := len(p.signals)
	for i := 0; i < len(a); {
		j := comparableTo(&a[i], b)
		if j < 0 {
			i++
			continue
		}
		p.compareQuantities(&a[i], &b[j])
		a = append(a[:i], a[i+1:]...)
		b = append(b[:j], b[j+1:]...)
	}
	if strong && len(p.signals) > before {
		p.conditionFlip = true // both an opposite and another amount: two cases
	}
	p.noteUncompared(a, b)
	p.signalCardinality()
}

func (p *pair) hasStrongAntonym() bool {
	for i := range p.signals {
		if p.signals[i].Kind == SignalAntonym && p.signals[i].Strength >= 0.8 {
			return true
		}
	}
	return false
}

// cancelEqual returns what is left of both lists without the quantities that they share.
func cancelEqual(a, b []quantity) (restA, restB []quantity) {
	restB = append(restB, b...)
next:
	for _, x := range a {
		for j, y := range restB {
			if x.value == y.value && x.high == y.high && x.version == y.version && x.comparator == y.comparator {
				restB = append(restB[:j], restB[j+1:]...)
				continue next
			}
		}
		restA = append(restA, x)
	}
	return restA, restB
}

func comparableTo(x *quantity, others []quantity) int {
	for j := range others {
		if x.comparable(&others[j]) {
			return j
		}
	}
	return -1
}

func (p *pair) compareQuantities(x, y *quantity) {
	if x.condition {
		p.conditionFlip = true
		return
	}
	if x.isLabel() || y.isLabel() || p.a.cites(x) && p.b.cites(y) {
		p.unexplained++
		return
	}
	strength := p.incompatibility(x, y)
	if strength == 0 {
		return
	}
	if p.hasSignal(SignalNegation) {
		strength *= 0.3
		p.unexplained++ // "never 0" and "1" agree
		if x.bare() && y.bare() && !p.sharesSetting(x, y) {
			p.conditionFlip = true // "retry on 503", "do not retry on 400"
		}
	}
	if x.bare() {
		strength *= 0.75
	}
	if p.a.hedged(x) || p.b.hedged(y) {
		if nearly(x, y) {
			return
		}
		strength *= 0.5 // what was measured or guessed once may come out otherwise another time
	}
	p.signal(SignalNumber, strength, p.a.amount(x), p.b.amount(y))
}

// incompatibility is how surely two amounts of one dimension exclude each other.
func (p *pair) incompatibility(x, y *quantity) float64 {
	switch {
	case x.comparator == between || y.comparator == between:
		return rangesDiffer(x, y)
	case sameAmount(x, y):
		if x.comparator != y.comparator && x.comparator != equals && y.comparator != equals {
			return 0.3
		}
		return 0
	case x.comparator == equals && y.comparator == equals:
		return 1
	case x.comparator == y.comparator:
		return p.boundsDiffer(x, y)
	}
	return choose(disjoint(x, y), 1, 0)
}

// sameAmount allows for rounding where the units differ: a month is 30 days, a gigabyte about a gibibyte.
func sameAmount(x, y *quantity) bool {
	tolerance := 1e-9
	switch {
	case x.dimension == dimensionRate:
		tolerance = 0.03
	case x.factor != y.factor:
		tolerance = 0.12
	}
	return math.Abs(x.value-y.value) <= tolerance*max(math.Abs(x.value), math.Abs(y.value))
}

// disjoint tells whether no value is admitted by both.
func disjoint(x, y *quantity) bool {
	lowX, highX := x.interval()
	lowY, highY := y.interval()
	return highX < lowY || highY < lowX
}

// interval returns the least and the greatest value that a quantity admits.
func (q *quantity) interval() (low, high float64) {
	switch q.comparator {
	case atMost:
		return math.Inf(-1), q.value
	case atLeast:
		return q.value, math.Inf(1)
	case between:
		return q.value, q.high
	}
	return q.value, q.value
}

// boundsDiffer compares two upper or two lower bounds: a fact within a norm is no conflict.
func (p *pair) boundsDiffer(x, y *quantity) float64 {
	if p.a.force == p.b.force || !p.hasForce(Assertion) {
		return 0.9
	}
	fact, norm := x, y
	if p.b.force == Assertion {
		fact, norm = y, x
	}
	within := fact.value < norm.value
	if x.comparator == atLeast {
		within = fact.value > norm.value
	}
	return choose(within, 0, 0.9)
}

// noteUncompared weighs the amounts that found no counterpart.
func (p *pair) noteUncompared(a, b []quantity) {
	switch {
	case len(a) > 0 && len(b) > 0:
		p.unexplained++
	case len(a)+len(b) > 0 && p.hasSignal(SignalNegation):
		p.unexplained++
	}
	for _, rest := range [...][]quantity{a, b} {
		for i := range rest {
			if rest[i].condition {
				p.conditionFlip = true
			}
		}
	}
}

// signalCardinality finds "exactly one" against "several".
func (p *pair) signalCardinality() {
	oneA, oneB := p.a.saysOne(), p.b.saysOne()
	switch {
	case p.a.opensWithOne() && p.b.quantifier.universal && !oneB:
		p.signal(SignalCardinality, 0.9, "one", "all")
	case p.b.opensWithOne() && p.a.quantifier.universal && !oneA:
		p.signal(SignalCardinality, 0.9, "all", "one")
	case oneA && !oneB && p.b.quantifier.plural:
		p.signal(SignalCardinality, 0.9, "one", "several")
	case oneB && !oneA && p.a.quantifier.plural:
		p.signal(SignalCardinality, 0.9, "several", "one")
	}
}

// opensWithOne tells "exactly one replica …": of several, only one.
func (p *Parsed) opensWithOne() bool {
	if len(p.tokens) < 3 || p.lead != "exactly" && p.lead != "only" {
		return false
	}
	next := p.tokens[1].text
	return next == "one" || next == "a" && p.tokens[2].text == "single" || next == "1"
}

func (p *Parsed) saysOne() bool {
	for i := range p.quantities {
		if q := &p.quantities[i]; q.value == 1 && q.version == "" {
			return true
		}
	}
	return false
}

// amount renders a quantity as it was written.
func (p *Parsed) amount(q *quantity) string {
	text := q.comparator.String()
	if q.dimension == dimensionRate {
		return q.text() + " per second"
	}
	text += p.tokens[q.token].text
	if q.comparator == between {
		return text + " to " + strconv.FormatFloat(q.high/q.factor, 'g', -1, 64)
	}
	if q.factor != 1 && q.token+1 < len(p.tokens) {
		text += " " + p.tokens[q.token+1].text
	}
	return text
}
