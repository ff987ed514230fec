package contradict

// gateNarrowed doubts statements of which one speaks of some of what the other speaks of: "of the
// mobile app", "in staging", "for unhealthy nodes". What holds of some, and not of the rest, is an
// exception.
func (p *pair) gateNarrowed() {
	if len(p.signals) == 0 || len(p.onlyA) > 0 && len(p.onlyB) > 0 {
		return
	}
	if p.a.narrows(p.onlyA, p.b) && !p.b.neverHolds() || p.b.narrows(p.onlyB, p.a) && !p.a.neverHolds() {
		p.gate("scope on one side", unlikely)
	}
}

// neverHolds tells "we never squash branches", which holds of no branch: whoever squashes them on
// merge contradicts it.
func (p *Parsed) neverHolds() bool { return p.quantifier.denies() || p.hasToken("never") }

// narrows tells whether one of these contents, which the other side lacks, stands behind a preposition.
func (p *Parsed) narrows(only []int, other *Parsed) bool {
	for _, i := range only {
		c := &p.contents[i]
		if !other.mentions(c.term) && p.behindPreposition(c.token) {
			return true
		}
	}
	return false
}

// behindPreposition tells whether a word is part of what a preposition opens: "for all unhealthy nodes".
func (p *Parsed) behindPreposition(token int) bool {
	const reach = 4
	for j := token - 1; j >= max(0, token-reach); j-- {
		switch t := &p.tokens[j]; {
		case isPlacePreposition(t.text), isScopePreposition(t.text):
			return true
		case t.kind != wordToken, t.class&(auxiliary|negationCue) != 0, t.text == "and", t.text == "or":
			return false
		}
	}
	return false
}

func isScopePreposition(word string) bool {
	switch word {
	case "of", "for", "by", "with", "without", "near", "during", "per", "between", "among", "via", "through", "outside", "above", "below":
		return true
	}
	return false
}
