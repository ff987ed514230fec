package judge

import (
	"github.com/9aea2451/kb/contradict/read"
)

// contrasts tells whether one side denies of one thing what the other says of its opposite, or of
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

// oppositePair is a content of each side, one of two that exclude each other.
type oppositePair struct{ a, b read.Content }

// deniesWith tells whether all that the statement denies stands in one clause with the word.
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

// separates tells the words and signs that another clause may follow.
func separates(t *read.Token) bool {
	switch t.Text {
	case "and", "or", "but", "while", "whereas", ",", ";", ":":
		return true
	}
	return false
}

// opensWith tells whether the word belongs to what the statement speaks of.
func opensWith(p *read.Parsed, c read.Content) bool {
	return isSubject(p, c) || p.Verb < 0 && len(p.Contents) > 0 && c == p.Contents[0]
}
