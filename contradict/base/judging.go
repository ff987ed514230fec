package base

import (
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// judging judges pairs of statements one after another, and gathers those that are asked for. Not
// safe for concurrent use.
type judging struct {
	*candidates
	minEnergy float64
	least     float64 // energy below which nobody asks for a pair, whatever it is
	keep      func(*Finding) bool
	pair      Finding // the last: one in memory for all, for few are kept
	found     []Finding
	same      []Pair // of all those judged, where they are gathered
}

// newJudging makes a judging for one goroutine. However much energy is asked for, least stays at
// judge.SameGate or below: what says the same is to be found, too.
func newJudging(b *Base, minEnergy float64, keep func(*Finding) bool) *judging {
	c := newCandidates(b)
	return &judging{candidates: c, minEnergy: minEnergy, least: min(minEnergy, judge.SameGate), keep: keep}
}

// judge adds the pair to the findings if it is kept. The numbers are those of the finding.
func (j *judging) judge(p, q *read.Parsed, a, b int) {
	if j.base.Across && p.Document == q.Document || p.Text != q.Text && judge.Doubtful(p, q, j.least) {
		return
	}
	j.pair = Finding{A: p, B: q, Verdict: judge.JudgeFrom(j.minEnergy, p, q, judge.Uniform), a: a, b: b}
	if j.pair.Verdict.Energy >= j.minEnergy && p.Document != q.Document {
		if forms := j.base.formsOf(p, q); forms.has(p) || forms.has(q) {
			j.pair.Verdict.Doubt(&ofTemplate)
		}
	}
	if j.keep(&j.pair) {
		j.found = append(j.found, j.pair)
	}
}
