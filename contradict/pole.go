package contradict

import (
	"strconv"
	"strings"
)

// dimension is a question with two answers, its poles: is it still in use, is it encrypted.
type dimension struct {
	name     string
	strength float64 // how surely the poles exclude each other
}

// polePhrase is one way to say at which pole of a dimension a thing stands.
type polePhrase struct {
	terms     []string
	gaps      []bool // gaps[i]: up to four words may stand before terms[i]
	dimension *dimension
	negative  bool
}

// poleBook holds the phrases by their first stem.
type poleBook map[string][]*polePhrase

func (l *lexicon) readPoles() {
	l.poles = poleBook{}
	for _, line := range listLines("poles") {
		head, phrases, _ := strings.Cut(line, ":")
		name, strength, _ := strings.Cut(head, " ")
		s, _ := strconv.ParseFloat(strength, 64)
		d := &dimension{name, s}
		left, right, _ := strings.Cut(phrases, "|")
		l.poles.add(d, left, false)
		l.poles.add(d, right, true)
	}
}

func (b poleBook) add(d *dimension, phrases string, negative bool) {
	for text := range strings.SplitSeq(phrases, ",") {
		p := &polePhrase{dimension: d, negative: negative}
		for i, part := range strings.Split(strings.TrimSpace(text), "~") {
			for k, word := range splitWords(part) {
				p.terms = append(p.terms, poleTerm(word))
				p.gaps = append(p.gaps, i > 0 && k == 0)
			}
		}
		b[p.terms[0]] = append(b[p.terms[0]], p)
	}
}

// splitWords splits a phrase of a list as the tokenizer splits statements: "cannot" is "can not".
func splitWords(phrase string) (list []string) {
	for _, word := range strings.Fields(phrase) {
		verb, negated := splitNot(word)
		list = append(list, verb)
		if negated {
			list = append(list, "not")
		}
	}
	return list
}

// poleTerm returns what a word of a phrase is matched by: its stem, or, for a participle or an adverb,
// the word itself, so that "ordered" is not found in "orders".
func poleTerm(word string) string {
	if hasAnySuffix(word, "ed", "ing", "ly") && len(word) > 4 {
		return exactWord + word
	}
	return stem(word)
}

// exactWord marks the terms that are matched as written.
const exactWord = "="

// phraseTerms are the tokens of a statement as phrases match them.
type phraseTerms struct {
	stems []string // with synonyms folded
	plain []string // as the stemmer leaves them: synonyms would say more than was written
	raw   []token
}

func (t *phraseTerms) is(i int, term string) bool {
	if term[0] == exactWord[0] && len(term) > 1 {
		return t.raw[i].text == term[1:]
	}
	return t.plain[i] == term
}

// match returns the longest phrase that begins at token i and the token after it.
func (b poleBook) match(t *phraseTerms, i int) (best *polePhrase, end int) {
	try := func(list []*polePhrase) {
		for _, p := range list {
			if e := p.matchAt(t, i); e > 0 && (best == nil || len(p.terms) > len(best.terms)) {
				best, end = p, e
			}
		}
	}
	try(b[t.plain[i]])
	if text := t.raw[i].text; hasAnySuffix(text, "ed", "ing", "ly") {
		try(b[exactWord+text])
	}
	return best, end
}

// maxGap is the number of words that may stand inside "shut … down".
const maxGap = 4

func (p *polePhrase) matchAt(t *phraseTerms, i int) (end int) {
	j := i
	for k, term := range p.terms {
		limit := j
		if p.gaps[k] {
			limit = j + maxGap
		}
		for j < len(t.raw) && j < limit && !t.is(j, term) {
			j++
		}
		if j >= len(t.raw) || !t.is(j, term) {
			return 0
		}
		j++
	}
	return j
}
