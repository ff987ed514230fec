package contradict

import "slices"

// Weights of shared anchors below which nothing is warned of, or rejected.
const (
	warnAnchors   = 1.5
	rejectAnchors = 2.4

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
	shared, alignment := p.anchorAlignment()
	p.gateScopes()
	p.gateAnchorConditions()
	p.gateContext()
	if a.Document == b.Document && a.Document != "" {
		p.gate("one author", 0.5)
	}
	p.shared = shared
	v = p.verdict()
	v.Alignment, v.Anchored = alignment, true
	v.Energy = energy(v.Strength, alignment, v.Gate)
	covered := alignment >= coveredAlignment && shared >= 1
	switch {
	case shared < warnAnchors && !covered, alignment < 0.55 && v.Strength < 0.9, v.Strength+alignment < 1.3:
		v.Energy = min(v.Energy, 0.29)
	case v.Strength < 0.8, shared < rejectAnchors && !(covered && p.saysSole()):
		v.Energy = min(v.Energy, 0.69)
	}
	v.Relation = None
	if v.Energy >= Warn {
		v.Relation = Conflict
	}
	return v
}

// signalSlots finds slots of one name with answers that exclude each other.
func (p *pair) signalSlots() {
	for i := range p.a.slots {
		for j := range p.b.slots {
			x, y := &p.a.slots[i], &p.b.slots[j]
			if x.condition || y.condition || p.b.says(x) || p.a.says(y) {
				continue
			}
			if strength := p.slotConflict(x, y); strength > 0 {
				p.signal(SignalSlot, strength, x.name+": "+x.text, y.name+": "+y.text)
			}
		}
	}
	p.signalWords()
	p.signalAbsence(p.a, p.b, true)
	p.signalAbsence(p.b, p.a, false)
}

// says tells whether the statement gives this answer too: then it is no difference.
func (p *Parsed) says(s *slot) bool {
	return slices.ContainsFunc(p.slots, func(o slot) bool {
		return o.kind == s.kind && o.name == s.name && o.negative == s.negative && slices.Equal(o.fillers, s.fillers)
	})
}

func (p *pair) slotConflict(x, y *slot) float64 {
	if x.kind != y.kind || x.modal && y.modal || !p.sameSubject(x, y) {
		return 0
	}
	if x.name != y.name {
		return dutyConflict(x, y)
	}
	strength := min(x.strength, y.strength)
	switch x.kind {
	case poleSlot:
		if x.negative == y.negative || p.a.straddles(x.name) || p.b.straddles(y.name) {
			return 0
		}
		return strength
	case choiceSlot:
		return p.choiceConflict(x, y) * strength
	case placeSlot, ownerSlot, defaultSlot:
		return fillerConflict(x, y) * strength
	case orderSlot:
		return choose(x.negative != y.negative && fillersMeet(x, y), strength, 0)
	case clockSlot:
		return choose(x.fillers[0] != y.fillers[0], strength, 0)
	}
	return 0
}

func fillersMeet(x, y *slot) bool {
	for _, f := range x.fillers {
		for _, g := range y.fillers {
			if f == g || inflected(f, g) {
				return true
			}
		}
	}
	return false
}

// dutyConflict finds what must be done against what must not.
func dutyConflict(x, y *slot) float64 {
	if x.kind != poleSlot {
		return 0
	}
	if x.name == "permission" {
		x, y = y, x
	}
	if x.name == "obligation" && y.name == "permission" && !x.negative && y.negative {
		return 0.9 * min(x.strength, y.strength)
	}
	return 0
}

// sameSubject tells whether what one slot is said of stands in the other statement; for duties it must both ways.
func (p *pair) sameSubject(x, y *slot) bool {
	left, right := p.b.mentionsAny(x.subject), p.a.mentionsAny(y.subject)
	if x.kind == poleSlot && (isDuty(x.name) || isDuty(y.name)) {
		return left && right
	}
	return left || right
}

func isDuty(name string) bool { return name == "obligation" || name == "permission" }

// mentionsAny tells whether the statement has one of the stems, or one of the same word family; true for none asked.
func (p *Parsed) mentionsAny(terms []string) bool {
	for _, t := range terms {
		if slices.ContainsFunc(p.anchors, func(a anchor) bool { return a.term == t || inflected(a.term, t) }) {
			return true
		}
	}
	return len(terms) == 0
}

// straddles tells whether a statement names both poles: it speaks of the difference itself.
func (p *Parsed) straddles(name string) bool {
	var positive, negative bool
	for i := range p.slots {
		if s := &p.slots[i]; s.kind == poleSlot && s.name == name {
			positive = positive || !s.negative
			negative = negative || s.negative
		}
	}
	return positive && negative
}

// choiceConflict compares two members of a class: different ones, or one that is chosen and denied.
func (p *pair) choiceConflict(x, y *slot) float64 {
	same := x.fillers[0] == y.fillers[0]
	switch {
	case same && x.negative != y.negative:
		return 0.65
	case same, x.negative, y.negative:
		return 0
	case p.a.chooses(x.name, y.fillers[0]), p.b.chooses(x.name, x.fillers[0]):
		return 0
	case p.anyVerb(multipleVerb) && !p.saysSole():
		return 0.45
	}
	return 1
}

// chooses tells whether the statement names this member as well.
func (p *Parsed) chooses(class, member string) bool {
	return slices.ContainsFunc(p.slots, func(s slot) bool {
		return s.kind == choiceSlot && s.name == class && !s.negative && s.fillers[0] == member
	})
}

// saysSole tells whether one side says that its answer is the only one.
func (p *pair) saysSole() bool {
	return p.a.only || p.b.only || p.a.quantifier.universal || p.b.quantifier.universal || p.a.sole || p.b.sole
}

// fillerConflict compares answers of free words: they must share none.
func fillerConflict(x, y *slot) float64 {
	meet := fillersMeet(x, y)
	switch {
	case x.negative && y.negative:
		return 0
	case x.negative != y.negative:
		return choose(meet, 1, 0)
	}
	return choose(meet, 0, 1)
}

// signalAbsence finds what one side says there is none of and the other side uses.
func (p *pair) signalAbsence(from, other *Parsed, left bool) {
	for i := range from.slots {
		s := &from.slots[i]
		if s.kind != absentSlot || s.condition || other.absent(s.name) || !other.mentionsAll(s.fillers) || s.counted && !other.counts(s.fillers) {
			continue
		}
		if left {
			p.signal(SignalSlot, s.strength, s.text, s.name)
		} else {
			p.signal(SignalSlot, s.strength, s.name, s.text)
		}
	}
}

func (p *Parsed) mentionsAll(terms []string) bool {
	return !slices.ContainsFunc(terms, func(t string) bool { return !p.mentions(t) })
}

// counts tells whether the statement says that there are some: "at least one third-party script".
func (p *Parsed) counts(fillers []string) bool {
	for i := range p.contents {
		c := &p.contents[i]
		if c.term != fillers[0] || !p.inHead(c) {
			continue
		}
		for j := max(0, c.token-2); j < c.token; j++ {
			if t := &p.tokens[j]; t.class&existential != 0 || p.isNumber(j) && t.text != "0" && t.text != "zero" {
				return true
			}
		}
	}
	return false
}

func (p *Parsed) inHead(c *content) bool { return p.tokens[c.token].start < p.head }

func (p *Parsed) absent(name string) bool {
	return slices.ContainsFunc(p.slots, func(s slot) bool { return s.kind == absentSlot && s.name == name }) || p.denies(name)
}

func (p *Parsed) mentions(term string) bool {
	return slices.ContainsFunc(p.anchors, func(a anchor) bool { return a.term == term }) || p.has(term)
}

func (p *pair) gateScopes() {
	if p.a.unreal || p.b.unreal {
		p.gate("not about the present", 0.1)
	}
	if p.scopesDiffer() {
		p.gate("different scopes", 0.25)
	}
	if p.headsDiffer() {
		p.gate("different subjects", 0.3)
	}
	if p.labelsDiffer() {
		p.gate("different labels", 0.4)
	}
}

// headsDiffer tells whether both sides name their subject by other nouns: the kiosk app, the kiosk firmware.
func (p *pair) headsDiffer() bool {
	x, y := p.a.subjectHead(), p.b.subjectHead()
	return x != "" && y != "" && x != y && !inflected(x, y) && !p.a.mentions(y) && !p.b.mentions(x)
}

// subjectHead returns the noun of a subject of two words or more, up to its first preposition; empty without one.
func (p *Parsed) subjectHead() string {
	head, n := "", 0
	for i := 0; i < p.verb && i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.condition, t.kind == punctuation, isPlacePreposition(t.text), t.text == "of", t.text == "for":
			i = len(p.tokens)
		case isAnchorWord(t):
			head = words().term(t.text)
			n++
		}
	}
	if n < 2 {
		return ""
	}
	return head
}

// labelsDiffer tells whether both sides number what they speak of, and differently.
func (p *pair) labelsDiffer() bool {
	found := false
	for _, x := range p.a.quantities {
		for _, y := range p.b.quantities {
			if x.dimension != dimensionLabel || y.dimension != dimensionLabel {
				continue
			}
			if x.value == y.value && x.version == y.version {
				return false
			}
			found = true
		}
	}
	return found
}

// gateAnchorConditions doubts rules for different cases, as gateConditions does, by words of the whole other side.
func (p *pair) gateAnchorConditions() {
	a, b := p.a.headConditions, p.b.headConditions
	switch {
	case len(a) > 0 && len(b) > 0:
		if both, either := overlapTerms(a, b); both*3 < either {
			p.gate("different conditions", 0.4)
		}
	case len(a) > 0 && !p.b.covers(a), len(b) > 0 && !p.a.covers(b):
		p.gate("condition on one side", 0.7)
	}
}

// covers tells whether at least half of the stems stand in the statement.
func (p *Parsed) covers(terms []string) bool {
	n := 0
	for _, t := range terms {
		if p.mentions(t) {
			n++
		}
	}
	return 2*n >= len(terms)
}
