package contradict

import "slices"

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
		switch text := r.raw[i].text; {
		case text == "to" && r.raw[i-1].text == "back":
			r.addDefault(r.firstWords(i + 1))
			return
		case i > 1 && r.raw[i-1].class&beVerb != 0 && (text == "used" || text == "assumed" || text == "taken" || text == "chosen" || text == "applied"):
			r.addDefault(r.lastWords(i - 1))
			return
		case r.raw[i].class&beVerb != 0 && i+1 < r.head && r.raw[i+1].code:
			r.addDefault(r.firstWords(i + 1))
			return
		}
	}
}

// givesDefault tells whether the statement says what holds unless it is changed.
func (p *Parsed) givesDefault() bool {
	return slices.ContainsFunc(p.slots, func(s slot) bool { return s.kind == defaultSlot })
}

// omits tells whether a condition of the statement is that something is not given.
func (r *slotReader) omits() bool {
	denied := false
	for i := range r.raw {
		if !r.inCondition(i) {
			denied = false
			continue
		}
		switch r.raw[i].text {
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
