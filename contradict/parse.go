package contradict

import (
	"slices"
	"strings"
)

// maxText bounds the bytes of a statement that are read.
const maxText = 4000

// Parse reads a statement. It accepts any bytes; what it cannot read carries no signal.
func Parse(s Statement) *Parsed {
	p := &Parsed{Statement: s}
	raw := p.readWords()
	p.readShape()
	p.main = p.findPredicate()
	p.readDesignators()
	p.readSlots(raw)
	p.inherited = conditionSet(s.Conditions)
	text := p.readable()
	p.silent = isQuestion(text) || isBoilerplate(text) || leavesOpen(text) || p.isPointer()
	return p
}

// readable is as much of the text as is read.
func (p *Parsed) readable() string { return p.Text[:min(len(p.Text), maxText)] }

// readWords reads the terms, numbers and negations, and returns the tokens as written.
func (p *Parsed) readWords() []token {
	l := words()
	raw := l.names.rewrite(tokenize(p.readable()))
	tokens := l.phrases.rewrite(raw)
	tokens, rate := takeRate(tokens)
	p.tokens, p.rated = tokens, rate != nil
	p.findClauses()
	p.verb = p.mainVerb()
	r := reader{p: p, l: l}
	r.read()
	if rate != nil {
		rate.at = len(p.contents)
		p.quantities = append(p.quantities, *rate)
	}
	return raw
}

// leavesOpen tells a sentence that says of itself that it says neither.
func leavesOpen(text string) bool { return strings.Contains(strings.ToLower(text), "may or may not") }

// isImage tells a picture with the words that stand for it.
func isImage(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "![") && strings.HasSuffix(text, ")") && strings.Count(text, "](") == 1
}

// isPointer tells "See the requirements for X", which says where something stands, not what,
// comments and pictures.
func (p *Parsed) isPointer() bool {
	if isImage(p.Text) || strings.HasPrefix(p.Text, "<!--") || strings.HasPrefix(p.Text, "<--") {
		return true // a comment tells the writer what to do
	}
	if p.verb >= 0 || len(p.tokens) < 2 {
		return false
	}
	switch p.tokens[0].text {
	case "see", "cf":
		return true
	case "refer":
		return p.tokens[1].text == "to"
	}
	return false
}

// mainVerb returns the first modal or "be" outside conditions, -1 for none.
func (p *Parsed) mainVerb() int {
	for i := range p.tokens {
		t := &p.tokens[i]
		if !t.condition && (t.kind == modalMark || t.class&beVerb != 0) {
			return i
		}
	}
	return -1
}

// readShape notes what kind of sentence it is.
func (p *Parsed) readShape() {
	if len(p.tokens) == 0 {
		return
	}
	p.lead = p.tokens[0].text
	p.finite = p.hasFiniteVerb()
	p.anaphoric = p.tokens[0].kind == modalMark
	for i := range p.tokens {
		text := p.tokens[i].text
		p.introduces = p.introduces || text == "new" || isIntroduction(text)
		if i < 6 && p.tokens[i].class&anaphor != 0 || text == "this" || text == "these" {
			p.anaphoric = true
		}
	}
}

// isIntroduction tells the verbs by which a document speaks of what it brings.
func isIntroduction(word string) bool {
	switch word {
	case "introduce", "introduces", "introduced", "introducing", "propose", "proposes", "proposed", "proposing", "proposal":
		return true
	}
	return false
}

// hasFiniteVerb tells whether a word of the main clause looks like a verb with a subject.
func (p *Parsed) hasFiniteVerb() bool {
	colon := false
	for i := range p.tokens {
		t := &p.tokens[i]
		colon = colon || t.text == ":" // what follows a label is its value
		switch {
		case t.condition:
		case i == 1 && t.kind == wordToken && p.pronounActs():
			return true
		case t.kind == modalMark, t.class&auxiliary != 0, t.text == "not", t.text == "never":
			return true
		case t.kind == wordToken && p.isFiniteVerb(i, colon):
			return true
		}
	}
	return false
}

func (p *Parsed) isFiniteVerb(i int, colon bool) bool {
	l, text := words(), p.tokens[i].text
	if hasAnySuffix(text, "ed", "ing") {
		return false
	}
	if l.terms[l.term(text)]&finiteVerb != 0 {
		return true
	}
	if _, unit := l.units[text]; unit || i > 0 && p.isNumber(i-1) {
		return false // "128 bytes", "10 entities"
	}
	last := i+1 >= len(p.tokens) && !p.rated || i+1 < len(p.tokens) && p.tokens[i+1].kind == punctuation
	return !colon && !last && i > 0 && i <= 4 && len(text) > 3 && strings.HasSuffix(text, "s") && !strings.HasSuffix(text, "ss")
}

// conditionSet returns the terms, numbers and negations of inherited conditions as one sorted set.
func conditionSet(conditions []string) []string {
	var set []string
	for _, text := range conditions {
		p := &Parsed{Statement: Statement{Text: text}}
		p.readWords()
		set = append(set, p.Terms()...)
		for _, q := range p.quantities {
			set = append(set, "#"+q.text())
		}
		for _, n := range p.negations {
			set = append(set, "!"+n.target)
		}
		for i := range p.tokens {
			if text := p.tokens[i].text; text == "on" || text == "off" || text == "with" || text == "after" || text == "before" {
				set = append(set, text)
			}
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

func isQuestion(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " \t\r\n*_\"')"), "?")
}

// isBoilerplate tells the paragraph that introduces the key words of RFC 2119.
func isBoilerplate(text string) bool {
	return strings.Contains(text, "interpreted as described in") ||
		strings.Contains(text, "2119") && (strings.Contains(text, "key words") || strings.Contains(text, "keywords"))
}

// reader walks the tokens once and sorts them into contents, negations, quantities and quantifiers.
type reader struct {
	p       *Parsed
	l       *lexicon
	pending []negation // cues that wait for the word they deny
	next    int        // numbers before this token are read
}

func (r *reader) read() {
	p := r.p
	p.contents = make([]content, 0, len(p.tokens))
	for i := range p.tokens {
		r.token(i)
	}
	for _, n := range r.pending {
		n.at = len(p.contents)
		p.negations = append(p.negations, n)
	}
	slices.Sort(p.conditionTerms)
	p.conditionTerms = slices.Compact(p.conditionTerms)
}

func (r *reader) token(i int) {
	t := &r.p.tokens[i]
	switch {
	case t.kind == modalMark:
		r.modal(t)
	case t.class&negationCue != 0:
		r.negation(i)
	case t.kind == punctuation:
	case t.text == "too" || t.text == "also" || t.text == "additionally":
		r.p.additive = true
		r.rest(i)
	case t.class&restrictive != 0:
		r.p.only = r.p.only || !t.condition && !r.explains(i)
	case t.class&universal != 0:
		r.universal(t)
	case t.class&existential != 0:
		r.p.quantifier.existential = true
		r.p.quantifier.plural = r.p.quantifier.plural || t.class&plural != 0
	case r.number(i):
	default:
		r.rest(i)
	}
}

// rest reads a token that is neither a sign nor a number nor a word that rules something.
func (r *reader) rest(i int) {
	t := &r.p.tokens[i]
	if !r.isUnitOfNumber(i) && !r.comparesNumber(i) && !r.measures(i) && t.class&stopWord == 0 && !isComparator(t.text) {
		r.content(i)
	}
}

// measures tells "long" in "64 characters long", a part of the amount.
func (r *reader) measures(i int) bool {
	switch r.text(i) {
	case "long", "wide", "high", "deep", "old", "tall":
		return i >= 2 && r.p.isNumber(i-2)
	}
	return false
}

func (r *reader) modal(t *token) {
	if !t.condition && r.p.force == Assertion {
		r.p.force = t.force
	}
	if t.negated {
		r.pending = append(r.pending, negation{cue: t.force.String() + " NOT", condition: t.condition})
	}
}

// universal notes "all" and "every"; under a negation, "not … any" is "no".
func (r *reader) universal(t *token) {
	denied := len(r.pending) > 0 || len(r.p.negations) > 0
	if denied && (t.text == "any" || t.text == "anyone" || t.text == "anything") {
		r.p.quantifier.no = true
		return
	}
	r.p.quantifier.universal = true
}

func (r *reader) content(i int) {
	p, t := r.p, &r.p.tokens[i]
	if t.condition && p.opensClause(i) && t.class&(conditional|circumstance) != 0 {
		return
	}
	term := t.text
	if t.kind == wordToken {
		term = r.l.term(t.text)
	}
	for _, n := range r.pending {
		n.target, n.at = term, len(p.contents)
		n.condition = n.condition || t.condition
		p.negations = append(p.negations, n)
	}
	r.pending = r.pending[:0]
	if t.condition {
		p.conditionTerms = append(p.conditionTerms, term)
		return
	}
	p.contents = append(p.contents, content{term: term, word: t.text, token: i})
}

// explains tells whether a word before token i opens a reason: what follows restricts nothing of
// the statement itself.
func (r *reader) explains(i int) bool {
	for j := range i {
		switch r.p.tokens[j].text {
		case "because", "since", "as":
			if j > 0 && (r.p.tokens[j].text == "because" || r.p.tokens[j-1].text == ",") {
				return true
			}
		}
	}
	return false
}
