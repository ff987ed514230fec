package judge

import (
	"math"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// hedgeReach is how many words before an amount can make it an estimate.
const hedgeReach = 4

// hedged reports whether a statement gives an amount as an estimate or an average.
func hedged(p *read.Parsed, q *read.Quantity) bool {
	for i := max(0, q.Token-hedgeReach); i < q.Token && i < len(p.Tokens); i++ {
		if p.Tokens[i].Class&words.Hedge != 0 {
			return true
		}
	}
	return strings.Contains(p.Text, "≈") || strings.Contains(p.Text, "~") && !strings.Contains(p.Text, "~~")
}

// nearly reports whether two amounts are within a seventh of each other.
func nearly(x, y *read.Quantity) bool {
	return math.Abs(x.Value-y.Value) <= nearlyEqual*max(math.Abs(x.Value), math.Abs(y.Value))
}

// comparable reports whether values of the two can be compared at all.
func comparable(q *read.Quantity, other *read.Quantity) bool {
	return q.Dimension == other.Dimension && q.Condition == other.Condition
}

// rangesDiffer is how surely a range and another amount exclude each other: 1 where they have no
// value in common; less where both set a limit, and not the same one ("3 to 20 characters", "up to
// 64").
func rangesDiffer(x, y *read.Quantity) float64 {
	if disjoint(x, y) {
		return 1
	}
	if x.Comparator == read.Equals || y.Comparator == read.Equals {
		return 0
	}
	lowX, highX := interval(x)
	lowY, highY := interval(y)
	differ := func(a, b float64) bool {
		return !math.IsInf(a, 0) && !math.IsInf(b, 0) && math.Abs(a-b) > otherUnits*max(math.Abs(a), math.Abs(b))
	}
	if differ(lowX, lowY) || differ(highX, highY) {
		return otherLimit
	}
	return 0
}

// signalNumbers finds amounts of one dimension that exclude each other.
func (p *pair) signalNumbers() {
	a, b := cancelEqual(p.a.Quantities, p.b.Quantities)
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
	if len(a) > 0 && len(b) > 0 {
		p.unread++
	}
	for _, rest := range [...][]read.Quantity{a, b} {
		for i := range rest {
			if rest[i].Condition {
				p.conditionFlip = true
			}
		}
	}
}

// hasStrongAntonym reports whether opposite words were found that stand by themselves as a signal.
func (p *pair) hasStrongAntonym() bool {
	for i := range p.signals {
		if p.signals[i].Kind == SignalAntonym && p.signals[i].Strength >= strongSignal {
			return true
		}
	}
	return false
}

// cancelEqual returns what is left of both lists without the quantities that they share.
func cancelEqual(a, b []read.Quantity) (restA, restB []read.Quantity) {
	restB = append(restB, b...)
next:
	for _, x := range a {
		for j, y := range restB {
			if x.Value == y.Value && x.High == y.High && x.Version == y.Version && x.Comparator == y.Comparator {
				restB = append(restB[:j], restB[j+1:]...)
				continue next
			}
		}
		restA = append(restA, x)
	}
	return restA, restB
}

// comparableTo returns the first of the others that has the dimension of x and stands, as x does,
// in a condition or in none; -1 for none.
func comparableTo(x *read.Quantity, others []read.Quantity) int {
	for j := range others {
		if comparable(x, &others[j]) {
			return j
		}
	}
	return -1
}

// compareQuantities notes in the pair what two amounts of one thing make of each other: a conflict,
// another condition, or a difference that no rule explains.
func (p *pair) compareQuantities(x, y *read.Quantity) {
	if x.Condition {
		p.conditionFlip = true
		return
	}
	if x.IsLabel() || y.IsLabel() || cites(p.a, x) && cites(p.b, y) || wasOnce(p.a, x) || wasOnce(p.b, y) {
		p.unread++
		return
	}
	strength := p.incompatibility(x, y)
	if strength == 0 {
		return
	}
	if p.hasSignal(SignalNegation) {
		strength *= besideDenial
		p.unread++ // "never 0" and "1" agree
		if x.Bare() && y.Bare() && !p.sharesSetting(x, y) {
			p.conditionFlip = true // "retry on 503", "do not retry on 400"
		}
	}
	if x.Bare() {
		strength *= ofBareNumber
	}
	if hedged(p.a, x) || hedged(p.b, y) {
		if nearly(x, y) {
			return
		}
		strength *= ofEstimate // what was measured or guessed once may come out otherwise another time
	}
	p.signal(SignalNumber, strength, p.a.Amount(x), p.b.Amount(y))
}

// wasOnce tells an amount of before: "(was 0%)", "200 ms -> 10 ms".
func wasOnce(p *read.Parsed, q *read.Quantity) bool {
	if strings.Contains(p.Text, "->") || strings.Contains(p.Text, "→") {
		return true
	}
	return q.Token > 1 && p.Tokens[q.Token-1].Text == "was" && p.Tokens[q.Token-2].Text == "("
}

// incompatibility is how surely two amounts of one dimension exclude each other.
func (p *pair) incompatibility(x, y *read.Quantity) float64 {
	switch {
	case x.Comparator == read.Between || y.Comparator == read.Between:
		return rangesDiffer(x, y)
	case sameAmount(x, y):
		if x.Comparator != y.Comparator && x.Comparator != read.Equals && y.Comparator != read.Equals {
			return sameBound
		}
		return 0
	case x.Comparator == read.Equals && y.Comparator == read.Equals:
		return 1
	case x.Comparator == y.Comparator:
		return p.boundsDiffer(x, y)
	}
	return choose(disjoint(x, y), 1, 0)
}

// sameAmount allows for rounding where the units differ: a month is 30 days, a gigabyte about a gibibyte.
func sameAmount(x, y *read.Quantity) bool {
	tolerance := equalNumbers
	switch {
	case x.Dimension == read.DimensionRate:
		tolerance = equalRates
	case x.Factor != y.Factor:
		tolerance = otherUnits
	}
	return math.Abs(x.Value-y.Value) <= tolerance*max(math.Abs(x.Value), math.Abs(y.Value))
}

// disjoint reports whether no value is admitted by both.
func disjoint(x, y *read.Quantity) bool {
	lowX, highX := interval(x)
	lowY, highY := interval(y)
	return highX < lowY || highY < lowX
}

// interval returns the least and the greatest value that a quantity admits.
func interval(q *read.Quantity) (low, high float64) {
	switch q.Comparator {
	case read.AtMost:
		return math.Inf(-1), q.Value
	case read.AtLeast:
		return q.Value, math.Inf(1)
	case read.Between:
		return q.Value, q.High
	}
	return q.Value, q.Value
}

// boundsDiffer compares two upper or two lower bounds: a fact within a norm is no conflict.
func (p *pair) boundsDiffer(x, y *read.Quantity) float64 {
	inner, outer := x, y
	switch a, b := p.a.Force, p.b.Force; {
	case a != b && keepsWithin(a, b):
	case a != b && keepsWithin(b, a):
		inner, outer = y, x
	default:
		return sure
	}
	within := inner.Value < outer.Value
	if x.Comparator == read.AtLeast {
		within = inner.Value > outer.Value
	}
	return choose(within, 0, sure)
}

// keepsWithin reports whether what is said with one force may be narrower than the rule of another.
func keepsWithin(f, rule read.Force) bool {
	return f == read.Assertion || f == read.Should && rule == read.Must
}

// signalCardinality finds "exactly one" against "several".
func (p *pair) signalCardinality() {
	switch {
	case p.b.Quantifier.Universal && opensWithOne(p.a) && !saysOne(p.b):
		p.signal(SignalCardinality, sure, "one", "all")
	case p.a.Quantifier.Universal && opensWithOne(p.b) && !saysOne(p.a):
		p.signal(SignalCardinality, sure, "all", "one")
	case p.b.Quantifier.Plural && saysOne(p.a) && !saysOne(p.b):
		p.signal(SignalCardinality, sure, "one", "several")
	case p.a.Quantifier.Plural && saysOne(p.b) && !saysOne(p.a):
		p.signal(SignalCardinality, sure, "several", "one")
	}
}

// opensWithOne tells "exactly one replica …": of several, only one.
func opensWithOne(p *read.Parsed) bool {
	if len(p.Tokens) < 3 || p.Lead != "exactly" && p.Lead != "only" {
		return false
	}
	next := p.Tokens[1].Text
	return next == "one" || next == "a" && p.Tokens[2].Text == "single" || next == "1"
}

// saysOne reports whether an amount of the statement is 1 in the base unit of its dimension, or the
// statement ends with "once".
func saysOne(p *read.Parsed) bool {
	for i := range p.Quantities {
		if q := &p.Quantities[i]; q.Value == 1 && q.Version == "" {
			return true
		}
	}
	return endsWithOnce(p)
}

// endsWithOnce tells "runs once" from "once it runs".
func endsWithOnce(p *read.Parsed) bool {
	for i := len(p.Tokens) - 1; i >= 0; i-- {
		if p.Tokens[i].Kind != read.Punctuation {
			return p.Tokens[i].Text == "once"
		}
	}
	return false
}
