package words

import (
	"strconv"
	"strings"

	"github.com/9aea2451/kb/text/stem"
)

// Dimension is a question with two answers, its poles: is it still in use, is it encrypted.
type Dimension struct {
	Name     string
	Strength float64 // 0 to 1: how surely the poles exclude each other
}

// PolePhrase is one way to say at which pole of a dimension a thing stands.
type PolePhrase struct {
	Terms     []string // what Spelling is matched with: see poleTerm
	gaps      []bool   // gaps[i]: up to four words may stand before terms[i]
	Dimension *Dimension
	Negative  bool // at the second pole
}

// PoleBook holds the phrases by their first stem.
type PoleBook map[string][]*PolePhrase

// readPoles reads "name strength: phrases | phrases" lines. What stands right of the bar is the
// negative pole.
func (l *Lexicon) readPoles() {
	l.Poles = PoleBook{}
	for _, line := range listLines("poles") {
		head, phrases, _ := strings.Cut(line, ":")
		name, strength, _ := strings.Cut(head, " ")
		s, _ := strconv.ParseFloat(strength, 64)
		d := &Dimension{name, s}
		left, right, _ := strings.Cut(phrases, "|")
		l.Poles.add(d, left, false)
		l.Poles.add(d, right, true)
	}
}

// add adds the phrases of one pole, with commas between them; "~" is where a gap may be.
func (b PoleBook) add(d *Dimension, phrases string, negative bool) {
	for text := range strings.SplitSeq(phrases, ",") {
		p := &PolePhrase{Dimension: d, Negative: negative}
		for i, part := range strings.Split(strings.TrimSpace(text), "~") {
			// As the tokenizer splits statements: "cannot" is "can not".
			var list []string
			for _, word := range strings.Fields(part) {
				verb, negated := SplitNot(word)
				list = append(list, verb)
				if negated {
					list = append(list, "not")
				}
			}
			for k, word := range list {
				p.Terms = append(p.Terms, poleTerm(word))
				p.gaps = append(p.gaps, i > 0 && k == 0)
			}
		}
		b[p.Terms[0]] = append(b[p.Terms[0]], p)
	}
}

// poleTerm returns what a word of a phrase is matched by: its stem, or, for a participle or an adverb,
// the word itself, so that "ordered" is not found in "orders".
func poleTerm(word string) string {
	if HasAnySuffix(word, "ed", "ing", "ly") && len(word) > 4 {
		return exactWord + word
	}
	return stem.Light(word)
}

// exactWord marks the terms that are matched as written.
const exactWord = "="

// Spelling is the words of a statement as phrases match them.
type Spelling struct {
	Plain []string // stems without synonyms, which would say more than was written
	Text  []string // as written, in lower case
}

// is reports whether token i matches a term of a phrase: as written behind exactWord, else
// by its stem.
func (t *Spelling) is(i int, term string) bool {
	if term[0] == exactWord[0] && len(term) > 1 {
		return t.Text[i] == term[1:]
	}
	return t.Plain[i] == term
}

// Match returns the phrase of most words that begins at token i and the token after it, nil and 0
// for none.
func (b PoleBook) Match(t *Spelling, i int) (best *PolePhrase, end int) {
	try := func(list []*PolePhrase) {
		for _, p := range list {
			if e := p.matchAt(t, i); e > 0 && (best == nil || len(p.Terms) > len(best.Terms)) {
				best, end = p, e
			}
		}
	}
	try(b[t.Plain[i]])
	if text := t.Text[i]; HasAnySuffix(text, "ed", "ing", "ly") {
		try(b[exactWord+text])
	}
	return best, end
}

// maxGap is the number of words that may stand inside "shut … down".
const maxGap = 4

// matchAt matches the phrase from token i on and returns the token behind it, 0 where it
// does not match.
func (p *PolePhrase) matchAt(t *Spelling, i int) (end int) {
	j := i
	for k, term := range p.Terms {
		limit := j
		if p.gaps[k] {
			limit = j + maxGap
		}
		for j < len(t.Text) && j < limit && !t.is(j, term) {
			j++
		}
		if j >= len(t.Text) || !t.is(j, term) {
			return 0
		}
		j++
	}
	return j
}

// OwnerPhrases say who looks after a thing.
type OwnerPhrases struct{ Before, After PoleBook } // the owner stands before or after the phrase

// readOwners reads the phrases on either side of the bar. Of owners there is no second pole.
func (l *Lexicon) readOwners() {
	l.Owners = OwnerPhrases{PoleBook{}, PoleBook{}}
	d := &Dimension{"owner", 0.9}
	before, after, _ := strings.Cut(strings.Join(listLines("owners"), " "), "|")
	l.Owners.Before.add(d, before, false)
	l.Owners.After.add(d, after, false)
}
