package contradict

import "hash/fnv"

// traits are what the gates ask of a statement by itself, whatever its words are.
type traits uint8

const (
	placed     traits = 1 << iota // it has a document
	pointing                      // "it", "this": speaks of what stood before
	tentative                     // of a draft or a proposal
	introduced                    // speaks of what its document brings
	answering                     // stands under a question
	finite                        // a verb shows that it is a sentence
	imagined                      // past, proposed or imagined
)

// outline is as much of a statement as shows, for most pairs of statements of two documents, that
// they are doubtful: a base keeps it of each, and reads again only those that are left.
type outline struct {
	traits     traits
	text       uint32 // hashes; 0 for none
	conditions uint32
	inherited  uint32 // stems of the conditions
}

func outlineOf(p *Parsed) outline {
	o := outline{text: hashOf(p.Text), conditions: hashOf(p.Conditions...), inherited: hashOf(p.inherited...)}
	o.traits = placed.where(p.Document != "") | pointing.where(p.anaphoric || leadsWithPronoun(p)) | tentative.where(p.Tentative) |
		introduced.where(p.introduces) | answering.where(p.answers()) | finite.where(p.finite) | imagined.where(p.unreal)
	return o
}

// where gives the trait that a statement has, or none.
func (t traits) where(has bool) traits {
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

// doubtful tells of statements of two documents that the function of this name does, as far as it
// can be told from their outlines.
func (o *outline) doubtful(other *outline, least float64) bool {
	const rounding = 1e-9
	if least -= rounding; least <= 0 || o.text == other.text {
		return false
	}
	one, both := o.traits|other.traits, o.traits&other.traits
	g := o.contextGates(other, one, both)
	byWords, byAnchors := g, g
	if one&finite == 0 {
		byWords *= noVerb
	}
	if one&imagined != 0 {
		byAnchors *= notPresent
	}
	return max(byWords, byAnchors) < least
}

// contextGates is the product of the gates of gateContext.
func (o *outline) contextGates(other *outline, one, both traits) float64 {
	g := 1.0
	if one&pointing != 0 {
		g *= pointsAway
	}
	if both&tentative != 0 {
		g *= twoProposals
	}
	if one&introduced != 0 {
		g *= ownIntroduction
	}
	if both&answering != 0 {
		g *= ownAnswers
	}
	switch {
	case o.conditions == other.conditions, o.inherited == other.inherited && o.inherited != 0:
	case o.conditions != 0 && other.conditions != 0:
		g *= otherInherited
	default:
		g *= oneInherited
	}
	return g
}
