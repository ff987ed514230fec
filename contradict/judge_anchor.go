package contradict

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
func judgeAnchors(a, b *Parsed, rarity Rarity) Verdict {
	v := Verdict{Relation: None, Gate: 1}
	p := &pair{a: a, b: b, rarity: rarity, l: words()}
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
		p.gate("different labels", unlikely)
	}
	p.gateAnchorConditions()
	p.gateNoVerbs()
	p.gateContext()
	p.gateReferent()
	p.gateVersions()
	if a.Document == b.Document && a.Document != "" {
		p.gate("one author", unlikely)
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
		!a.finite,
		!b.finite,
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
		p.gate("both sides speak of more", unlikely)
	case max(restA, restB) > shared+oneRest:
		p.gate("one side speaks of more", unlikely)
	}
	if shared == 0 {
		return 0, 0
	}
	return shared, shared / (shared + 0.5*min(restA, restB))
}
