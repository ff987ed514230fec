package words

import (
	"strings"
	"sync"

	bleve "github.com/blevesearch/bleve_index_api"

	"github.com/9aea2451/kb/kb/workers"
	"github.com/9aea2451/kb/text/wording"
)

// analyzers lends them to the goroutines that analyse.
var analyzers = sync.Pool{New: func() any { return NewAnalyzer() }}

// idField is the field in which a segment looks ids up. It alone is stored.
const idField = "_id"

// entry is a chunk in the form in which a segment takes it.
type entry struct {
	bleve.Document // nil: the methods that a segment does not call
	fields         []*counted
}

// counted is a field of an entry: how often each term stands in it.
type counted struct {
	bleve.Field // nil, as above
	name        string
	value       []byte
	options     bleve.FieldIndexingOptions
	length      int
	terms       bleve.TokenFrequencies
}

func (e *entry) VisitComposite(bleve.CompositeFieldVisitor) {}

func (e *entry) VisitFields(visit bleve.FieldVisitor) {
	for _, f := range e.fields {
		visit(f)
	}
}

func (f *counted) Name() string                                     { return f.name }
func (f *counted) Value() []byte                                    { return f.value }
func (f *counted) ArrayPositions() []uint64                         { return nil }
func (f *counted) EncodedFieldType() byte                           { return 't' }
func (f *counted) Options() bleve.FieldIndexingOptions              { return f.options }
func (f *counted) AnalyzedLength() int                              { return f.length }
func (f *counted) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return f.terms }

// count makes a field out of its terms, in order.
func count(name string, terms []string) *counted {
	f := &counted{name: name, options: bleve.IndexField, length: len(terms), terms: make(bleve.TokenFrequencies, len(terms))}
	for _, t := range terms {
		known := f.terms[t]
		if known == nil {
			known = &bleve.TokenFreq{Term: []byte(t)}
			f.terms[t] = known
		}
		known.SetFrequency(known.Frequency() + 1)
	}
	return f
}

// analyze reads the chunks, one half of them beside the other, and sets their lengths.
func analyze(docs []*Doc) []bleve.Document {
	out := make([]bleve.Document, len(docs))
	half := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = docs[i].entry()
		}
	}
	var group workers.Group
	group.Go(func() { half(0, len(docs)/2) })
	group.Go(func() { half(len(docs)/2, len(docs)) })
	group.Wait()
	return out
}

func (d *Doc) entry() *entry {
	id := count(idField, []string{d.ID})
	id.value, id.options = []byte(d.ID), bleve.IndexField|bleve.StoreField
	out := &entry{fields: []*counted{id}}
	for f := range Fields + 1 {
		if terms := d.Terms(f); len(terms) > 0 {
			out.fields = append(out.fields, count(f.name(), terms))
			if f < Fields {
				d.Length[f] = len(terms)
			}
		}
	}
	return out
}

// Terms are the terms of a field as Put indexes them, in order: of Code, Tags and Names each line is
// one, in lower case.
func (d *Doc) Terms(f Field) []string {
	if f < Code {
		a := analyzers.Get().(*Analyzer)
		defer analyzers.Put(a)
		return a.Terms(d.Text[f])
	}
	text := strings.Join(d.Names, "\n")
	if f < Fields {
		text = d.Text[f]
	}
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = wording.Bytes(strings.ToLower(line), maxTerm); line != "" {
			out = append(out, line)
		}
	}
	return out
}
