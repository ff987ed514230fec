package judge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
)

// Rarity weighs a stem: how much sharing it says, about 0.15 for a word of every statement to 1.15
// for a unique one.
type Rarity func(term string) float64

// Uniform weighs every stem alike: the rarity where no base is at hand.
func Uniform(string) float64 { return 1 }

// Judge compares two statements. A nil rarity is Uniform.
// It is symmetric: Judge(b, a) is the same verdict with A and B of its signals exchanged.
func Judge(a, b *read.Parsed, rarity Rarity) Verdict {
	if rarity == nil {
		rarity = Uniform
	}
	return JudgeFrom(0, a, b, rarity)
}

// JudgeFrom is Judge for who asks for contradictions of at least this energy and for duplicates
// only: other verdicts may lack gates and signals.
func JudgeFrom(least float64, a, b *read.Parsed, rarity Rarity) Verdict {
	return manner{rarity: rarity}.judge(least, a, b)
}

// ofTwo is the energy below which the doubts about a signal are so strong that it is of two things.
const ofTwo = 0.1

// Apart reports whether two texts that have words in common speak of two things: they share too little beside what differs, or
// strong doubts speak against one thing; where nothing that differs can be read as an answer, their subjects or labels are two.
func Apart(a, b string) bool {
	x, y := read.Parse(read.Statement{Text: a}), read.Parse(read.Statement{Text: b})
	v := Judge(x, y, nil)
	if v.Signal.Kind != "" || v.Relation == Duplicate {
		return v.Relation != Duplicate && (v.Energy < ofTwo || v.Alignment < rejectAlignment)
	}
	label, _, labelled := strings.Cut(a, ": ")
	return !slices.Equal(subjectTerms(x), subjectTerms(y)) && !(labelled && strings.HasPrefix(b, label+": "))
}

// manner is how two statements are judged.
type manner struct {
	rarity  Rarity
	without string // the row of the tables that is left out, "" for none: see Rows
}

// judge is symmetric.
func (m manner) judge(least float64, a, b *read.Parsed) Verdict {
	order := compare(a, b)
	if order <= 0 {
		return m.inOrder(least, a, b)
	}
	v := m.inOrder(least, b, a)
	v.Signal.A, v.Signal.B = v.Signal.B, v.Signal.A
	for i := range v.Others {
		s := &v.Others[i]
		s.A, s.B = s.B, s.A
	}
	return v
}

// compare orders statements by all that Judge reads of them.
func compare(p *read.Parsed, other *read.Parsed) int {
	if by := strings.Compare(p.Text, other.Text); by != 0 {
		return by // as of most pairs
	}
	return cmp.Or(slices.Compare(p.Context, other.Context), slices.Compare(p.Conditions, other.Conditions),
		cmp.Compare(p.Document, other.Document), cmp.Compare(p.Title, other.Title))
}

// inOrder judges statements that compare has put in order: by their words, and by anchors where
// these have not decided. The verdict of more energy counts.
func (m manner) inOrder(least float64, a, b *read.Parsed) Verdict {
	if a.Silent || b.Silent {
		return Verdict{Relation: None, Gate: 1}
	}
	if a.Text == b.Text {
		return Verdict{Relation: Duplicate, Alignment: 1, Gate: 1}
	}
	v := m.words(least, a, b)
	decided := v.Signal.Kind != "" && v.Signal.Kind != SignalChoice // what is chosen may be for the whole of a thing
	switch {
	case v.Energy >= Warn, v.Alignment >= sameWords, v.Alignment >= wordsDecide && decided:
		return v
	case a.Document != "" && a.Document == b.Document: // who writes both means both
		return v
	}
	if anchored := m.anchors(a, b); anchored.Energy > v.Energy {
		return anchored
	}
	return v
}

// Doubtful reports that the gates which need no alignment keep the energy of two statements below the
// least, whatever else there is to say: most pairs are done with at a small part of the cost.
func Doubtful(a, b *read.Parsed, least float64) bool {
	const rounding = 1e-9
	if least -= rounding; least <= 0 {
		return false
	}
	p := newPair(a, b, nil)
	defer p.release()
	p.unnamed = true
	return !p.ask(either|early, least)
}

// words aligns the statements by the words they share.
func (m manner) words(least float64, a, b *read.Parsed) Verdict {
	p := newPair(a, b, m.rarity)
	defer p.release()
	p.without = m.without
	p.alignWords()
	p.pairAntonyms()
	p.find(wordSignals[:])
	p.measureMismatch()
	if v, ok := p.beneath(least); ok {
		return v
	}
	if len(p.signals) == 0 { // they may say the same
		p.ask(byWords|ofSame, SameGate)
	} else {
		p.ask(byWords, least)
	}
	return p.verdict()
}
