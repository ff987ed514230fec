package contradict

import "strings"

// ownerPhrases say who looks after a thing.
type ownerPhrases struct{ before, after poleBook } // the owner stands before or after the phrase

func (l *lexicon) readOwners() {
	l.owners = ownerPhrases{poleBook{}, poleBook{}}
	d := &dimension{"owner", 0.9}
	before, after, _ := strings.Cut(strings.Join(listLines("owners"), " "), "|")
	l.owners.before.add(l, d, before, false)
	l.owners.after.add(l, d, after, false)
}

// readOwners reads who owns, maintains or answers for a thing.
func (r *slotReader) readOwners() {
	for i := range r.head {
		if phrase, end := r.l.owners.after.match(&r.phraseTerms, i); phrase != nil {
			r.take(i, end)
			r.addFillers(ownerSlot, "owner", 0.9, end, r.denied(i))
			return
		}
		if phrase, end := r.l.owners.before.match(&r.phraseTerms, i); phrase != nil && i > 0 {
			r.take(i, end)
			r.addSubject(i)
			return
		}
	}
}

// addSubject adds the words before token i as the owner.
func (r *slotReader) addSubject(i int) {
	s := slot{kind: ownerSlot, name: "owner", strength: 0.9, negative: r.denied(i)}
	for j := 0; j < i; j++ {
		t := &r.raw[j]
		if isAnchorWord(t) && t.class&genericWord == 0 {
			s.fillers = append(s.fillers, r.stems[j])
			r.taken[j] = true
		}
	}
	if len(s.fillers) > 0 && len(s.fillers) <= maxFiller {
		s.text = r.source(0, i)
		r.add(s)
	}
}
