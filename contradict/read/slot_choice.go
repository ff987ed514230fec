package read

import (
	"github.com/9aea2451/kb/contradict/words"
)

// readChoices reads the members of exclusive classes.
func (r *slotReader) readChoices() {
	for i := range r.raw {
		t := &r.raw[i]
		classes := r.l.Classes[r.stems[i]]
		if len(classes) == 0 || !r.l.IsMember(t.Text) || t.Class&words.AmbiguousWord != 0 && !t.Name && !t.Code ||
			r.attributive(i) && !r.isListed(i) || r.isScope(i) {
			continue
		}
		for _, class := range classes {
			if class == "method" || class == "stature" || class == "colour" {
				continue
			}
			r.add(Slot{
				Kind: ChoiceSlot, at: i, Name: class, Strength: choiceStrength * r.tailStrength(i),
				Fillers: []string{r.l.Member(r.stems[i])}, Text: t.Text,
				Negative: r.denied(i) || r.isReplaced(i), Condition: r.inCondition(i),
			})
		}
	}
}

// isListed tells "macOS" in "Windows and macOS prevent …": with another member of its class it is no attribute.
func (r *slotReader) isListed(i int) bool {
	return i >= 2 && (r.raw[i-1].Text == "and" || r.raw[i-1].Text == "or") && r.l.SharedClass(r.stems[i], r.stems[i-2]) != ""
}

// isScope tells "for Linux": where it applies, not what is chosen.
func (r *slotReader) isScope(i int) bool { return ForBefore(r.raw, i) >= 0 }

// ForBefore is the place of "for" right before a token, or before its article; -1 without one.
func ForBefore(tokens []Token, i int) int {
	switch {
	case i >= 1 && tokens[i-1].Text == "for":
		return i - 1
	case i >= 2 && tokens[i-2].Text == "for" && tokens[i-1].Class&words.StopWord != 0:
		return i - 2
	}
	return -1
}

// isReplaced reports whether what follows says that the choice is gone: "Poetry is gone", "instead of MySQL".
func (r *slotReader) isReplaced(i int) bool {
	if i >= 2 && r.raw[i-1].Text == "of" && r.raw[i-2].Text == "instead" || i >= 1 && r.Plain[i-1] == "replac" {
		return true
	}
	for j := i + 1; j < min(len(r.raw), i+4); j++ {
		if r.raw[j].Kind == Punctuation {
			return false
		}
		if phrase, _ := r.l.Poles.Match(&r.Spelling, j); phrase != nil && phrase.Dimension.Name == "lifecycle" {
			return phrase.Negative
		}
	}
	return false
}
