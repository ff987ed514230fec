package contradict

// signalOrder finds conditions that are the same but for their opener: before X against after X.
func (p *pair) signalOrder() {
	for _, opposite := range [...][2]string{{"before", "after"}, {"before", "once"}, {"until", "after"}, {"unless", "if"}} {
		left := p.a.opens(opposite[0]) && p.b.opens(opposite[1]) && !p.b.opens(opposite[0])
		right := p.a.opens(opposite[1]) && p.b.opens(opposite[0]) && !p.a.opens(opposite[0])
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
	case p.a.leadsWithClause() || p.b.leadsWithClause() || len(p.signals) > 0:
		p.conditionFlip = true
	default:
		p.signal(SignalOrder, 0.95, x, y)
	}
}

// conditionsAgree tells whether the words of both sides' conditions are nearly the same.
func (p *pair) conditionsAgree() bool {
	both, either := overlapTerms(p.a.conditionTerms, p.b.conditionTerms)
	return len(p.a.conditionTerms) > 0 && float64(both) >= 0.75*float64(either)
}

func (p *Parsed) opens(opener string) bool {
	for _, c := range p.clauses {
		if c.opener == opener {
			return true
		}
	}
	return false
}

func (p *Parsed) leadsWithClause() bool { return len(p.clauses) > 0 && p.clauses[0].leading }
