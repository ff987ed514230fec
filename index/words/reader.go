package words

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"
)

// Index is what is asked of the words of some chunks.
type Index interface {
	// Postings lists the chunks that hold a term in a field, in their order.
	Postings(ctx context.Context, field Field, term string) ([]Posting, error)
	// Near lists terms like another; see Reader.
	Near(field Field, term string, edits, limit int) (map[string]int, error)
	Close() error
}

// Reader reads the words of a finished generation. Safe for concurrent use.
type Reader struct {
	store  bleve.Index
	reader bleve.IndexReader
	queue  *bleve.AnalysisQueue

	mu    sync.Mutex
	known map[fieldTerm][]Posting
	held  int // postings of known
}

type fieldTerm struct {
	field Field
	term  string
}

// Posting is a chunk, by its document number, and how often a term stands in a field of it.
type Posting struct{ Doc, Freq int32 }

// maxHeld bounds the postings that are kept for the next question with the same term: 8 MiB.
const maxHeld = 1 << 20

// OpenReader opens the folder for reading only. It waits at most briefly for a writer that still holds it.
func OpenReader(dir string) (*Reader, error) {
	queue := bleve.NewAnalysisQueue(1)
	store, err := scorch.NewScorch(scorch.Name, map[string]any{"path": dir, "read_only": true, "bolt_timeout": "500ms"}, queue)
	if err == nil {
		err = store.Open()
	}
	if err != nil {
		queue.Close()
		return nil, fmt.Errorf("open words: %w", err)
	}
	reader, err := store.Reader()
	if err != nil {
		store.Close()
		queue.Close()
		return nil, fmt.Errorf("open words: %w", err)
	}
	return &Reader{store: store, reader: reader, queue: queue}, nil
}

// Close releases the folder.
func (r *Reader) Close() error {
	defer r.queue.Close()
	err := r.reader.Close()
	return errors.Join(err, r.store.Close())
}

// Postings lists the chunks whose field holds the term. The list is not to be changed.
func (r *Reader) Postings(ctx context.Context, field Field, term string) ([]Posting, error) {
	key := fieldTerm{field, term}
	r.mu.Lock()
	list, ok := r.known[key]
	r.mu.Unlock()
	if !ok {
		var err error
		if list, err = r.read(ctx, field, term); err != nil {
			return nil, fmt.Errorf("read postings: %w", err)
		}
		r.keep(key, list)
	}
	return list, nil
}

// read reads the postings of a term from the disk, in order of document.
func (r *Reader) read(ctx context.Context, field Field, term string) (list []Posting, err error) {
	postings, err := r.reader.TermFieldReader(ctx, []byte(term), field.name(), true, false, false)
	if err != nil {
		return nil, err
	}
	defer postings.Close()
	list = make([]Posting, 0, min(postings.Count(), 1<<16))
	var spare bleve.TermFieldDoc
	for {
		p, err := postings.Next(&spare)
		if err != nil || p == nil {
			return list, err
		}
		list = append(list, Posting{int32(docNumber(p.ID)), int32(p.Freq)})
		spare.Reset()
	}
}

// keep keeps what was read, in the place of others when that has become too much.
func (r *Reader) keep(key fieldTerm, list []Posting) {
	const entry = 16 // what an entry takes besides, in postings
	if len(list)+entry > maxHeld {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[fieldTerm][]Posting{}
	}
	if _, known := r.known[key]; known {
		return
	}
	r.held += len(list) + entry
	for other, its := range r.known { // whichever comes: an often asked one is soon back
		if r.held <= maxHeld {
			break
		}
		delete(r.known, other)
		r.held -= len(its) + entry
	}
	r.known[key] = list
}

// docNumber is the number in Bleve's own id of a document, -1 where it has not its eight bytes.
func docNumber(id bleve.IndexInternalID) int {
	if len(id) != 8 {
		return -1
	}
	return int(binary.BigEndian.Uint64(id))
}

// Documents calls f with the number and id of every chunk.
func (r *Reader) Documents(f func(doc int, id string)) error {
	all, err := r.reader.DocIDReaderAll()
	if err != nil {
		return fmt.Errorf("list chunks: %w", err)
	}
	defer all.Close()
	for {
		internal, err := all.Next()
		if err != nil {
			return fmt.Errorf("list chunks: %w", err)
		}
		if internal == nil {
			return nil
		}
		id, err := r.reader.ExternalID(internal)
		if err != nil {
			return fmt.Errorf("list chunks: %w", err)
		}
		f(docNumber(internal), id)
	}
}

// Near lists up to limit terms of the field that begin with term, with their number of chunks; or
// when edits > 0 those within so many edits of it (at most 2), of which the number is not known.
func (r *Reader) Near(field Field, term string, edits, limit int) (map[string]int, error) {
	dict, err := r.dictionary(field, term, edits)
	if err != nil {
		return nil, fmt.Errorf("read dictionary: %w", err)
	}
	defer dict.Close()
	terms := map[string]int{}
	for len(terms) < limit {
		e, err := dict.Next()
		if err != nil {
			return nil, fmt.Errorf("read dictionary: %w", err)
		}
		if e == nil {
			break
		}
		terms[e.Term] = int(e.Count)
	}
	return terms, nil
}

// dictionary opens the terms that begin with a term, or lie within so many edits of it. Close it.
func (r *Reader) dictionary(field Field, term string, edits int) (bleve.FieldDict, error) {
	if fuzzy, ok := r.reader.(bleve.IndexReaderFuzzy); ok && edits > 0 {
		return fuzzy.FieldDictFuzzy(field.name(), term, edits, "")
	}
	return r.reader.FieldDictPrefix(field.name(), []byte(term))
}
