package contradict

// negation is a cue, "not", "no", "without" or a negated modal, with the word that it denies.
type negation struct {
	cue       string
	target    string // stem of the next content word, empty for none
	condition bool   // denies something in a condition: no flip of the statement
	at        int    // index of the target in Parsed.contents
}

func (r *reader) negation(i int) {
	t := &r.p.tokens[i]
	if t.text == "no" && r.isOrdinalNo(i) {
		return
	}
	if label, ok := r.p.dashedLabel(); i == 0 && ok && label == t.text {
		return // the name of an item
	}
	r.pending = append(r.pending, negation{cue: t.text, condition: t.condition})
	switch t.text {
	case "none", "nobody", "nothing":
		r.p.quantifier.none = true
	case "no":
		r.p.quantifier.no = true
	}
}

// isOrdinalNo tells "no 5", a number's label, and "no," from a denial.
func (r *reader) isOrdinalNo(i int) bool {
	if i+1 >= len(r.p.tokens) {
		return false
	}
	next := &r.p.tokens[i+1]
	if next.kind == numberToken { // "no 2 locks" denies, "item no 2" does not
		return i+2 >= len(r.p.tokens) || !isAnchorWord(&r.p.tokens[i+2])
	}
	return next.text == "," || next.text == ":"
}

// mainNegations returns the negations outside conditions.
func mainNegations(all []negation) (main []negation) {
	for _, n := range all {
		if !n.condition {
			main = append(main, n)
		}
	}
	return main
}
