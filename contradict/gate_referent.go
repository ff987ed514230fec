package contradict

import "slices"

// gateReferent doubts "The ID is 8 bytes" against "The ID is 16 bytes": "the" and one everyday noun name what the section around
// them speaks of, and the sections have nothing in common.
func (p *pair) gateReferent() {
	if len(p.signals) == 0 || p.a.Document == p.b.Document && slices.Equal(p.a.Context, p.b.Context) {
		return
	}
	if len(p.a.Context) > 0 && len(p.b.Context) > 0 && p.a.speaksOfTheSection() && p.b.speaksOfTheSection() && !meet(p.a.lastHeading(), p.b.lastHeading()) {
		p.gate("\"the\" across headings", 0.5)
	}
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

// meet tells whether two sorted sets share a stem.
func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(t string) bool { return containsTerm(b, t) })
}
