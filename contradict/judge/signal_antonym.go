package judge

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// antonymPair is a word of each side that exclude each other.
type antonymPair struct {
	a, b     read.Content
	kind     words.AntonymKind
	strength float64
}

// pairAntonyms takes opposite words off the unexplained contents.
func (p *pair) pairAntonyms() {
	for i := 0; i < len(p.onlyA); {
		x := p.a.Contents[p.onlyA[i]]
		opposites := p.l.Antonyms[x.Term] // of most words there are none
		j := p.findB(func(y string) bool {
			return x.Term != y && (opposites != nil && opposites[y] != words.NotAntonyms || words.Negates(x.Term, y))
		})
		if j < 0 {
			i++
			continue
		}
		y := p.b.Contents[p.onlyB[j]]
		if pointsAt(p.a, x) && pointsAt(p.b, y) {
			p.explain(i, j) // "the rules above", "the rules below" are places of the page
			continue
		}
		kind, strength := p.l.Antonym(x.Term, y.Term)
		p.antonyms = append(p.antonyms, antonymPair{x, y, kind, strength})
		p.explain(i, j)
	}
}

// pointsAt tells "above" and "below" at the end of a clause, "following" and "preceding": they
// point into the page.
func pointsAt(p *read.Parsed, c read.Content) bool {
	switch c.Word {
	case "above", "below":
		return c.Token+1 >= len(p.Tokens) || p.Tokens[c.Token+1].Kind == read.Punctuation ||
			p.Tokens[c.Token+1].Class&(words.StopWord|words.BeVerb|words.Auxiliary) != 0 && p.Tokens[c.Token+1].Class&words.Determiner == 0
	case "following", "preceding":
		return true
	}
	return false
}

// signalAntonyms makes a signal of each two opposite words that are left, as signalNegation has
// taken out those beside a denial.
func (p *pair) signalAntonyms() {
	for _, x := range p.antonyms {
		p.signal(SignalAntonym, p.antonymStrength(x), x.a.Word, x.b.Word)
	}
}

// antonymStrength weighs an antonym by the part it plays: opposite subjects are other things,
// opposite attributes other parts, reversible actions a pair of features.
func (p *pair) antonymStrength(x antonymPair) float64 {
	attributive := isAttribute(p.a, x.a) && isAttribute(p.b, x.b)
	switch {
	case isSubject(p.a, x.a) && isSubject(p.b, x.b):
		p.subjectFlip = true
		return x.strength * ofOppositeSubjects
	case x.kind == words.Reversible, p.l.Undoes(x.a.Term, x.b.Term) && !participle(x.a.Word) && !participle(x.b.Word):
		// A system has both of most, each at its time; a sentence that says word for word of the same thing that it does
		// the one and the other, and not that it can, was reversed.
		result := func(word string) bool {
			return participle(word) || strings.HasSuffix(word, "able") && len(p.l.Undone[p.l.Term(word)]) == 0
		}
		weak := choose(p.permissive(), permittedReversal, eachAtItsTime)
		switch {
		case len(p.a.ConditionTerms) > 0 && slices.Equal(p.a.ConditionTerms, p.b.ConditionTerms) && !p.permissive():
			return nearlySure // one trigger, two effects
		case p.reversed(x):
			return sure
		case isAttribute(p.a, x.a) && !participle(x.a.Word) && !participle(x.b.Word), p.imperativeAndCan():
			return weak
		case result(x.a.Word) || result(x.b.Word):
			return min(x.strength, nearlySure)
		}
		return weak
	case (x.kind == words.State || x.kind == words.Prefixed) && attributive:
		return min(x.strength, p.attributeStrength())
	case x.kind == words.Relational:
		return choose(attributive, oppositeAttributes, oppositeRelations)
	}
	return x.strength
}

// attributeStrength weighs opposite attributes: of short statements they make two things ("the start time",
// "the end time"); a long one that differs in nothing else was reversed.
func (p *pair) attributeStrength() float64 {
	const long = 7
	switch {
	case p.permissive():
		return permittedAttributes
	case p.shared >= long*p.meanRarity() && len(p.onlyA)+len(p.onlyB) == 0 && len(p.antonyms) == 1:
		return longAttributes
	}
	return oppositeAttributes
}

// meanRarity is the weight of an ordinary word: 1, less in a base.
func (p *pair) meanRarity() float64 {
	if len(p.a.Contents) == 0 {
		return 1
	}
	sum := 0.0
	for i := range p.a.Contents {
		sum += p.rarity(p.a.Contents[i].Term)
	}
	return sum / float64(len(p.a.Contents))
}

func participle(word string) bool { return strings.HasSuffix(word, "ed") }

// imperativeAndCan tells "Remove an object from the list", a step or what something does, from "an object
// can be added", which leaves it open.
func (p *pair) imperativeAndCan() bool {
	can := func(x, y *read.Parsed) bool { return x.Force == read.May && y.Force == read.Assertion && y.Verb < 0 }
	return can(p.a, p.b) || can(p.b, p.a)
}

// reversed reports whether the sentences are the same but for one pair of words, long enough to name
// a thing, and of two notes.
func (p *pair) reversed(x antonymPair) bool {
	const things = 2
	apart := p.a.Document == "" || p.a.Document != p.b.Document
	return apart && p.l.Undoes(x.a.Term, x.b.Term) && !p.permissive() && len(p.antonyms) == 1 && len(p.onlyA)+len(p.onlyB) == 0 &&
		p.shared >= things
}

// permissive tells statements about what is possible: both directions may be.
func (p *pair) permissive() bool {
	return p.hasForce(read.May) || p.shares("allow") || p.shares("provide") || p.shares("support") || p.shares("ability") ||
		p.shares("able")
}

// isSubject reports whether the word stands before the verb.
func isSubject(p *read.Parsed, c read.Content) bool { return p.Verb >= 0 && c.Token < p.Verb }

// isAttribute reports whether the word stands right before another content word.
func isAttribute(p *read.Parsed, c read.Content) bool {
	if c.Token+1 >= len(p.Tokens) {
		return false
	}
	next := &p.Tokens[c.Token+1]
	switch {
	case next.Kind != read.WordToken, next.Class&(words.StopWord|words.Conditional|words.NegationCue|words.Restrictive) != 0:
		return false
	case strings.HasSuffix(next.Text, "ly"):
		return false
	}
	return next.Text != "each" && next.Text != "every" && !read.IsComparator(next.Text)
}

// choose is yes where the condition holds, else no; both are computed before.
func choose(condition bool, yes, no float64) float64 {
	if condition {
		return yes
	}
	return no
}
