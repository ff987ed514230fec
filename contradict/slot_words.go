package contradict

// signalWords finds opposite words and plain denials in the heads of both statements.
func (p *pair) signalWords() {
	if !p.sharesSubject() {
		return
	}
	for i := range p.a.contents {
		x := &p.a.contents[i]
		if !p.a.isPredicate(i) {
			continue
		}
		for j := range p.b.contents {
			if p.b.isPredicate(j) {
				p.oppose(x, &p.b.contents[j])
			}
		}
	}
}

// Strengths of words that exclude each other where the sentences share little else.
const (
	oppositeWords = 0.72
	deniedWord    = 0.72
)

func (p *pair) oppose(x, y *content) {
	deniedX, deniedY := p.a.denies(x.term), p.b.denies(y.term)
	if x.term == y.term {
		if deniedX != deniedY && p.l.terms[x.term]&(finiteVerb|multipleVerb|functionalVerb) != 0 {
			p.signal(SignalNegation, deniedWord, polarityOf(x, deniedX), polarityOf(y, deniedY))
		}
		return
	}
	kind, strength := p.l.antonym(x.term, y.term)
	if strength == 0 || kind == reversible || kind == relational || p.a.has(y.term) || p.b.has(x.term) || deniedX != deniedY {
		return
	}
	if kind == state && p.hasForce(May) {
		return // what is off can be switched on
	}
	if kind == stance || !p.a.isAttribute(*x) && !p.b.isAttribute(*y) {
		p.signal(SignalAntonym, strength*oppositeWords, x.word, y.word)
	}
}

func polarityOf(c *content, denied bool) string {
	if denied {
		return "not " + c.word
	}
	return c.word
}

// isPredicate tells whether the i-th content is the main verb or its complement: one of the first
// two after the modal or "be", or the second content of a sentence without either.
func (p *Parsed) isPredicate(i int) bool {
	c := &p.contents[i]
	if p.tokens[c.token].start >= p.head {
		return false
	}
	if p.verb < 0 {
		return i == 1 || i == 2
	}
	first := p.subjectLength()
	return i >= first && i < first+2
}

// subjectLength returns how many contents stand before the verb.
func (p *Parsed) subjectLength() (n int) {
	if p.verb < 0 {
		return min(1, len(p.contents))
	}
	for n < len(p.contents) && p.contents[n].token < p.verb {
		n++
	}
	return n
}

// sharesSubject tells whether the subjects of both statements have a stem in common.
func (p *pair) sharesSubject() bool {
	for _, x := range p.a.contents[:p.a.subjectLength()] {
		for _, y := range p.b.contents[:p.b.subjectLength()] {
			if x.term == y.term {
				return true
			}
		}
	}
	return false
}
