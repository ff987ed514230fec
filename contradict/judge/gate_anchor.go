package judge

import (
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// subjectsDiffer reports whether both sides name their subject by other nouns: the kiosk app, the
// kiosk firmware.
func subjectsDiffer(p *pair) bool {
	x, y := subjectHead(p.a), subjectHead(p.b)
	return x != "" && y != "" && x != y && !words.Inflected(x, y) && !p.a.Mentions(y) && !p.b.Mentions(x) || choicesOfNothing(p)
}

// subjectHead returns the noun of a subject of two words or more, up to its first preposition;
// empty without one.
func subjectHead(p *read.Parsed) string {
	head, n := 0, 0
	for i, end := 0, p.Predicate(); i < end && i < len(p.Tokens); i++ {
		t := &p.Tokens[i]
		switch {
		case t.Condition, t.Kind == read.Punctuation, t.Class&words.PlacePreposition != 0, t.Text == "of", t.Text == "for":
			i = len(p.Tokens)
		case read.IsAnchorWord(t) && len(words.English().Attributes[t.Text]) == 0:
			head = i
			n++
		}
	}
	if n < 2 {
		return ""
	}
	return words.English().Term(p.Tokens[head].Text)
}

// surelyOfOne reports whether both sides name one thing fully, and differ in an amount or in whether it is there:
// kept and deleted. Of other answers about one such name, nine on public pages, none was a contradiction, unless
// one of them is said of the whole of a thing.
func (p *pair) surelyOfOne() bool {
	if p.anchored == 0 || p.strongest() < sureSignal {
		return false
	}
	s := p.strongestSignal()
	switch {
	case s.Kind == SignalNumber:
		return p.nameInFull()
	case s.Kind != SignalSlot:
		return false
	}
	life := strings.HasPrefix(s.A, "lifecycle: ") || strings.HasPrefix(s.A, "retention: ")
	none := strings.HasPrefix(s.A, "no ") || strings.HasPrefix(s.B, "no ")
	return (life || none) && p.nameInFull() || p.isChoice(s) && p.chosenForWhole()
}

// nameInFull reports whether both sides have the same two naming words side by side, or one identifier, and
// one side speaks of it: it is its subject, or what the subject is of.
func (p *pair) nameInFull() bool {
	for i := range p.a.Tokens {
		x := &p.a.Tokens[i]
		if !namesThing(p.a, x) || isUnitOf(p.a, i) {
			continue
		}
		for j := range p.b.Tokens {
			y := &p.b.Tokens[j]
			switch {
			case !namesThing(p.b, y), !sameNoun(x, y):
			case isIdentifier(x) && isIdentifier(y):
				if i < p.a.Predicate() || j < p.b.Predicate() {
					return true
				}
			case x.Class&words.GenericWord != 0 || !besides(p.a, i) || !besides(p.b, j) || !sameNoun(&p.a.Tokens[i+1], &p.b.Tokens[j+1]):
			case isSpokenOf(p.a, i+1) || isSpokenOf(p.b, j+1):
				return true
			}
		}
	}
	return false
}

// isUnitOf tells the "clock" of "55 clock latency", which says what is counted and names nothing.
func isUnitOf(p *read.Parsed, i int) bool { return i > 0 && p.Tokens[i-1].Kind == read.NumberToken }

// isSpokenOf reports whether a noun before the verb belongs to no other one: "the fax gateway was", not "the fax
// gateway users are".
func isSpokenOf(p *read.Parsed, i int) bool {
	verb := p.Predicate()
	return i < verb && !(i+1 < verb && besides(p, i))
}

// besides reports whether a naming word stands right behind the i-th, with nothing but a blank between.
func besides(p *read.Parsed, i int) bool {
	if i+1 >= len(p.Tokens) {
		return false
	}
	t, next := &p.Tokens[i], &p.Tokens[i+1]
	return namesThing(p, next) && next.Start-t.Start-len(t.Text) == 1
}

// namesThing tells a word of the statement itself that says which thing is meant, and is no answer.
func namesThing(p *read.Parsed, t *read.Token) bool {
	return t.Start < p.Head && read.IsAnchorWord(t) && t.Class&(words.PlaceVerb|words.Auxiliary|words.BeVerb) == 0
}

// sameNoun reports whether two words are one, or one but for synonyms and inflections.
func sameNoun(x, y *read.Token) bool {
	if x.Text == y.Text {
		return true
	}
	a, b := words.English().Term(x.Text), words.English().Term(y.Text)
	return a == b || words.Inflected(a, b)
}

func isIdentifier(t *read.Token) bool { return t.Kind == read.CodeToken || t.Code }
