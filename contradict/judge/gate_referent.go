package judge

import (
	"slices"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// gateReferent doubts "The ID is 8 bytes" against "The ID is 16 bytes": "the" and one everyday noun
// name what the section around them speaks of, and the sections are about different things.
func (p *pair) gateReferent() {
	if len(p.signals) == 0 || p.a.Document == p.b.Document && slices.Equal(p.a.Context, p.b.Context) {
		return
	}
	if speaksOfTheSection(p.a) && speaksOfTheSection(p.b) && p.headingsPart() {
		p.gate("\"the\" across headings", choose(p.a.Document == p.b.Document, Unlikely, 0.5))
	}
}

// headingsPart tells whether each heading has a word that the other lacks, and not both the noun of
// which the statements speak.
func (p *pair) headingsPart() bool {
	noun := p.a.Contents[0].Term
	if len(p.a.Context) == 0 || len(p.b.Context) == 0 {
		return p.a.Document != p.b.Document && subjectIsGeneric(p.a) && !isAbout(p.a, noun) && !isAbout(p.b, noun)
	}
	x, y := p.a.LastHeading(), p.b.LastHeading()
	both, _ := overlapTerms(x, y)
	return both < len(x) && both < len(y) && !(containsTerm(x, noun) && containsTerm(y, noun))
}

// speaksOfTheSection tells whether the subject is "the" with one noun that is no name.
func speaksOfTheSection(p *read.Parsed) bool {
	if p.Lead != "the" || len(p.Contents) == 0 {
		return false
	}
	first := p.Predicate()
	if len(p.Contents) > 1 && p.Contents[1].Token < first {
		return false
	}
	t := &p.Tokens[p.Contents[0].Token]
	return !t.Code && t.Kind == read.WordToken && (!t.Name || t.Class&(words.GenericWord|words.LabelNoun) != 0)
}

// subjectIsGeneric tells "the feature", of which every note has its own.
func subjectIsGeneric(p *read.Parsed) bool {
	return p.Tokens[p.Contents[0].Token].Class&words.GenericWord != 0
}
