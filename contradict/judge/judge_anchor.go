package judge

import (
	"slices"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// anchorAlignment returns the weight of the anchors that both sides share, and of those that only one has.
func (p *pair) anchorAlignment() (shared, restA, restB float64) {
	used := make([]bool, len(p.b.Anchors))
	for _, x := range p.a.Anchors {
		rarity := p.distinction(x.Term)
		j := matchingAnchor(x.Term, p.b.Anchors, used)
		switch {
		case j >= 0:
			used[j] = true
			shared += min(x.Weight, p.b.Anchors[j].Weight) * rarity
		case !x.Answer:
			restA += x.Weight * rarity
		}
	}
	for j, y := range p.b.Anchors {
		if !used[j] && !y.Answer {
			restB += y.Weight * p.distinction(y.Term)
		}
	}
	return shared, restA, restB
}

// distinction is how well a stem tells one thing from others: 1 for a rare one, 0 for one that many
// statements have.
func (p *pair) distinction(term string) float64 {
	const common, rare = 0.4, 0.9
	return min(1, max(0, (p.rarity(term)-common)/(rare-common)))
}

func matchingAnchor(term string, anchors []read.Anchor, used []bool) int {
	if j := slices.IndexFunc(anchors, func(y read.Anchor) bool { return y.Term == term }); j >= 0 && !used[j] {
		return j
	}
	for j, y := range anchors {
		if !used[j] && words.Inflected(term, y.Term) {
			return j
		}
	}
	return -1
}

// Weights of shared anchors below which nothing is warned of, or rejected.
const (
	warnAnchors   = 1.5
	rejectAnchors = 2.4

	warnStrength = 0.72 // of a signal that is told of: places, orders and duties read of few words were mostly of two things

	bothRest = 0.9 // weight of what each side speaks of besides, from which on they speak of two things
	oneRest  = 1.5 // the same for one side, beyond what both share

	coveredAlignment = 0.85 // the shorter side has nearly no other anchor: one shared is enough
)

// judgeAnchors compares statements that share few words by their anchors and slots.
func judgeAnchors(a, b *read.Parsed, rarity Rarity) Verdict {
	v := Verdict{Relation: None, Gate: 1}
	p := &pair{a: a, b: b, rarity: rarity, l: words.English()}
	p.signalSlots()
	p.signalValues()
	if len(p.signals) == 0 {
		return v
	}
	shared, alignment := p.gateAnchors()
	p.gateScopes()
	p.gateKinds()
	p.gateDesignators()
	p.gateNames()
	p.gateSubjects()
	p.gateNotes()
	p.gateContained()
	if p.labelled() {
		p.gate("different labels", Unlikely)
	}
	p.gateAnchorConditions()
	p.gateNoVerbs()
	p.gateContext()
	p.gateReferent()
	p.gateVersions()
	if a.Document == b.Document && a.Document != "" {
		p.gate("one author", Unlikely)
	}
	p.shared = shared
	v = p.verdict()
	v.Alignment, v.Anchored = alignment, true
	v.Energy = energy(v.Strength, alignment, v.Gate)
	covered := alignment >= coveredAlignment && shared >= 1
	switch {
	case v.Strength < warnStrength, shared < warnAnchors && !covered, alignment < 0.55 && v.Strength < 0.9, v.Strength+alignment < 1.3:
		v.Energy = min(v.Energy, 0.29)
	case v.Strength < 0.8,
		!p.unmistakable,
		!a.Finite,
		!b.Finite,
		shared < rejectAnchors && !(covered && (p.saysSole() || p.unmistakable && v.Signal.Kind == SignalNumber)):
		v.Energy = min(v.Energy, 0.69)
	}
	v.Relation = None
	if v.Energy >= Warn {
		v.Relation = Conflict
	}
	return v
}

// gateAnchors doubts statements that speak of more than they share, and returns the weight of the
// anchors that both have, and how much of the shorter side it covers.
func (p *pair) gateAnchors() (shared, alignment float64) {
	shared, restA, restB := p.anchorAlignment()
	switch {
	case min(restA, restB) > bothRest:
		p.gate("both sides speak of more", Unlikely)
	case max(restA, restB) > shared+oneRest:
		p.gate("one side speaks of more", Unlikely)
	}
	if shared == 0 {
		return 0, 0
	}
	return shared, shared / (shared + 0.5*min(restA, restB))
}
