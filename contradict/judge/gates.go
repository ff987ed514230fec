package judge

// gate is one reason to doubt that two statements speak of the same case.
type gate struct {
	asked  asked
	name   string
	factor float64
	is     func(p *pair) bool
	others int    // of the labelled pairs that are told of without gates and are no contradictions, how many it holds of
	real   int    // of those that are contradictions
	when   string // it holds, for people
}

// asked holds of which pairs a gate is asked.
type asked uint8

const (
	byWords   asked = 1 << iota // aligned by their words
	byAnchors                   // aligned by anchors
	ofSame                      // also without a signal: they may say the same
	early                       // needs neither alignment nor signals, and is asked by Doubtful
	either    = byWords | byAnchors
)

// ask adds the gates of this kind that hold. It reports whether the energy can still reach least.
func (p *pair) ask(of asked, least float64) bool {
	for i := range gates {
		g := &gates[i]
		if g.asked&of != of || g.name == p.without || !g.is(p) {
			continue
		}
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
	for i := range gates {
		g := &gates[i]
		list = append(list, Doubt{
			Gate: Gate{g.name, g.factor}, When: g.when, Words: g.asked&byWords != 0, Anchors: g.asked&byAnchors != 0,
			Measured: true, Others: g.others, Real: g.real,
		})
	}
	return list
}
