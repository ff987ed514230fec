package contradict

// readDefaults reads what holds unless it is changed: "defaults to X", "the default is X", "X by default".
func (r *slotReader) readDefaults() {
	for i := range r.head {
		if r.stems[i] != "default" {
			continue
		}
		switch next := r.word(i + 1); {
		case i > 0 && r.raw[i-1].text == "by":
			r.addDefault(r.lastWords(i - 1))
		case next == "to" || next == ":":
			r.addDefault(r.firstWords(i + 2))
		default:
			r.defaultIs(i)
		}
		return
	}
}

// defaultIs reads "the default … is X" and "X is the default".
func (r *slotReader) defaultIs(i int) {
	for j := i + 1; j < r.head; j++ {
		if r.raw[j].class&beVerb != 0 {
			r.addDefault(r.firstWords(j + 1))
			return
		}
	}
	for j := i - 1; j > 0 && j >= i-3; j-- {
		if r.raw[j].class&beVerb != 0 {
			r.addDefault(r.lastWords(j))
			return
		}
	}
}

func (r *slotReader) word(i int) string {
	if i < 0 || i >= len(r.raw) {
		return ""
	}
	return r.raw[i].text
}

// firstWords returns the tokens of an answer that begins at i.
func (r *slotReader) firstWords(i int) (from, to int) {
	to = i
	for to < r.head && to < i+3 && r.raw[to].kind != punctuation && !endsFiller(r.raw[to].text) {
		to++
	}
	return i, to
}

// lastWords returns the tokens of an answer that ends before i: one word, with the number before a unit.
func (r *slotReader) lastWords(i int) (from, to int) {
	from = max(0, i-1)
	if from > 0 && r.raw[from-1].kind == numberToken {
		from--
	}
	return from, i
}

func (r *slotReader) addDefault(from, to int) {
	s := slot{kind: defaultSlot, at: from, name: "default", strength: 0.75}
	for i := from; i < to && i < len(r.raw); i++ {
		t := &r.raw[i]
		if t.kind == numberToken {
			return // amounts compare as amounts
		}
		if t.kind != punctuation && (t.class&stopWord == 0 || t.text == "on" || t.text == "off") {
			s.fillers = append(s.fillers, r.stems[i])
		}
	}
	if len(s.fillers) > 0 && len(s.fillers) <= 2 {
		s.text, s.negative = r.source(from, to), from > 0 && (r.raw[from-1].text == "not" || r.raw[from-1].text == "never")
		r.add(s)
	}
}
