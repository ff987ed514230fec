package read

import (
	"slices"
	"strings"
	"sync"

	"github.com/9aea2451/kb/contradict/words"
)

// maxText bounds the bytes of a statement that are read.
const maxText = 4000

// Parse reads a statement. It accepts any bytes; what it cannot read carries no signal.
func Parse(s Statement) *Parsed {
	whole := carried(s)
	p := &Parsed{Statement: whole, Carried: whole.Text != s.Text}
	m := scratches.Get().(*scratch)
	p.readWords(m)
	if len(p.Tokens) != 0 {
		p.Lead = p.Tokens[0].Text
		p.Finite = p.hasFiniteVerb()
		p.Anaphoric = p.Tokens[0].Kind == ModalMark || goesOn(p.Lead)
		for i := range p.Tokens {
			text := p.Tokens[i].Text
			if i < 6 && p.Tokens[i].Class&words.Anaphor != 0 || text == "this" || text == "these" ||
				i < 2 && (text == "preceding" || text == "following") {
				p.Anaphoric = true
			}
		}
	}
	p.main = p.findPredicate()
	p.readDesignators()
	p.readSlots(m)
	p.Inherited = m.inheritedOf(whole.Conditions)
	// A base keeps tens of thousands of statements: each gets memory of its own, of no more than it
	// needs.
	p.Tokens, p.Contents, p.Anchors = slices.Clone(p.Tokens), slices.Clone(p.Contents), slices.Clone(p.Anchors)
	scratches.Put(m)
	text := p.readable()
	p.Silent = isQuestion(text) || isBoilerplate(text) || leavesOpen(text) || p.isPointer()
	return p
}

// readable is as much of the text as is read.
func (p *Parsed) readable() string { return p.Text[:min(len(p.Text), maxText)] }

// readWords reads the terms, numbers and negations.
func (p *Parsed) readWords(m *scratch) {
	l := words.English()
	m.written = tokenize(m.written[:0], p.readable())
	m.named = rewrite(m.named[:0], l.Names, words.OpensName, m.written)
	m.tokens = rewrite(m.tokens[:0], l.Phrases, words.OpensPhrase, m.named)
	tokens, rate := takeRate(p.Text, m.tokens)
	p.Tokens, p.Contents, p.rated = tokens, m.contents[:0], rate != nil
	for i := 0; i < len(p.Tokens); {
		if !p.startsClause(i) {
			i++
			continue
		}
		end := p.clauseEnd(i)
		p.Clauses = append(p.Clauses, Clause{Opener: p.Tokens[i].Text, Leading: i == 0, start: i, end: end})
		for j := i; j < end; j++ {
			p.Tokens[j].Condition = true
		}
		i = end
	}
	p.Verb = p.mainVerb()
	r := reader{p: p, l: l}
	r.read()
	if rate != nil {
		rate.at = len(p.Contents)
		p.Quantities = append(p.Quantities, *rate)
	}
	m.contents = p.Contents
}

// leavesOpen tells a sentence that says of itself that it says neither.
func leavesOpen(text string) bool {
	return hasMay(text) && strings.Contains(strings.ReplaceAll(strings.ToLower(text), ",", ""), "may or may not")
}

// hasMay tells a text with "may" in any case, as far as is cheap to tell.
func hasMay(text string) bool {
	for i := 2; i < len(text); i++ {
		if text[i]|0x20 == 'y' && text[i-1]|0x20 == 'a' && text[i-2]|0x20 == 'm' {
			return true
		}
	}
	return false
}

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
	if p.Verb >= 0 || len(p.Tokens) < 2 {
		return false
	}
	switch p.Tokens[0].Text {
	case "see", "cf":
		return true
	case "refer":
		return p.Tokens[1].Text == "to"
	}
	return false
}

// mainVerb returns the first modal or "be" outside conditions, -1 for none.
func (p *Parsed) mainVerb() int {
	for i := range p.Tokens {
		t := &p.Tokens[i]
		if !t.Condition && (t.Kind == ModalMark || t.Class&words.BeVerb != 0) {
			return i
		}
	}
	return -1
}

// goesOn tells the words that bind a sentence to the one before it, or set it off from another thing.
func goesOn(lead string) bool {
	switch lead {
	case "and", "but", "or", "however", "instead", "otherwise", "unlike", "alternatively", "conversely", "nevertheless", "similarly",
		"likewise", "again", "then", "so", "nor", "yet":
		return true
	}
	return false
}

// hasFiniteVerb reports whether a word of the main clause looks like a verb with a subject.
func (p *Parsed) hasFiniteVerb() bool {
	colon := false
	for i := range p.Tokens {
		t := &p.Tokens[i]
		colon = colon || t.Text == ":" // what follows a label is its value
		switch {
		case t.Condition:
		case i > 0 && p.Tokens[i-1].Text == "to" && (t.Text == "be" || i <= 3 && t.Kind == WordToken && !strings.HasSuffix(t.Text, "s")):
			// "the item to be included" has no verb of its own
		case i == 1 && t.Kind == WordToken && p.PronounActs():
			return true
		case t.Kind == ModalMark, t.Class&words.Auxiliary != 0, t.Text == "not", t.Text == "never":
			return true
		case i == 0 && p.wordsBeyond(2) == 0: // "Default constructor", "READ (10)"
		case t.Kind == WordToken && p.isFiniteVerb(i, colon):
			return true
		}
	}
	return false
}

// wordsBeyond counts the words of the statement beyond the first so many.
func (p *Parsed) wordsBeyond(n int) int {
	for i := range p.Tokens {
		if k := p.Tokens[i].Kind; k == WordToken || k == CodeToken {
			n--
		}
	}
	return max(0, -n)
}

// isFiniteVerb reports whether word i looks like a verb with a subject: one of the list, or, from
// the second to the fifth and behind no colon, one with the "s" of the third person.
func (p *Parsed) isFiniteVerb(i int, colon bool) bool {
	l, text := words.English(), p.Tokens[i].Text
	if words.HasAnySuffix(text, "ed", "ing") {
		return false
	}
	if l.Terms[l.Term(text)]&words.FiniteVerb != 0 {
		return true
	}
	if _, unit := l.Units[text]; unit || i > 0 && p.IsNumber(i-1) {
		return false // "128 bytes", "10 entities"
	}
	last := i+1 >= len(p.Tokens) && !p.rated || i+1 < len(p.Tokens) && p.Tokens[i+1].Kind == Punctuation
	return !colon && !last && i > 0 && i <= 4 && len(text) > 3 && strings.HasSuffix(text, "s") && !strings.HasSuffix(text, "ss")
}

// TermSet returns the terms, numbers and negations of inherited conditions as one sorted set. A "#"
// stands before numbers and a "!" before what is denied, so that neither passes for a term.
func TermSet(conditions []string) []string {
	var set []string
	m := scratches.Get().(*scratch)
	defer scratches.Put(m)
	for _, text := range conditions {
		p := &Parsed{Statement: Statement{Text: text}}
		p.readWords(m)
		set = p.appendTerms(set)
		for _, q := range p.Quantities {
			set = append(set, "#"+q.Text())
		}
		for _, n := range p.Negations {
			set = append(set, "!"+n.Target)
		}
		for i := range p.Tokens {
			if text := p.Tokens[i].Text; text == "on" || text == "off" || text == "with" || text == "after" || text == "before" {
				set = append(set, text)
			}
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// isQuestion looks at the last character, behind which emphasis, quotes and brackets may stand.
func isQuestion(text string) bool {
	return strings.HasSuffix(strings.TrimRight(text, " \t\r\n*_\"')"), "?")
}

// isBoilerplate tells the paragraph that introduces the key words of RFC 2119, and the tags of a template.
func isBoilerplate(text string) bool {
	return strings.HasPrefix(text, "{{") && strings.HasSuffix(text, "}}") ||
		strings.HasPrefix(text, "{%") && strings.HasSuffix(text, "%}") ||
		strings.Contains(text, "interpreted as described in") ||
		strings.Contains(text, "2119") && (strings.Contains(text, "key words") || strings.Contains(text, "keywords"))
}

// reader walks the tokens once and sorts them into contents, negations, quantities and quantifiers.
type reader struct {
	p       *Parsed
	l       *words.Lexicon
	pending []Negation // cues that wait for the word they deny
	next    int        // numbers before this token are read
}

// read sorts all tokens. A cue that no content follows denies the statement as a whole:
// its target stays "".
func (r *reader) read() {
	p := r.p
	for i := range p.Tokens {
		// By the first case that holds: what denies, limits or counts the rest is no content.
		t := &r.p.Tokens[i]
		switch {
		case t.Kind == ModalMark:
			if !t.Condition && r.p.Force == Assertion {
				r.p.Force = t.force
			}
			if t.negated {
				r.pending = append(r.pending, Negation{cue: t.force.String() + " NOT", Condition: t.Condition})
			}
		case t.Class&words.NegationCue != 0:
			r.negation(i)
		case t.Kind == Punctuation:
		case t.Text == "too" || t.Text == "also" || t.Text == "additionally":
			r.p.Additive = true
			r.rest(i)
		case t.Class&words.Restrictive != 0:
			r.p.Only = r.p.Only || !t.Condition && !r.explains(i)
		case t.Class&words.Universal != 0:
			r.universal(t)
		case t.Class&words.Existential != 0:
			r.p.Quantifier.Existential = true
			r.p.Quantifier.Plural = r.p.Quantifier.Plural || t.Class&words.Plural != 0
		case r.number(i):
		default:
			r.rest(i)
		}
	}
	for _, n := range r.pending {
		n.At = len(p.Contents)
		p.Negations = append(p.Negations, n)
	}
	slices.Sort(p.ConditionTerms)
	p.ConditionTerms = slices.Compact(p.ConditionTerms)
}

// rest reads a token that is neither a sign nor a number nor a word that rules something.
func (r *reader) rest(i int) {
	t := &r.p.Tokens[i]
	ofAmount := r.isUnitOfNumber(i) || r.comparesNumber(i) || r.boundsNumber(i) || r.measures(i)
	if !ofAmount && t.Class&words.StopWord == 0 && !IsComparator(t.Text) {
		r.content(i)
	}
}

// measures tells "long" in "64 characters long", a part of the amount.
func (r *reader) measures(i int) bool {
	switch r.text(i) {
	case "long", "wide", "high", "deep", "old", "tall":
		return i >= 2 && r.p.IsNumber(i-2)
	}
	return false
}

// universal notes "all" and "every"; under a negation, "not … any" is "no".
func (r *reader) universal(t *Token) {
	denied := len(r.pending) > 0 || len(r.p.Negations) > 0
	if denied && (t.Text == "any" || t.Text == "anyone" || t.Text == "anything") {
		r.p.Quantifier.No = true
		return
	}
	r.p.Quantifier.Universal = true
}

// content takes token i for subject matter, and for what the waiting cues deny. In a condition it
// goes to ConditionTerms; the word that opens one goes nowhere.
func (r *reader) content(i int) {
	p, t := r.p, &r.p.Tokens[i]
	if t.Condition && p.opensClause(i) && t.Class&(words.Conditional|words.Circumstance) != 0 {
		return
	}
	term := t.Text
	if t.Kind == WordToken {
		term = r.l.Term(t.Text)
	}
	for _, n := range r.pending {
		n.Target, n.At = term, len(p.Contents)
		n.Condition = n.Condition || t.Condition
		p.Negations = append(p.Negations, n)
	}
	r.pending = r.pending[:0]
	if t.Condition {
		p.ConditionTerms = append(p.ConditionTerms, term)
		return
	}
	p.Contents = append(p.Contents, Content{Term: term, Word: t.Text, Token: i})
}

// explains reports whether a word before token i opens a reason: what follows restricts nothing of
// the statement itself.
func (r *reader) explains(i int) bool {
	for j := range i {
		switch r.p.Tokens[j].Text {
		case "because", "since", "as":
			if j > 0 && (r.p.Tokens[j].Text == "because" || r.p.Tokens[j-1].Text == ",") {
				return true
			}
		}
	}
	return false
}

// scratch is memory that is needed while a statement is read, and again for the next one. What
// statements of one list or section have in common is read once where they follow each other.
type scratch struct {
	written, named, tokens []Token // as tokenized; with names, then phrases, rewritten
	contents               []Content
	anchors                []Anchor
	stems, plain, text     []string
	taken                  []bool

	conditions []string // that were read last
	inherited  []string // their TermSet; shared: do not modify
	heading    string   // that was read last
	scopes     []Scope  // that it names
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// inheritedOf is TermSet for a statement that mostly stands under the same conditions as the last one.
func (m *scratch) inheritedOf(conditions []string) []string {
	if len(conditions) == 0 {
		return nil
	}
	if !slices.Equal(m.conditions, conditions) {
		m.conditions, m.inherited = conditions, TermSet(conditions)
	}
	return m.inherited
}
