package judge

import (
	"strings"

	"github.com/9aea2451/kb/contradict/read"
)

// Unlikely is the factor of a doubt that what people read has borne out: of a hundred pairs that it
// doubts hardly one is a contradiction, so that none of them is told of unasked, whatever else
// speaks for it.
const Unlikely = 0.29

// wordDoubts are the gates of statements that are aligned by their words, the ones that cost least first.
var wordDoubts = [...]func(*pair){
	(*pair).gateMismatch,
	(*pair).gateConditions,
	(*pair).gateContext,
	(*pair).gateVerbs,
	(*pair).gateVersions,
	(*pair).gateAuthor,
	(*pair).gateMoods,
	(*pair).gateContained,
	(*pair).gateNarrowed,
	(*pair).gateUnexplainedScopes,
	(*pair).gateDesignators,
	(*pair).gateSubjects,
	(*pair).gateOpposites,
	(*pair).gateSiblings,
	(*pair).gateReferent,
	(*pair).gateNotes,
}

// hopeless tells that the gates so far leave a pair with a signal less than this energy.
func (p *pair) hopeless(least float64) bool {
	return least > 0 && len(p.signals) > 0 && product(p.gates) < least
}

// gateMoods doubts what was, is only proposed or imagined, and what could be: "workloads could be affected".
func (p *pair) gateMoods() {
	if len(p.signals) == 0 {
		return
	}
	if p.a.Unreal || p.b.Unreal {
		p.gate("not about the present", notPresent)
	}
	switch {
	case supposes(p.a) != supposes(p.b):
		p.gate("possible on one side", Unlikely)
	case failed(p.a) != failed(p.b):
		p.gate("a failure on one side", Unlikely)
	}
}

// supposes tells a sentence of what could happen.
func supposes(p *read.Parsed) bool {
	text := strings.ToLower(p.Text)
	return strings.Contains(text, " could ") || strings.Contains(text, " might ")
}

// failed tells "Failed to save", which says what happened once and denies nothing.
func failed(p *read.Parsed) bool {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(p.Text, "*_\"'")), " ")
	return word == "failed" || word == "failing" || word == "unable"
}

// gateContained doubts statements of which one is a part of the other: it says the same and adds to it.
func (p *pair) gateContained() {
	if len(p.signals) == 0 || p.strongestSignal().Kind != SignalSlot && p.strongestSignal().Kind != SignalOnly {
		return
	}
	x, y := strings.Trim(strings.ToLower(p.a.Text), ".*_ "), strings.Trim(strings.ToLower(p.b.Text), ".*_ ")
	if strings.Contains(x, y) || strings.Contains(y, x) {
		p.gate("one is part of the other", Unlikely)
	}
}
