package read

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/words"
)

// readClocks reads times of day, "at 23:00", and years, "in 2027".
func (r *slotReader) readClocks() {
	for i := 1; i < r.head; i++ {
		t := &r.raw[i]
		if t.Kind != NumberToken {
			continue
		}
		name, strength := "", clockStrength
		switch {
		case strings.Contains(t.Text, ":"):
			name = "time of day"
		case len(t.Text) == 4 && (t.Text[:2] == "19" || t.Text[:2] == "20") &&
			(r.raw[i-1].Class&words.DatePreposition != 0 || r.isMonth(i-1)):
			name, strength = "year", yearStrength
		case len(t.Text) == 10 && t.Text[4] == '-':
			name = "date"
		default:
			continue
		}
		r.add(Slot{
			Kind: ClockSlot, at: i, Name: name, Strength: strength, Fillers: []string{t.Text}, Text: t.Text, Condition: r.inCondition(i),
		})
	}
}

// isMonth tells "March" in "March 2027".
func (r *slotReader) isMonth(i int) bool { return slices.Contains(r.l.Classes[r.stems[i]], "month") }

// readOrders reads what comes before and what after: "before the merge", "once it is merged".
func (r *slotReader) readOrders() {
	for i := range r.raw {
		after, ok := orderWord(r.raw[i].Text)
		if !ok || r.p.isRawAmount(r.raw, i+1) {
			continue
		}
		s := Slot{Kind: OrderSlot, at: i, Name: "order", Strength: orderStrength * r.tailStrength(i), Negative: after}
		end := i + 1
		for ; end < len(r.raw) && end < i+6 && r.raw[end].Kind != Punctuation; end++ {
			if t := &r.raw[end]; t.Class&words.NegationCue != 0 || t.Text == "which" || t.Text == "that" {
				s.Fillers = nil // "after which it is no longer valid" is before another thing
				break
			}
			if IsAnchorWord(&r.raw[end]) && r.raw[end].Class&words.GenericWord == 0 {
				s.Fillers = append(s.Fillers, r.stems[end])
			}
		}
		if len(s.Fillers) > 0 {
			s.Text = r.source(i, end)
			r.add(s)
		}
	}
}

// orderWord reads a word of order. after is false for "before" and the like; ok is false
// for other words.
func orderWord(word string) (after, ok bool) {
	switch word {
	case "before", "prior", "preceding", "ahead":
		return false, true
	case "after", "once", "following", "afterwards":
		return true, true
	}
	return false, false
}

// isRawAmount reports whether a number stands at i, or nothing: "after 15 minutes" is no order.
func (p *Parsed) isRawAmount(raw []Token, i int) bool {
	if i >= len(raw) {
		return true
	}
	return raw[i].Kind == NumberToken || raw[i].Class&words.InNumbers != 0
}
