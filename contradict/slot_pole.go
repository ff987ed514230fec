package contradict

// readPoles reads the phrases of words/poles.txt.
func (r *slotReader) readPoles() {
	for i := 0; i < len(r.raw); {
		phrase, end := r.l.poles.match(&r.phraseTerms, i)
		if phrase == nil {
			i++
			continue
		}
		r.addPole(phrase, i, end)
		if len(phrase.terms) == end-i {
			r.take(i, end)
		} else {
			r.taken[i], r.taken[end-1] = true, true
		}
		i = max(i+1, end)
	}
}

// isPredicate tells whether the one word at i says something of its subject, not which of several is meant.
func (r *slotReader) isPredicate(i int) bool {
	if i > 1 && r.raw[i-1].class&beVerb != 0 && isRelativePronoun(r.raw[i-2].text) {
		return false // "plugins which are optional" are some of several
	}
	if i > 0 && r.word(i-1) == "," && r.word(i+1) == "," {
		return false // "the second, optional, argument"
	}
	if i > 0 && r.raw[i-1].class&beVerb != 0 && hasAnySuffix(r.raw[i].text, "ed") {
		return true
	}
	return !r.modifies(i) && r.predicative(i)
}

// predicative tells whether a participle at i is said of its subject: "is required", "phone: required";
// not "the gas required by", which only narrows the noun.
func (r *slotReader) predicative(i int) bool {
	if !hasAnySuffix(r.raw[i].text, "ed") {
		return true
	}
	for j := i - 1; j >= max(0, i-3); j-- {
		t := &r.raw[j]
		switch {
		case t.kind == punctuation,
			t.class&auxiliary != 0,
			t.text == "been",
			t.text == "stays",
			t.text == "remains",
			t.text == "gets",
			t.text == "we",
			t.text == "being":
			return true
		case isAnchorWord(t) && !hasAnySuffix(t.text, "ly"):
			return false
		}
	}
	return true
}

// addPole adds what a phrase says, unless it says only that it could be.
func (r *slotReader) addPole(phrase *polePhrase, i, end int) {
	d := phrase.dimension
	duty := d.name == "obligation" || d.name == "permission" || d.name == "lifecycle"
	if !duty && r.possible(i) || end == i+1 && !r.isPredicate(i) {
		return
	}
	r.add(slot{
		kind: poleSlot, at: i, name: d.name, strength: d.strength * r.tailStrength(i), text: r.source(i, end),
		negative: phrase.negative != r.denied(i), condition: r.inCondition(i),
	})
}
