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
	r.pending = append(r.pending, negation{cue: t.text, condition: t.condition || r.restricts(i)})
	switch t.text {
	case "none", "nobody", "nothing":
		r.p.quantifier.none = true
	case "no":
		r.p.quantifier.no = true
	}
}

// restricts tells whether the cue at i stands in a clause that says which things are meant:
// "attributes which are not associated".
func (r *reader) restricts(i int) bool {
	for j := i - 1; j > 0 && j >= i-2; j-- {
		t := &r.p.tokens[j]
		if isRelativePronoun(t.text) && j < i-1 {
			before := &r.p.tokens[j-1]
			return before.kind == wordToken && isAnchorWord(before) && !r.takesClause(before.text)
		}
		if t.class&beVerb == 0 {
			return false
		}
	}
	return false
}

// takesClause tells the words after which "that" opens what is said or made sure, not which things are meant.
func (r *reader) takesClause(word string) bool {
	switch word {
	case "ensure",
		"ensures",
		"guarantee",
		"guarantees",
		"assume",
		"assumes",
		"means",
		"mean",
		"say",
		"says",
		"so",
		"note",
		"verify",
		"check",
		"require",
		"requires",
		"such":
		return true
	}
	return r.l.terms[r.l.term(word)]&(finiteVerb|multipleVerb) != 0 || hasAnySuffix(word, "ed")
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
