package words

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	api "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"
	zap "github.com/blevesearch/zapx/v17"
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
	segments segments

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
	list, err := openSegments(dir)
	if err != nil {
		return nil, fmt.Errorf("open words: %w", err)
	}
	return &Reader{segments: list}, nil
}

// Close releases the folder.
func (r *Reader) Close() error { return r.segments.close() }

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
	first := int32(0)
	for _, s := range r.segments {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		its, err := s.postings(field, term)
		if err != nil {
			return nil, err
		}
		if n := its.Count(); n > 0 {
			list = slices.Grow(list, int(min(n, 1<<16)))
			all := its.Iterator(true, false, false, nil)
			for {
				p, err := all.Next()
				if err != nil {
					return nil, err
				}
				if p == nil {
					break
				}
				list = append(list, Posting{first + int32(p.Number()), int32(p.Frequency())})
			}
		}
		first += int32(s.Size)
	}
	return list, nil
}

// count counts the chunks that hold a term.
func (r *Reader) count(field Field, term string) (n int, err error) {
	for _, s := range r.segments {
		its, err := s.postings(field, term)
		if err != nil {
			return 0, err
		}
		n += int(its.Count())
	}
	return n, nil
}

// postings opens the list of a term.
func (s *segment) postings(field Field, term string) (api.PostingsList, error) {
	dict, err := s.file.Dictionary(field.name())
	if err != nil {
		return nil, err
	}
	return dict.PostingsList([]byte(term), s.gone, nil)
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
	var near vellum.Automaton
	if edits > 0 {
		of, err := automata[min(edits, len(automata))-1]()
		if err == nil {
			near, err = of.BuildDfa(term, uint8(edits))
		}
		if err != nil {
			return nil, fmt.Errorf("read dictionary: %w", err)
		}
	}
	counts := map[string]int{}
	for _, s := range r.segments {
		if err := s.near(field, term, near, limit, counts); err != nil {
			return nil, fmt.Errorf("read dictionary: %w", err)
		}
	}
	firstOf(counts, limit)
	return counts, nil
}

// automata find words within one edit of another, and within two.
var automata = [2]func() (*levenshtein.LevenshteinAutomatonBuilder, error){
	sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(1, true)
	}),
	sync.OnceValues(func() (*levenshtein.LevenshteinAutomatonBuilder, error) {
		return levenshtein.NewLevenshteinAutomatonBuilder(2, true)
	}),
}

// near adds the first limit terms that are near, else that begin with a term, and how many chunks have each.
func (s *segment) near(field Field, term string, near vellum.Automaton, limit int, counts map[string]int) error {
	opened, err := s.file.Dictionary(field.name())
	dict, ok := opened.(*zap.Dictionary)
	if err != nil || !ok {
		return err
	}
	var all api.DictionaryIterator
	if near != nil {
		all = dict.AutomatonIteratorOmitCount(near, nil, nil)
	} else {
		all = dict.AutomatonIterator(nil, []byte(term), behind(term))
	}
	for range limit {
		e, err := all.Next()
		if err != nil || e == nil {
			return err
		}
		counts[e.Term] += int(e.Count)
	}
	return nil
}

// behind is the first term behind all that begin with a term, nil for none.
func behind(term string) []byte {
	end := []byte(term)
	for len(end) > 0 && end[len(end)-1] == math.MaxUint8 {
		end = end[:len(end)-1]
	}
	if len(end) > 0 {
		end[len(end)-1]++
		return end
	}
	return nil
}
