package contradict

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
)

// templates counts the documents that have the same sentence, numbers and polarity aside, under the
// same heading: what a form asks of each is said of each one's own subject.
type templates map[uint64]templateUse

type templateUse struct {
	documents int
	last      string
}

// templateDocuments is the number of documents from which on a sentence is a template.
const templateDocuments = 3

func (t templates) add(e *entry) {
	t.count(e.template, e.document)
	if e.heading != 0 {
		t.count(e.heading, e.document)
	}
}

func (t templates) count(key uint64, document string) {
	use := t[key]
	if use.documents == 0 || use.last != document {
		use.documents++
	}
	use.last = document
	t[key] = use
}

func (t templates) has(p *Parsed) bool { return t[p.templateKey()].documents >= templateDocuments }

// hasHeading tells whether the statement stands under a heading of a form.
func (t templates) hasHeading(p *Parsed) bool {
	const form = 5 // documents
	return len(p.Context) > 0 && t[p.headingKey()].documents >= form
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
