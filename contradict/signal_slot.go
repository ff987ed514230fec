package contradict

import (
	"slices"
	"strings"
	"unicode"
)

// signalSlots finds slots of one name with answers that exclude each other.
func (p *pair) signalSlots() {
	for i := range p.a.slots {
		for j := range p.b.slots {
			x, y := &p.a.slots[i], &p.b.slots[j]
			if x.condition || y.condition || p.b.says(x) || p.a.says(y) {
				continue
			}
			if strength := p.slotConflict(x, y); strength > 0 {
				p.signal(SignalSlot, strength, x.shown(), y.shown())
			}
		}
	}
	p.signalWords()
	p.signalAbsence(p.a, p.b, true)
	p.signalAbsence(p.b, p.a, false)
}

// shown names a slot and its answer; what is denied would else look like what is said.
func (s *slot) shown() string {
	denied := ""
	if s.negative && slices.Contains([]slotKind{choiceSlot, placeSlot, ownerSlot, defaultSlot}, s.kind) {
		denied = "not "
	}
	return s.name + ": " + denied + s.text
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
	case placeSlot:
		if sharePart(x.text, y.text) || p.l.unlike(x.fillers[0], y.fillers[0]) {
			return 0
		}
		return fillerConflict(x, y) * strength
	case ownerSlot, defaultSlot:
		return fillerConflict(x, y) * strength
	case orderSlot:
		return choose(x.negative != y.negative && fillersMeet(x, y), strength, 0)
	case clockSlot:
		return choose(x.fillers[0] != y.fillers[0], strength, 0)
	}
	return 0
}

// sharePart tells whether two places have a word or a folder in common: "changes/archive/", "the
// archive folder".
func sharePart(a, b string) bool {
	parts := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	others := parts(b)
	return slices.ContainsFunc(parts(a), func(w string) bool { return len(w) > 3 && slices.Contains(others, w) })
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

// sameSubject tells whether what one slot is said of stands in the other statement; for duties it
// must both ways.
func (p *pair) sameSubject(x, y *slot) bool {
	left, right := p.b.mentionsAny(x.subject), p.a.mentionsAny(y.subject)
	if x.kind == poleSlot && (isDuty(x.name) || isDuty(y.name)) {
		return left && right && p.sameDuty(x, y)
	}
	return left || right
}

// sameDuty tells whether what must be done and what need not be are one thing, where both sides say
// what it is.
func (p *pair) sameDuty(x, y *slot) bool {
	return len(x.object) == 0 || len(y.object) == 0 || p.b.mentionsAny(x.object) || p.a.mentionsAny(y.object)
}

func isDuty(name string) bool { return name == "obligation" || name == "permission" }

// mentionsAny tells whether the statement has one of the stems, or one of the same word family;
// true for none asked.
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
	case !same && (p.a.additive || p.b.additive):
		return 0
	case same && x.negative != y.negative:
		return 0.65
	case same, x.negative, y.negative:
		return 0
	case p.a.chooses(x.name, y.fillers[0]), p.b.chooses(x.name, x.fillers[0]), p.a.enumerates(x.name), p.b.enumerates(x.name):
		return 0
	case p.anyVerb(multipleVerb) && !p.saysSole():
		return 0.45
	}
	return 1
}

// enumerates tells whether the statement names several members of a class: it lists them and chooses none.
func (p *Parsed) enumerates(class string) bool {
	first := ""
	for i := range p.slots {
		s := &p.slots[i]
		switch {
		case s.kind != choiceSlot || s.name != class || s.negative:
		case first == "":
			first = s.fillers[0]
		case s.fillers[0] != first:
			return true
		}
	}
	return false
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
		if s.kind != absentSlot || s.condition || other.absent(s.name) || !other.mentionsAll(s.fillers) ||
			s.counted && !other.counts(s.fillers) {
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
