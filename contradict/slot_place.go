package contradict

import "slices"

// readPlaces reads where a thing is: the words after a verb of place and a preposition.
func (r *slotReader) readPlaces() {
	for i := range r.raw {
		if r.raw[i].class&placeVerb == 0 || !r.isFinite(i) || r.raw[i].text == "look" && r.word(i+1) != "in" {
			continue
		}
		for j := i + 1; j < min(len(r.raw), i+7) && r.raw[j].kind != punctuation; j++ {
			if isPlacePreposition(r.raw[j].text) && r.opensPlace(j) {
				r.addFillers(placeSlot, "place", 0.62*r.tailStrength(i), j+1, r.denied(i))
				r.taken[i] = true
				break
			}
		}
	}
}

// opensPlace tells whether the preposition at i leads to a place: not "to ensure", "by", "under
// which", "at once".
func (r *slotReader) opensPlace(i int) bool {
	if i+1 >= len(r.raw) {
		return false
	}
	next := &r.raw[i+1]
	if r.raw[i].text == "from" && hasAnySuffix(next.text, "ing") {
		return false
	}
	switch next.text {
	case "which",
		"by",
		"case",
		"order",
		"addition",
		"turn",
		"parallel",
		"sync",
		"response",
		"time",
		"once",
		"least",
		"most",
		"memory-only",
		"place":
		return false
	}
	if r.raw[i].text != "to" || next.code || next.kind != wordToken {
		return true
	}
	const verbs = finiteVerb | multipleVerb | functionalVerb | exclusiveVerb
	return r.l.terms[r.stems[i+1]]&verbs == 0 && next.class&auxiliary == 0 && next.text != "be" && next.text != "ensure" &&
		next.text != "avoid" &&
		next.text != "make"
}

func isPlacePreposition(word string) bool {
	switch word {
	case "in", "on", "at", "to", "under", "inside", "into", "within", "from":
		return true
	}
	return false
}

// maxFiller is the number of words of an answer.
const maxFiller = 4

// addFillers adds a slot whose answer is the words from i on, up to a sign or a preposition.
func (r *slotReader) addFillers(kind slotKind, name string, strength float64, i int, negative bool) {
	s := slot{kind: kind, at: i, name: name, strength: strength, negative: negative}
	end := i
	for ; end < len(r.raw) && len(s.fillers) < maxFiller; end++ {
		t := &r.raw[end]
		if t.kind == punctuation || t.class&(conditional|placeVerb|negationCue) != 0 || end > i && endsFiller(t.text) {
			break
		}
		if t.kind == numberToken && len(s.fillers) == 0 {
			return // "in 4.0", "at 23:00": a time, not a place
		}
		if isAnchorWord(t) && (t.class&genericWord == 0 || kind == ownerSlot && !isTeamWord(t.text)) {
			s.fillers = append(s.fillers, r.stems[end])
		}
	}
	if len(s.fillers) == 0 || isCalendar(r.l, s.fillers[0]) || len(s.fillers) == 1 && len(r.l.scopes[s.fillers[0]]) > 0 {
		return
	}
	for j := i; j < end; j++ {
		if slices.Contains(s.fillers, r.stems[j]) {
			r.taken[j] = true
		}
	}
	s.text, s.condition = r.source(i, end), r.inCondition(i-1)
	r.add(s)
}

func isCalendar(l *lexicon, term string) bool {
	return slices.ContainsFunc(l.classes[term], func(class string) bool { return class == "weekday" || class == "month" })
}

// endsFiller tells the words after which something else is said: "to", "from", "for", but not "in" and "of".
func endsFiller(word string) bool {
	switch word {
	case "to", "on", "from", "into", "for", "by", "and", "or", "with", "as", "at":
		return true
	}
	return false
}

// isFinite tells whether the verb at i is said of a subject: not "to store", not the participle of
// "data stored in".
func (r *slotReader) isFinite(i int) bool {
	if i == 0 || r.raw[i-1].text == "to" || isDeterminer(r.raw[i-1].text) || r.raw[i].text == "found" && r.possible(i) {
		return false
	}
	if !isParticiple(r.raw[i].text) {
		return true
	}
	for j := i - 1; j >= max(0, i-4); j-- {
		if r.raw[j].class&auxiliary != 0 || r.raw[j].text == "been" || r.raw[j].text == "get" || r.raw[j].text == "gets" {
			return true
		}
	}
	return r.raw[i-1].text == "we" || r.raw[i-1].text == "they"
}

func isParticiple(word string) bool {
	switch word {
	case "kept", "found", "written", "put", "held":
		return true
	}
	return hasAnySuffix(word, "ed")
}

// isDeterminer tells the words after which a noun stands: "the host listens".
func isDeterminer(word string) bool {
	switch word {
	case "the", "a", "an", "this", "that", "each", "every", "its", "their", "our", "your", "no", "any":
		return true
	}
	return false
}
