package judge

import "slices"

// gate is one reason to doubt that two statements speak of the same case. Gates stand in lists, in
// the order in which they are asked.
type gate struct {
	turn   turn
	name   string
	factor float64
	is     func(p *pair) bool
	others int    // of the labelled pairs that are told of without gates and are no contradictions, how many it holds of
	real   int    // of those that are contradictions
	when   string // it holds, for people
}

// turn says when a gate is asked.
type turn uint8

const (
	always    turn = iota
	otherwise      // where none held since the last gate that is always asked
)

// Lists of gates in the order in which statements that are aligned by their words are asked, the
// cheap ones first; those of signalGates only where there is a signal.
var (
	wordGates   = [...][]gate{differenceGates, conditionGates, contextGates, noVerbGates, verbGates}
	signalGates = [...][]gate{
		versionGates, authorGates, moodGates, partGates, narrowedGates, scopeGates, designatorGates, subjectGates, headingGates,
		referentGates, noteGates, wordingGates,
	}
)

// anchorGates are those of statements that are aligned by anchors.
var anchorGates = [...][]gate{
	restGates, topicGates, kindGates, designatorGates, nameGates, subjectGates, noteGates, partGates, labelGates, caseGates,
	noVerbGates, contextGates, referentGates, versionGates, oneAuthorGates,
}

// ask adds the gates of a list that hold. It reports whether the energy can still reach least.
func (p *pair) ask(list []gate, least float64) bool {
	held := false
	for i := range list {
		g := &list[i]
		held = held && g.turn == otherwise
		if held || !g.is(p) || g.name == p.without {
			continue
		}
		held = true
		p.factor *= g.factor
		if !p.unnamed {
			p.gates = append(p.gates, Gate{g.name, g.factor})
		}
		if p.factor < least {
			return false
		}
	}
	return true
}

// askAll asks lists until the energy cannot reach least, and reports whether it still can.
func (p *pair) askAll(lists [][]gate, least float64) bool {
	for _, list := range lists {
		if !p.ask(list, least) {
			return false
		}
	}
	return true
}

// Doubt is a gate as people are told of it.
type Doubt struct {
	Gate
	When           string // it holds
	Words, Anchors bool   // asked of statements that are aligned by their words, by anchors
	Measured       bool   // on labelled pairs
	Others, Real   int    // pairs told of without any doubt of which it holds: no contradictions, contradictions
}

// Doubts returns the table of the gates, in the order in which they are asked.
func Doubts() (list []Doubt) {
	at := map[*gate]int{}
	add := func(gates []gate, words bool) {
		for i := range gates {
			g := &gates[i]
			n, known := at[g]
			if !known {
				n, at[g] = len(list), len(list)
				list = append(list, Doubt{Gate: Gate{g.name, g.factor}, When: g.when, Others: g.others, Real: g.real, Measured: true})
			}
			list[n].Words, list[n].Anchors = list[n].Words || words, list[n].Anchors || !words
		}
	}
	for _, gates := range slices.Concat(wordGates[:], signalGates[:], [][]gate{reversalGates}) {
		add(gates, true)
	}
	for _, gates := range slices.Concat(anchorGates[:], [][]gate{reversalGates}) {
		add(gates, false)
	}
	return list
}
