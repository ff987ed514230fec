// Package words keeps the words of one tree's chunks in Bleve's segments, and lists the
// chunks that hold a term. Their scores are made by the package search.
package words

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	bleve "github.com/blevesearch/bleve_index_api"
	zap "github.com/blevesearch/zapx/v17"

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
	began []Segment

	mu       sync.Mutex // guards what follows
	segments segments
	left     segments // that were merged
	last     uint64   // number of the segment that was made last
}

// batchSize sets the chunks that a segment begins with: fewer cost more time, more only memory.
const batchSize = 2000

// NewWriter opens the folder for writing, and creates it where it is missing.
func NewWriter(dir string) (*Writer, error) {
	if err := store.MakeDir(dir); err != nil {
		return nil, err
	}
	list, err := openSegments(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open words: %w", err)
	}
	w := &Writer{dir: dir, segments: list, began: list.listed()}
	for _, s := range list {
		n, _ := strconv.ParseUint(strings.TrimSuffix(s.Name, suffix), 16, 64)
		w.last = max(w.last, n)
	}
	return w, nil
}

// suffix ends the name of a segment.
const suffix = ".zap"

// nextName is that of a segment to be made.
func (w *Writer) nextName() string {
	w.last++
	return fmt.Sprintf("%012x", w.last) + suffix
}

// Put indexes the chunks, replaces those of the same id, and sets their lengths. Best called with
// batches of BatchSize.
func (w *Writer) Put(docs []*Doc, deleted []string) error {
	built := make([]bleve.Document, len(docs))
	ids := slices.Clone(deleted)
	for i, d := range docs {
		doc := d.document()
		doc.AddIDField()
		for _, f := range doc.Fields {
			f.Analyze()
			for field := range Fields {
				if f.Name() == field.name() {
					d.Length[field] = f.AnalyzedLength()
				}
			}
		}
		built[i], ids = doc, append(ids, d.ID)
	}
	made, err := w.write(built)
	if err != nil {
		return fmt.Errorf("index words: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.segments {
		gone, err := s.file.DocNumbers(ids)
		if err != nil {
			return fmt.Errorf("index words: %w", err)
		}
		s.gone.Or(gone)
	}
	w.segments = append(w.segments, made...)
	return nil
}

// write makes a segment of chunks; none of no chunks.
func (w *Writer) write(docs []bleve.Document) (made segments, err error) {
	if len(docs) == 0 {
		return nil, nil
	}
	built, _, err := (&zap.ZapPlugin{}).New(docs)
	if err != nil {
		return nil, err
	}
	defer built.Close()
	w.mu.Lock()
	name := w.nextName()
	w.mu.Unlock()
	f, err := store.Create(filepath.Join(w.dir, name))
	if err != nil {
		return nil, err
	}
	if in, ok := built.(io.WriterTo); ok {
		_, err = in.WriteTo(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	s, err := newSegment(w.dir, name)
	return segments{s}, err
}

// BatchSize is the number of chunks that Put takes best.
func BatchSize() int { return batchSize }

// document makes of a chunk what is indexed. Fields without a text are left out,
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
	err := w.tidy()
	if err == nil {
		err = w.segments.save(w.dir)
	}
	for _, s := range w.left {
		err = errors.Join(err, s.file.Close(), store.Remove(filepath.Join(w.dir, s.Name)))
	}
	return errors.Join(err, w.segments.close())
}
