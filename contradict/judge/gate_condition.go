package judge

import (
	"github.com/9aea2451/kb/contradict/read"
)

// conditionsDiffer reports whether a side has a condition with a word that stands nowhere on the other side, or with
// its opposite, or the signal stands in one: "logs are kept", "logs are kept if debug is on". Words that the other has in
// its main clause moved, no more.
func conditionsDiffer(p *pair) bool {
	a, b := p.a.ConditionTerms, p.b.ConditionTerms
	return p.conditionFlip || conditionRest(a, b, p.b)+conditionRest(b, a, p.a) > 0 || p.conditionsOpposed(a, b)
}

// conditionRest counts the terms of a condition that stand nowhere on the other side.
func conditionRest(terms, others []string, other *read.Parsed) (n int) {
	for _, t := range terms {
		if !containsTerm(others, t) && !other.Has(t) {
			n++
		}
	}
	return n
}

// conditionsOpposed reports whether a stem that only a has is the opposite of one that only b has.
// Both are sorted.
func (p *pair) conditionsOpposed(a, b []string) bool {
	for _, x := range a {
		if containsTerm(b, x) {
			continue
		}
		for _, y := range b {
			if !containsTerm(a, y) && p.opposed(x, y) {
				return true
			}
		}
	}
	return false
}
