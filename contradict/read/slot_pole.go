package read

import (
	"github.com/9aea2451/kb/contradict/words"
)

// readForce adds what the modal verb of the statement says about duty and permission,
// where no phrase says it more clearly.
func (r *slotReader) readForce() {
	p := r.p
	if p.Verb < 0 || p.Verb >= len(p.Tokens) || p.Tokens[p.Verb].Start >= p.Head || p.Tokens[p.Verb].Kind != ModalMark {
		return
	}
	if p.Verb+1 < len(p.Tokens) && IsComparator(p.Tokens[p.Verb+1].Text) {
		return // "must not exceed": an amount
	}
	mark := &p.Tokens[p.Verb]
	at := 0
	for at < len(r.raw)-1 && r.raw[at].Start < mark.Start {
		at++
	}
	add := func(name string, negative bool) {
		r.add(Slot{Kind: PoleSlot, at: at, Name: name, Strength: modalStrength, Text: mark.force.String(), Negative: negative, Modal: true})
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

// readPoles reads the phrases of poles.txt of the word lists.
func (r *slotReader) readPoles() {
	for i := 0; i < len(r.raw); {
		phrase, end := r.l.Poles.Match(&r.Spelling, i)
		if phrase == nil {
			i++
			continue
		}
		r.addPole(phrase, i, end)
		if len(phrase.Terms) == end-i {
			r.take(i, end)
		} else {
			r.taken[i], r.taken[end-1] = true, true
		}
		i = max(i+1, end)
	}
}

// isPredicate reports whether the one word at i says something of its subject, not which of several is meant.
func (r *slotReader) isPredicate(i int) bool {
	if i > 1 && r.raw[i-1].Class&words.BeVerb != 0 && r.raw[i-2].Class&words.Relative != 0 {
		return false // "plugins which are optional" are some of several
	}
	if i > 0 && r.word(i-1) == "," && r.word(i+1) == "," {
		return false // "the second, optional, argument"
	}
	if i > 0 && r.raw[i-1].Class&words.BeVerb != 0 && words.HasAnySuffix(r.raw[i].Text, "ed") {
		return true
	}
	return !r.modifies(i) && r.predicative(i)
}

// predicative reports whether a participle at i is said of its subject: "is required", "phone: required";
// not "the gas required by", which only narrows the noun.
func (r *slotReader) predicative(i int) bool {
	if !words.HasAnySuffix(r.raw[i].Text, "ed") {
		return true
	}
	for j := i - 1; j >= max(0, i-3); j-- {
		t := &r.raw[j]
		switch {
		case t.Kind == Punctuation,
			t.Class&words.Auxiliary != 0,
			t.Text == "been",
			t.Text == "stays",
			t.Text == "remains",
			t.Text == "gets",
			t.Text == "we",
			t.Text == "being":
			return true
		case IsAnchorWord(t) && !words.HasAnySuffix(t.Text, "ly"):
			return false
		}
	}
	return true
}

// addPole adds what a phrase says, unless it says only that it could be.
func (r *slotReader) addPole(phrase *words.PolePhrase, i, end int) {
	d := phrase.Dimension
	duty := d.Name == "obligation" || d.Name == "permission" || d.Name == "lifecycle"
	if !duty && r.possible(i) || end == i+1 && !r.isPredicate(i) {
		return
	}
	r.add(Slot{
		Kind: PoleSlot, at: i, Name: d.Name, Strength: d.Strength * r.tailStrength(i), Text: r.source(i, end),
		Negative: phrase.Negative != r.denied(i), Condition: r.inCondition(i),
	})
}
