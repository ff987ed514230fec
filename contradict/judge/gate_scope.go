package judge

import (
	"slices"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// narrowed reports whether one side speaks of some of what the other speaks of: "of the mobile
// app", "in staging", "for unhealthy nodes". What holds of some, and not of the rest, is an
// exception.
func narrowed(p *pair) bool {
	if len(p.onlyA) > 0 && len(p.onlyB) > 0 {
		return false
	}
	return narrows(p.a, p.onlyA, p.b) && !neverHolds(p.b) || narrows(p.b, p.onlyB, p.a) && !neverHolds(p.a)
}

// neverHolds tells "we never squash branches", which holds of no branch: whoever squashes them on
// merge contradicts it.
func neverHolds(p *read.Parsed) bool { return p.Quantifier.Denies() || hasToken(p, "never") }

// narrows reports whether one of these contents, which the other side lacks, stands behind a preposition.
func narrows(p *read.Parsed, only []int, other *read.Parsed) bool {
	for _, i := range only {
		c := &p.Contents[i]
		if !other.Mentions(c.Term) && behindPreposition(p, c.Token) {
			return true
		}
	}
	return false
}

// behindPreposition reports whether a word is part of what a preposition opens: "for all unhealthy nodes".
func behindPreposition(p *read.Parsed, token int) bool {
	const reach = 4
	for j := token - 1; j >= max(0, token-reach); j-- {
		switch t := &p.Tokens[j]; {
		case t.Class&(words.PlacePreposition|words.ScopePreposition) != 0:
			return true
		case t.Kind != read.WordToken, t.Class&(words.Auxiliary|words.NegationCue) != 0, t.Text == "and", t.Text == "or":
			return false
		}
	}
	return false
}

// scopesUnexplained reports whether the statements differ in a scope which no signal explains:
// staging against production.
func scopesUnexplained(p *pair) bool {
	if p.a.Only || p.b.Only {
		return false
	}
	for _, x := range p.a.Scopes {
		for _, y := range p.b.Scopes {
			if x.Class == y.Class && x.Member != y.Member && p.leftOver(x, y) && !sharesScope(p.a, x.Class, p.b) {
				return true
			}
		}
	}
	return false
}

// leftOver reports whether both scopes are among the words that nothing explains, or stand in headings.
func (p *pair) leftOver(x, y read.Scope) bool {
	if x.Heading && y.Heading {
		return true
	}
	return hasContent(p.a, p.onlyA, x.Member) && hasContent(p.b, p.onlyB, y.Member)
}

func hasContent(s *read.Parsed, indices []int, term string) bool {
	for _, i := range indices {
		if s.Contents[i].Term == term {
			return true
		}
	}
	return false
}

// scopesDiffer reports whether both sides name members of one class and none in common.
func scopesDiffer(p *pair) bool {
	for _, x := range p.a.Scopes {
		if !sharesScope(p.a, x.Class, p.b) && slices.ContainsFunc(p.b.Scopes, func(y read.Scope) bool { return y.Class == x.Class }) {
			return true
		}
	}
	return false
}

// sharesScope reports whether both statements name one member of the class.
func sharesScope(p *read.Parsed, class string, other *read.Parsed) bool {
	for _, x := range p.Scopes {
		if x.Class == class &&
			slices.ContainsFunc(other.Scopes, func(y read.Scope) bool { return y.Class == class && y.Member == x.Member }) {
			return true
		}
	}
	return false
}
