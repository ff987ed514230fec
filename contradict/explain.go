package contradict

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
