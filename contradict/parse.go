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
	l := words()
	text := s.Text[:min(len(s.Text), maxText)]
	tokens := l.phrases.rewrite(tokenize(text))
	tokens, rate := takeRate(tokens)
	p.tokens = tokens
	p.findClauses()
	p.verb = p.mainVerb()
	r := reader{p: p, l: l}
	r.read()
	if rate != nil {
		rate.at = len(p.contents)
		p.quantities = append(p.quantities, *rate)
	}
	p.readShape()
	p.inherited = conditionSet(s.Conditions)
	p.silent = isQuestion(text) || isBoilerplate(text)
	return p
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
	p.finite = len(p.negations) > 0 || p.hasFiniteVerb()
	p.anaphoric = p.tokens[0].kind == modalMark
	for i := range p.tokens {
		text := p.tokens[i].text
		if i < 6 && p.tokens[i].class&anaphor != 0 || text == "this" || text == "these" {
			p.anaphoric = true
		}
	}
}

// hasFiniteVerb tells whether a word of the main clause looks like a verb with a subject.
func (p *Parsed) hasFiniteVerb() bool {
	l := words()
	for i := range p.tokens {
		t := &p.tokens[i]
		switch {
		case t.condition:
		case t.kind == modalMark, t.class&auxiliary != 0:
			return true
		case t.kind != wordToken:
		case l.terms[l.term(t.text)]&finiteVerb != 0:
			return true
		case i > 0 && i <= 4 && len(t.text) > 3 && strings.HasSuffix(t.text, "s") && !strings.HasSuffix(t.text, "ss"):
			return true
		}
	}
	return false
}

// conditionSet returns the terms, numbers and negations of inherited conditions as one sorted set.
func conditionSet(conditions []string) []string {
	var set []string
	for _, text := range conditions {
		p := Parse(Statement{Text: text})
		set = append(set, p.Terms()...)
		for _, q := range p.quantities {
			set = append(set, "#"+q.text())
		}
		for _, n := range p.negations {
			set = append(set, "!"+n.target)
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
	case t.class&restrictive != 0:
		r.p.only = true
	case t.class&universal != 0:
		r.p.quantifier.universal = true
	case t.class&existential != 0:
		r.p.quantifier.existential = true
		r.p.quantifier.plural = r.p.quantifier.plural || t.class&plural != 0
	case r.number(i):
	case r.isUnitOfNumber(i), t.class&stopWord != 0, isComparator(t.text):
	default:
		r.content(i)
	}
}

func (r *reader) modal(t *token) {
	if !t.condition && r.p.force == Assertion {
		r.p.force = t.force
	}
	if t.negated {
		r.pending = append(r.pending, negation{cue: t.force.String() + " NOT", condition: t.condition})
	}
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
