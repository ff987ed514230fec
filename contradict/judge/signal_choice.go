package judge

import (
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// signalChoice finds members of one exclusive class: PostgreSQL against MySQL.
func (p *pair) signalChoice() {
	for i := 0; i < len(p.onlyA); {
		x := p.a.Contents[p.onlyA[i]]
		if len(p.l.Classes[x.Term]) == 0 { // as of most words
			i++
			continue
		}
		j := p.findB(func(y string) bool { return p.l.SharedClass(x.Term, y) != "" })
		if j < 0 || p.l.SharedClass(x.Term, p.b.Contents[p.onlyB[j]].Term) == "method" && !p.a.Tokens[x.Token].Name ||
			!p.l.IsMember(x.Word) ||
			!p.l.IsMember(p.b.Contents[p.onlyB[j]].Word) {
			i++
			continue
		}
		y := p.b.Contents[p.onlyB[j]]
		p.choices = append(p.choices, oppositePair{x, y})
		p.signal(SignalChoice, p.choiceStrength(x, y), x.Word, y.Word)
		p.explain(i, j)
	}
}

func (p *pair) choiceStrength(x, y read.Content) float64 {
	switch {
	case p.a.Additive || p.b.Additive || p.permissive() && p.shares("opt"):
		return 0.1
	case isSubject(p.a, x) && isSubject(p.b, y):
		return 0.1
	case p.anyVerb(words.MultipleVerb) && !p.anyVerb(words.FunctionalVerb):
		return 0.35
	}
	return 0.95
}

// anyVerb tells whether a content of either side has the class.
func (p *pair) anyVerb(class words.TermClass) bool {
	return hasTerm(p.a, p.l, class) || hasTerm(p.b, p.l, class)
}

func hasTerm(p *read.Parsed, l *words.Lexicon, class words.TermClass) bool {
	for i := range p.Contents {
		if l.Terms[p.Contents[i].Term]&class != 0 {
			return true
		}
	}
	return false
}
