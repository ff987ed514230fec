package contradict

import (
	"slices"
	"strings"
	"unicode"
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
	case p.a.namesBeyond(p.b, s.A) && p.b.namesBeyond(p.a, s.B):
		p.gate("two things by their names", unlikely)
	case len(p.choices) > 1, len(p.choices) == 1 && s.Kind != SignalChoice:
		p.gate("two things by their choices", unlikely)
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
func (p *Parsed) namesBeyond(other *Parsed, answer string) bool {
	answer = lettersOf(answer)
	return slices.ContainsFunc(p.tokens, func(t token) bool {
		said := len(t.text) > 1 && strings.Contains(answer, lettersOf(t.text))
		return t.namesOne() && !said && !other.hasToken(t.text) && !other.mentions(words().term(t.text))
	})
}

// namesOne tells the words that say which one of several is meant: names, identifiers, members of a
// class or of a line of scopes.
func (t *token) namesOne() bool {
	switch {
	case t.kind == punctuation, t.kind == numberToken, t.kind == modalMark:
		return false
	case t.class&(stopWord|negationCue|universal|existential|restrictive|conditional|circumstance|auxiliary|beVerb) != 0, t.isMeasure():
		return false
	case t.name, t.code, t.kind == codeToken, hasDigit(t.text):
		return true
	}
	l := words()
	return len(l.scopes[t.text]) > 0 || len(l.classes[l.term(t.text)]) > 0 && l.isMember(t.text)
}

// lettersOf returns the letters and digits of a text in lower case, so that spellings of one identifier meet.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if isSeparator(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
