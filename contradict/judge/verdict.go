package judge

import (
	"fmt"
	"strings"
)

// Explain says in one line why the energy is what it is; empty without a signal.
func (v *Verdict) Explain() string {
	if v.Signal.Kind == "" {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %q vs %q (S %.2f, C %.2f, G %.2f", v.Signal.Kind, v.Signal.A, v.Signal.B, v.Strength, v.Alignment, v.Gate)
	for _, g := range v.Gates {
		fmt.Fprintf(&b, "; %s ×%.2g", g.Name, g.Factor)
	}
	b.WriteByte(')')
	return b.String()
}

// Thresholds of the energy.
const (
	Reject = 0.7 // both cannot hold
	Warn   = 0.3 // a person should look
)

// Rules numbers the rules of judgement: what was judged by others does not hold any more. Change it
// with them.
const Rules = 38

// Relation is what two statements are to each other.
type Relation string

const (
	None      Relation = "none"      // neither of the others
	Conflict  Relation = "conflict"  // energy at or above Warn
	Duplicate Relation = "duplicate" // they say the same
)

// Verdict is what Judge finds about two statements.
type Verdict struct {
	Energy    float64  // 0–1: see Reject and Warn
	Signal    Signal   // the strongest; zero without one
	Others    []Signal // the other signals, the strongest first
	Strength  float64  // S: strength of the strongest signal
	Alignment float64  // C: how far both speak of the same thing
	Gate      float64  // G: product of the gates
	Gates     []Gate   // those that fired, in the order in which they were asked
	Relation  Relation
	Anchored  bool // aligned by anchors and slots, not by most of their words
}

// SignalKind names the reason why two statements cannot both hold.
type SignalKind string

const (
	SignalNegation    SignalKind = "negation"
	SignalModality    SignalKind = "modality"
	SignalAntonym     SignalKind = "antonym"
	SignalQuantifier  SignalKind = "quantifier"
	SignalOnly        SignalKind = "only"
	SignalNumber      SignalKind = "number"
	SignalCardinality SignalKind = "cardinality"
	SignalOrder       SignalKind = "order"
	SignalCondition   SignalKind = "condition"
	SignalChoice      SignalKind = "choice"
	SignalSlot        SignalKind = "slot"
)

// Signal is one reason why two statements cannot both hold.
type Signal struct {
	Kind     SignalKind
	Strength float64 // 0–1
	A, B     string  // the words or values that exclude each other, of either statement
}

// Gate is one reason to doubt that two statements speak of the same case.
type Gate struct {
	Name   string
	Factor float64 // 0–1, multiplies the energy
}
