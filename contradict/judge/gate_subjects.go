package judge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// gateSubjects doubts what is said of two things: plan A and plan B, staging and production,
// eu-west-1 and us-east-1. Each side names something that the other does not, and that is not what
// excludes each other.
func (p *pair) gateSubjects() {
	if len(p.signals) == 0 {
		return
	}
	s := p.strongestSignal()
	switch {
	case s.Kind == SignalOnly || s.Kind == SignalQuantifier: // "only admins", "all members"
	case namesBeyond(p.a, p.b, s.A) && namesBeyond(p.b, p.a, s.B):
		p.gate("two things by their names", Unlikely)
	case len(p.choices) > 1, len(p.choices) == 1 && s.Kind != SignalChoice:
		p.gate("two things by their choices", Unlikely)
	}
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

// namesBeyond tells whether the statement names something that the other does not and that is not
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
	case t.Class&(words.StopWord|words.NegationCue|words.Universal|words.Existential|words.Restrictive|words.Conditional|words.Circumstance|words.Auxiliary|words.BeVerb) != 0,
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

// gateNames doubts statements whose subjects are told apart by names: the API and the SDK.
func (p *pair) gateNames() {
	x, y := subjectNames(p.a), subjectNames(p.b)
	if len(x) == 0 || len(y) == 0 || slices.ContainsFunc(x, func(t string) bool { return slices.Contains(y, t) }) {
		return
	}
	if !slices.ContainsFunc(x, p.b.Mentions) && !slices.ContainsFunc(y, p.a.Mentions) {
		p.gate("different names", Unlikely)
	}
}

// subjectNames are the stems of the names and identifiers before the main verb that are no answer
// to a question of the statement.
func subjectNames(p *read.Parsed) (names []string) {
	end := p.Predicate()
	for i := 0; i < end && i < len(p.Tokens); i++ {
		t := &p.Tokens[i]
		if t.Condition || !t.Name && !t.Code && !words.HasDigit(t.Text) || t.Kind != read.WordToken && t.Kind != read.CodeToken ||
			t.Class&(words.StopWord|words.GenericWord|words.Conditional|words.Universal|words.Existential|words.NegationCue) != 0 {
			continue
		}
		if term := words.English().Term(t.Text); !answersWith(p, term) {
			names = append(names, term)
		}
	}
	return names
}

// answersWith tells whether a stem is part of the answer of a slot.
func answersWith(p *read.Parsed, term string) bool {
	return len(words.English().Classes[term]) > 0 || slices.ContainsFunc(p.Slots, func(s read.Slot) bool {
		return (s.Kind == read.OwnerSlot || s.Kind == read.PlaceSlot || s.Kind == read.ChoiceSlot) && slices.Contains(s.Fillers, term)
	})
}
