package base

import (
	"hash/fnv"
	"math"
)

// Setting is what the verdict on two statements of a base depends on beside these two and the
// others of their documents: how many statements there are, how rare stems are, and what is a form
// that many documents fill in.
type Setting struct {
	Statements int               `json:"statements"` // roughly: see Rarity
	Terms      map[uint64]uint16 `json:"terms"`      // by the hash of the stem
	Forms      map[uint64]uint8  `json:"forms"`      // by the key of the sentence, those of few documents left out
}

// Marks beside the weight of a term.
const (
	tooCommon  = 1 << 14 // to be looked up
	tooCrowded = 1 << 15 // to be an anchor
)

// Setting reports that of the base as it stands.
func (b *Base) Setting() Setting {
	s := Setting{Statements: b.population(), Terms: make(map[uint64]uint16, b.terms.len()), Forms: map[uint64]uint8{}}
	for term, id := range b.terms.all() {
		s.Terms[termHash(term)] = b.standing(id)
	}
	for key, use := range b.forms() {
		if kind := use.kind(); kind > 0 {
			s.Forms[key] = kind
		}
	}
	return s
}

// Unlike tells of each statement, by its number, whether a pair with it may be judged otherwise
// than in a base of an earlier setting that had it, too, in the same document. It is nil where that
// holds of all.
func (b *Base) Unlike(earlier *Setting) []bool {
	if b.population() != earlier.Statements {
		return nil
	}
	absent := uint16(math.Round(b.weight(0) * weightSteps))
	moved := make([]bool, len(b.frequency))
	for term, id := range b.terms.all() {
		before, known := earlier.Terms[termHash(term)]
		if !known {
			before = absent
		}
		moved[id] = before != b.standing(id)
	}
	anyMoved := func(ids []int32) bool {
		for _, id := range ids {
			if moved[id] {
				return true
			}
		}
		return false
	}
	forms, unlike := b.forms(), make([]bool, len(b.entries))
	turned := func(key uint64, into uint8) bool { return (forms[key].kind() >= into) != (earlier.Forms[key] >= into) }
	for i := range b.entries {
		e := b.entry(i)
		unlike[i] = turned(e.template, template) || turned(e.sentence, form) || anyMoved(e.terms) || anyMoved(e.beside)
	}
	return unlike
}

// standing is the weight of a term in steps, with its marks.
func (b *Base) standing(id int32) uint16 {
	df := int(b.frequency[id])
	standing := uint16(math.Round(b.weight(df) * weightSteps))
	if df > b.commonFrom() {
		standing |= tooCommon
	}
	if b.anchoring[id] > maxAnchored {
		standing |= tooCrowded
	}
	return standing
}

// termHash is the same in every process, as settings are stored and compared with later ones.
func termHash(term string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(term))
	return h.Sum64()
}

// Documents returns those that have some statements, by number.
func (b *Base) Documents(numbers []int32) map[string]bool {
	out := map[string]bool{}
	for _, i := range numbers {
		out[b.entry(int(i)).document] = true
	}
	return out
}

// Of returns the numbers of the statements of a document, in the order in which they were added,
// without those that were dropped.
func (b *Base) Of(document string) (numbers []int) {
	n, ok := b.numbers[document]
	if !ok {
		return nil
	}
	for _, i := range b.stated.of(n) {
		if !b.dropped[i] {
			numbers = append(numbers, int(i))
		}
	}
	return numbers
}
