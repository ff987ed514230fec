package base

import (
	"cmp"
	"slices"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
)

// Finding is a pair of statements with its verdict. Of Conflicts and Duplicates A is new; of All,
// Since and Again it was added after B.
type Finding struct {
	A, B    *read.Parsed
	Verdict judge.Verdict
	a, b    int // numbers that order equals: of Conflicts those of A and B, of All those of B and A
}

// Conflicts judges new statements against the base, and against each other, and returns the pairs of
// at least this energy, strongest first. The base is not changed.
func (b *Base) Conflicts(news []*read.Parsed, minEnergy float64) []Finding {
	return b.findings(news, minEnergy, func(f *Finding) bool { return f.contradicts(minEnergy) })
}

// Duplicates returns the pairs of a new statement and one of the base, or two new ones, that say the same,
// the best aligned first.
func (b *Base) Duplicates(news []*read.Parsed) []Finding {
	found := b.findings(news, 0, (*Finding).repeats)
	slices.SortStableFunc(found, func(x, y Finding) int { return cmp.Compare(y.Verdict.Alignment, x.Verdict.Alignment) })
	return found
}

// contradicts leaves out pairs without any energy, also where all from 0 on are asked for.
func (f *Finding) contradicts(minEnergy float64) bool {
	return f.Verdict.Energy > 0 && f.Verdict.Energy >= minEnergy
}

func (f *Finding) repeats() bool { return f.Verdict.Relation == judge.Duplicate }

// findings judges new statements against the base and each other and keeps what the caller asks
// for: conflicts of at least minEnergy, or duplicates.
func (b *Base) findings(news []*read.Parsed, minEnergy float64, keep func(*Finding) bool) []Finding {
	if len(news) > few {
		b.forms()
	}
	j := newJudging(b, minEnergy, keep)
	for i, p := range news {
		terms, unknown := b.known(p)
		line := judge.OutlineOf(p)
		similar := j.find(terms, unknown, len(b.entries))
		for _, s := range j.findAnchored(similar, b.knownAnchors(p), p.SlotMask, len(b.entries)) {
			if e := b.entry(int(s)); e.document == p.Document || !line.Doubtful(&e.outline, j.least) {
				j.judge(p, b.Statement(int(s)), i, int(s))
			}
		}
		for k := i + 1; k < len(news); k++ {
			j.judge(p, news[k], i, len(b.entries)+k)
		}
	}
	sortFindings(j.found)
	return j.found
}

// ofTemplate is the doubt that only a base can have: it depends on what else its documents say.
var ofTemplate = judge.Doubt{
	Gate: judge.Gate{Name: "template of many documents", Factor: judge.Unlikely},
	When: "but for its numbers, three notes or more have the sentence under one heading, or five under any", Words: true, Anchors: true,
}

// Doubts returns the doubts that only a base can have, beside judge.Doubts.
func Doubts() []judge.Doubt { return []judge.Doubt{ofTemplate} }

// sortFindings puts the strongest first and equal ones in the order of their numbers, so that an
// answer does not depend on which goroutine found what.
func sortFindings(found []Finding) {
	slices.SortFunc(found, func(x, y Finding) int {
		return cmp.Or(cmp.Compare(y.Verdict.Energy, x.Verdict.Energy), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
}

// known returns the terms of a statement that the base has, and the weight of those that it has not.
func (b *Base) known(p *read.Parsed) (terms []int32, unknown float64) {
	all := p.Terms()
	slices.Sort(all)
	for _, t := range slices.Compact(all) {
		if id, ok := b.terms.find(t); ok {
			terms = append(terms, id)
			continue
		}
		unknown += b.weight(0)
	}
	slices.Sort(terms)
	return terms, unknown
}

// knownAnchors returns the anchors of a statement that the base has.
func (b *Base) knownAnchors(p *read.Parsed) (ids []int32) {
	for _, a := range p.Anchors {
		if id, ok := b.terms.find(a.Term); ok && a.Weight > read.GenericAnchor {
			ids = append(ids, id)
		}
	}
	return ids
}
