package judge

import "github.com/9aea2451/kb/contradict/read"

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
