package contradict

import "slices"

// gateContext doubts statements that stand under different headings or inherited conditions.
func (p *pair) gateContext() {
	known := len(p.a.Context)+len(p.b.Context) > 0 || p.a.Document+p.b.Document != ""
	moved := p.a.Document != p.b.Document || !slices.Equal(p.a.Context, p.b.Context)
	if known && (moved && (p.a.anaphoric || p.b.anaphoric) || leadsWithPronoun(p.a) || leadsWithPronoun(p.b)) {
		p.gate("\"it\" across headings", 0.5)
	}
	if p.a.Document == p.b.Document && moved {
		p.gateHeadings(p.a.Context, p.b.Context)
	}
	if !p.a.finite && !p.b.finite {
		p.gate("no verb", 0.65)
	}
	p.gateInherited(p.a.inherited, p.b.inherited)
}

func leadsWithPronoun(p *Parsed) bool { return p.lead == "it" || p.lead == "they" }

// gateHeadings doubts siblings (cases of one list) and parallel headings ("Free plan", "Enterprise plan").
func (p *pair) gateHeadings(a, b []string) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	lastA, lastB := a[len(a)-1], b[len(b)-1]
	termsA, termsB := conditionSet([]string{lastA}), conditionSet([]string{lastB})
	both, either := overlapTerms(termsA, termsB)
	siblings := slices.Equal(a[:len(a)-1], b[:len(b)-1])
	parallel := both < either && float64(both) >= 0.4*float64(either)
	if siblings || parallel {
		p.gate("parallel headings", 0.65)
	}
}

func (p *pair) gateInherited(a, b []string) {
	switch {
	case slices.Equal(a, b):
	case len(a) > 0 && len(b) > 0:
		p.gate("different inherited conditions", 0.3)
	default:
		p.gate("inherited condition on one side", 0.6)
	}
}
