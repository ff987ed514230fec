package contradict

import "strings"

// antonymPair is a word of each side that exclude each other.
type antonymPair struct {
	a, b     content
	kind     antonymKind
	strength float64
}

// pairAntonyms takes opposite words off the unexplained contents.
func (p *pair) pairAntonyms() {
	for i := 0; i < len(p.onlyA); {
		x := p.a.contents[p.onlyA[i]]
		opposites := p.l.antonyms[x.term] // of most words there are none
		j := p.findB(func(y string) bool {
			return x.term != y && (opposites != nil && opposites[y] != notAntonyms || negates(x.term, y))
		})
		if j < 0 {
			i++
			continue
		}
		y := p.b.contents[p.onlyB[j]]
		if p.a.pointsAt(x) && p.b.pointsAt(y) {
			p.explain(i, j) // "the rules above", "the rules below" are places of the page
			continue
		}
		kind, strength := p.l.antonym(x.term, y.term)
		p.antonyms = append(p.antonyms, antonymPair{x, y, kind, strength})
		p.explain(i, j)
	}
}

// pointsAt tells "above" and "below" at the end of a clause, "following" and "preceding": they
// point into the page.
func (p *Parsed) pointsAt(c content) bool {
	switch c.word {
	case "above", "below":
		return c.token+1 >= len(p.tokens) || p.tokens[c.token+1].kind == punctuation ||
			p.tokens[c.token+1].class&(stopWord|beVerb|auxiliary) != 0 && !isDeterminer(p.tokens[c.token+1].text)
	case "following", "preceding":
		return true
	}
	return false
}

func (p *pair) signalAntonyms() {
	for _, x := range p.antonyms {
		p.signal(SignalAntonym, p.antonymStrength(x), x.a.word, x.b.word)
	}
}

// antonymStrength weighs an antonym by the part it plays: opposite subjects are other things,
// opposite attributes other parts, reversible actions a pair of features.
func (p *pair) antonymStrength(x antonymPair) float64 {
	attributive := p.a.isAttribute(x.a) && p.b.isAttribute(x.b)
	switch {
	case p.a.isSubject(x.a) && p.b.isSubject(x.b):
		p.subjectFlip = true
		return x.strength * 0.3
	case x.kind == reversible, p.l.undoes(x) && !participle(x.a.word) && !participle(x.b.word):
		return p.reversalStrength(x)
	case (x.kind == state || x.kind == prefixed) && attributive:
		return min(x.strength, p.attributeStrength())
	case x.kind == relational:
		return choose(attributive, 0.4, 0.85)
	}
	return x.strength
}

// attributeStrength weighs opposite attributes: of short statements they make two things ("the start time",
// "the end time"); a long one that differs in nothing else was reversed.
func (p *pair) attributeStrength() float64 {
	const long = 7
	switch {
	case p.permissive():
		return 0.2
	case p.shared >= long*p.meanRarity() && len(p.onlyA)+len(p.onlyB) == 0 && len(p.antonyms) == 1:
		return 0.75
	}
	return 0.4
}

// meanRarity is the weight of an ordinary word: 1, less in a base.
func (p *pair) meanRarity() float64 {
	if len(p.a.contents) == 0 {
		return 1
	}
	sum := 0.0
	for i := range p.a.contents {
		sum += p.rarity(p.a.contents[i].term)
	}
	return sum / float64(len(p.a.contents))
}

func participle(word string) bool { return strings.HasSuffix(word, "ed") }

// reversalStrength weighs actions that undo each other. A system has both of most, each at its
// time; a sentence that says word for word of the same thing that it does the one and the other,
// and not that it can, was reversed.
func (p *pair) reversalStrength(x antonymPair) float64 {
	result := func(word string) bool {
		return participle(word) || strings.HasSuffix(word, "able") && len(p.l.undone[p.l.term(word)]) == 0
	}
	weak := choose(p.permissive(), 0.1, 0.35)
	switch {
	case len(p.a.conditionTerms) > 0 && equalTerms(p.a.conditionTerms, p.b.conditionTerms) && !p.permissive():
		return 0.95 // one trigger, two effects
	case p.reversed(x):
		return 0.9
	case p.a.isAttribute(x.a) && !participle(x.a.word) && !participle(x.b.word):
		return weak
	case result(x.a.word) || result(x.b.word):
		return min(x.strength, 0.95)
	}
	return weak
}

// reversed tells whether the sentences are the same but for one pair of words, long enough to name
// a thing, and of two notes.
func (p *pair) reversed(x antonymPair) bool {
	const things = 2
	apart := p.a.Document == "" || p.a.Document != p.b.Document
	return apart && p.l.undoes(x) && !p.permissive() && len(p.antonyms) == 1 && len(p.onlyA)+len(p.onlyB) == 0 && p.shared >= things
}

// permissive tells statements about what is possible: both directions may be.
func (p *pair) permissive() bool {
	return p.hasForce(May) || p.shares("allow") || p.shares("provide") || p.shares("support") || p.shares("ability") || p.shares("able")
}

// isSubject tells whether the word stands before the verb.
func (p *Parsed) isSubject(c content) bool { return p.verb >= 0 && c.token < p.verb }

// isAttribute tells whether the word stands right before another content word.
func (p *Parsed) isAttribute(c content) bool {
	if c.token+1 >= len(p.tokens) {
		return false
	}
	next := &p.tokens[c.token+1]
	switch {
	case next.kind != wordToken, next.class&(stopWord|conditional|negationCue|restrictive) != 0:
		return false
	case strings.HasSuffix(next.text, "ly"):
		return false
	}
	return next.text != "each" && next.text != "every" && !isComparator(next.text)
}

func choose(condition bool, yes, no float64) float64 {
	if condition {
		return yes
	}
	return no
}
