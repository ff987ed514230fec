package judge

import (
	"hash/fnv"
	"math/bits"

	"github.com/9aea2451/kb/contradict/read"
)

// Traits are what the gates ask of a statement by itself, whatever its words are.
type Traits uint8

const (
	pointing Traits = 1 << iota // "it", "this": speaks of what stood before
	finite                      // a verb shows that it is a sentence
	imagined                    // past, proposed or imagined
)

// Outline is as much of a statement as shows, for most pairs of statements of two documents, that
// they are doubtful: a base keeps it of each, and reads again only those that are left.
type Outline struct {
	Traits     Traits
	Text       uint32 // hashes; 0 for none
	Conditions uint32
	Inherited  uint32 // stems of the conditions
	Stems      uint64 // a bit of each stem, 0 for a short statement
}

// OutlineOf returns what is kept of a statement for Outline.Doubtful.
func OutlineOf(p *read.Parsed) Outline {
	o := Outline{Text: hashOf(p.Text), Conditions: hashOf(p.Conditions...), Inherited: hashOf(p.Inherited...), Stems: stemBits(p)}
	o.Traits = pointing.where(p.Anaphoric || p.LeadsWithPronoun()) | finite.where(p.Finite) | imagined.where(p.Unreal)
	return o
}

// stemBits has a bit for each stem of a statement that is long enough to be one sentence with another.
func stemBits(p *read.Parsed) (bits uint64) {
	if len(p.Contents)+len(p.ConditionTerms) < longSentence {
		return 0
	}
	for _, term := range p.Terms() {
		bits |= 1 << (hashOf(term) % 64)
	}
	return bits
}

// mayBeOne tells outlines of statements that may be one sentence but for a stem on each side.
func (o *Outline) mayBeOne(other *Outline) bool {
	return o.Stems != 0 && other.Stems != 0 && bits.OnesCount64(o.Stems&^other.Stems) <= 1 && bits.OnesCount64(other.Stems&^o.Stems) <= 1
}

// where returns the trait that a statement has, or none.
func (t Traits) where(has bool) Traits {
	if has {
		return t
	}
	return 0
}

// hashOf is the same for the same strings, and 0 for none.
func hashOf(list ...string) uint32 {
	if len(list) == 0 {
		return 0
	}
	h := fnv.New32a()
	for _, s := range list {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return max(h.Sum32(), 1)
}

// Doubtful tells of statements of two documents that the function of this name does, as far as it
// can be told from their outlines.
func (o *Outline) Doubtful(other *Outline, least float64) bool {
	const rounding = 1e-9
	if least -= rounding; least <= 0 || o.Text == other.Text {
		return false
	}
	one := o.Traits | other.Traits
	g := 1.0
	if one&pointing != 0 && !o.mayBeOne(other) {
		g *= Unlikely
	}
	if o.Conditions != other.Conditions && (o.Inherited != other.Inherited || o.Inherited == 0) {
		g *= Unlikely
	}
	if one&finite == 0 {
		g *= Unlikely // "no verb"
	}
	if one&imagined != 0 {
		g *= notPresent
	}
	return g < least
}
