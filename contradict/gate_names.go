package contradict

import "slices"

// gateNames doubts statements whose subjects are told apart by names: the API and the SDK.
func (p *pair) gateNames() {
	x, y := p.a.subjectNames(), p.b.subjectNames()
	if len(x) == 0 || len(y) == 0 || slices.ContainsFunc(x, func(t string) bool { return slices.Contains(y, t) }) {
		return
	}
	if !slices.ContainsFunc(x, p.b.mentions) && !slices.ContainsFunc(y, p.a.mentions) {
		p.gate("different names", unlikely)
	}
}

// subjectNames are the stems of the names and identifiers before the main verb that are no answer
// to a question of the statement.
func (p *Parsed) subjectNames() (names []string) {
	end := p.predicate()
	for i := 0; i < end && i < len(p.tokens); i++ {
		t := &p.tokens[i]
		if t.condition || !t.name && !t.code && !hasDigit(t.text) || t.kind != wordToken && t.kind != codeToken ||
			t.class&(stopWord|genericWord|conditional|universal|existential|negationCue) != 0 {
			continue
		}
		if term := words().term(t.text); !p.answersWith(term) {
			names = append(names, term)
		}
	}
	return names
}

// answersWith tells whether a stem is part of the answer of a slot.
func (p *Parsed) answersWith(term string) bool {
	return len(words().classes[term]) > 0 || slices.ContainsFunc(p.slots, func(s slot) bool {
		return (s.kind == ownerSlot || s.kind == placeSlot || s.kind == choiceSlot) && slices.Contains(s.fillers, term)
	})
}
