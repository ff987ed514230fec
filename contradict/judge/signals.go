package judge

import (
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
)

// Reason is one way in which two statements cannot both hold, as people are told of it.
type Reason struct {
	Kind SignalKind
	Most float64 // its greatest strength
	When string  // it is found
}

// signal is a reason with what finds it. Signals are looked for in the order of their table, for a
// later one may replace an earlier, or explain words that the next would count.
type signal struct {
	Reason
	find func(p *pair)
}

// wordSignals are those of statements that are aligned by their words, which pairAntonyms has paired
// before.
var wordSignals = [...]signal{
	{Reason{SignalNegation, certain, "one side denies what the other says"}, (*pair).signalNegation},
	{Reason{SignalModality, sure, "nothing is denied, and one side requires what the other does not"}, (*pair).signalModality},
	{Reason{SignalAntonym, certain, "words are opposites: enabled, disabled"}, (*pair).signalAntonyms},
	{Reason{SignalQuantifier, certain, "all against none, all against some, some against none"}, (*pair).signalQuantifiers},
	{Reason{SignalOnly, nearlySure, "one side says only"}, (*pair).signalOnly},
	{Reason{SignalNumber, certain, "amounts of one dimension exclude each other"}, (*pair).signalNumbers},
	{Reason{SignalCardinality, sure, "exactly one against several or all"}, (*pair).signalCardinality},
	{
		Reason{SignalOrder, nearlySure, "conditions are the same but for before, after, until, once (or if, unless: condition)"},
		(*pair).signalOrder,
	},
	{Reason{SignalChoice, nearlySure, "members of one exclusive class: PostgreSQL, MySQL"}, (*pair).signalChoice},
	{Reason{SignalSlot, strongSignal, "one run of unknown words differs where a verb takes one answer"}, (*pair).signalSubstitution},
}

// anchorSignals are those of statements that are aligned by anchors.
var anchorSignals = [...]signal{
	{Reason{SignalSlot, nearlySure, "both answer one question about a thing, and differently"}, (*pair).signalSlots},
	{Reason{SignalAntonym, besideOtherWords, "the predicates are opposites, or one denies the other (negation)"}, (*pair).signalWords},
	{Reason{SignalSlot, read.AbsentStrength, "one side has none of what the other uses"}, (*pair).signalAbsences},
	{Reason{SignalNumber, certain, "amounts of one thing exclude each other"}, (*pair).signalValues},
}

// find looks for the signals of a table.
func (p *pair) find(table []signal) {
	for i := range table {
		if p.without == "" || string(table[i].Kind) != p.without {
			table[i].find(p)
		}
	}
}

// Reasons returns the tables of the signals: of statements that are aligned by their words, and by
// anchors.
func Reasons() (byWords, byAnchors []Reason) {
	for i := range wordSignals {
		byWords = append(byWords, wordSignals[i].Reason)
	}
	for i := range anchorSignals {
		byAnchors = append(byAnchors, anchorSignals[i].Reason)
	}
	return byWords, byAnchors
}

// signalWords finds opposite words and plain denials in the heads of both statements.
func (p *pair) signalWords() {
	if !p.sharesSubject() {
		return
	}
	for i := range p.a.Contents {
		x := &p.a.Contents[i]
		if !isPredicate(p.a, i) {
			continue
		}
		for j := range p.b.Contents {
			if isPredicate(p.b, j) {
				p.oppose(x, &p.b.Contents[j])
			}
		}
	}
}

// oppose makes a signal of a verb that one side denies, and of opposites by stance or state; what
// is done in turn (open, close) and relations (before, after) make none.
func (p *pair) oppose(x, y *read.Content) {
	deniedX, deniedY := denies(p.a, x.Term), denies(p.b, y.Term)
	if x.Term == y.Term {
		if deniedX != deniedY && p.l.Terms[x.Term]&(words.FiniteVerb|words.MultipleVerb|words.FunctionalVerb) != 0 {
			p.signal(SignalNegation, besideOtherWords, polarityOf(x, deniedX), polarityOf(y, deniedY))
		}
		return
	}
	kind, strength := p.l.Antonym(x.Term, y.Term)
	if strength == 0 || kind == words.Reversible || kind == words.Relational || p.a.Has(y.Term) || p.b.Has(x.Term) || deniedX != deniedY {
		return
	}
	if kind == words.State && p.hasForce(read.May) {
		return // what is off can be switched on
	}
	if kind == words.Stance || !isAttribute(p.a, *x) && !isAttribute(p.b, *y) {
		p.signal(SignalAntonym, strength*besideOtherWords, x.Word, y.Word)
	}
}

// polarityOf is a word as its side says it, for Signal.A or Signal.B: "cached", "not cached".
func polarityOf(c *read.Content, denied bool) string {
	if denied {
		return "not " + c.Word
	}
	return c.Word
}

// isPredicate reports whether the i-th content is the main verb or its complement: one of the first
// two after the modal or "be", or the second content of a sentence without either.
func isPredicate(p *read.Parsed, i int) bool {
	c := &p.Contents[i]
	if p.Tokens[c.Token].Start >= p.Head {
		return false
	}
	if p.Verb < 0 {
		return i == 1 || i == 2
	}
	first := subjectLength(p)
	return i >= first && i < first+2
}

// subjectLength returns how many contents stand before the verb.
func subjectLength(p *read.Parsed) (n int) {
	if p.Verb < 0 {
		return min(1, len(p.Contents))
	}
	for n < len(p.Contents) && p.Contents[n].Token < p.Verb {
		n++
	}
	return n
}

// sharesSubject reports whether the subjects of both statements have a stem in common.
func (p *pair) sharesSubject() bool {
	for _, x := range p.a.Contents[:subjectLength(p.a)] {
		for _, y := range p.b.Contents[:subjectLength(p.b)] {
			if x.Term == y.Term {
				return true
			}
		}
	}
	return false
}
