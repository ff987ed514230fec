package contradict

import (
	"slices"
	"strings"
)

// signalSubstitution finds statements that are the same but for one run of words in the place of a
// complement: "sorted by relevance" against "sorted by date". The words are unknown, so it mostly warns.
func (p *pair) signalSubstitution() {
	if len(p.onlyA) == 0 || len(p.onlyB) == 0 || len(p.onlyA) > 3 || len(p.onlyB) > 3 || p.strongest() > 0.5 {
		return
	}
	start, endA, endB, ok := p.replacedRun()
	if !ok || start == 0 || !p.isComplement(start) || p.namedByHeading(start, endA, endB) || !p.oneConstruction(start) ||
		p.a.spansVerb(start, endA) ||
		p.b.spansVerb(start, endB) {
		return
	}
	last := endA == len(p.a.contents) && endB == len(p.b.contents)
	strength := choose(last, 0.45, 0.3)
	if p.prescribesComplement(start) {
		strength = 0.8
	}
	p.signal(SignalSlot, strength, joinWords(p.a.contents[start:endA]), joinWords(p.b.contents[start:endB]))
	p.onlyA = slices.DeleteFunc(p.onlyA, func(i int) bool { return i >= start && i < endA })
	p.onlyB = slices.DeleteFunc(p.onlyB, func(i int) bool { return i >= start && i < endB })
}

// namedByHeading tells whether one of the replaced words is what its heading is about: then it is
// the subject.
func (p *pair) namedByHeading(start, endA, endB int) bool {
	return p.a.headingHas(p.a.contents[start:endA]) || p.b.headingHas(p.b.contents[start:endB])
}

func (p *Parsed) headingHas(run []content) bool {
	if len(p.Context) == 0 {
		return false
	}
	set := conditionSet(p.Context)
	return slices.ContainsFunc(run, func(c content) bool { return containsTerm(set, c.term) })
}

func (p *pair) strongest() float64 {
	best := 0.0
	for i := range p.signals {
		best = max(best, p.signals[i].Strength)
	}
	return best
}

// replacedRun returns the one run of contents in which the sides differ: a[start:endA] and b[start:endB].
func (p *pair) replacedRun() (start, endA, endB int, ok bool) {
	a, b := p.a.contents, p.b.contents
	for start < len(a) && start < len(b) && a[start].term == b[start].term {
		start++
	}
	endA, endB = len(a), len(b)
	for endA > start && endB > start && a[endA-1].term == b[endB-1].term {
		endA--
		endB--
	}
	if start == endA || start == endB {
		return 0, 0, 0, false
	}
	for _, x := range a[start:endA] {
		if matchingContent(x.term, b[start:endB], make([]bool, endB-start)) >= 0 {
			return 0, 0, 0, false
		}
	}
	return start, endA, endB, true
}

// isComplement tells whether the run stands where a verb takes one filler.
func (p *pair) isComplement(start int) bool {
	x, y := p.a.contents[start], p.b.contents[start]
	previous := p.a.contents[start-1]
	functional := p.l.terms[previous.term]&functionalVerb != 0
	if strings.HasSuffix(x.word, "ing") || strings.HasSuffix(y.word, "ing") || p.anyVerb(multipleVerb) {
		return false
	}
	inSubject := p.a.verb < 0 || x.token < p.a.verb || p.b.verb < 0 || y.token < p.b.verb
	if inSubject && !functional {
		return false
	}
	return functional && previous.word != "name" || p.a.followsBe(x.token) && p.b.followsBe(y.token)
}

// oneConstruction tells whether both runs follow the same words: "are in compliance with" and "are
// spread across" say things that both hold, and so do "is used" and "is preserved".
func (p *pair) oneConstruction(start int) bool {
	x, y := p.a.contents[start], p.b.contents[start]
	if p.a.isParticiple(x) || p.b.isParticiple(y) {
		return false
	}
	switch {
	case p.a.tokens[x.token].code && p.a.isAttribute(x) && p.b.isAttribute(y):
		return false // says which of several it is
	case p.a.commands() && p.b.commands():
		return false // steps of two procedures
	case p.l.unlike(x.term, y.term):
		return false // Jenkins and Linux answer two questions
	}
	return p.a.leadsTo(x.token) == p.b.leadsTo(y.token)
}

// commands tells a sentence that begins with its verb: a step of a procedure.
func (p *Parsed) commands() bool {
	if p.verb >= 0 || len(p.tokens) == 0 {
		return false
	}
	t, l := &p.tokens[0], words()
	return t.class&placeVerb != 0 || l.terms[l.term(t.text)] != 0
}

// spansVerb tells whether a run of contents has the main verb between them: then the subject differs as well.
func (p *Parsed) spansVerb(start, end int) bool {
	return p.verb >= 0 && p.contents[start].token < p.verb && p.contents[end-1].token > p.verb
}

// isParticiple tells the words that are the predicate itself, not what completes it.
func (p *Parsed) isParticiple(c content) bool {
	t := &p.tokens[c.token]
	return t.kind == wordToken && !t.code && isParticiple(t.text)
}

// leadsTo returns the word right before a token, articles and forms of "be" left aside.
func (p *Parsed) leadsTo(token int) string {
	for i := token - 1; i >= 0; i-- {
		switch t := &p.tokens[i]; {
		case t.text == "a", t.text == "an", t.text == "the", t.text == "its", t.text == "their", t.kind == punctuation && t.text != "=":
		case t.class&beVerb != 0:
			return "="
		default:
			return t.text
		}
	}
	return ""
}

// followsBe tells whether "is" or "are" stands in the three tokens before.
func (p *Parsed) followsBe(token int) bool {
	for i := max(0, token-3); i < token; i++ {
		if p.tokens[i].text == "is" || p.tokens[i].text == "are" {
			return true
		}
	}
	return false
}

// prescribesComplement tells "MUST begin with X": exclusive even where X is unknown.
func (p *pair) prescribesComplement(start int) bool {
	if p.a.force != Must || p.b.force != Must || p.l.terms[p.a.contents[start-1].term]&exclusiveVerb == 0 {
		return false
	}
	token := p.a.contents[start].token
	for i := max(0, token-4); i < token; i++ {
		switch p.a.tokens[i].text {
		case "with", "as", "in", "exactly":
			return !p.a.has("or") && !p.b.has("or")
		}
	}
	return false
}

func joinWords(run []content) string {
	list := make([]string, len(run))
	for i := range run {
		list[i] = run[i].word
	}
	return strings.Join(list, " ")
}
