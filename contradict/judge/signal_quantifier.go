package judge

import (
	"slices"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// signalQuantifiers finds scopes that exclude each other: all against none, only X against any.
func (p *pair) signalQuantifiers() {
	qa, qb := p.a.Quantifier, p.b.Quantifier
	switch {
	case qa == qb, qa.Denies() && qb.Denies(), qa.Denies() && excepts(p.a), qb.Denies() && excepts(p.b), p.chooseApart():
	case qa.Universal && qb.Denies() && !qb.Universal, qb.Universal && qa.Denies() && !qa.Universal:
		if !p.hasSignal(SignalAntonym) {
			p.dropSignals(SignalNegation)
			p.signal(SignalQuantifier, certain, qa.String(), qb.String())
		}
	case qa.Universal && qb.Existential && !qa.Existential && !qb.Universal,
		qb.Universal && qa.Existential && !qb.Existential && !qa.Universal:
		if !p.hasSignal(SignalNegation) {
			p.signal(SignalQuantifier, untold, qa.String(), qb.String())
		}
	case qa.Existential != qb.Existential && qa.Denies() != qb.Denies():
		p.dropSignals(SignalNegation)
		p.signal(SignalQuantifier, nearlySure, qa.String(), qb.String())
	}
}

// chooseApart reports whether the sides name different members of a class: all of it on Linux, none on Windows.
func (p *pair) chooseApart() bool {
	return slices.ContainsFunc(p.a.Slots, func(x read.Slot) bool {
		return x.Kind == read.ChoiceSlot && slices.ContainsFunc(p.b.Slots, func(y read.Slot) bool {
			return y.Kind == read.ChoiceSlot && x.Name == y.Name && x.Fillers[0] != y.Fillers[0]
		})
	})
}

// signalOnly weighs "only" on one side: strong where the other side opens the same subject to all.
func (p *pair) signalOnly() {
	if p.a.Only == p.b.Only || p.hasSignal(SignalNegation) {
		return
	}
	restricted, open := p.a, p.b
	left, right := "only", "any"
	if p.b.Only {
		restricted, open = p.b, p.a
		left, right = right, left
	}
	leads := restricted.Lead == "only"
	switch {
	case leads && words.English().Is(open.Lead, words.Universal):
		p.signal(SignalOnly, nearlySure, left, right)
		if len(p.onlyA) > 0 && len(p.onlyB) > 0 {
			p.explain(0, 0)
		}
	case leads && p.firstContentsDiffer() && p.shared >= 2 && len(open.Negations) == 0:
		p.signal(SignalOnly, onlyOthers, p.a.Contents[0].Word, p.b.Contents[0].Word)
		p.explain(0, 0)
	default:
		p.signal(SignalOnly, onlyAdded, left, right)
	}
}

// firstContentsDiffer reports whether the subjects of both sides are among what they do not share.
func (p *pair) firstContentsDiffer() bool {
	return len(p.onlyA) > 0 && len(p.onlyB) > 0 && p.onlyA[0] == 0 && p.onlyB[0] == 0
}

// excepts tells "none other than", "no … except", which say what there is.
func excepts(p *read.Parsed) bool {
	for i := range p.Tokens {
		switch p.Tokens[i].Text {
		case "except", "besides", "unless":
			return true
		case "other":
			if i+1 < len(p.Tokens) && p.Tokens[i+1].Text == "than" {
				return true
			}
		}
	}
	return false
}

// signalModality finds forces that differ where nothing is denied: required against not required.
func (p *pair) signalModality() {
	if p.hasSignal(SignalNegation) {
		return
	}
	f, g := p.a.Force, p.b.Force
	denied := len(mainNegations(p.a.Negations))+len(mainNegations(p.b.Negations)) > 0
	switch {
	case f != g && p.hasForce(read.NotRequired) && (p.hasForce(read.Must) || p.hasForce(read.Assertion) || p.hasForce(read.Will)):
		strength := sure
		if !p.hasForce(read.Must) && len(p.onlyA) > 0 && len(p.onlyB) > 0 {
			strength = weak // what is done and what need not be done are two things
		}
		p.signal(SignalModality, strength, f.String(), g.String())
		p.onlyA, p.onlyB = without(p.a, p.onlyA, "required"), without(p.b, p.onlyB, "required")
	case denied:
	case f != g && p.hasForce(read.Must) && p.hasForce(read.May):
		p.signal(SignalModality, mustOrMay, f.String(), g.String())
	case f != g && p.hasForce(read.Must) && p.hasForce(read.Should):
		p.signal(SignalModality, mustOrShould, f.String(), g.String())
	}
}

// without returns the contents that are not this word: it says the force, not of what.
func without(p *read.Parsed, only []int, word string) []int {
	return slices.DeleteFunc(only, func(i int) bool { return p.Contents[i].Word == word })
}
