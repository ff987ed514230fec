package contradict

// signalChoice finds members of one exclusive class: PostgreSQL against MySQL.
func (p *pair) signalChoice() {
	for i := 0; i < len(p.onlyA); {
		x := p.a.contents[p.onlyA[i]]
		if len(p.l.classes[x.term]) == 0 { // as of most words
			i++
			continue
		}
		j := p.findB(func(y string) bool { return p.l.sharedClass(x.term, y) != "" })
		if j < 0 || p.l.sharedClass(x.term, p.b.contents[p.onlyB[j]].term) == "method" && !p.a.tokens[x.token].name ||
			!p.l.isMember(x.word) ||
			!p.l.isMember(p.b.contents[p.onlyB[j]].word) {
			i++
			continue
		}
		y := p.b.contents[p.onlyB[j]]
		p.choices = append(p.choices, oppositePair{x, y})
		p.signal(SignalChoice, p.choiceStrength(x, y), x.word, y.word)
		p.explain(i, j)
	}
}

func (p *pair) choiceStrength(x, y content) float64 {
	switch {
	case p.a.additive || p.b.additive || p.permissive() && p.shares("opt"):
		return 0.1
	case p.a.isSubject(x) && p.b.isSubject(y):
		return 0.1
	case p.anyVerb(multipleVerb) && !p.anyVerb(functionalVerb):
		return 0.35
	}
	return 0.95
}

// anyVerb tells whether a content of either side has the class.
func (p *pair) anyVerb(class termClass) bool {
	return p.a.hasTerm(p.l, class) || p.b.hasTerm(p.l, class)
}

func (p *Parsed) hasTerm(l *lexicon, class termClass) bool {
	for i := range p.contents {
		if l.terms[p.contents[i].term]&class != 0 {
			return true
		}
	}
	return false
}

// sharedClass returns the first exclusive class of both stems, empty for none.
func (l *lexicon) sharedClass(a, b string) string {
	for _, x := range l.classes[a] {
		for _, y := range l.classes[b] {
			if x == y {
				return x
			}
		}
	}
	return ""
}

// unlike tells whether both stems are members of classes, and of none together: they answer two questions.
func (l *lexicon) unlike(a, b string) bool {
	return len(l.classes[a]) > 0 && len(l.classes[b]) > 0 && l.sharedClass(a, b) == ""
}
