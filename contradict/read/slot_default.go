package read

import (
	"github.com/9aea2451/kb/contradict/words"
)

// readAbsences reads what there is none of: "there is no `develop`", "loads no third-party scripts".
func (r *slotReader) readAbsences() {
	for i := 0; i+1 < len(r.raw); i++ {
		if r.raw[i].Text != "no" && r.raw[i].Text != "without" {
			continue
		}
		s := Slot{Kind: AbsentSlot, at: i, Condition: r.inCondition(i)}
		end := i + 1
		for end < len(r.raw) && end < i+3 && IsAnchorWord(&r.raw[end]) && r.raw[end].Class&words.GenericWord == 0 {
			s.Fillers = append(s.Fillers, r.stems[end])
			end++
		}
		t := &r.raw[i+1]
		switch {
		case t.Kind == CodeToken || t.Code:
			s.Strength, s.Fillers, end = AbsentStrength, s.Fillers[:min(1, len(s.Fillers))], i+2
		case r.raw[i].Text == "no" && len(s.Fillers) > 0:
			s.Strength, s.Counted = AbsentStrength, true
		}
		if len(s.Fillers) > 0 && s.Strength > 0 {
			s.Name, s.Text = s.Fillers[len(s.Fillers)-1], r.source(i, end)
			r.add(s)
		}
	}
}

// readDefaults reads what holds unless it is changed: "defaults to X", "the default is X", "X by default".
func (r *slotReader) readDefaults() {
	for i := range r.head {
		if r.stems[i] != "default" {
			continue
		}
		switch next := r.word(i + 1); {
		case i > 0 && r.raw[i-1].Text == "by":
			r.addDefault(r.lastWords(i - 1))
		case next == "to" || next == ":":
			r.addDefault(r.firstWords(i + 2))
		default:
			r.defaultIs(i)
		}
		return
	}
}

// defaultIs reads "the default … is X" and "X is the default".
func (r *slotReader) defaultIs(i int) {
	for j := i + 1; j < r.head; j++ {
		if r.raw[j].Class&words.BeVerb != 0 {
			r.addDefault(r.firstWords(j + 1))
			return
		}
	}
	for j := i - 1; j > 0 && j >= i-3; j-- {
		if r.raw[j].Class&words.BeVerb != 0 {
			r.addDefault(r.lastWords(j))
			return
		}
	}
}

// word is the token at i as written, "" before the first and behind the last.
func (r *slotReader) word(i int) string {
	if i < 0 || i >= len(r.raw) {
		return ""
	}
	return r.raw[i].Text
}

// firstWords returns the tokens of an answer that begins at i.
func (r *slotReader) firstWords(i int) (from, to int) {
	to = i
	for to < r.head && to < i+3 && r.raw[to].Kind != Punctuation && r.raw[to].Class&words.FillerEnd == 0 {
		to++
	}
	return i, to
}

// lastWords returns the tokens of an answer that ends before i: one word, with the number before a unit.
func (r *slotReader) lastWords(i int) (from, to int) {
	from = max(0, i-1)
	if from > 0 && r.raw[from-1].Kind == NumberToken {
		from--
	}
	return from, i
}

// addDefault adds the tokens [from, to) as the default where one or two words of them say
// something, and none where a number or a clause stands there.
func (r *slotReader) addDefault(from, to int) {
	s := Slot{Kind: DefaultSlot, at: from, Name: "default", Strength: defaultStrength}
	for i := from; i < to && i < len(r.raw); i++ {
		t := &r.raw[i]
		if t.Kind == NumberToken || i == from && t.Text == "that" {
			return // amounts compare as amounts, and a sentence is no answer
		}
		if t.Kind != Punctuation && (t.Class&words.StopWord == 0 || t.Text == "on" || t.Text == "off") {
			s.Fillers = append(s.Fillers, r.stems[i])
		}
	}
	if len(s.Fillers) > 0 && len(s.Fillers) <= 2 {
		s.Text, s.Negative = r.source(from, to), from > 0 && (r.raw[from-1].Text == "not" || r.raw[from-1].Text == "never")
		r.add(s)
	}
}

// readOmissions reads what holds where nothing is said: "if no region is given, X is used", "falls
// back to X when it is not set".
func (r *slotReader) readOmissions() {
	if !r.omits() {
		return
	}
	for i := 1; i < r.head; i++ {
		if r.inCondition(i) {
			continue
		}
		switch text := r.raw[i].Text; {
		case text == "to" && r.raw[i-1].Text == "back":
			r.addDefault(r.firstWords(i + 1))
			return
		case i > 1 && r.raw[i-1].Class&words.BeVerb != 0 &&
			(text == "used" || text == "assumed" || text == "taken" || text == "chosen" || text == "applied"):
			r.addDefault(r.lastWords(i - 1))
			return
		case r.raw[i].Class&words.BeVerb != 0 && i+1 < r.head && r.raw[i+1].Code:
			r.addDefault(r.firstWords(i + 1))
			return
		}
	}
}

// omits reports whether a condition of the statement is that something is not given.
func (r *slotReader) omits() bool {
	denied := false
	for i := range r.raw {
		if !r.inCondition(i) {
			denied = false
			continue
		}
		switch r.raw[i].Text {
		case "no", "not", "nothing", "without":
			denied = true
		case "absent", "omitted", "unset", "unspecified", "missing":
			return true
		case "set", "given", "specified", "provided", "configured", "supplied", "defined", "present", "configuration":
			if denied {
				return true
			}
		}
	}
	return false
}
