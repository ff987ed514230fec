package judge

import (
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// signalChoice finds members of one exclusive class: PostgreSQL against MySQL.
func (p *pair) signalChoice() {
	for i := 0; i < len(p.onlyA); {
		x := p.a.Contents[p.onlyA[i]]
		if len(p.l.Classes[x.Term]) == 0 || isEverydayWord(p.a, x.Token) { // as of most words
			i++
			continue
		}
		j := p.findB(func(y string) bool { return p.l.SharedClass(x.Term, y) != "" })
		if j < 0 || p.l.SharedClass(x.Term, p.b.Contents[p.onlyB[j]].Term) == "method" && !p.a.Tokens[x.Token].Name ||
			isEverydayWord(p.b, p.b.Contents[p.onlyB[j]].Token) || !p.l.IsMember(x.Word) ||
			!p.l.IsMember(p.b.Contents[p.onlyB[j]].Word) {
			i++
			continue
		}
		y := p.b.Contents[p.onlyB[j]]
		if p.l.IsOne(x.Term, y.Term) {
			p.explain(i, j)
			continue
		}
		if isScope(p.a, x.Token) && isScope(p.b, y.Token) {
			p.unread++
			i++
			continue
		}
		p.choices = append(p.choices, oppositePair{x, y})
		p.signal(SignalChoice, p.choiceStrength(x, y), x.Word, y.Word)
		p.explain(i, j)
	}
}

// isEverydayWord tells a word that is a name only where it is written as one: "there we go", "written in Go".
func isEverydayWord(p *read.Parsed, token int) bool {
	switch t := &p.Tokens[token]; t.Text {
	case "go", "make", "meet", "rest":
		return !t.Name && !t.Code
	}
	return false
}

// isScope tells "for Linux", where it holds, from "we settled for Linux".
func isScope(p *read.Parsed, token int) bool {
	at := read.ForBefore(p.Tokens, token)
	if at < 1 {
		return false
	}
	switch word := p.Tokens[at-1].Text; {
	case strings.HasPrefix(word, "opt"), strings.HasPrefix(word, "settle"), strings.HasPrefix(word, "decide"),
		strings.HasPrefix(word, "vote"), word == "go", word == "goes", word == "went", word == "going":
		return false
	}
	return true
}

// choiceStrength weighs two members of a class: least where "also", a subject or a name shows that
// both may be, little beside verbs with many objects, as in "reads CSV".
func (p *pair) choiceStrength(x, y read.Content) float64 {
	switch {
	case p.a.Additive || p.b.Additive || p.permissive() && p.shares("opt"):
		return bothChosen
	case isSubject(p.a, x) && isSubject(p.b, y), endsName(p.a, x) && endsName(p.b, y):
		return bothChosen
	case p.anyVerb(words.MultipleVerb) && !p.anyVerb(words.FunctionalVerb):
		return eachAtItsTime
	}
	return nearlySure
}

// endsName tells "Red" in "Zone Red" and "Team Red", which is a name and no choice.
func endsName(p *read.Parsed, c read.Content) bool {
	return c.Token > 0 && p.Tokens[c.Token].Name && p.Tokens[c.Token-1].Class&(words.LabelNoun|words.TeamNoun) != 0
}

// anyVerb reports whether a content of either side has the class.
func (p *pair) anyVerb(class words.TermClass) bool {
	return hasTerm(p.a, p.l, class) || hasTerm(p.b, p.l, class)
}

// hasTerm reports whether a content of the statement has one of these roles.
func hasTerm(p *read.Parsed, l *words.Lexicon, class words.TermClass) bool {
	for i := range p.Contents {
		if l.Terms[p.Contents[i].Term]&class != 0 {
			return true
		}
	}
	return false
}

// signalOrder finds conditions that are the same but for their opener: before X against after X.
func (p *pair) signalOrder() {
	for _, opposite := range [...][2]string{{"before", "after"}, {"before", "once"}, {"until", "after"}, {"unless", "if"}} {
		left := opens(p.a, opposite[0]) && opens(p.b, opposite[1]) && !opens(p.b, opposite[0])
		right := opens(p.a, opposite[1]) && opens(p.b, opposite[0]) && !opens(p.a, opposite[0])
		if !left && !right || !p.conditionsAgree() {
			continue
		}
		x, y := opposite[0], opposite[1]
		if !left {
			x, y = y, x
		}
		switch {
		case x == "unless" || y == "unless":
			if p.hasSignal(SignalNegation) || p.hasSignal(SignalAntonym) {
				p.conditionFlip = true // "not unless" is "if"
				continue
			}
			p.signal(SignalCondition, sure, x, y)
		case leadsWithClause(p.a) || leadsWithClause(p.b) || len(p.signals) > 0:
			p.conditionFlip = true
		default:
			p.signal(SignalOrder, nearlySure, x, y)
		}
	}
}

// conditionsAgree reports whether the words of both sides' conditions are nearly the same.
func (p *pair) conditionsAgree() bool {
	both, either := overlapTerms(p.a.ConditionTerms, p.b.ConditionTerms)
	return len(p.a.ConditionTerms) > 0 && float64(both) >= sameCondition*float64(either)
}

// opens reports whether this word, in small letters, opens a condition of the statement, at its
// head or inside.
func opens(p *read.Parsed, opener string) bool {
	for _, c := range p.Clauses {
		if c.Opener == opener {
			return true
		}
	}
	return false
}

func leadsWithClause(p *read.Parsed) bool { return len(p.Clauses) > 0 && p.Clauses[0].Leading }
