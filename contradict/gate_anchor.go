package contradict

// notPresent is the factor of a gate that outlines know, too.
const notPresent = 0.1

// gateScopes doubts statements about other times, scopes, subjects and labels.
func (p *pair) gateScopes() {
	if p.a.unreal || p.b.unreal {
		p.gate("not about the present", notPresent)
	}
	if p.scopesDiffer() {
		p.gate("different scopes", 0.25)
	}
	if p.headsDiffer() {
		p.gate("different subjects", unlikely)
	}
	if p.labelsDiffer() {
		p.gate("different labels", unlikely)
	}
}

// gateKinds doubts statements about other kinds of one noun. It is asked once there is a signal:
// for most pairs there is none.
func (p *pair) gateKinds() {
	if !p.hasSignal(SignalNumber) && p.compoundsDiffer() {
		p.gate("different compounds", unlikely)
	}
	if p.modifiersDiffer() || p.hasSignal(SignalAntonym) && p.objectsDiffer() {
		p.gate("different kinds", unlikely)
	}
}

// headsDiffer tells whether both sides name their subject by other nouns: the kiosk app, the kiosk firmware.
func (p *pair) headsDiffer() bool {
	x, y := p.a.subjectHead(), p.b.subjectHead()
	return x != "" && y != "" && x != y && !inflected(x, y) && !p.a.mentions(y) && !p.b.mentions(x)
}

// compoundsDiffer tells whether a word that both sides have belongs to another noun in each: the
// search index, the search frontend.
func (p *pair) compoundsDiffer() bool {
	for i := range p.a.contents {
		term := p.a.contents[i].term
		x := p.a.nounAfter(term)
		if x == "" {
			continue
		}
		if y := p.b.nounAfter(term); y != "" && x != y && !inflected(x, y) && !p.a.mentions(y) && !p.b.mentions(x) {
			return true
		}
	}
	return false
}

// modifiersDiffer tells whether both subjects are of one noun, but of another kind: the validation
// function, the render function.
func (p *pair) modifiersDiffer() bool {
	x, headX := p.a.modifier()
	y, headY := p.b.modifier()
	return headX == headY && x != "" && y != "" && x != y && !inflected(x, y) && !p.a.mentions(y) && !p.b.mentions(x)
}

// objectsDiffer tells whether a noun that both sides have is of another kind in each: unknown
// fields, duplicate fields.
func (p *pair) objectsDiffer() bool {
	for i := range p.a.contents {
		term := p.a.contents[i].term
		x, y := p.a.wordBefore(term), p.b.wordBefore(term)
		if x != "" && y != "" && x != y && !inflected(x, y) && !p.a.mentions(y) && !p.b.mentions(x) && !p.opposed(x, y) {
			return true
		}
	}
	return false
}

// wordBefore returns the stem of the adjective or noun right before a content; empty where another
// kind of word stands there.
func (p *Parsed) wordBefore(term string) string {
	for i := range p.contents {
		c := &p.contents[i]
		if c.term != term || c.token == 0 {
			continue
		}
		t, l := &p.tokens[c.token-1], words()
		stem := l.term(t.text)
		if t.kind != wordToken || !isAnchorWord(t) || t.class&(genericWord|placeVerb) != 0 || l.terms[stem] != 0 ||
			hasAnySuffix(t.text, "ly", "s") {
			return ""
		}
		return stem
	}
	return ""
}

// modifier returns the stem right before the head of the subject, and that of the head; empty for none.
func (p *Parsed) modifier() (term, head string) {
	if head = p.subjectHead(); head == "" {
		return "", ""
	}
	for i := 1; i < len(p.tokens); i++ {
		before := &p.tokens[i-1]
		if words().term(p.tokens[i].text) != head {
			continue
		}
		if isAnchorWord(before) && before.kind != punctuation && before.class&genericWord == 0 {
			return words().term(before.text), head
		}
		break
	}
	return "", head
}

// nounAfter returns the stem of the noun that a stem stands right before; empty for none.
func (p *Parsed) nounAfter(term string) string {
	for i := range p.contents {
		c := &p.contents[i]
		if c.term != term || c.token+1 >= len(p.tokens) || !p.inHead(c) {
			continue
		}
		next := &p.tokens[c.token+1]
		l := words()
		stem := l.term(next.text)
		verb := l.terms[stem]&(finiteVerb|multipleVerb|functionalVerb) != 0 || next.class&(placeVerb|genericWord|auxiliary) != 0 ||
			hasAnySuffix(next.text, "ly", "ed", "ing", "s")
		if next.kind == wordToken && isAnchorWord(next) && !verb && len(l.attributes[next.text]) == 0 && len(l.classes[stem]) == 0 &&
			!p.answersWith(stem) {
			return stem
		}
		return ""
	}
	return ""
}

// subjectHead returns the noun of a subject of two words or more, up to its first preposition;
// empty without one.
func (p *Parsed) subjectHead() string {
	head, n := "", 0
	for i, end := 0, p.predicate(); i < end && i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.condition, t.kind == punctuation, isPlacePreposition(t.text), t.text == "of", t.text == "for":
			i = len(p.tokens)
		case isAnchorWord(t) && len(words().attributes[t.text]) == 0:
			head = words().term(t.text)
			n++
		}
	}
	if n < 2 {
		return ""
	}
	return head
}

// labelsDiffer tells whether both sides number what they speak of, and differently.
func (p *pair) labelsDiffer() bool {
	found := false
	for _, x := range p.a.quantities {
		for _, y := range p.b.quantities {
			if x.dimension != dimensionLabel || y.dimension != dimensionLabel {
				continue
			}
			if x.value == y.value && x.version == y.version {
				return false
			}
			found = true
		}
	}
	return found
}

// gateAnchorConditions doubts rules for different cases, as gateConditions does, by words of the
// whole other side.
func (p *pair) gateAnchorConditions() {
	if p.a.givesDefault() && p.b.givesDefault() {
		return // "if none is given" is "by default"
	}
	a, b := p.a.headConditions, p.b.headConditions
	switch {
	case len(a) > 0 && len(b) > 0:
		if both, either := overlapTerms(a, b); both*3 < either {
			p.gate("different conditions", unlikely)
		}
	case len(a) > 0 && !p.b.covers(a), len(b) > 0 && !p.a.covers(b):
		p.gate("condition on one side", unlikely)
	}
}

// covers tells whether at least half of the stems stand in the statement.
func (p *Parsed) covers(terms []string) bool {
	n := 0
	for _, t := range terms {
		if p.mentions(t) {
			n++
		}
	}
	return 2*n >= len(terms)
}
