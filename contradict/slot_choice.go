package contradict

// readChoices reads the members of exclusive classes.
func (r *slotReader) readChoices() {
	for i := range r.raw {
		t := &r.raw[i]
		classes := r.l.classes[r.stems[i]]
		if len(classes) == 0 || !r.l.isMember(t.text) || t.class&ambiguousWord != 0 && !t.name && !t.code || r.attributive(i) ||
			r.isScope(i) {
			continue
		}
		for _, class := range classes {
			if class == "method" || class == "stature" || class == "colour" {
				continue
			}
			r.add(slot{
				kind: choiceSlot, at: i, name: class, strength: 0.95 * r.tailStrength(i), fillers: []string{r.l.member(r.stems[i])}, text: t.text,
				negative: r.denied(i) || r.isReplaced(i), condition: r.inCondition(i),
			})
		}
	}
}

// isScope tells "for Linux": where it applies, not what is chosen.
func (r *slotReader) isScope(i int) bool {
	return i >= 1 && r.raw[i-1].text == "for" || i >= 2 && r.raw[i-2].text == "for" && r.raw[i-1].class&stopWord != 0
}

// isReplaced tells whether what follows says that the choice is gone: "Poetry is gone", "instead of MySQL".
func (r *slotReader) isReplaced(i int) bool {
	if i >= 2 && r.raw[i-1].text == "of" && r.raw[i-2].text == "instead" || i >= 1 && r.plain[i-1] == "replac" {
		return true
	}
	for j := i + 1; j < min(len(r.raw), i+4); j++ {
		if r.raw[j].kind == punctuation {
			return false
		}
		if phrase, _ := r.l.poles.match(&r.phraseTerms, j); phrase != nil && phrase.dimension.name == "lifecycle" {
			return phrase.negative
		}
	}
	return false
}
