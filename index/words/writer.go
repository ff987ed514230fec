// Package words keeps the words of one tree's chunks in segments of Bleve's format, zap.
package words

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/scorch_segment_api/v2"

	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/text/wording"
)

// Field is one of the indexed fields of a chunk.
type Field int

// The fields, in the order of Lengths.
const (
	Body Field = iota // the chunk's text
	Head              // title and heading path
	Code              // identifiers whole, lower-cased
	Tags              // tags and category
	Fields
	Names = Fields // what the note is called: looked up, never scored
)

func (f Field) name() string { return [...]string{"body", "head", "code", "tags", "names"}[f] }

// Doc is a chunk to be indexed.
type Doc struct {
	ID     string
	Text   [Fields]string // of Code and Tags: values separated by newlines, taken whole
	Names  []string       // of the note, as Name writes them
	Length [Fields]int    // set by Put: the number of terms
}

// Writer changes the words of a generation that nobody reads yet.
type Writer struct {
	dir   string
	parts []*part
	gone  []*part // in which nothing is left, or which were merged; closed at the end
	began []Segment
	ids   map[string]bool // that were put
	last  uint64          // number in the name of the newest segment
}

// batchSize is the chunks of a segment: smaller batches cost more, larger ones only memory.
const batchSize = 2000

// NewWriter opens the folder for writing, and creates it where it is missing.
func NewWriter(dir string) (*Writer, error) {
	if err := store.MakeDir(dir); err != nil {
		return nil, err
	}
	w := &Writer{dir: dir, ids: map[string]bool{}}
	parts, err := openParts(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	w.parts, w.began = parts, segmentsOf(parts)
	for _, p := range parts {
		n, _ := strconv.ParseUint(strings.TrimSuffix(p.Name, segmentEnding), 16, 64)
		w.last = max(w.last, n)
	}
	return w, nil
}

const segmentEnding = ".zap"

func (w *Writer) newName() string {
	w.last++
	return fmt.Sprintf("%012x%s", w.last, segmentEnding)
}

// Put indexes the chunks, replaces those of the same id, and sets their lengths. Best called with
// batches of BatchSize, in which every id stands once.
func (w *Writer) Put(docs []*Doc, deleted []string) error {
	if err := w.put(docs, deleted); err != nil {
		return fmt.Errorf("index words: %w", err)
	}
	return nil
}

func (w *Writer) put(docs []*Doc, deleted []string) error {
	built := analyze(docs)
	if err := w.delete(docs, deleted); err != nil || len(docs) == 0 {
		return err
	}
	made, _, err := zapFormat.New(built)
	if err != nil {
		return err
	}
	name := w.newName()
	if err := made.(segment.UnpersistedSegment).Persist(filepath.Join(w.dir, name)); err != nil {
		return err
	}
	p, err := openPart(w.dir, name)
	if err != nil {
		return err
	}
	w.parts = append(w.parts, p)
	return nil
}

// delete marks the chunks that are replaced or no longer there. An id that this writer has not put
// can stand only in a segment that it began with: a first index looks nothing up.
func (w *Writer) delete(docs []*Doc, deleted []string) error {
	ids, again := slices.Clone(deleted), false
	for _, d := range docs {
		ids = append(ids, d.ID)
	}
	for i, id := range ids {
		again = again || w.ids[id]
		if i >= len(deleted) {
			w.ids[id] = true
		}
	}
	for i, p := range w.parts {
		if i >= len(w.began) && !again {
			break
		}
		found, err := p.file.DocNumbers(ids)
		if err != nil {
			return err
		}
		if found.IsEmpty() {
			continue
		}
		if p.deleted == nil {
			p.deleted = roaring.New()
		}
		p.deleted.Or(found)
	}
	return nil
}

// BatchSize is the number of chunks that Put takes best.
func BatchSize() int { return batchSize }

// Name is a name as it is compared: its words of letters and digits in lower case, with one blank
// between them, and at most so many bytes as a term has. The signs of C++ and C# belong to them.
func Name(text string) string {
	parts := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '#'
	})
	return wording.Bytes(strings.Join(parts, " "), maxTerm)
}

// Close merges small segments where many have gathered, and releases the folder. Everything that
// was Put is on disk.
func (w *Writer) Close() error {
	err := w.tidy()
	if err == nil {
		err = writeList(w.dir, w.parts)
	}
	err = errors.Join(err, closeParts(w.parts), closeParts(w.gone))
	if err == nil {
		err = w.sweep()
	}
	return err
}
