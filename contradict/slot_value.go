package contradict

// signalValues compares the amounts that the heads of both statements name.
func (p *pair) signalValues() {
	a, b := p.a.headQuantities(), p.b.headQuantities()
	if sharesValue(a, b) {
		return
	}
	for i := range a {
		for j := range b {
			x, y := &a[i], &b[j]
			strength := p.valueConflict(x, y)
			if len(a) > 1 || len(b) > 1 {
				strength *= 0.75
			}
			if strength > 0 {
				p.signal(SignalNumber, strength, p.a.amount(x), p.b.amount(y))
			}
		}
	}
}

// headQuantities returns the amounts of the statement itself, without those of its explanation and labels.
func (p *Parsed) headQuantities() (list []quantity) {
	for _, q := range p.quantities {
		if !q.condition && !q.isLabel() && (q.dimension == dimensionRate || q.token < len(p.tokens) && p.tokens[q.token].start < p.head) {
			list = append(list, q)
		}
	}
	return list
}

// sharesValue tells whether both sides name one same amount: then the rest is detail.
func sharesValue(a, b []quantity) bool {
	for i := range a {
		for j := range b {
			if a[i].dimension == b[j].dimension && sameAmount(&a[i], &b[j]) {
				return true
			}
		}
	}
	return false
}

func (p *pair) valueConflict(x, y *quantity) float64 {
	setting := p.sharesSetting(x, y)
	if x.dimension != y.dimension && !setting {
		return 0
	}
	strength := p.incompatibility(x, y)
	meet, known := p.attributesMeet()
	if saysAttribute(x.dimension) {
		meet, known = true, true
	}
	switch {
	case strength == 0:
		return 0
	case setting:
		return strength
	case known && !meet:
		return 0
	case x.bare():
		return strength * 0.6
	case !known:
		return strength * 0.8
	}
	return strength
}

// sharesSetting tells whether both bare numbers are values of one identifier.
func (p *pair) sharesSetting(x, y *quantity) bool {
	key := p.a.settingOf(x)
	return key != "" && key == p.b.settingOf(y)
}

// settingOf returns the identifier that the number is the value of: the nearest before it, or the only one.
func (p *Parsed) settingOf(q *quantity) string {
	key := ""
	for i := range p.tokens {
		if p.tokens[i].kind == codeToken && (i < q.token || key == "") {
			key = p.tokens[i].text
		}
	}
	return key
}

// attributesMeet tells whether both sides say what their numbers are of, and whether it is the same.
func (p *pair) attributesMeet() (meet, known bool) {
	for _, x := range p.a.attributes {
		for _, y := range p.b.attributes {
			meet = meet || x == y
		}
	}
	return meet, len(p.a.attributes) > 0 && len(p.b.attributes) > 0
}

// saysAttribute tells the dimensions in which a thing has one amount at most: a temperature, a voltage.
func saysAttribute(dimension string) bool {
	switch dimension {
	case "celsius", "baud", "frequency", "voltage", "current", "power", "resolution", "frame-rate", "rotation", "pressure", "density":
		return true
	}
	return false
}

func (l *lexicon) readAttributes() {
	for _, entry := range listEntries("attributes") {
		for _, word := range entry.words {
			l.attributes[word] = append(l.attributes[word], entry.head)
		}
	}
}
