package judge

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
)

// Factors of gates that outlines know, too.
const (
	pointsAway      = Unlikely // "this proposal" is another one in each document
	twoProposals    = 0.6
	ownIntroduction = Unlikely
	ownAnswers      = Unlikely
	otherInherited  = 0.25
	oneInherited    = Unlikely
	noVerb          = Unlikely
)

// gateContext doubts statements that stand under different headings or inherited conditions.
func (p *pair) gateContext() {
	known := len(p.a.Context)+len(p.b.Context) > 0 || p.a.Document+p.b.Document != ""
	moved := p.a.Document != p.b.Document || !slices.Equal(p.a.Context, p.b.Context)
	if known && (moved && (p.a.Anaphoric || p.b.Anaphoric) || leadsWithPronoun(p.a) || leadsWithPronoun(p.b)) {
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
		p.gate("items of one list", Unlikely)
	case !p.a.Rules() || !p.b.Rules() || p.a.Anaphoric || p.b.Anaphoric:
		p.gate("steps or cases of one section", Unlikely)
	default:
		p.gate("one section", 0.65)
	}
}

// gateDocuments doubts sentences that introduce or propose: each document brings something new of its own.
func (p *pair) gateDocuments() {
	if p.a.Tentative && p.b.Tentative {
		p.gate("two proposals", twoProposals)
	}
	if p.a.Introduces || p.b.Introduces {
		p.gate("introduced by its document", ownIntroduction)
	}
	if answers(p.a) && answers(p.b) {
		p.gate("answers about its document", ownAnswers)
	}
}

// answers tells whether the statement stands under a question, which a form asks of each document.
func answers(p *read.Parsed) bool {
	return len(p.Context) > 0 && strings.HasSuffix(p.Context[len(p.Context)-1], "?")
}

func leadsWithPronoun(p *read.Parsed) bool { return p.Lead == "it" || p.Lead == "they" }

// gateHeadings doubts siblings (cases of one list) and parallel headings ("Free plan", "Enterprise plan").
func (p *pair) gateHeadings() {
	a, b := p.a.Context, p.b.Context
	if len(a) == 0 || len(b) == 0 {
		return
	}
	both, either := overlapTerms(p.a.LastHeading(), p.b.LastHeading())
	siblings := slices.Equal(a[:len(a)-1], b[:len(b)-1])
	parallel := both < either && both > 0 && 3*both >= either
	cases := len(a) == len(b) && a[len(a)-1] == b[len(b)-1] // "Round 1 > Method", "Round 2 > Method"
	switch {
	case parallel || cases:
		p.gate("parallel headings", Unlikely)
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
		p.gate("cases of one heading", Unlikely)
	}
}

// gateOpposites doubts opposite words whose opposition the headings have too: each says what holds
// in its own case.
func (p *pair) gateOpposites() {
	if len(p.a.Context) == 0 || len(p.b.Context) == 0 {
		return
	}
	x, y := p.a.LastHeading(), p.b.LastHeading()
	for _, s := range p.antonyms {
		if containsTerm(x, s.a.Term) && containsTerm(y, s.b.Term) || p.opposedIn(x, y) {
			p.gate("opposite headings", Unlikely)
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
		p.gate("versions of one document", Unlikely)
	}
}

// gateAuthor doubts what one document says twice with a weak signal: who writes both means both.
func (p *pair) gateAuthor() {
	const unmistakable = 0.8
	if len(p.signals) > 0 && p.a.Document != "" && p.a.Document == p.b.Document && p.strongest() < unmistakable {
		p.gate("one author", Unlikely)
		return
	}
	if len(p.signals) > 0 && p.a.Document != "" && p.a.Document == p.b.Document && isState(p.a) && isState(p.b) {
		p.gate("states of one field", Unlikely)
	}
}

func (p *pair) gateInherited() {
	a, b := p.a.Conditions, p.b.Conditions
	switch {
	case slices.Equal(a, b), slices.Equal(p.a.Inherited, p.b.Inherited) && len(p.a.Inherited) > 0:
	case len(a) > 0 && len(b) > 0:
		p.gate("different inherited conditions", otherInherited)
	default:
		p.gate("inherited condition on one side", oneInherited)
	}
}

// gateVerbs doubts fragments: a heading or a label asserts little. What is worded like a sentence is one.
func (p *pair) gateVerbs() {
	p.gateNoVerbs()
	if p.a.Finite != p.b.Finite && !p.likeWorded() {
		p.gate("no verb on one side", Unlikely)
	}
}

func (p *pair) gateNoVerbs() {
	if !p.a.Finite && !p.b.Finite {
		p.gate("no verb", noVerb)
	}
}

// likeWorded tells whether the statements have the same words but for those that exclude each other.
func (p *pair) likeWorded() bool { return p.shared > 1.5 && p.mismatch == 0 && p.extra == 0 }

// isState tells "`status.ready` is `true`": a field with a value, which it has at one point of a
// course of events.
func isState(p *read.Parsed) bool {
	for i := range p.Contents {
		if !p.Tokens[p.Contents[i].Token].Code {
			return false
		}
	}
	return len(p.Contents) > 0 && p.Force == read.Assertion
}
