package base

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/contradict/words"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/text/stem"
)

// templates counts the documents that have the same sentence, numbers and polarity aside, under the
// same heading: what a form asks of each is said of each one's own subject.
type templates map[uint64]templateUse

// templateUse is how many documents have a sentence, and the number of the one counted last. The
// statements of one document are added one after another, so that it is counted once.
type templateUse struct{ documents, last int32 }

const (
	templateDocuments = 3 // from which on a sentence below one heading is a template
	formDocuments     = 5 // from which on a sentence is one of a form wherever it stands
)

// Kinds of use, those of more documents above the others.
const (
	template = 1
	form     = 2
)

// kind returns what as many documents make of a sentence, 0 for nothing.
func (u templateUse) kind() uint8 {
	switch {
	case u.documents >= formDocuments:
		return form
	case u.documents >= templateDocuments:
		return template
	}
	return 0
}

// forms counts the sentences of all documents.
func (b *Base) forms() templates {
	b.counting.Do(func() {
		b.templates = make(templates, len(b.entries))
		for i := range b.entries {
			if !b.dropped[i] {
				b.templates.add(b.templateKeysOf(i))
			}
		}
		b.counted.Store(true)
	})
	return b.templates
}

// formsOf is forms as far as two statements are concerned. Where nobody has counted them all, to look for these
// takes a tenth of the time.
func (b *Base) formsOf(p, q *read.Parsed) templates {
	if b.counted.Load() {
		return b.templates
	}
	t, wanted := templates{}, make([]uint64, 0, 4)
	for _, one := range []*read.Parsed{p, q} {
		below, sentence := templateKey(one)
		wanted = append(wanted, below, sentence)
	}
	for i := range b.entries {
		if b.dropped[i] {
			continue
		}
		keys, document := b.templateKeysOf(i)
		for k, key := range keys {
			if !slices.Contains(wanted, key) {
				keys[k] = 0
			}
		}
		t.add(keys, document)
	}
	return t
}

// add counts what a statement of a document is counted by.
func (t templates) add(keys [2]uint64, document int32) {
	for _, key := range keys {
		if key == 0 {
			continue
		}
		use, ok := t[key]
		if !ok || use.last != document {
			t[key] = templateUse{use.documents + 1, document}
		}
	}
}

// templateKeys are what an entry is counted by: its sentence below its heading, 0 where it has none, and by itself.
func (e *entry) templateKeys() [2]uint64 { return [2]uint64{e.template, e.sentence} }

// templateKeysOf are the keys of a statement and the number of its document, read without the rest of its entry.
func (b *Base) templateKeysOf(i int) (keys [2]uint64, document int32) {
	if e := b.entries[i].Load(); e != nil {
		return e.templateKeys(), e.number
	}
	r := record.Read(b.stored.At(i))
	document = int32(r.Uint32())
	for k := range keys {
		keys[k] = r.Uint64()
	}
	return keys, document
}

// has reports whether the sentence of a statement is a template below its heading, or one of a form
// wherever it stands.
func (t templates) has(p *read.Parsed) bool {
	below, sentence := templateKey(p)
	return t[below].kind() >= template || t[sentence].kind() >= form
}

// templateKey hashes the stems of the statement with those of its innermost heading, 0 for none, and by
// themselves.
func templateKey(p *read.Parsed) (below, sentence uint64) {
	terms := p.Terms()
	slices.Sort(terms)
	h := fnv.New64a()
	for _, term := range terms {
		h.Write([]byte(term))
		h.Write([]byte{0})
	}
	sentence = h.Sum64()
	n := len(p.Context)
	if n == 0 {
		return 0, sentence
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(p.Context[n-1]), words.IsSeparator) {
		h.Write([]byte(stem.Light(word)))
		h.Write([]byte{1})
	}
	return h.Sum64(), sentence
}
