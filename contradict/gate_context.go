package contradict

import (
	"slices"
	"strings"
)

// Factors of gates that outlines know, too.
const (
	pointsAway      = unlikely // "this proposal" is another one in each document
	twoProposals    = 0.6
	ownIntroduction = unlikely
	ownAnswers      = unlikely
	otherInherited  = 0.25
	oneInherited    = unlikely
	noVerb          = unlikely
)

// gateContext doubts statements that stand under different headings or inherited conditions.
func (p *pair) gateContext() {
	known := len(p.a.Context)+len(p.b.Context) > 0 || p.a.Document+p.b.Document != ""
	moved := p.a.Document != p.b.Document || !slices.Equal(p.a.Context, p.b.Context)
	if known && (moved && (p.a.anaphoric || p.b.anaphoric) || leadsWithPronoun(p.a) || leadsWithPronoun(p.b)) {
		p.gate("\"it\" across headings", pointsAway)
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
	switch {
	case len(p.a.Conditions) > 0 && slices.Equal(p.a.Conditions, p.b.Conditions):
		p.gate("items of one list", unlikely)
	case !p.a.rules() || !p.b.rules() || p.a.anaphoric || p.b.anaphoric:
		p.gate("steps or cases of one section", unlikely)
	default:
		p.gate("one section", 0.65)
	}
}

// rules tells a statement that binds or sets a limit.
func (p *Parsed) rules() bool {
	return p.force.binds() ||
		slices.ContainsFunc(p.quantities, func(q quantity) bool { return q.comparator == atMost || q.comparator == atLeast })
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
	parallel := both < either && both > 0 && 3*both >= either
	cases := len(a) == len(b) && a[len(a)-1] == b[len(b)-1] // "Round 1 > Method", "Round 2 > Method"
	switch {
	case parallel || cases:
		p.gate("parallel headings", unlikely)
	case siblings:
		p.gate("sections of one heading", 0.65)
	}
}

// gateSiblings doubts what two sections of one heading say, but for two amounts: each has its own case.
func (p *pair) gateSiblings() {
	a, b := p.a.Context, p.b.Context
	if len(p.signals) == 0 || p.a.Document != p.b.Document || len(a) == 0 || len(a) != len(b) || slices.Equal(a, b) {
		return
	}
	if slices.Equal(a[:len(a)-1], b[:len(b)-1]) && p.strongestSignal().Kind != SignalNumber {
		p.gate("cases of one heading", unlikely)
	}
}

// gateOpposites doubts opposite words whose opposition the headings have too: each says what holds
// in its own case.
func (p *pair) gateOpposites() {
	if len(p.a.Context) == 0 || len(p.b.Context) == 0 {
		return
	}
	x, y := p.a.lastHeading(), p.b.lastHeading()
	for _, s := range p.antonyms {
		if containsTerm(x, s.a.term) && containsTerm(y, s.b.term) || p.opposedIn(x, y) {
			p.gate("opposite headings", unlikely)
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
		p.gate("versions of one document", unlikely)
	}
}

// gateAuthor doubts what one document says twice with a weak signal: who writes both means both.
func (p *pair) gateAuthor() {
	const unmistakable = 0.8
	if len(p.signals) > 0 && p.a.Document != "" && p.a.Document == p.b.Document && p.strongest() < unmistakable {
		p.gate("one author", unlikely)
		return
	}
	if len(p.signals) > 0 && p.a.Document != "" && p.a.Document == p.b.Document && p.a.isState() && p.b.isState() {
		p.gate("states of one field", unlikely)
	}
}

// lastHeading returns the terms of the heading right above the statement, as conditionSet has them.
// Most statements are never asked, and some are for each of thousands of pairs.
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

// gateVerbs doubts fragments: a heading or a label asserts little. What is worded like a sentence is one.
func (p *pair) gateVerbs() {
	p.gateNoVerbs()
	if p.a.finite != p.b.finite && !p.likeWorded() {
		p.gate("no verb on one side", unlikely)
	}
}

func (p *pair) gateNoVerbs() {
	if !p.a.finite && !p.b.finite {
		p.gate("no verb", noVerb)
	}
}

// likeWorded tells whether the statements have the same words but for those that exclude each other.
func (p *pair) likeWorded() bool { return p.shared > 1.5 && p.mismatch == 0 && p.extra == 0 }

// isState tells "`status.ready` is `true`": a field with a value, which it has at one point of a
// course of events.
func (p *Parsed) isState() bool {
	for i := range p.contents {
		if !p.tokens[p.contents[i].token].code {
			return false
		}
	}
	return len(p.contents) > 0 && p.force == Assertion
}
