package contradict

// readForce adds what the modal verb of the statement says about duty and permission,
// where no phrase says it more clearly.
func (r *slotReader) readForce() {
	p := r.p
	if p.verb < 0 || p.verb >= len(p.tokens) || p.tokens[p.verb].start >= p.head || p.tokens[p.verb].kind != modalMark {
		return
	}
	if p.verb+1 < len(p.tokens) && isComparator(p.tokens[p.verb+1].text) {
		return // "must not exceed": an amount
	}
	const strength = 0.7
	mark := &p.tokens[p.verb]
	at := 0
	for at < len(r.raw)-1 && r.raw[at].start < mark.start {
		at++
	}
	add := func(name string, negative bool) {
		r.add(slot{kind: poleSlot, at: at, name: name, strength: strength, text: mark.force.String(), negative: negative, modal: true})
	}
	switch {
	case mark.force == Must && mark.negated:
		add("permission", true)
	case mark.force == Must:
		add("obligation", false)
	case mark.force == NotRequired:
		add("obligation", true)
	case mark.force == May && !mark.negated:
		add("permission", false)
	}
}
