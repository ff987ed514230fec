package contradict

// contrasts tells whether one side denies of one thing what the other says of its opposite, or of
// another member of its class: "public responses are cached" and "private responses are not cached"
// both hold.
func (p *pair) contrasts() bool {
	opposites := append([]oppositePair(nil), p.choices...)
	for _, x := range p.antonyms {
		opposites = append(opposites, oppositePair{x.a, x.b})
	}
	if len(opposites) != 1 {
		return false
	}
	x := opposites[0]
	switch {
	case p.hasSignal(SignalNegation):
		return p.a.deniesWith(x.a) && p.b.deniesWith(x.b)
	case p.hasSignal(SignalModality), p.hasSignal(SignalNumber):
		return p.a.opensWith(x.a) && p.b.opensWith(x.b)
	}
	return false
}

// oppositePair is a content of each side, one of two that exclude each other.
type oppositePair struct{ a, b content }

// deniesWith tells whether all that the statement denies stands in one clause with the word.
func (p *Parsed) deniesWith(c content) bool {
	for _, n := range p.negations {
		if n.condition || n.at >= len(p.contents) {
			continue
		}
		from, to := c.token, p.contents[n.at].token
		for i := min(from, to); i < max(from, to); i++ {
			if p.tokens[i].separates() {
				return false
			}
		}
	}
	return true
}

// separates tells the words and signs that another clause may follow.
func (t *token) separates() bool {
	switch t.text {
	case "and", "or", "but", "while", "whereas", ",", ";", ":":
		return true
	}
	return false
}

// opensWith tells whether the word belongs to what the statement speaks of.
func (p *Parsed) opensWith(c content) bool {
	return p.isSubject(c) || p.verb < 0 && len(p.contents) > 0 && c == p.contents[0]
}
