package judge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// twoNames reports plan A and plan B, staging and production, HTTP/1.1 and HTTP/2, eu-west-1 and us-east-1. Each side names
// something that the other does not, and that is not what excludes each other; or members of a class differ twice, or once
// beside another signal. "Only admins" and "all members" name two things and mean one.
func twoNames(p *pair) bool {
	s := p.strongestSignal()
	switch {
	case designatorsDiffer(p), scopesUnexplained(p):
		return true
	case s.Kind == SignalOnly, s.Kind == SignalQuantifier:
		return false
	}
	chosen := len(p.choices) > 1 || len(p.choices) == 1 && s.Kind != SignalChoice
	return chosen || p.siblings(s) || !p.surelyOfOne() && namesBeyond(p.a, p.b, s.A) && namesBeyond(p.b, p.a, s.B)
}

// siblings tells the upload limit of Plan A from that of Plan B, whatever else both name in full: beside one noun, or
// behind "of", each side has a name or kind of its own.
func (p *pair) siblings(s *Signal) bool {
	for i := range p.a.Tokens {
		if !ofItsOwn(p.a, p.b, i, s.A) {
			continue
		}
		for j := range p.b.Tokens {
			if ofItsOwn(p.b, p.a, j, s.B) && p.besideOneNoun(i, j) {
				return true
			}
		}
	}
	return false
}

// ofItsOwn reports whether a word before the verb names or tells a kind of what it stands beside, is no part of the
// answer, and not in the other statement.
func ofItsOwn(side, other *read.Parsed, i int, answer string) bool {
	t := &side.Tokens[i]
	said := len(t.Text) > 1 && strings.Contains(lettersOf(answer), lettersOf(t.Text))
	named := namesOne(t) || t.Kind == read.NumberToken && side.IsDesignation(i) || read.IsAnchorWord(t) && ownedBy(side, i)
	return i < side.Predicate() && named && !said && !hasToken(other, t.Text) && !other.Mentions(words.English().Term(t.Text))
}

// ownedBy reports whether a word stands behind "of", an article left aside.
func ownedBy(p *read.Parsed, i int) bool {
	if i > 0 && p.Tokens[i-1].Class&words.StopWord != 0 && p.Tokens[i-1].Text != "of" {
		i--
	}
	return i > 0 && p.Tokens[i-1].Text == "of"
}

// besideOneNoun reports whether the same noun stands right before the i-th word of one side and the j-th of the other,
// or right behind them, or both stand behind "of" right before the verb, and one is a name.
func (p *pair) besideOneNoun(i, j int) bool {
	a, b := p.a.Tokens, p.b.Tokens
	noun := func(x, y *read.Token) bool { return read.IsAnchorWord(x) && sameNoun(x, y) }
	if i > 0 && j > 0 && noun(&a[i-1], &b[j-1]) || i+1 < len(a) && j+1 < len(b) && noun(&a[i+1], &b[j+1]) {
		return true
	}
	alone := i+1 == p.a.Predicate() && j+1 == p.b.Predicate()
	return alone && ownedBy(p.a, i) && ownedBy(p.b, j) && (namesOne(&a[i]) || namesOne(&b[j]))
}

// strongestSignal returns the signal of the verdict, the first of the strongest.
func (p *pair) strongestSignal() *Signal {
	best := &p.signals[0]
	for i := range p.signals {
		if p.signals[i].Strength > best.Strength {
			best = &p.signals[i]
		}
	}
	return best
}

// namesBeyond reports whether the statement names something that the other does not and that is not
// part of its answer.
func namesBeyond(p *read.Parsed, other *read.Parsed, answer string) bool {
	answer = lettersOf(answer)
	return slices.ContainsFunc(p.Tokens, func(t read.Token) bool {
		said := len(t.Text) > 1 && strings.Contains(answer, lettersOf(t.Text))
		return namesOne(&t) && !said && !hasToken(other, t.Text) && !other.Mentions(words.English().Term(t.Text))
	})
}

// namesOne tells the words that say which one of several is meant: names, identifiers, members of a
// class or of a line of scopes.
func namesOne(t *read.Token) bool {
	switch {
	case t.Kind == read.Punctuation, t.Kind == read.NumberToken, t.Kind == read.ModalMark:
		return false
	case t.Class&(words.StopWord|words.NegationCue|words.Universal|words.Existential|words.Restrictive|words.Conditional|words.Circumstance|
		words.Auxiliary|words.BeVerb) != 0,
		t.IsMeasure():
		return false
	case t.Name, t.Code, t.Kind == read.CodeToken, words.HasDigit(t.Text):
		return true
	}
	l := words.English()
	return len(l.Scopes[t.Text]) > 0 || len(l.Classes[l.Term(t.Text)]) > 0 && l.IsMember(t.Text)
}

// lettersOf returns the letters and digits of a text in lower case, so that spellings of one identifier meet.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if words.IsSeparator(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// answersWith reports whether a stem is part of the answer of a slot.
func answersWith(p *read.Parsed, term string) bool {
	return len(words.English().Classes[term]) > 0 || slices.ContainsFunc(p.Slots, func(s read.Slot) bool {
		return (s.Kind == read.OwnerSlot || s.Kind == read.PlaceSlot || s.Kind == read.ChoiceSlot) && slices.Contains(s.Fillers, term)
	})
}

// cites reports whether a whole number follows an acronym, "ICS 24": the number of a document, not a version.
func cites(p *read.Parsed, q *read.Quantity) bool {
	i := q.Token
	if q.Dimension == read.DimensionRate || !p.IsDesignation(i) || strings.Contains(p.Tokens[i].Text, ".") {
		return false
	}
	before := &p.Tokens[i-1]
	end := before.Start + len(before.Text)
	if len(before.Text) < 2 || end > len(p.Text) {
		return false
	}
	written := p.Text[before.Start:end]
	return written == strings.ToUpper(written)
}

// contrasts reports whether one side denies of one thing what the other says of its opposite, or of
// another member of its class: "public responses are cached" and "private responses are not cached"
// both hold.
func (p *pair) contrasts() bool {
	opposites := append([]oppositePair(nil), p.choices...)
	for _, x := range p.antonyms {
		opposites = append(opposites, oppositePair{x.a, x.b})
	}
	if len(opposites) != 1 {
		return false
	}
	x := opposites[0]
	switch {
	case p.hasSignal(SignalNegation):
		return deniesWith(p.a, x.a) && deniesWith(p.b, x.b)
	case p.hasSignal(SignalModality), p.hasSignal(SignalNumber):
		return opensWith(p.a, x.a) && opensWith(p.b, x.b)
	}
	return false
}

// deniesWith reports whether all that the statement denies stands in one clause with the word.
func deniesWith(p *read.Parsed, c read.Content) bool {
	for _, n := range p.Negations {
		if n.Condition || n.At >= len(p.Contents) {
			continue
		}
		from, to := c.Token, p.Contents[n.At].Token
		for i := min(from, to); i < max(from, to); i++ {
			if separates(&p.Tokens[i]) {
				return false
			}
		}
	}
	return true
}

// separates reports the words and signs that another clause may follow.
func separates(t *read.Token) bool {
	switch t.Text {
	case "and", "or", "but", "while", "whereas", ",", ";", ":":
		return true
	}
	return false
}

// opensWith reports whether the word belongs to what the statement speaks of.
func opensWith(p *read.Parsed, c read.Content) bool {
	return isSubject(p, c) || p.Verb < 0 && len(p.Contents) > 0 && c == p.Contents[0]
}

// designatorsDiffer reports whether a number in their names tells two things apart. Where it is the
// answer that carries the number ("hashed with SHA-256", "with SHA-512"), the answers exclude each
// other, unless another signal says that each holds of its own.
func designatorsDiffer(p *pair) bool {
	if len(p.a.Designators) == 0 || len(p.b.Designators) == 0 {
		return false
	}
	reversed := p.hasSignal(SignalNegation) || p.hasSignal(SignalAntonym) || p.hasSignal(SignalModality) || p.hasSignal(SignalQuantifier)
	for _, x := range p.a.Designators {
		for _, y := range p.b.Designators {
			switch {
			case x.Family != y.Family || x.Name == y.Name:
			case x.Subject && y.Subject && p.place == otherNotes, (reversed || x.Subject || y.Subject) && !p.sharesDesignator(x.Family):
				return true
			}
		}
	}
	return false
}

// sharesDesignator reports whether both statements have one name of the family.
func (p *pair) sharesDesignator(family string) bool {
	return slices.ContainsFunc(p.a.Designators, func(x read.Designator) bool {
		return x.Family == family && slices.ContainsFunc(p.b.Designators, func(y read.Designator) bool { return x.Name == y.Name })
	})
}
