package judge

import (
	"slices"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// beneath returns the verdict without gates on a pair that before any doubt has neither this energy
// nor says the same, as most have not.
func (p *pair) beneath(least float64) (v Verdict, ok bool) {
	if least <= 0 {
		return v, false
	}
	v = Verdict{Alignment: p.alignment(), Gate: 1, Relation: None}
	if len(p.signals) == 0 {
		return v, v.Alignment <= sameAlignment
	}
	v.Signal = p.signals[0]
	return v, energy(p.strongest(), v.Alignment, 1) < least
}

// verdict combines signals, alignment and gates: energy = G × (0.6·S + 0.4·C), capped below Warn
// where C < 0.5 or S < 0.5, below Reject where C < 0.7 or S ≤ 0.5.
func (p *pair) verdict() Verdict {
	p.ask(reversalGates, 0)
	v := Verdict{Alignment: p.alignment(), Gates: p.gates, Gate: p.factor, Relation: None}
	if len(p.signals) == 0 {
		if v.Alignment > sameAlignment && v.Gate >= SameGate {
			v.Relation = Duplicate
		}
		return v
	}
	slices.SortStableFunc(p.signals, func(x, y Signal) int {
		switch {
		case x.Strength > y.Strength:
			return -1
		case x.Strength < y.Strength:
			return 1
		}
		return 0
	})
	v.Signal, v.Others = p.signals[0], p.signals[1:]
	v.Strength = v.Signal.Strength
	v.Energy = energy(v.Strength, v.Alignment, v.Gate)
	if v.Energy >= Warn {
		v.Relation = Conflict
	}
	return v
}

// energy is the formula of the package comment with its caps.
func energy(s, c, g float64) float64 {
	e := g * (ofStrength*s + ofAlignment*c)
	if c < warnAlignment || s < leastSignal {
		return min(e, belowWarn)
	}
	if c < rejectAlignment || s <= leastSignal {
		return min(e, belowReject)
	}
	return min(e, 1)
}

// alignment is C: shared ÷ (shared + 1.5·mismatched on both sides + 0.6·extra on one).
func (p *pair) alignment() float64 {
	if p.shared == 0 {
		return 0
	}
	return p.shared / (p.shared + ofMismatch*p.mismatch + ofExtra*p.extra)
}

func ofOppositeThings(p *pair) bool { return p.contrasts() && !p.subjectFlip }

// refusedOnBoth tells "the field is removed" and "the field is forbidden": one side denies as a whole what the
// other takes away.
func refusedOnBoth(p *pair) bool {
	if len(p.signals) == 0 || p.strongestSignal().Kind != SignalNegation {
		return false
	}
	return forbidsAll(p.a) && takesAway(p.b, p.a) || forbidsAll(p.b) && takesAway(p.a, p.b) ||
		bothWithout(p.a, p.b) || bothWithout(p.b, p.a)
}

// bothWithout tells "shall be free of artifacts" and "shall exclude artifacts".
func bothWithout(p, other *read.Parsed) bool {
	exclude := words.English().Term("exclude")
	return slices.ContainsFunc(p.Negations, func(n read.Negation) bool {
		for i := 1; i < len(other.Contents) && n.Target != ""; i++ {
			if other.Contents[i].Term == n.Target && other.Contents[i-1].Term == exclude {
				return true
			}
		}
		return false
	})
}

// forbidsAll reports whether all denials of a statement, one at least, have no word of their own as
// target: "the field is forbidden" denies as a whole.
func forbidsAll(p *read.Parsed) bool {
	return len(p.Negations) > 0 && !slices.ContainsFunc(p.Negations, func(n read.Negation) bool { return n.Target != "" })
}

// takesAway reports whether a verb behind the subject removes, drops or rejects, and nothing is denied. Where the
// other side speaks of removing as well, that is what it forbids.
func takesAway(p, other *read.Parsed) bool {
	l := words.English()
	return len(p.Negations) == 0 && slices.ContainsFunc(p.Contents, func(c read.Content) bool {
		if c.Token < p.Predicate() {
			return false
		}
		for _, verb := range [...]string{"remove", "drop", "omit", "reject", "retire", "exclude"} {
			if c.Term == l.Term(verb) {
				return !other.Mentions(c.Term)
			}
		}
		return false
	})
}

// twoReversals tells two strong reversals at once: they cancel, or say of two things what holds of
// one of them.
func twoReversals(p *pair) bool {
	strong := 0
	for i := range p.signals {
		switch s := &p.signals[i]; s.Kind {
		case SignalNegation, SignalAntonym, SignalQuantifier:
			if s.Strength >= strongSignal {
				strong++
			}
		}
	}
	return strong == 2
}

// Doubt adds a gate that only the base can know.
func (v *Verdict) Doubt(d *Doubt) {
	v.Gates = append(v.Gates, d.Gate)
	v.Gate *= d.Factor
	if v.Signal.Kind != "" {
		v.Energy = min(v.Energy, energy(v.Strength, v.Alignment, v.Gate))
	}
	if v.Energy < Warn && v.Relation == Conflict {
		v.Relation = None
	}
}

// contrasts reports whether one side denies of one thing what the other says of its opposite, or of
// another member of its class: "public responses are cached" and "private responses are not cached"
// both hold.
func (p *pair) contrasts() bool {
	opposites := append([]oppositePair(nil), p.choices...)
	for _, x := range p.antonyms {
		opposites = append(opposites, oppositePair{x.a, x.b})
	}
	if len(opposites) != 1 {
		return false
	}
	x := opposites[0]
	switch {
	case p.hasSignal(SignalNegation):
		return deniesWith(p.a, x.a) && deniesWith(p.b, x.b)
	case p.hasSignal(SignalModality), p.hasSignal(SignalNumber):
		return opensWith(p.a, x.a) && opensWith(p.b, x.b)
	}
	return false
}

// oppositePair is a content of each side, one of two that exclude each other.
type oppositePair struct{ a, b read.Content }

// deniesWith reports whether all that the statement denies stands in one clause with the word.
func deniesWith(p *read.Parsed, c read.Content) bool {
	for _, n := range p.Negations {
		if n.Condition || n.At >= len(p.Contents) {
			continue
		}
		from, to := c.Token, p.Contents[n.At].Token
		for i := min(from, to); i < max(from, to); i++ {
			if separates(&p.Tokens[i]) {
				return false
			}
		}
	}
	return true
}

// separates tells the words and signs that another clause may follow.
func separates(t *read.Token) bool {
	switch t.Text {
	case "and", "or", "but", "while", "whereas", ",", ";", ":":
		return true
	}
	return false
}

// opensWith reports whether the word belongs to what the statement speaks of.
func opensWith(p *read.Parsed, c read.Content) bool {
	return isSubject(p, c) || p.Verb < 0 && len(p.Contents) > 0 && c == p.Contents[0]
}

// Seen is what was seen of all that was told from an energy on, up to the next greater one: how often it
// was right, of labelled pairs and when findings in repositories that nobody had tuned on were read.
type Seen struct {
	From              float64 // energy
	Pairs, PairsRight int     // of 21,648 labelled pairs of ten sets
	Read, ReadRight   int     // in 1,969,007 statements of 185 repositories; right: worth a maintainer's minute
	Mended            int     // of those read, findings whose cause was mended afterwards
}

// Calibration is what the thresholds rest on, the greatest energy first (2026-11-27).
func Calibration() []Seen {
	return []Seen{
		{From: Reject, Pairs: 1370, PairsRight: 1330, Read: 72, ReadRight: 1, Mended: 62},
		{From: Warn, Pairs: 26, PairsRight: 25, Read: 415, ReadRight: 212, Mended: 83},
	}
}
