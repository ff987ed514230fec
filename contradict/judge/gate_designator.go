package judge

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
)

// gateDesignators doubts statements about things that a number in their name tells apart. Where it
// is the answer that carries the number ("hashed with SHA-256", "with SHA-512"), the answers
// exclude each other, unless another signal says that each holds of its own.
func (p *pair) gateDesignators() {
	if len(p.signals) == 0 {
		return
	}
	reversed := false
	for i := range p.signals {
		switch p.signals[i].Kind {
		case SignalNegation, SignalAntonym, SignalModality, SignalQuantifier:
			reversed = true
		}
	}
	for _, x := range p.a.Designators {
		for _, y := range p.b.Designators {
			if x.Family == y.Family && x.Name != y.Name && (reversed || x.Subject || y.Subject) && !p.sharesDesignator(x.Family) {
				p.gate("different names", 0.2)
				return
			}
		}
	}
}

// sharesDesignator tells whether both statements have one name of the family.
func (p *pair) sharesDesignator(family string) bool {
	return slices.ContainsFunc(p.a.Designators, func(x read.Designator) bool {
		return x.Family == family && slices.ContainsFunc(p.b.Designators, func(y read.Designator) bool { return x.Name == y.Name })
	})
}

// cites tells whether a whole number follows an acronym, "ICS 24": the number of a document, not a version.
func cites(p *read.Parsed, q *read.Quantity) bool {
	i := q.Token
	if q.Dimension == read.DimensionRate || !p.IsDesignation(i) || strings.Contains(p.Tokens[i].Text, ".") {
		return false
	}
	before := &p.Tokens[i-1]
	end := before.Start + len(before.Text)
	if len(before.Text) < 2 || end > len(p.Text) {
		return false
	}
	written := p.Text[before.Start:end]
	return written == strings.ToUpper(written)
}
