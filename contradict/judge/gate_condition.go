package judge

import (
	"github.com/9aea2451/kb/contradict/read"
)

// gateConditions doubts rules for different cases.
func (p *pair) gateConditions() {
	a, b := p.a.ConditionTerms, p.b.ConditionTerms
	switch {
	case len(a) > 0 && len(b) > 0:
		p.gateBothConditions(a, b)
	case len(a) > 0:
		p.gateOneCondition(a, p.b)
	case len(b) > 0:
		p.gateOneCondition(b, p.a)
	}
	if p.conditionFlip {
		p.gate("condition reversed", 0.15)
	}
}

// gateBothConditions compares the conditions; words that the other side has in its main clause
// moved, no more.
func (p *pair) gateBothConditions(a, b []string) {
	restA, restB := p.conditionRest(a, b, p.b), p.conditionRest(b, a, p.a)
	switch {
	case restA > 0 && restB > 0, p.conditionsOpposed(a, b):
		p.gate("different conditions", 0.15)
	case restA+restB > 0:
		p.gate("one condition is narrower", Unlikely)
	}
}

// conditionRest counts the terms of a condition that stand nowhere on the other side.
func (p *pair) conditionRest(terms, others []string, other *read.Parsed) (n int) {
	for _, t := range terms {
		if !containsTerm(others, t) && !other.Has(t) {
			n++
		}
	}
	return n
}

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

func (p *pair) gateOneCondition(terms []string, other *read.Parsed) {
	rest := 0
	for _, t := range terms {
		if !other.Has(t) {
			rest++
		}
	}
	if rest > 0 {
		p.gate("condition on one side", Unlikely)
	}
}
