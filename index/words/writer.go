// Package words keeps the words of one tree's chunks in Bleve's segment store, and tells which
// chunks hold a term. Their scores are made by the package search.
package words

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"

	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/text/fold"
	"github.com/9aea2451/kb/text/wording"
)

// Field is one of the indexed fields of a chunk.
type Field int

// The fields, in the order of the arrays with a value for each; Fields is how many those have.
const (
	Body Field = iota // the chunk's text
	Head              // title and heading path
	Code              // identifiers whole, lower-cased
	Tags              // tags and category
	Fields
	Names = Fields // what the note is called: looked up, never scored
)

// name is what the segments on disk call the field.
func (f Field) name() string { return [...]string{"body", "head", "code", "tags", "names"}[f] }

// Doc is a chunk to be indexed.
type Doc struct {
	ID     string         // as store.ChunkID writes it
	Text   [Fields]string // of Code and Tags: values separated by newlines, taken whole
	Names  []string       // of the note, as Name writes them
	Length [Fields]int    // set by Put: the number of terms
}

// Writer changes the words of a generation that nobody reads yet.
type Writer struct {
	dir   string
	store bleve.Index
	queue *bleve.AnalysisQueue
	began []Segment
}

// batchSize is what Bleve takes at a time: smaller batches cost more, larger ones only memory.
const batchSize = 2000

// NewWriter opens the folder for writing, and creates it where it is missing.
func NewWriter(dir string) (*Writer, error) {
	if err := store.MakeDir(dir); err != nil {
		return nil, err
	}
	queue := bleve.NewAnalysisQueue(2)
	config := map[string]any{"path": dir}
	if begun(dir) {
		// Bleve would merge in the background what a small change leaves as it is: most of the work, and
		// thrown away when the folder is closed before it ends. No segment is small enough for this.
		config["scorchMergePlanOptions"] = map[string]any{"MaxSegmentSize": 1}
	}
	store, err := scorch.NewScorch(scorch.Name, config, queue)
	if err == nil {
		err = store.Open()
	}
	if err != nil {
		queue.Close()
		return nil, fmt.Errorf("open words: %w", err)
	}
	w := &Writer{dir: dir, store: store, queue: queue}
	if reader, err := store.Reader(); err == nil {
		w.began = segmentsOf(reader)
		reader.Close()
	}
	return w, nil
}

// Put indexes the chunks, replaces those of the same id, and sets their lengths. Best called with
// batches of BatchSize.
func (w *Writer) Put(docs []*Doc, deleted []string) error {
	batch := bleve.NewBatch()
	for _, id := range deleted {
		batch.Delete(id)
	}
	built := make([]*document.Document, len(docs))
	for i, d := range docs {
		built[i] = d.document()
		batch.Update(built[i])
	}
	if err := w.store.Batch(batch); err != nil {
		return fmt.Errorf("index words: %w", err)
	}
	for i, d := range docs {
		for _, f := range built[i].Fields {
			for field := range Fields {
				if f.Name() == field.name() {
					d.Length[field] = f.AnalyzedLength()
				}
			}
		}
	}
	return nil
}

// BatchSize is the number of chunks that Put takes best.
func BatchSize() int { return batchSize }

// document makes of a chunk what Bleve indexes. Fields without a text are left out,
// and no text is kept.
func (d *Doc) document() *document.Document {
	doc := document.NewDocument(d.ID)
	for field := range Fields {
		if text := d.Text[field]; text != "" {
			doc.AddField(document.NewTextFieldCustom(field.name(), nil, []byte(text), bleve.IndexField, field.analyzer()))
		}
	}
	if len(d.Names) > 0 {
		text := strings.Join(d.Names, "\n")
		doc.AddField(document.NewTextFieldCustom(Names.name(), nil, []byte(text), bleve.IndexField, Names.analyzer()))
	}
	return doc
}

// Terms are the terms of a field as Put indexes them, in order.
func (d *Doc) Terms(f Field) []string {
	text := strings.Join(d.Names, "\n")
	if f < Fields {
		text = d.Text[f]
	}
	stream := f.analyzer().Analyze([]byte(text))
	out := make([]string, len(stream))
	for i, t := range stream {
		out[i] = string(t.Term)
	}
	return out
}

// Name is a name as it is compared: its words of letters and digits in lower case, with one blank
// between them, and at most so many bytes as a term has. The signs of C++ and C# belong to them.
func Name(text string) string {
	parts := strings.FieldsFunc(strings.ToLower(fold.Form(text)), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && r != '+' && r != '#'
	})
	return wording.Bytes(strings.Join(parts, " "), maxTerm)
}

// analyzer tells how a field is cut: Body and Head into stems, the others at the ends of lines.
func (f Field) analyzer() analysis.Analyzer {
	if f >= Code {
		return lines{}
	}
	return stems{}
}

// stems adapts Analyzer to Bleve. Bleve analyses in several goroutines, so analyzers come from a pool.
type stems struct{}

var analyzers = sync.Pool{New: func() any { return NewAnalyzer() }}

// Analyze gives the stems of a text in their order.
func (stems) Analyze(text []byte) analysis.TokenStream {
	a := analyzers.Get().(*Analyzer)
	defer analyzers.Put(a)
	stream := make(analysis.TokenStream, 0, len(text)/6)
	a.Tokens(string(text), func(t Token) {
		if stream = append(stream, token(t.Term, len(stream))); t.Folded != "" {
			stream = append(stream, token(Folded(t.Folded), len(stream)-1))
		}
	})
	return stream
}

// lines takes each line as one term in lower case, and one with marks without them, too.
type lines struct{}

// Analyze gives the lines that are not empty, in lower case, each cut to maxTerm bytes.
func (lines) Analyze(text []byte) analysis.TokenStream {
	var stream analysis.TokenStream
	for line := range strings.SplitSeq(string(text), "\n") {
		if line = wording.Bytes(fold.Form(strings.ToLower(line)), maxTerm); line == "" {
			continue
		}
		stream = append(stream, token(line, len(stream)))
		if bare := fold.Word(line); bare != line {
			stream = append(stream, token(Folded(bare), len(stream)-1))
		}
	}
	return stream
}

func token(term string, position int) *analysis.Token {
	return &analysis.Token{Term: []byte(term), Position: position + 1}
}

// Close merges small segments where many have gathered, and releases the folder. Everything that
// was Put is on disk.
func (w *Writer) Close() error {
	defer w.queue.Close()
	err := w.tidy()
	if e := w.store.Close(); err == nil {
		err = e
	}
	return err
}
