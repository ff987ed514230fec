package judge

import (
	"slices"
	"strings"

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
	return min(1, max(0, (p.rarity(term)-commonWord)/(rareWord-commonWord)))
}

// matchingAnchor returns the anchor of this stem that is not used, else the first of an inflection
// of it; -1 for none.
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

// anchors compares statements that share few words by their anchors and slots.
func (m manner) anchors(a, b *read.Parsed) Verdict {
	v := Verdict{Relation: None, Gate: 1}
	p := newPair(a, b, m.rarity)
	defer p.release()
	p.without = m.without
	p.find(anchorSignals[:])
	if len(p.signals) == 0 {
		return v
	}
	p.anchored, p.restA, p.restB = p.anchorAlignment()
	shared, alignment := p.anchored, 0.0
	if shared > 0 {
		alignment = shared / (shared + oneSided*min(p.restA, p.restB))
	}
	p.ask(byAnchors, 0)
	p.shared = shared
	v = p.verdict()
	v.Alignment, v.Anchored = alignment, true
	v.Energy = energy(v.Strength, alignment, v.Gate)
	covered := alignment >= coveredAlignment && shared >= oneAnchor
	ofOne, duty := p.surelyOfOne(), p.dutyInFull(&v.Signal)
	switch {
	case !p.unmistakable && !ofOne && !duty && !p.toldOf(&v.Signal),
		v.Strength < warnStrength && !duty && !p.saysNothingElse(&v.Signal),
		shared < warnAnchors && !covered && !ofOne,
		alignment < looseAlignment && v.Strength < sureSignal,
		v.Strength+alignment < warnSum:
		v.Energy = min(v.Energy, belowWarn)
	default: // the same words are what stops a commit: of errors by few shared words none was right
		v.Energy = min(v.Energy, belowReject)
	}
	v.Relation = None
	if v.Energy >= Warn {
		v.Relation = Conflict
	}
	return v
}

// saysNothingElse reports whether the statements give each an amount with a unit to what both name in full, and no more
// than a common word besides: "uploads are limited to 10 MB", "uploads are up to 50 MB".
func (p *pair) saysNothingElse(s *Signal) bool {
	const aCommonWord = 0.35
	return s.Kind == SignalNumber && s.Strength >= ofUnnamedAmount*sure && p.restA+p.restB < aCommonWord
}

// dutyInFull reports whether one side forbids what the other demands, and both name the same four things or more,
// one of them perhaps one more: duties read of fewer words are mostly of two things.
func (p *pair) dutyInFull(s *Signal) bool {
	const fourNouns, aWord = 4, 1
	duties := strings.HasPrefix(s.A, "obligation: ") && strings.HasPrefix(s.B, "permission: ") ||
		strings.HasPrefix(s.A, "permission: ") && strings.HasPrefix(s.B, "obligation: ")
	return s.Kind == SignalSlot && duties && min(p.restA, p.restB) == 0 && max(p.restA, p.restB) <= aWord && p.anchored >= fourNouns
}

// toldOf reports whether a signal of statements that share few words is one of which enough were right
// when they were read: amounts that are unmistakable apart, members of a class and ends of a life, who
// owns a thing by name, where it is, and any answer about things that both sides name by the same two
// words or more and no others. Of 160 others on reference pages (defaults, what is enabled, required or
// allowed, verbs denied) none was worth a look.
func (p *pair) toldOf(s *Signal) bool {
	const twoNouns = 2
	switch {
	case s.Kind != SignalSlot:
		return s.Kind == SignalNumber
	case s.Strength >= sure && p.anchored >= warnAnchors, p.restA+p.restB == 0 && p.anchored >= twoNouns:
		return true
	}
	named := func(side *read.Parsed, text string) bool {
		return slices.ContainsFunc(side.Slots, func(x read.Slot) bool {
			return shown(&x) == text && (x.Kind == read.PlaceSlot || x.Kind == read.OwnerSlot && side.NamesOwner(&x))
		})
	}
	return named(p.a, s.A) && named(p.b, s.B)
}

// speaksOfMore reports whether a side speaks of much besides. Two people who say each their own of one thing that both
// name fully cannot both be right.
func speaksOfMore(p *pair) bool {
	return (min(p.restA, p.restB) > bothRest || max(p.restA, p.restB) > p.anchored+oneRest) && !p.surelyOfOne()
}
