package contradict

import (
	"slices"
	"strings"
)

// readClocks reads times of day, "at 23:00", and years, "in 2027".
func (r *slotReader) readClocks() {
	for i := 1; i < r.head; i++ {
		t := &r.raw[i]
		if t.kind != numberToken {
			continue
		}
		switch {
		case strings.Contains(t.text, ":"):
			r.add(
				slot{
					kind:      clockSlot,
					at:        i,
					name:      "time of day",
					strength:  0.7,
					fillers:   []string{t.text},
					text:      t.text,
					condition: r.inCondition(i),
				},
			)
		case len(t.text) == 4 && (t.text[:2] == "19" || t.text[:2] == "20") && (isDatePreposition(r.raw[i-1].text) || r.isMonth(i-1)):
			r.add(
				slot{
					kind:      clockSlot,
					at:        i,
					name:      "year",
					strength:  0.75,
					fillers:   []string{t.text},
					text:      t.text,
					condition: r.inCondition(i),
				},
			)
		case len(t.text) == 10 && t.text[4] == '-':
			r.add(
				slot{
					kind:      clockSlot,
					at:        i,
					name:      "date",
					strength:  0.7,
					fillers:   []string{t.text},
					text:      t.text,
					condition: r.inCondition(i),
				},
			)
		}
	}
}

// isMonth tells "March" in "March 2027".
func (r *slotReader) isMonth(i int) bool { return slices.Contains(r.l.classes[r.stems[i]], "month") }

func isDatePreposition(word string) bool {
	switch word {
	case "in", "by", "since", "until", "before", "after", "from", "of":
		return true
	}
	return false
}
