package words

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum/levenshtein"
	"github.com/blevesearch/zapx/v17"
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
	parts []*part

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

// OpenReader opens the folder for reading only.
func OpenReader(dir string) (*Reader, error) {
	parts, err := openParts(dir)
	if err != nil {
		return nil, err
	}
	return &Reader{parts: parts}, nil
}

// Close releases the folder.
func (r *Reader) Close() error { return closeParts(r.parts) }

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

func (r *Reader) read(ctx context.Context, field Field, term string) (list []Posting, err error) {
	for _, p := range r.parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		dict, err := p.file.Dictionary(field.name())
		if err != nil {
			return nil, err
		}
		postings, err := dict.PostingsList([]byte(term), p.deleted, nil)
		if err != nil {
			return nil, err
		}
		list = slices.Grow(list, int(min(postings.Count(), 1<<16)))
		for each := postings.Iterator(true, false, false, nil); ; {
			at, err := each.Next()
			if err != nil {
				return nil, err
			}
			if at == nil {
				break
			}
			list = append(list, Posting{int32(p.first) + int32(at.Number()), int32(at.Frequency())})
		}
	}
	return list, nil
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

// Near lists up to limit terms of the field that begin with term, with their number of chunks; or
// when edits > 0 those within so many edits of it (at most 2), of which the number is not known.
func (r *Reader) Near(field Field, term string, edits, limit int) (map[string]int, error) {
	terms := map[string]int{}
	for _, p := range r.parts {
		dict, err := p.file.Dictionary(field.name())
		if err == nil {
			err = near(dict, term, edits, limit, terms)
		}
		if err != nil {
			return nil, fmt.Errorf("read dictionary: %w", err)
		}
	}
	first(terms, limit)
	return terms, nil
}

// near adds to terms what comes first in one dictionary: the first of all are among the first of each.
func near(dict segment.TermDictionary, term string, edits, limit int, terms map[string]int) error {
	each := dict.AutomatonIterator(nil, []byte(term), after(term))
	if edits > 0 {
		within, err := automaton(term, edits)
		if err != nil {
			return err
		}
		each = dict.AutomatonIterator(within, nil, nil)
		if d, ok := dict.(*zap.Dictionary); ok {
			each = d.AutomatonIteratorOmitCount(within, nil, nil)
		}
	}
	for range limit {
		e, err := each.Next()
		if err != nil || e == nil {
			return err
		}
		terms[e.Term] += int(e.Count)
	}
	return nil
}

// first leaves the first limit terms.
func first(terms map[string]int, limit int) {
	all := slices.Sorted(maps.Keys(terms))
	for _, t := range all[min(len(all), limit):] {
		delete(terms, t)
	}
}

// after is the first key behind all that begin with the prefix, nil where none is.
func after(prefix string) []byte {
	key := []byte(prefix)
	for i := len(key) - 1; i >= 0; i-- {
		if key[i]++; key[i] != 0 {
			return key[:i+1]
		}
	}
	return nil
}

// The tables of which automata are made take milliseconds to compute, and only a word that nothing
// has asks for one.
var oneEdit, twoEdits = sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
	return levenshtein.NewLevenshteinAutomatonBuilder(1, true)
}), sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
	return levenshtein.NewLevenshteinAutomatonBuilder(2, true)
})

// automaton accepts what is within so many edits of a term; two neighbours that are swapped are one edit.
func automaton(term string, edits int) (segment.Automaton, error) {
	builder := oneEdit
	if edits > 1 {
		builder = twoEdits
	}
	b, err := builder()
	if err != nil {
		return nil, err
	}
	return b.BuildDfa(term, uint8(min(edits, 2)))
}
