package read

import (
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// readOwners reads who owns, maintains or answers for a thing.
func (r *slotReader) readOwners() {
	for i := range r.head {
		if i > 0 &&
			(r.raw[i-1].Class&(words.Linking|words.Determiner|words.PlacePreposition) != 0 || r.raw[i-1].Text == "of") {
			continue
		}
		if phrase, end := r.l.Owners.After.Match(&r.Spelling, i); phrase != nil {
			if r.namesPeople(end, min(end+5, len(r.raw))) {
				r.take(i, end)
				r.addFillers(OwnerSlot, "owner", ownerStrength, end, r.denied(i))
			}
			return
		}
		if phrase, end := r.l.Owners.Before.Match(&r.Spelling, i); phrase != nil && i > 0 {
			if r.namesPeople(0, i) {
				r.take(i, end)
				// What stands before is the owner.
				s := Slot{Kind: OwnerSlot, Name: "owner", Strength: ownerStrength, Negative: r.denied(i)}
				for j := 0; j < i; j++ {
					t := &r.raw[j]
					if IsAnchorWord(t) && t.Class&words.TeamWord == 0 {
						s.Fillers = append(s.Fillers, r.stems[j])
						r.taken[j] = true
					}
				}
				if len(s.Fillers) > 0 && len(s.Fillers) <= maxFiller {
					s.Text = r.source(0, i)
					r.add(s)
				}
			}
			return
		}
	}
}

// NamesOwner reports whether an answer to who owns a thing is names or words for people, and no more.
func (p *Parsed) NamesOwner(s *Slot) bool {
	if s.Kind != OwnerSlot || len(s.Fillers) > maxOwner || strings.ContainsAny(s.Text, "`/,*") {
		return false
	}
	named, team := true, false
	for _, word := range strings.Fields(s.Text) {
		word = strings.Trim(word, ".,;:*_`")
		lower := strings.ToLower(word)
		class := words.English().Words[lower]
		team = team || class&(words.TeamNoun|words.TeamWord) != 0
		named = named && (word != lower || class&words.Determiner != 0)
	}
	return named || team
}

// maxOwner is how many words name an owner.
const maxOwner = 3

// namesPeople reports whether one of the tokens is a name or a word for a team.
func (r *slotReader) namesPeople(from, to int) bool {
	for i := from; i < to; i++ {
		t := &r.raw[i]
		if t.Class&words.TeamNoun != 0 || t.Name && !t.Code ||
			i == 0 && t.Class&words.Described == 0 && r.p.Text[t.Start] < 'a' && to == 1 {
			return true
		}
	}
	return false
}
