package judge

import (
	"slices"
)

// SameGate is the least product of gates of statements that say the same in different words.
const SameGate = 0.99

// sameAlignment is the alignment above which they do.
const sameAlignment = 0.85

// beneath gives the verdict without gates on a pair that before any doubt has neither this energy
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
	v := Verdict{Alignment: p.alignment(), Gates: p.gates, Relation: None}
	p.gateTwoReversals(&v)
	v.Gate = product(v.Gates)
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

// leastSignal is the strength of a signal that is told of: weaker ones, "only" added or some
// against all, were not borne out.
const leastSignal = 0.5

// energy is the formula of the package comment with its caps.
func energy(s, c, g float64) float64 {
	const belowWarn, belowReject = 0.29, 0.69
	e := g * (0.6*s + 0.4*c)
	if c < 0.5 || s < leastSignal {
		return min(e, belowWarn)
	}
	if c < 0.7 || s <= 0.5 {
		return min(e, belowReject)
	}
	return min(e, 1)
}

// alignment is C: shared ÷ (shared + 1.5·mismatched on both sides + 0.6·extra on one).
func (p *pair) alignment() float64 {
	if p.shared == 0 {
		return 0
	}
	return p.shared / (p.shared + 1.5*p.mismatch + 0.6*p.extra)
}

// gateTwoReversals doubts two reversals at once: they cancel, or say of two things what holds of one of them,
// "public responses are cached" and "private responses are not cached".
func (p *pair) gateTwoReversals(v *Verdict) {
	strong := 0
	for i := range p.signals {
		switch s := &p.signals[i]; s.Kind {
		case SignalNegation, SignalAntonym, SignalQuantifier:
			if s.Strength >= 0.8 {
				strong++
			}
		}
	}
	switch {
	case p.contrasts() && !p.subjectFlip:
		v.Gates = append(v.Gates, Gate{"of opposite things", 0.25})
	case strong == 2:
		v.Gates = append(v.Gates, Gate{"two reversals", 0.6})
	}
}

// Doubt adds a gate that only the base can know.
func (v *Verdict) Doubt(name string, factor float64) {
	v.Gates = append(v.Gates, Gate{name, factor})
	v.Gate *= factor
	if v.Signal.Kind != "" {
		v.Energy = min(v.Energy, energy(v.Strength, v.Alignment, v.Gate))
	}
	if v.Energy < Warn && v.Relation == Conflict {
		v.Relation = None
	}
}
