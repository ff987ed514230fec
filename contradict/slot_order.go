package contradict

// readOrders reads what comes before and what after: "before the merge", "once it is merged".
func (r *slotReader) readOrders() {
	for i := range r.raw {
		after, ok := orderWord(r.raw[i].text)
		if !ok || r.p.isRawAmount(r.raw, i+1) {
			continue
		}
		s := slot{kind: orderSlot, at: i, name: "order", strength: 0.7 * r.tailStrength(i), negative: after}
		end := i + 1
		for ; end < len(r.raw) && end < i+6 && r.raw[end].kind != punctuation; end++ {
			if t := &r.raw[end]; t.class&negationCue != 0 || t.text == "which" || t.text == "that" {
				s.fillers = nil // "after which it is no longer valid" is before another thing
				break
			}
			if isAnchorWord(&r.raw[end]) && r.raw[end].class&genericWord == 0 {
				s.fillers = append(s.fillers, r.stems[end])
			}
		}
		if len(s.fillers) > 0 {
			s.text = r.source(i, end)
			r.add(s)
		}
	}
}

func orderWord(word string) (after, ok bool) {
	switch word {
	case "before", "prior", "preceding", "ahead":
		return false, true
	case "after", "once", "following", "afterwards":
		return true, true
	}
	return false, false
}

func (p *Parsed) isRawAmount(raw []token, i int) bool {
	if i >= len(raw) {
		return true
	}
	_, word := words().numbers[raw[i].text]
	return word || raw[i].kind == numberToken
}
