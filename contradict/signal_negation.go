package contradict

// flip is a negation of one side that the other side lacks.
type flip struct {
	left   bool // of a
	target string
	denies bool // the other side asserts the target
}

// signalNegation finds a polarity that differs: "supports X" against "does not support X".
func (p *pair) signalNegation() {
	a, b := p.openNegations()
	flips := p.collectFlips(a, b)
	flips = p.cancelAntonyms(flips)
	if len(flips)%2 == 0 {
		if len(flips) > 0 {
			p.unexplained++
		}
		return
	}
	for _, f := range flips {
		if f.denies {
			p.signal(SignalNegation, flipStrength(p.a.force, p.b.force), p.polarity(f, true), p.polarity(f, false))
			return
		}
	}
	p.unexplained++
}

// polarity renders one side of a flip.
func (p *pair) polarity(f flip, left bool) string {
	if f.left == left {
		return "not " + p.surface(f.target)
	}
	return p.surface(f.target)
}

// surface returns the word that a stem was written as.
func (p *pair) surface(term string) string {
	for _, side := range [...]*Parsed{p.a, p.b} {
		for i := range side.contents {
			if side.contents[i].term == term {
				return side.contents[i].word
			}
		}
	}
	return term
}

// openNegations returns the negations that nothing on the other side answers.
func (p *pair) openNegations() (a, b []negation) {
	a = append(a, p.a.negations...)
	b = append(b, p.b.negations...)
	for i := 0; i < len(a); {
		j := p.answering(a[i], b)
		if j < 0 {
			i++
			continue
		}
		a = append(a[:i], a[i+1:]...)
		b = append(b[:j], b[j+1:]...)
	}
	return cancelMainNegations(a, b)
}

// answering finds a negation of the same word, or of a word that the other side does not have either.
func (p *pair) answering(n negation, others []negation) int {
	for j, m := range others {
		if n.target == m.target {
			return j
		}
		if n.target != "" && m.target != "" && n.condition == m.condition &&
			!p.opposed(n.target, m.target) && !p.isShared(n.target) && !p.isShared(m.target) {
			return j
		}
	}
	return -1
}

func (p *pair) isShared(term string) bool { return p.a.has(term) && p.b.has(term) }

// cancelMainNegations pairs the negations of the main clauses: word order moves their targets.
func cancelMainNegations(a, b []negation) (restA, restB []negation) {
	n := min(len(mainNegations(a)), len(mainNegations(b)))
	return dropMain(a, n), dropMain(b, n)
}

func dropMain(all []negation, n int) (rest []negation) {
	for _, x := range all {
		if !x.condition && n > 0 {
			n--
			continue
		}
		rest = append(rest, x)
	}
	return rest
}

func (p *pair) collectFlips(a, b []negation) (flips []flip) {
	add := func(negations []negation, other *Parsed, left bool) {
		for _, n := range negations {
			if n.condition {
				p.conditionFlip = true
				continue
			}
			if !other.denies(n.target) {
				flips = append(flips, flip{left, n.target, n.target == "" || other.has(n.target)})
			}
		}
	}
	add(a, p.b, true)
	add(b, p.a, false)
	return flips
}

// cancelAntonyms takes out "not enabled" against "disabled": two reversals make none.
func (p *pair) cancelAntonyms(flips []flip) []flip {
	for i := 0; i < len(p.antonyms); {
		x := p.antonyms[i]
		at := flipOf(flips, x)
		if at < 0 && len(flips) == 1 && len(p.antonyms) == 1 && flips[0].target == "" && x.kind != reversible && x.kind != relational {
			at = 0
		}
		if at < 0 {
			i++
			continue
		}
		flips = append(flips[:at], flips[at+1:]...)
		p.antonyms = append(p.antonyms[:i], p.antonyms[i+1:]...)
		p.shared += p.rarity(x.a.term)
	}
	return flips
}

func flipOf(flips []flip, x antonymPair) int {
	for i, f := range flips {
		if f.left && f.target == x.a.term || !f.left && f.target == x.b.term {
			return i
		}
	}
	return -1
}

// denies tells whether the statement negates this stem somewhere in its main clause.
func (p *Parsed) denies(target string) bool {
	for _, n := range p.negations {
		if target != "" && n.target == target && !n.condition {
			return true
		}
	}
	return false
}
