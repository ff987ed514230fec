package judge

import (
	"github.com/9aea2451/kb/contradict/read"
)

// conditionsDiffer reports whether both sides have conditions, and each a word of its own, or
// opposite ones. Words that the other side has in its main clause moved, no more.
func conditionsDiffer(p *pair) bool {
	a, b := p.a.ConditionTerms, p.b.ConditionTerms
	return len(a) > 0 && len(b) > 0 && (conditionRest(a, b, p.b) > 0 && conditionRest(b, a, p.a) > 0 || p.conditionsOpposed(a, b))
}

// conditionNarrower reports whether both sides have conditions, and one has a word that stands
// nowhere on the other side: "if debug is on", "if debug and tracing are on".
func conditionNarrower(p *pair) bool {
	a, b := p.a.ConditionTerms, p.b.ConditionTerms
	return len(a) > 0 && len(b) > 0 && conditionRest(a, b, p.b)+conditionRest(b, a, p.a) > 0
}

// conditionOnOneSide reports whether one side alone has a condition, and a word of it stands
// nowhere on the other: "logs are kept", "logs are kept if debug is on".
func conditionOnOneSide(p *pair) bool {
	a, b := p.a.ConditionTerms, p.b.ConditionTerms
	return len(b) == 0 && conditionRest(a, nil, p.b) > 0 || len(a) == 0 && conditionRest(b, nil, p.a) > 0
}

func conditionReversed(p *pair) bool { return p.conditionFlip }

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

// headConditionsDiffer reports whether both sides have conditions that share few words.
func headConditionsDiffer(p *pair) bool {
	a, b := p.a.HeadConditions, p.b.HeadConditions
	if len(a) == 0 || len(b) == 0 || bothGiveDefaults(p) {
		return false
	}
	both, either := overlapTerms(a, b)
	return both*3 < either
}

// headConditionOnOneSide reports whether one side alone has a condition, and the other has less
// than half of its words.
func headConditionOnOneSide(p *pair) bool {
	a, b := p.a.HeadConditions, p.b.HeadConditions
	switch {
	case bothGiveDefaults(p):
		return false
	case len(b) == 0:
		return len(a) > 0 && !covers(p.b, a)
	}
	return len(a) == 0 && !covers(p.a, b)
}

// bothGiveDefaults tells "if none is given" from a case: it is "by default".
func bothGiveDefaults(p *pair) bool { return p.a.GivesDefault() && p.b.GivesDefault() }

// covers reports whether at least half of the stems stand in the statement.
func covers(p *read.Parsed, terms []string) bool {
	n := 0
	for _, t := range terms {
		if p.Mentions(t) {
			n++
		}
	}
	return 2*n >= len(terms)
}
