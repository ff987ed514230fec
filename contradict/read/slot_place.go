package read

import (
	"slices"

	"github.com/9aea2451/kb/contradict/words"
)

// readPlaces reads where a thing is: the words after a verb of place and a preposition.
func (r *slotReader) readPlaces() {
	for i := range r.raw {
		if r.raw[i].Class&words.PlaceVerb == 0 || !r.isFinite(i) || r.raw[i].Text == "look" && r.word(i+1) != "in" {
			continue
		}
		for j := i + 1; j < min(len(r.raw), i+7) && r.raw[j].Kind != Punctuation; j++ {
			if r.raw[j].Class&words.PlacePreposition != 0 && r.opensPlace(j) {
				r.addFillers(PlaceSlot, "place", placeStrength*r.tailStrength(i), j+1, r.denied(i))
				r.taken[i] = true
				break
			}
		}
	}
}

// opensPlace reports whether the preposition at i leads to a place: not "to ensure", "by", "under
// which", "at once".
func (r *slotReader) opensPlace(i int) bool {
	if i+1 >= len(r.raw) {
		return false
	}
	next := &r.raw[i+1]
	if r.raw[i].Text == "from" && words.HasAnySuffix(next.Text, "ing") {
		return false
	}
	if next.Class&words.NoPlace != 0 {
		return false
	}
	if r.raw[i].Text != "to" || next.Code || next.Kind != WordToken {
		return true
	}
	const verbs = words.FiniteVerb | words.MultipleVerb | words.FunctionalVerb | words.ExclusiveVerb
	return r.l.Terms[r.stems[i+1]]&verbs == 0 && next.Class&words.Auxiliary == 0 && next.Text != "be" && next.Text != "ensure" &&
		next.Text != "avoid" &&
		next.Text != "make"
}

// maxFiller is the number of words of an answer.
const maxFiller = 4

// addFillers adds a slot whose answer is the words from i on, up to a sign or a preposition.
func (r *slotReader) addFillers(kind SlotKind, name string, strength float64, i int, negative bool) {
	s := Slot{Kind: kind, at: i, Name: name, Strength: strength, Negative: negative}
	end := i
	for ; end < len(r.raw) && len(s.Fillers) < maxFiller; end++ {
		t := &r.raw[end]
		if t.Kind == Punctuation || t.Class&(words.Conditional|words.PlaceVerb|words.NegationCue) != 0 ||
			end > i && t.Class&words.FillerEnd != 0 {
			break
		}
		if t.Kind == NumberToken && len(s.Fillers) == 0 {
			return // "in 4.0", "at 23:00": a time, not a place
		}
		if IsAnchorWord(t) && (t.Class&words.GenericWord == 0 || kind == OwnerSlot && t.Class&words.TeamWord == 0) {
			s.Fillers = append(s.Fillers, r.stems[end])
		}
	}
	if len(s.Fillers) == 0 || isCalendar(r.l, s.Fillers[0]) || len(s.Fillers) == 1 && len(r.l.Scopes[s.Fillers[0]]) > 0 {
		return
	}
	for j := i; j < end; j++ {
		if slices.Contains(s.Fillers, r.stems[j]) {
			r.taken[j] = true
		}
	}
	s.Text, s.Condition = r.source(i, end), r.inCondition(i-1)
	r.add(s)
}

// isCalendar tells a weekday or a month: "runs on Monday" is no place.
func isCalendar(l *words.Lexicon, term string) bool {
	return slices.ContainsFunc(l.Classes[term], func(class string) bool { return class == "weekday" || class == "month" })
}

// isFinite reports whether the verb at i is said of a subject: not "to store", not the participle of
// "data stored in".
func (r *slotReader) isFinite(i int) bool {
	if i == 0 || r.raw[i-1].Text == "to" || r.raw[i-1].Class&words.Determiner != 0 || r.raw[i].Text == "found" && r.possible(i) {
		return false
	}
	if !IsParticiple(r.raw[i].Text) {
		return true
	}
	for j := i - 1; j >= max(0, i-4); j-- {
		if r.raw[j].Class&words.Auxiliary != 0 || r.raw[j].Text == "been" || r.raw[j].Text == "get" || r.raw[j].Text == "gets" {
			return true
		}
	}
	return r.raw[i-1].Text == "we" || r.raw[i-1].Text == "they"
}

// IsParticiple reports whether a word is a past participle by its ending, or one of a few others.
func IsParticiple(word string) bool {
	switch word {
	case "kept", "found", "written", "put", "held":
		return true
	}
	return words.HasAnySuffix(word, "ed")
}
