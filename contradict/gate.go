package contradict

// measureMismatch weighs what is left unexplained on both sides.
func (p *pair) measureMismatch() {
	var left, right float64
	for _, i := range p.onlyA {
		left += p.rarity(p.a.contents[i].term)
	}
	for _, i := range p.onlyB {
		right += p.rarity(p.b.contents[i].term)
	}
	p.mismatch = min(left, right)
	p.extra = max(left, right) - p.mismatch
}

// gateMismatch doubts statements that differ in more than their signal.
func (p *pair) gateMismatch() {
	const none = 1e-9
	if p.mismatch > 0 {
		p.gate("both sides say more", unlikely)
	}
	if p.rolesSwapped() {
		p.gate("roles swapped", 0.2)
	}
	if p.unexplained > 0 {
		p.gate("unexplained difference", unlikely)
	}
	if p.shared < 1.5 && (p.mismatch > 0 || p.extra > 0 || p.shared < 0.6) {
		p.gate("little shared", unlikely)
	}
	if p.extra/(p.shared+none) > 0.4 {
		p.gate("one side says more", unlikely)
	}
	if p.labelled() {
		p.gate("different labels", unlikely)
	}
	if p.subjectFlip {
		p.gate("opposite subjects", 0.25)
	}
}

// rolesSwapped tells "A calls B" from "B calls A"; "sessions of users" are user sessions.
func (p *pair) rolesSwapped() bool {
	if len(p.a.contents) == 0 || len(p.b.contents) == 0 {
		return false
	}
	if p.a.pronounActs() != p.b.pronounActs() {
		return false // "we squash branches" is "branches are squashed"
	}
	if hasAnySuffix(p.a.contents[0].word, "ing") != hasAnySuffix(p.b.contents[0].word, "ing") {
		return false // "uploading is possible for guests" is "guests can upload"
	}
	x, y := p.a.contents[0].term, p.b.contents[0].term
	return x != y && p.b.has(x) && p.a.has(y) && !p.a.hasToken("by") && !p.b.hasToken("by") && p.a.hasToken("of") == p.b.hasToken("of")
}

// pronounActs tells whether the sentence begins with who acts, but not by name: "we", "you",
// "they"; its first content is a verb.
func (p *Parsed) pronounActs() bool {
	switch p.lead {
	case "we", "you", "they", "i", "one":
		return true
	}
	return false
}

func (p *Parsed) hasToken(text string) bool {
	for i := range p.tokens {
		if p.tokens[i].text == text {
			return true
		}
	}
	return false
}
