package contradict

import (
	"slices"
	"strings"
)

// Factors of gates that outlines know, too.
const (
	pointsAway      = 0.5
	pointsElsewhere = 0.3 // "this proposal" is another one in each document
	twoProposals    = 0.6
	ownIntroduction = 0.5
	ownAnswers      = 0.4
	otherInherited  = 0.3
	oneInherited    = 0.6
	noVerb          = 0.45
	oneVerb         = 0.65
)

// gateContext doubts statements that stand under different headings or inherited conditions.
func (p *pair) gateContext() {
	known := len(p.a.Context)+len(p.b.Context) > 0 || p.a.Document+p.b.Document != ""
	moved := p.a.Document != p.b.Document || !slices.Equal(p.a.Context, p.b.Context)
	if known && (moved && (p.a.anaphoric || p.b.anaphoric) || leadsWithPronoun(p.a) || leadsWithPronoun(p.b)) {
		factor := pointsAway
		if p.a.Document != p.b.Document && p.a.Document != "" && p.b.Document != "" {
			factor = pointsElsewhere
		}
		p.gate("\"it\" across headings", factor)
	}
	switch {
	case p.a.Document != p.b.Document:
		p.gateDocuments()
	case moved:
		p.gateHeadings()
	case p.a.Document != "":
		p.gateSection()
	}
	p.gateInherited()
}

// gateSection doubts two sentences of one section: who writes them one below the other lists cases.
func (p *pair) gateSection() {
	if len(p.a.Conditions) > 0 && slices.Equal(p.a.Conditions, p.b.Conditions) {
		if p.a.force == Assertion && p.b.force == Assertion {
			p.gate("items of one list", 0.25)
			return
		}
		p.gate("items of one list", 0.4)
		return
	}
	p.gate("one section", 0.65)
}

// gateDocuments doubts sentences that introduce or propose: each document brings something new of its own.
func (p *pair) gateDocuments() {
	if p.a.Tentative && p.b.Tentative {
		p.gate("two proposals", twoProposals)
	}
	if p.a.introduces || p.b.introduces {
		p.gate("introduced by its document", ownIntroduction)
	}
	if p.a.answers() && p.b.answers() {
		p.gate("answers about its document", ownAnswers)
	}
}

// answers tells whether the statement stands under a question, which a form asks of each document.
func (p *Parsed) answers() bool {
	return len(p.Context) > 0 && strings.HasSuffix(p.Context[len(p.Context)-1], "?")
}

func leadsWithPronoun(p *Parsed) bool { return p.lead == "it" || p.lead == "they" }

// gateHeadings doubts siblings (cases of one list) and parallel headings ("Free plan", "Enterprise plan").
func (p *pair) gateHeadings() {
	a, b := p.a.Context, p.b.Context
	if len(a) == 0 || len(b) == 0 {
		return
	}
	both, either := overlapTerms(p.a.lastHeading(), p.b.lastHeading())
	siblings := slices.Equal(a[:len(a)-1], b[:len(b)-1])
	parallel := both < either && float64(both) >= 0.4*float64(either)
	if siblings || parallel {
		p.gate("parallel headings", 0.65)
	}
}

// gateOpposites doubts opposite words whose opposition the headings have too: each says what holds in its own case.
func (p *pair) gateOpposites() {
	if len(p.a.Context) == 0 || len(p.b.Context) == 0 {
		return
	}
	x, y := p.a.lastHeading(), p.b.lastHeading()
	for _, s := range p.antonyms {
		if containsTerm(x, s.a.term) && containsTerm(y, s.b.term) || p.opposedIn(x, y) {
			p.gate("opposite headings", 0.3)
			return
		}
	}
}

// opposedIn tells whether a stem of one set is the opposite of one of the other, and neither set has both.
func (p *pair) opposedIn(x, y []string) bool {
	for _, s := range x {
		for _, t := range y {
			if p.opposed(s, t) && !containsTerm(x, t) && !containsTerm(y, s) {
				return true
			}
		}
	}
	return false
}

// gateVersions doubts what two versions of one document say: the later one changed it.
func (p *pair) gateVersions() {
	if len(p.signals) > 0 && versionsOfOne(p.a.Document, p.b.Document) {
		p.gate("versions of one document", 0.3)
	}
}

// gateAuthor doubts what one document says twice with a weak signal: who writes both means both.
func (p *pair) gateAuthor() {
	const unmistakable = 0.8
	if len(p.signals) > 0 && p.a.Document != "" && p.a.Document == p.b.Document && p.strongest() < unmistakable {
		p.gate("one author", 0.4)
		return
	}
	if len(p.signals) > 0 && p.a.Document != "" && p.a.Document == p.b.Document && p.a.isState() && p.b.isState() {
		p.gate("states of one field", 0.4)
	}
}

// lastHeading returns the terms of the heading right above the statement, as conditionSet has them. Most statements are never asked,
// and some are for each of thousands of pairs.
func (p *Parsed) lastHeading() []string {
	if set := p.heading.Load(); set != nil {
		return *set
	}
	set := conditionSet(p.Context[len(p.Context)-1:])
	p.heading.Store(&set)
	return set
}

func (p *pair) gateInherited() {
	a, b := p.a.Conditions, p.b.Conditions
	switch {
	case slices.Equal(a, b), slices.Equal(p.a.inherited, p.b.inherited) && len(p.a.inherited) > 0:
	case len(a) > 0 && len(b) > 0:
		p.gate("different inherited conditions", otherInherited)
	default:
		p.gate("inherited condition on one side", oneInherited)
	}
}

// gateVerbs doubts fragments: a heading or a label asserts little.
func (p *pair) gateVerbs() {
	switch {
	case !p.a.finite && !p.b.finite:
		p.gate("no verb", noVerb)
	case !p.a.finite || !p.b.finite:
		p.gate("no verb on one side", oneVerb)
	}
}

// isState tells "`status.ready` is `true`": a field with a value, which it has at one point of a course of events.
func (p *Parsed) isState() bool {
	for i := range p.contents {
		if !p.tokens[p.contents[i].token].code {
			return false
		}
	}
	return len(p.contents) > 0 && p.force == Assertion
}
