package contradict

// signalQuantifiers finds scopes that exclude each other: all against none, only X against any.
func (p *pair) signalQuantifiers() {
	qa, qb := p.a.quantifier, p.b.quantifier
	switch {
	case qa == qb, qa.denies() && qb.denies(), qa.denies() && p.a.excepts(), qb.denies() && p.b.excepts():
	case qa.universal && qb.denies() && !qb.universal, qb.universal && qa.denies() && !qa.universal:
		if !p.hasSignal(SignalAntonym) {
			p.dropSignals(SignalNegation)
			p.signal(SignalQuantifier, 1, qa.String(), qb.String())
		}
	case qa.universal && qb.existential && !qa.existential && !qb.universal,
		qb.universal && qa.existential && !qb.existential && !qa.universal:
		if !p.hasSignal(SignalNegation) {
			p.signal(SignalQuantifier, 0.45, qa.String(), qb.String())
		}
	case qa.existential != qb.existential && qa.denies() != qb.denies():
		p.dropSignals(SignalNegation)
		p.signal(SignalQuantifier, 0.95, qa.String(), qb.String())
	}
	if p.a.only != p.b.only && !p.hasSignal(SignalNegation) {
		p.signalOnly()
	}
}

// String names the quantifier for explanations.
func (q quantifier) String() string {
	switch {
	case q.none:
		return "none"
	case q.no:
		return "no"
	case q.universal:
		return "all"
	case q.existential:
		return "some"
	}
	return "one"
}

// signalOnly weighs "only" on one side: strong where the other side opens the same subject to all.
func (p *pair) signalOnly() {
	restricted, open := p.a, p.b
	left, right := "only", "any"
	if p.b.only {
		restricted, open = p.b, p.a
		left, right = right, left
	}
	leads := restricted.lead == "only"
	switch {
	case leads && words().is(open.lead, universal):
		p.signal(SignalOnly, 0.95, left, right)
		if len(p.onlyA) > 0 && len(p.onlyB) > 0 {
			p.explain(0, 0)
		}
	case leads && p.firstContentsDiffer() && p.shared >= 2 && len(open.negations) == 0:
		p.signal(SignalOnly, 0.6, p.a.contents[0].word, p.b.contents[0].word)
		p.explain(0, 0)
	default:
		p.signal(SignalOnly, 0.4, left, right)
	}
}

// firstContentsDiffer tells whether the subjects of both sides are among what they do not share.
func (p *pair) firstContentsDiffer() bool {
	return len(p.onlyA) > 0 && len(p.onlyB) > 0 && p.onlyA[0] == 0 && p.onlyB[0] == 0
}

// excepts tells "none other than", "no … except", which say what there is.
func (p *Parsed) excepts() bool {
	for i := range p.tokens {
		switch p.tokens[i].text {
		case "except", "besides", "unless":
			return true
		case "other":
			if i+1 < len(p.tokens) && p.tokens[i+1].text == "than" {
				return true
			}
		}
	}
	return false
}
