package contradict

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
)

// templates counts the documents that have the same sentence, numbers and polarity aside, under the
// same heading: what a form asks of each is said of each one's own subject.
type templates struct {
	uses      map[templateUse]int // statements
	documents map[uint64]int
}

// templateUse is a sentence in a document.
type templateUse struct {
	key      uint64
	document string
}

// templateDocuments is the number of documents from which on a sentence is a template.
const templateDocuments = 3

func newTemplates() templates {
	return templates{uses: map[templateUse]int{}, documents: map[uint64]int{}}
}

func (t templates) add(e *entry) {
	for _, key := range e.templateKeys() {
		use := templateUse{key, e.document}
		if t.uses[use]++; t.uses[use] == 1 {
			t.documents[key]++
		}
	}
}

func (t templates) drop(e *entry) {
	for _, key := range e.templateKeys() {
		use := templateUse{key, e.document}
		if t.uses[use]--; t.uses[use] == 0 {
			t.documents[key]--
		}
	}
}

// templateKeys are what an entry is counted by: its sentence, and its heading where it has one.
func (e *entry) templateKeys() []uint64 {
	if e.heading == 0 {
		return []uint64{e.template}
	}
	return []uint64{e.template, e.heading}
}

func (t templates) has(p *Parsed) bool { return t.documents[p.templateKey()] >= templateDocuments }

// hasHeading tells whether the statement stands under a heading of a form.
func (t templates) hasHeading(p *Parsed) bool {
	const form = 5 // documents
	return len(p.Context) > 0 && t.documents[p.headingKey()] >= form
}

// headingKey hashes the innermost heading, 0 for none.
func (p *Parsed) headingKey() uint64 {
	if len(p.Context) == 0 {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(p.Context[len(p.Context)-1]))
	return h.Sum64()
}

// templateKey hashes the stems of the statement and of its innermost heading.
func (p *Parsed) templateKey() uint64 {
	terms := p.Terms()
	slices.Sort(terms)
	h := fnv.New64a()
	for _, term := range terms {
		h.Write([]byte(term))
		h.Write([]byte{0})
	}
	if n := len(p.Context); n > 0 {
		for word := range strings.FieldsFuncSeq(strings.ToLower(p.Context[n-1]), isSeparator) {
			h.Write([]byte(stem(word)))
			h.Write([]byte{1})
		}
	}
	return h.Sum64()
}

func isSeparator(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
