package judge

import (
	"github.com/9aea2451/kb/contradict/read"
)

// signalOrder finds conditions that are the same but for their opener: before X against after X.
func (p *pair) signalOrder() {
	for _, opposite := range [...][2]string{{"before", "after"}, {"before", "once"}, {"until", "after"}, {"unless", "if"}} {
		left := opens(p.a, opposite[0]) && opens(p.b, opposite[1]) && !opens(p.b, opposite[0])
		right := opens(p.a, opposite[1]) && opens(p.b, opposite[0]) && !opens(p.a, opposite[0])
		if !left && !right || !p.conditionsAgree() {
			continue
		}
		x, y := opposite[0], opposite[1]
		if !left {
			x, y = y, x
		}
		p.opposeOpeners(x, y)
	}
}

func (p *pair) opposeOpeners(x, y string) {
	switch {
	case x == "unless" || y == "unless":
		if p.hasSignal(SignalNegation) || p.hasSignal(SignalAntonym) {
			p.conditionFlip = true // "not unless" is "if"
			return
		}
		p.signal(SignalCondition, 0.9, x, y)
	case leadsWithClause(p.a) || leadsWithClause(p.b) || len(p.signals) > 0:
		p.conditionFlip = true
	default:
		p.signal(SignalOrder, 0.95, x, y)
	}
}

// conditionsAgree tells whether the words of both sides' conditions are nearly the same.
func (p *pair) conditionsAgree() bool {
	both, either := overlapTerms(p.a.ConditionTerms, p.b.ConditionTerms)
	return len(p.a.ConditionTerms) > 0 && float64(both) >= 0.75*float64(either)
}

func opens(p *read.Parsed, opener string) bool {
	for _, c := range p.Clauses {
		if c.Opener == opener {
			return true
		}
	}
	return false
}

func leadsWithClause(p *read.Parsed) bool { return len(p.Clauses) > 0 && p.Clauses[0].Leading }
