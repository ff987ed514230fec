package review

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/validate"
)

// Risk is how much a change could harm, from its parts, each from 0 to 1:
//
//	score = 1 − (1 − 0.3·authority)·(1 − 0.5·force)·(1 − 0.8·conflicts)·(1 − 0.4·removed)
//
// Authority and the rest count only together: a change of an authoritative note in which nothing
// binding changes has no more than 0.3.
type Risk struct {
	Score     float64 `json:"score"`     // 0–1
	Authority float64 `json:"authority"` // of the notes that say something else: by kind, status and PageRank
	Force     float64 `json:"force"`     // of the rules that changed: 1 − 0.5^n, n counting MUST 1, SHOULD 0.5, MAY 0.25
	Conflicts float64 `json:"conflicts"` // greatest energy of a contradiction that no waiver silences; 1 for a note that git cannot merge
	Removed   float64 `json:"removed"`   // of what is no longer said: 1 − 0.85^n, n counting a rule 1, anything else 0.1
}

// riskLook is the risk from which on a person should look, whatever else was found.
const riskLook = 0.4

// conclude counts, weighs and judges.
func (c *change) conclude() {
	sortFindings(c.report.Findings)
	c.report.Findings = collapse(c.report.Findings)
	n := &c.report.Counts
	n.Notes, n.Dependents = len(c.report.Notes), len(c.report.Dependents)
	for _, s := range c.report.Statements {
		n.add(s.Change)
	}
	for _, f := range c.report.Findings {
		switch {
		case f.Waived != "":
			n.Waived++
			continue
		case f.Severity == validate.Error:
			n.Errors++
		case f.Severity == validate.Warning:
			n.Warnings++
		}
		if f.Proposed != "" {
			n.Proposed++
		}
		if f.Rule == "contradiction" {
			n.Conflicts++
		}
	}
	c.weigh()
	c.report.Verdict = c.verdict()
}

// sortFindings orders findings by their places, then by their rules.
func sortFindings(list []ScopedFinding) {
	slices.SortStableFunc(list, func(a, b ScopedFinding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Fingerprint, b.Fingerprint), strings.Compare(a.Branch, b.Branch))
	})
}

// maxRelated is how many places of one finding are named.
const maxRelated = 5

// collapse makes one finding of those that say the same of the same words: where several places say
// them, they are named beside it.
func collapse(list []ScopedFinding) []ScopedFinding {
	at := map[string]int{}
	kept := list[:0]
	for _, f := range list {
		key := f.Rule + " " + f.Fingerprint + " " + f.Branch
		i, ok := at[key]
		if !ok {
			at[key] = len(kept)
			f.Related = slices.Clone(f.Related)
			kept = append(kept, f)
			continue
		}
		for _, p := range append([]validate.Place{f.Place}, f.Related...) {
			if first := &kept[i]; p.Text != "" && p != first.Place && !slices.Contains(first.Related, p) &&
				len(first.Related) < maxRelated {
				first.Related = append(first.Related, p)
			}
		}
	}
	return kept
}

// weigh computes the parts of the risk, each from 0 to 1.
func (c *change) weigh() {
	r := &c.report.Risk
	for _, n := range c.report.Notes {
		if n.Change != Changed && n.Change != "renamed" || n.Changed+n.Removed > 0 {
			r.Authority = max(r.Authority, authority(&n))
		}
	}
	force, removed := 0.0, 0.0
	for _, s := range c.report.Statements {
		switch {
		case s.Argues:
		case s.Change == Removed && s.Binds:
			removed++
		case s.Change == Removed && s.Kind != headingUnit && s.Kind != fieldUnit:
			removed += 0.1
		case s.Change == Changed && s.Binds && weighty(s.Aspects):
			force += max(forceWeight(s.Old.Force), forceWeight(s.New.Force))
		}
	}
	r.Force, r.Removed = 1-math.Pow(0.5, force), 1-math.Pow(0.85, removed)
	for _, f := range c.report.Findings {
		switch {
		case f.Waived != "":
		case f.Rule == "merge-conflict":
			r.Conflicts = 1
		case f.Rule == "contradiction":
			r.Conflicts = max(r.Conflicts, f.Energy)
		}
	}
	for _, part := range []*float64{&r.Authority, &r.Force, &r.Conflicts, &r.Removed} {
		*part = round(*part)
	}
	r.Score = round(1 - (1-0.3*r.Authority)*(1-0.5*r.Force)*(1-0.8*r.Conflicts)*(1-0.4*r.Removed))
}

func round(x float64) float64 { return math.Round(x*100) / 100 }

// authority is how much a note binds: its kind, less while nobody has agreed to it, more where many
// depend on it.
func authority(n *Note) float64 {
	a := map[string]float64{"decision": 0.8, "spec": 0.8, "summary": 0.5, "memory": 0.5}[n.Kind]
	if a == 0 {
		a = 0.3
	}
	status := cmp.Or(n.OldStatus, n.Status)
	switch {
	case n.Change == Added, status == "draft", status == "proposed":
		a /= 2
	case status == "accepted":
		a = min(1, a+0.2)
	}
	return min(1, a+0.3*n.PageRank)
}

// forceWeight is what it weighs to change a statement of a force, from 0 to 1.
func forceWeight(force string) float64 {
	switch force {
	case "MUST", "not required":
		return 1
	case "SHOULD":
		return 0.5
	}
	return 0.25
}

// verdict is what the findings amount to.
func (c *change) verdict() Verdict {
	verdict := Clean
	if c.report.Risk.Score >= riskLook || len(c.report.Merge.Unjudged)+len(c.report.Gone) > 0 { // what may be a conflict is not clean
		verdict = Look
	}
	for _, f := range c.report.Findings {
		switch {
		case f.Waived != "":
		case f.Severity == validate.Error && (f.Rule == "contradiction" || f.Rule == "merge-conflict"):
			return Conflict
		case f.Severity.AtLeast(validate.Warning):
			verdict = Look
		}
	}
	return verdict
}
