package contradict

import "slices"

// gateReferent doubts "The ID is 8 bytes" against "The ID is 16 bytes": "the" and one everyday noun
// name what the section around them speaks of, and the sections are about different things.
func (p *pair) gateReferent() {
	if len(p.signals) == 0 || p.a.Document == p.b.Document && slices.Equal(p.a.Context, p.b.Context) {
		return
	}
	if p.a.speaksOfTheSection() && p.b.speaksOfTheSection() && p.headingsPart() {
		p.gate("\"the\" across headings", choose(p.a.Document == p.b.Document, unlikely, 0.5))
	}
}

// headingsPart tells whether each heading has a word that the other lacks, and not both the noun of
// which the statements speak.
func (p *pair) headingsPart() bool {
	noun := p.a.contents[0].term
	if len(p.a.Context) == 0 || len(p.b.Context) == 0 {
		return p.a.Document != p.b.Document && p.a.subjectIsGeneric() && !p.a.isAbout(noun) && !p.b.isAbout(noun)
	}
	x, y := p.a.lastHeading(), p.b.lastHeading()
	both, _ := overlapTerms(x, y)
	return both < len(x) && both < len(y) && !(containsTerm(x, noun) && containsTerm(y, noun))
}

// speaksOfTheSection tells whether the subject is "the" with one noun that is no name.
func (p *Parsed) speaksOfTheSection() bool {
	if p.lead != "the" || len(p.contents) == 0 {
		return false
	}
	first := p.predicate()
	if len(p.contents) > 1 && p.contents[1].token < first {
		return false
	}
	t := &p.tokens[p.contents[0].token]
	return !t.code && t.kind == wordToken && (!t.name || t.class&(genericWord|labelNoun) != 0)
}

// subjectIsGeneric tells "the feature", of which every note has its own.
func (p *Parsed) subjectIsGeneric() bool { return p.tokens[p.contents[0].token].class&genericWord != 0 }
