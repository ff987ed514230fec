package read

import (
	"github.com/9aea2451/kb/contradict/words"
)

// Negation is a cue, "not", "no", "without" or a negated modal, with the word that it denies.
type Negation struct {
	cue       string // "no", "MUST NOT"
	Target    string // stem of the next content word, empty for none
	Condition bool   // denies something in a condition: no flip of the statement
	At        int    // index of the target in Parsed.contents
}

// negation keeps the cue at i until content has the word that it denies. The name of an item,
// "no 5" and "no," deny nothing.
func (r *reader) negation(i int) {
	t := &r.p.Tokens[i]
	if t.Text == "no" && r.isOrdinalNo(i) {
		return
	}
	if label, ok := r.p.dashedLabel(); i == 0 && ok && label == t.Text {
		return // the name of an item
	}
	r.pending = append(r.pending, Negation{cue: t.Text, Condition: t.Condition || r.restricts(i)})
	switch t.Text {
	case "none", "nobody", "nothing":
		r.p.Quantifier.None = true
	case "no":
		r.p.Quantifier.No = true
	}
}

// restricts reports whether the cue at i stands in a clause that says which things are meant:
// "attributes which are not associated".
func (r *reader) restricts(i int) bool {
	for j := i - 1; j > 0 && j >= i-2; j-- {
		t := &r.p.Tokens[j]
		if t.Class&words.Relative != 0 && j < i-1 {
			before := &r.p.Tokens[j-1]
			return before.Kind == WordToken && IsAnchorWord(before) && !r.takesClause(before)
		}
		if t.Class&words.BeVerb == 0 {
			return false
		}
	}
	return false
}

// takesClause tells the words after which "that" opens what is said or made sure, not which things are meant.
func (r *reader) takesClause(t *Token) bool {
	return t.Class&words.ClauseTaking != 0 || r.l.Terms[r.l.Term(t.Text)]&(words.FiniteVerb|words.MultipleVerb) != 0 ||
		words.HasAnySuffix(t.Text, "ed")
}

// isOrdinalNo tells "no 5", a number's label, and "no," from a denial.
func (r *reader) isOrdinalNo(i int) bool {
	if i+1 >= len(r.p.Tokens) {
		return false
	}
	next := &r.p.Tokens[i+1]
	if next.Kind == NumberToken { // "no 2 locks" denies, "item no 2" does not
		return i+2 >= len(r.p.Tokens) || !IsAnchorWord(&r.p.Tokens[i+2])
	}
	return next.Text == "," || next.Text == ":"
}
