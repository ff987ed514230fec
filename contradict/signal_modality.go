package contradict

import "slices"

// signalModality finds forces that differ where nothing is denied: required against not required.
func (p *pair) signalModality() {
	if p.hasSignal(SignalNegation) {
		return
	}
	f, g := p.a.force, p.b.force
	denied := len(mainNegations(p.a.negations))+len(mainNegations(p.b.negations)) > 0
	switch {
	case f != g && p.hasForce(NotRequired) && (p.hasForce(Must) || p.hasForce(Assertion) || p.hasForce(Will)):
		strength := 0.9
		if !p.hasForce(Must) && len(p.onlyA) > 0 && len(p.onlyB) > 0 {
			strength = 0.5 // what is done and what need not be done are two things
		}
		p.signal(SignalModality, strength, f.String(), g.String())
		p.onlyA, p.onlyB = p.a.without(p.onlyA, "required"), p.b.without(p.onlyB, "required")
	case denied:
	case f != g && p.hasForce(Must) && p.hasForce(May):
		p.signal(SignalModality, 0.25, f.String(), g.String())
	case f != g && p.hasForce(Must) && p.hasForce(Should):
		p.signal(SignalModality, 0.05, f.String(), g.String())
	}
}

// without returns the contents that are not this word: it says the force, not of what.
func (p *Parsed) without(only []int, word string) []int {
	return slices.DeleteFunc(only, func(i int) bool { return p.contents[i].word == word })
}
