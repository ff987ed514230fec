package judge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// signalSlots finds slots of one name with answers that exclude each other.
func (p *pair) signalSlots() {
	for i := range p.a.Slots {
		for j := range p.b.Slots {
			x, y := &p.a.Slots[i], &p.b.Slots[j]
			if x.Condition || y.Condition || says(p.b, x) || says(p.a, y) {
				continue
			}
			if strength := p.slotConflict(x, y); strength > 0 {
				p.signal(SignalSlot, strength, shown(x), shown(y))
			}
		}
	}
}

// shown names a slot and its answer; what is denied would else look like what is said.
func shown(s *read.Slot) string {
	denied := ""
	if s.Negative && slices.Contains([]read.SlotKind{read.ChoiceSlot, read.PlaceSlot, read.OwnerSlot, read.DefaultSlot}, s.Kind) {
		denied = "not "
	}
	return s.Name + ": " + denied + s.Text
}

// says reports whether the statement gives this answer too: then it is no difference.
func says(p *read.Parsed, s *read.Slot) bool {
	return slices.ContainsFunc(p.Slots, func(o read.Slot) bool {
		return o.Kind == s.Kind && o.Name == s.Name && o.Negative == s.Negative && slices.Equal(o.Fillers, s.Fillers)
	})
}

// slotConflict is how strongly two slots exclude each other: 0 for slots of two kinds or subjects, and
// for two of which each only says what may be.
func (p *pair) slotConflict(x, y *read.Slot) float64 {
	if x.Kind != y.Kind || x.Modal && y.Modal || !p.sameSubject(x, y) {
		return 0
	}
	if x.Name != y.Name {
		if x.Kind != read.PoleSlot {
			return 0
		}
		if x.Name == "permission" {
			x, y = y, x
		}
		if x.Name == "obligation" && y.Name == "permission" && !x.Negative && y.Negative {
			return sure * min(x.Strength, y.Strength)
		}
		return 0
	}
	strength := min(x.Strength, y.Strength)
	switch x.Kind {
	case read.PoleSlot:
		if x.Negative == y.Negative || straddles(p.a, x.Name) || straddles(p.b, y.Name) {
			return 0
		}
		return strength
	case read.ChoiceSlot:
		return p.choiceConflict(x, y) * strength
	case read.PlaceSlot:
		if sharePart(x.Text, y.Text) || p.l.Unlike(x.Fillers[0], y.Fillers[0]) {
			return 0
		}
		return fillerConflict(x, y) * strength
	case read.OwnerSlot, read.DefaultSlot:
		if x.Negative == y.Negative && sameLetters(x.Text, y.Text) {
			return 0
		}
		return fillerConflict(x, y) * strength
	case read.OrderSlot:
		return choose(x.Negative != y.Negative && fillersMeet(x, y), strength, 0)
	case read.ClockSlot:
		return choose(x.Fillers[0] != y.Fillers[0], strength, 0)
	}
	return 0
}

// sameLetters reports whether two answers are one but for marks, blanks and case: "SIG Docs", "sig-docs".
func sameLetters(a, b string) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return -1
			}
			return unicode.ToLower(r)
		}, s)
	}
	return letters(a) == letters(b)
}

// sharePart reports whether two places have a word or a folder in common: "changes/archive/", "the
// archive folder".
func sharePart(a, b string) bool {
	parts := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	others := parts(b)
	return slices.ContainsFunc(parts(a), func(w string) bool { return len(w) > 3 && slices.Contains(others, w) })
}

// fillersMeet reports whether two answers have a stem in common, inflections left aside.
func fillersMeet(x, y *read.Slot) bool {
	for _, f := range x.Fillers {
		for _, g := range y.Fillers {
			if f == g || words.Inflected(f, g) {
				return true
			}
		}
	}
	return false
}

// sameSubject reports whether what one slot is said of stands in the other statement; for duties it
// must both ways.
func (p *pair) sameSubject(x, y *read.Slot) bool {
	left, right := mentionsAny(p.b, x.Subject), mentionsAny(p.a, y.Subject)
	if x.Kind == read.PoleSlot && (read.IsDuty(x.Name) || read.IsDuty(y.Name)) {
		return left && right && p.sameDuty(x, y)
	}
	return left || right
}

// sameDuty reports whether what must be done and what need not be are one thing, where both sides say
// what it is.
func (p *pair) sameDuty(x, y *read.Slot) bool {
	return len(x.Object) == 0 || len(y.Object) == 0 || mentionsAny(p.b, x.Object) || mentionsAny(p.a, y.Object)
}

// mentionsAny reports whether the statement has one of the stems, or one of the same word family;
// true for none asked.
func mentionsAny(p *read.Parsed, terms []string) bool {
	for _, t := range terms {
		if slices.ContainsFunc(p.Anchors, func(a read.Anchor) bool { return a.Term == t || words.Inflected(a.Term, t) }) {
			return true
		}
	}
	return len(terms) == 0
}

// straddles reports whether a statement names both poles: it speaks of the difference itself.
func straddles(p *read.Parsed, name string) bool {
	var positive, negative bool
	for i := range p.Slots {
		if s := &p.Slots[i]; s.Kind == read.PoleSlot && s.Name == name {
			positive = positive || !s.Negative
			negative = negative || s.Negative
		}
	}
	return positive && negative
}

// choiceConflict compares two members of a class: different ones, or one that is chosen and denied.
func (p *pair) choiceConflict(x, y *read.Slot) float64 {
	same := x.Fillers[0] == y.Fillers[0]
	switch {
	case !same && (p.a.Additive || p.b.Additive):
		return 0
	case same && x.Negative != y.Negative:
		return chosenAndDenied
	case same, x.Negative, y.Negative:
		return 0
	case chooses(p.a, x.Name, y.Fillers[0]), chooses(p.b, x.Name, x.Fillers[0]),
		names(p.a, y), names(p.b, x), enumerates(p.a, x.Name), enumerates(p.b, x.Name):
		return 0
	case p.anyVerb(words.MultipleVerb) && !p.a.Only && !p.b.Only && !p.a.Sole && !p.b.Sole && !p.chosenForWhole():
		return untold
	}
	return 1
}

// enumerates reports whether the statement names several members of a class: it lists them and chooses none.
func enumerates(p *read.Parsed, class string) bool {
	first := ""
	for i := range p.Slots {
		s := &p.Slots[i]
		switch {
		case s.Kind != read.ChoiceSlot || s.Name != class || s.Negative:
		case first == "":
			first = s.Fillers[0]
		case s.Fillers[0] != first:
			return true
		}
	}
	return false
}

// chooses reports whether the statement names this member as well.
func chooses(p *read.Parsed, class, member string) bool {
	return slices.ContainsFunc(p.Slots, func(s read.Slot) bool {
		return s.Kind == read.ChoiceSlot && s.Name == class && !s.Negative && s.Fillers[0] == member
	})
}

// names reports whether a statement has the other side's answer, too, and does not deny it: "Prometheus • Datadog".
func names(p *read.Parsed, answer *read.Slot) bool {
	denied := slices.ContainsFunc(p.Slots, func(s read.Slot) bool {
		return s.Kind == read.ChoiceSlot && s.Negative && s.Fillers[0] == answer.Fillers[0]
	})
	return !denied && slices.ContainsFunc(p.Contents, func(c read.Content) bool {
		return words.English().Member(c.Term) == answer.Fillers[0]
	})
}

// fillerConflict compares answers of free words: they must share none.
func fillerConflict(x, y *read.Slot) float64 {
	meet := fillersMeet(x, y)
	switch {
	case x.Negative && y.Negative:
		return 0
	case x.Negative != y.Negative:
		return choose(meet, 1, 0)
	}
	return choose(meet, 0, 1)
}

// signalAbsences asks of each side whether it has none of what the other uses.
func (p *pair) signalAbsences() {
	p.signalAbsence(p.a, p.b, true)
	p.signalAbsence(p.b, p.a, false)
}

// signalAbsence finds what one side says there is none of and the other side uses.
func (p *pair) signalAbsence(from, other *read.Parsed, left bool) {
	for i := range from.Slots {
		s := &from.Slots[i]
		if s.Kind != read.AbsentSlot || s.Condition || absent(other, s.Name) || !mentionsAll(other, s.Fillers) ||
			s.Counted && !counts(other, s.Fillers) {
			continue
		}
		strength := s.Strength
		if s.Counted && len(s.Fillers) > 1 && shareBeyond(from, other, s.Fillers) {
			strength = sure // none of a thing that is named in full, and at least one of it, in one place
		}
		if left {
			p.signal(SignalSlot, strength, s.Text, s.Name)
		} else {
			p.signal(SignalSlot, strength, s.Name, s.Text)
		}
	}
}

// shareBeyond reports whether both name a thing besides these: what has none of them here, and one there.
func shareBeyond(p, other *read.Parsed, terms []string) bool {
	return slices.ContainsFunc(p.Anchors, func(a read.Anchor) bool {
		return a.Weight >= oneAnchor && !slices.Contains(terms, a.Term) && other.Mentions(a.Term)
	})
}

// mentionsAll reports whether the statement has all of the stems; true for none asked.
func mentionsAll(p *read.Parsed, terms []string) bool {
	return !slices.ContainsFunc(terms, func(t string) bool { return !p.Mentions(t) })
}

// counts reports whether the statement says that there are some: "at least one third-party script".
func counts(p *read.Parsed, fillers []string) bool {
	for i := range p.Tokens {
		if p.Tokens[i].Start >= p.Head || words.English().Term(p.Tokens[i].Text) != fillers[0] {
			continue
		}
		for j := max(0, i-2); j < i; j++ {
			if t := &p.Tokens[j]; t.Class&words.Existential != 0 || p.IsNumber(j) && t.Text != "0" && t.Text != "zero" {
				return true
			}
		}
	}
	return false
}

// absent reports whether a statement says that there is none of a thing, or denies the
// word in its main clause.
func absent(p *read.Parsed, name string) bool {
	return slices.ContainsFunc(p.Slots, func(s read.Slot) bool { return s.Kind == read.AbsentSlot && s.Name == name }) || denies(p, name)
}
