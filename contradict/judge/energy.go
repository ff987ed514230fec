package judge

import (
	"slices"
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
	v := Verdict{Alignment: p.alignment(), Gates: p.gates, Gate: p.factor, Relation: None}
	if len(p.signals) == 0 {
		if v.Alignment > sameAlignment && v.Gate >= SameGate && p.unread == 0 {
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
