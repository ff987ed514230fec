package base

import (
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// Evaluate plants labelled pairs among the statements of the base, one at a time and each side in a
// document of its own, and judges them as the base would: a pair that the base does not propose is not
// found, and what many documents say is doubted.
func (b *Base) Evaluate(pairs []judge.LabelledPair) *judge.Evaluation {
	return judge.EvaluateBy(pairs, func(_ int, p *judge.LabelledPair) judge.Verdict {
		b.Add(read.Parse(read.Statement{Text: p.A, Context: p.AContext, Document: plantedBefore}))
		defer b.Drop(plantedBefore)
		other := read.Parse(read.Statement{Text: p.B, Context: p.BContext, Document: plantedNow})
		for _, f := range b.Conflicts([]*read.Parsed{other}, leastListed) {
			if f.B.Document == plantedBefore {
				return f.Verdict
			}
		}
		return judge.Verdict{Relation: judge.None, Gate: 1}
	})
}

// Documents of the two sides of a pair; no path of a repository begins so.
const (
	plantedBefore = "\x00planted/before"
	plantedNow    = "\x00planted/now"
)

// leastListed is the energy below which a pair counts as not found.
const leastListed = 0.05
