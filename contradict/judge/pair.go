package judge

import (
	"slices"
	"sync"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// pair is two statements while they are compared.
type pair struct {
	a, b   *read.Parsed
	rarity Rarity
	l      *words.Lexicon

	onlyA, onlyB []int   // contents that the other side lacks and nothing explains yet
	taken        []bool  // contents of b that one of a has been matched with
	shared       float64 // weight of what both sides have
	mismatch     float64 // weight that each side has unexplained: the smaller of the two sums
	extra        float64 // what the larger sum has beyond the smaller

	antonyms []antonymPair
	choices  []oppositePair // members of one class
	signals  []Signal
	gates    []Gate

	factor  float64 // product of the gates
	unnamed bool    // only that is asked for
	without string  // the row of the tables that is left out

	place        place
	anchored     float64 // weight of the anchors that both have
	restA, restB float64 // of those that one has

	conditionFlip bool // a signal stood in a condition: other case, not other rule
	subjectFlip   bool // opposite subjects: other things
	unmistakable  bool // an amount whose attribute both sides name
	unread        int  // differences that no rule could read
}

// pairs are those that have been compared, whose lists serve again: millions are compared one after another.
var pairs = sync.Pool{New: func() any { return new(pair) }}

// release ends the use of a pair of newPair. What it has found stays.
func (p *pair) release() {
	p.a, p.b, p.rarity, p.signals, p.gates = nil, nil, nil, nil, nil
	pairs.Put(p)
}

// newPair returns two statements of which nothing is compared yet.
func newPair(a, b *read.Parsed, rarity Rarity) *pair {
	p := pairs.Get().(*pair)
	*p = pair{
		a:        a,
		b:        b,
		rarity:   rarity,
		l:        words.English(),
		onlyA:    p.onlyA[:0],
		onlyB:    p.onlyB[:0],
		taken:    p.taken[:0],
		antonyms: p.antonyms[:0],
		choices:  p.choices[:0],
		factor:   1,
		place:    placeOf(a, b),
	}
	return p
}

// alignWords matches the contents of both sides, first by stem, then by a long common beginning.
func (p *pair) alignWords() {
	a, b := p.a, p.b
	p.taken = slices.Grow(p.taken, len(b.Contents))[:len(b.Contents)]
	clear(p.taken)
	for i := range a.Contents {
		j := matchingContent(a.Contents[i].Term, b.Contents, p.taken)
		if j < 0 {
			p.onlyA = append(p.onlyA, i)
			continue
		}
		p.taken[j] = true
		p.shared += p.rarity(a.Contents[i].Term)
	}
	for j := range b.Contents {
		if !p.taken[j] {
			p.onlyB = append(p.onlyB, j)
		}
	}
	// What the stemmer left apart: "validate" and "validation".
	for i := 0; i < len(p.onlyA); {
		x := p.a.Contents[p.onlyA[i]].Term
		j := p.findB(func(y string) bool { return words.Inflected(x, y) && !p.opposed(x, y) })
		if j < 0 {
			i++
			continue
		}
		y := p.b.Contents[p.onlyB[j]].Term
		p.shared += min(p.rarity(x), p.rarity(y))
		p.explain(i, j)
	}
}

// matchingContent returns the first content of this stem that is not taken, -1 for none.
func matchingContent(term string, contents []read.Content, taken []bool) int {
	for j := range contents {
		if !taken[j] && contents[j].Term == term {
			return j
		}
	}
	return -1
}

// findB returns the index in onlyB of the first unexplained content of b that fits, -1 for none.
func (p *pair) findB(fits func(term string) bool) int {
	for j, c := range p.onlyB {
		if fits(p.b.Contents[c].Term) {
			return j
		}
	}
	return -1
}

// explain takes the i-th unexplained content of a and the j-th of b off the lists.
func (p *pair) explain(i, j int) {
	p.onlyA = append(p.onlyA[:i], p.onlyA[i+1:]...)
	p.onlyB = append(p.onlyB[:j], p.onlyB[j+1:]...)
}

// opposed reports whether two stems are opposites, by a list or by a negating prefix.
func (p *pair) opposed(x, y string) bool {
	kind, _ := p.l.Antonym(x, y)
	return kind != words.NotAntonyms
}

// signal adds a signal: a is what p.a says, b what p.b says.
func (p *pair) signal(kind SignalKind, strength float64, a, b string) {
	p.signals = append(p.signals, Signal{Kind: kind, Strength: strength, A: a, B: b})
}

// hasSignal reports whether a signal of this kind has been found so far: see signal for the order.
func (p *pair) hasSignal(kind SignalKind) bool {
	for i := range p.signals {
		if p.signals[i].Kind == kind {
			return true
		}
	}
	return false
}

// dropSignals removes the signals of a kind that a better reading replaces.
func (p *pair) dropSignals(kind SignalKind) {
	kept := p.signals[:0]
	for _, s := range p.signals {
		if s.Kind != kind {
			kept = append(kept, s)
		}
	}
	p.signals = kept
}

// forces reports whether one side has this force.
func (p *pair) hasForce(f read.Force) bool { return p.a.Force == f || p.b.Force == f }

// shares reports whether both statements have a content with the stem of word.
func (p *pair) shares(word string) bool {
	term := p.l.Term(word)
	return p.a.Has(term) && p.b.Has(term)
}

// containsTerm reports whether a set, which must be sorted, has a stem.
func containsTerm(set []string, term string) bool {
	_, found := slices.BinarySearch(set, term)
	return found
}

// overlapTerms counts the stems in both and in either of two sorted sets.
func overlapTerms(a, b []string) (both, either int) {
	for _, t := range a {
		if containsTerm(b, t) {
			both++
		}
	}
	return both, len(a) + len(b) - both
}

// oppositePair is a content of each side, one of two that exclude each other.
type oppositePair struct{ a, b read.Content }
