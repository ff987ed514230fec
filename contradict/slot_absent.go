package contradict

// readAbsences reads what there is none of: "there is no `develop`", "loads no third-party scripts".
func (r *slotReader) readAbsences() {
	for i := 0; i+1 < len(r.raw); i++ {
		if r.raw[i].text != "no" && r.raw[i].text != "without" {
			continue
		}
		s := slot{kind: absentSlot, at: i, condition: r.inCondition(i)}
		end := i + 1
		for end < len(r.raw) && end < i+3 && isAnchorWord(&r.raw[end]) && r.raw[end].class&genericWord == 0 {
			s.fillers = append(s.fillers, r.stems[end])
			end++
		}
		t := &r.raw[i+1]
		switch {
		case t.kind == codeToken || t.code:
			s.strength, s.fillers, end = 0.7, s.fillers[:min(1, len(s.fillers))], i+2
		case r.raw[i].text == "no" && len(s.fillers) > 0:
			s.strength, s.counted = 0.7, true
		}
		if len(s.fillers) > 0 && s.strength > 0 {
			s.name, s.text = s.fillers[len(s.fillers)-1], r.source(i, end)
			r.add(s)
		}
	}
}
