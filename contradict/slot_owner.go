package contradict

import "strings"

// ownerPhrases say who looks after a thing.
type ownerPhrases struct{ before, after poleBook } // the owner stands before or after the phrase

func (l *lexicon) readOwners() {
	l.owners = ownerPhrases{poleBook{}, poleBook{}}
	d := &dimension{"owner", 0.9}
	before, after, _ := strings.Cut(strings.Join(listLines("owners"), " "), "|")
	l.owners.before.add(d, before, false)
	l.owners.after.add(d, after, false)
}

// readOwners reads who owns, maintains or answers for a thing.
func (r *slotReader) readOwners() {
	for i := range r.head {
		if i > 0 &&
			(isRelative(r.raw[i-1].text) || isDeterminer(r.raw[i-1].text) || isPlacePreposition(r.raw[i-1].text) || r.raw[i-1].text == "of") {
			continue
		}
		if phrase, end := r.l.owners.after.match(&r.phraseTerms, i); phrase != nil {
			if r.namesPeople(end, min(end+5, len(r.raw))) {
				r.take(i, end)
				r.addFillers(ownerSlot, "owner", 0.75, end, r.denied(i))
			}
			return
		}
		if phrase, end := r.l.owners.before.match(&r.phraseTerms, i); phrase != nil && i > 0 {
			if r.namesPeople(0, i) {
				r.take(i, end)
				r.addSubject(i)
			}
			return
		}
	}
}

// addSubject adds the words before token i as the owner.
func (r *slotReader) addSubject(i int) {
	s := slot{kind: ownerSlot, name: "owner", strength: 0.75, negative: r.denied(i)}
	for j := 0; j < i; j++ {
		t := &r.raw[j]
		if isAnchorWord(t) && !isTeamWord(t.text) {
			s.fillers = append(s.fillers, r.stems[j])
			r.taken[j] = true
		}
	}
	if len(s.fillers) > 0 && len(s.fillers) <= maxFiller {
		s.text = r.source(0, i)
		r.add(s)
	}
}

// namesPeople tells whether one of the tokens is a name or a word for a team.
func (r *slotReader) namesPeople(from, to int) bool {
	for i := from; i < to; i++ {
		t := &r.raw[i]
		if t.class&teamNoun != 0 || t.name && !t.code || i == 0 && t.class == 0 && r.p.Text[t.start] < 'a' && to == 1 {
			return true
		}
	}
	return false
}

// isTeamWord tells the words that every team's name may have.
func isTeamWord(word string) bool {
	switch word {
	case "team", "teams", "squad", "group", "department", "people", "crew", "guild":
		return true
	}
	return false
}

func isRelativePronoun(word string) bool { return word == "which" || word == "that" || word == "who" }

// isRelative tells the words after which a verb is not the statement's own: "developers who maintain …".
func isRelative(word string) bool {
	switch word {
	case "to", "and", "who", "that", "which":
		return true
	}
	return false
}
