package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sort"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
	"github.com/9aea2451/kb/markdown"
)

// Rows is the table of a generation's chunks in order of path and ordinal: what search needs to
// know of each before it has to look into the records. Slots leads from a row to its vector.
type Rows struct {
	Paths     []string               // of the notes, sorted
	Blobs     []string               // object id of each note
	First     []int32                // first row of each note, and one past the last row at the end
	Length    [words.Fields][]uint16 // terms of each row
	Docs      []int32                // row of each document number of the words, -1 for deleted ones
	NoteOf    []int32                // note of each row
	NoteSize  []float64              // terms of each note
	Slots     []int32                // vector of each row; none without a model
	SlotCount int                    // slots of the vectors that belong to this generation
	Model     string                 // that made the vectors
	Dim       int                    // of the vectors, up to maxDim; 0: there is no file of them
	Standing  []byte                 // of each row, by the headings above it: a markdown.Standing
	Apart     []int32                // rows that are not in force
	Totals    [words.Fields]float64  // terms of all rows
	Speech    *words.Speech          // the languages of the notes; nil: not known yet
}

// maxLength is the greatest length in terms that a row keeps; a chunk has at most 900 characters.
const maxLength = 1<<16 - 1

// maxDim is the greatest number of dimensions of a vector.
const maxDim = 1 << 16

// VectorBytes returns how many bytes of the file of vectors belong to this generation.
func (r *Rows) VectorBytes() int64 { return int64(r.SlotCount) * int64(4+r.Dim) }

// Count counts the rows; 0 before Derive.
func (r *Rows) Count() int { return len(r.NoteOf) }

// Note finds the number of a path.
func (r *Rows) Note(path string) (int, bool) {
	i := sort.SearchStrings(r.Paths, path)
	return i, i < len(r.Paths) && r.Paths[i] == path
}

// Ordinal is the place of a row within its note.
func (r *Rows) Ordinal(row int) int { return row - int(r.First[r.NoteOf[row]]) }

// RowOf is the row of a document of the words, -1 when it is none (any more).
func (r *Rows) RowOf(doc int32) int32 {
	if doc < 0 || int(doc) >= len(r.Docs) {
		return -1
	}
	return r.Docs[doc]
}

// Derive sets what the file does not hold: NoteOf, NoteSize, Apart and Totals.
func (r *Rows) Derive() {
	n := 0
	if len(r.First) > 0 {
		n = int(r.First[len(r.First)-1])
	}
	r.NoteOf = make([]int32, n)
	for note := range r.Paths {
		for row := r.First[note]; row < r.First[note+1]; row++ {
			r.NoteOf[row] = int32(note)
		}
	}
	for row, standing := range r.Standing {
		if markdown.Standing(standing) != markdown.InForce {
			r.Apart = append(r.Apart, int32(row))
		}
	}
	for f := range r.Totals {
		for _, l := range r.Length[f] {
			r.Totals[f] += float64(l)
		}
	}
	r.NoteSize = make([]float64, len(r.Paths))
	for row, l := range r.Length[words.Body] {
		r.NoteSize[r.NoteOf[row]] += float64(l)
	}
}

// rowsFormat opens the file of a table. Raise it with Schema.
const rowsFormat = store.Format("kb rows 1")

// Write stores the table, each array as the little-endian bytes of its numbers.
func (r *Rows) Write(path string) error {
	return rowsFormat.Save(path, func(s *store.Stream) error {
		s.String(r.Model)
		s.Int(r.Dim)
		s.Int(r.SlotCount)
		arrays := []any{r.First, r.Docs, r.Slots}
		for f := range r.Length {
			arrays = append(arrays, r.Length[f])
		}
		for _, numbers := range arrays {
			s.Int(binary.Size(numbers))
			s.Data, _ = binary.Append(s.Data, binary.LittleEndian, numbers) // of a fixed size, as each of these is
		}
		s.String(string(r.Standing))
		s.Strings(r.Paths)
		s.Strings(r.Blobs)
		if r.Speech != nil {
			s.Uint32(uint32(r.Speech.Languages))
			s.Bool(r.Speech.MostlyEnglish)
		}
		return nil
	})
}

// ReadRows reads the table of a finished generation; ErrDamaged where a file of it is missing or cut short, or the
// table is not what was written.
func ReadRows(dir string) (*Rows, error) {
	r, _, err := readRows(dir)
	return r, err
}

// readRows is ReadRows with the manifest.
func readRows(dir string) (r *Rows, m manifest, err error) {
	if m, err = CheckManifest(dir); err != nil {
		return nil, nil, err
	}
	in, err := rowsFormat.Load(filepath.Join(dir, RowsFile), math.MaxInt32)
	if err == nil {
		r, err = parseRows(in)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return r, m, nil
}

// parseRows reads what Write wrote.
func parseRows(in *record.Reader) (*Rows, error) {
	r := &Rows{Model: in.String(), Dim: in.Below(maxDim + 1), SlotCount: in.Int()}
	r.First, r.Docs, r.Slots = int32s(in.String()), int32s(in.String()), int32s(in.String())
	for f := range r.Length {
		r.Length[f] = uint16s(in.String())
	}
	r.Standing = []byte(in.String())
	r.Paths, r.Blobs = in.Strings(), in.Strings()
	if in.More() {
		r.Speech = &words.Speech{Languages: words.Languages(in.Uint32()), MostlyEnglish: in.Bool()}
	}
	if in.End() != nil || !r.sound() {
		return nil, errors.New("table of chunks is inconsistent")
	}
	r.Derive()
	return r, nil
}

// int32s reads numbers of four bytes each.
func int32s(s string) []int32 {
	b := []byte(s)
	out := make([]int32, len(b)/4)
	for i := range out {
		out[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out
}

// uint16s reads numbers of two bytes each.
func uint16s(s string) []uint16 {
	b := []byte(s)
	out := make([]uint16, len(b)/2)
	for i := range out {
		out[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return out
}

// sound reports whether every array has its length, and every number is within its bounds, so that no later lookup
// can fail.
func (r *Rows) sound() bool {
	notes, n := len(r.Paths), len(r.Standing)
	if len(r.Blobs) != notes || len(r.First) != notes+1 || r.First[0] != 0 || int(r.First[notes]) != n {
		return false
	}
	if r.Dim == 0 && len(r.Slots) > 0 || r.Dim > 0 && len(r.Slots) != n {
		return false
	}
	for f := range r.Length {
		if len(r.Length[f]) != n {
			return false
		}
	}
	if n > 0 && slices.Max(r.Standing) > byte(markdown.Example) {
		return false
	}
	for i := range r.Paths {
		if r.First[i] > r.First[i+1] || i > 0 && r.Paths[i-1] >= r.Paths[i] {
			return false
		}
	}
	for _, row := range r.Docs {
		if row < -1 || int(row) >= n {
			return false
		}
	}
	for _, slot := range r.Slots {
		if slot < NoSlot || int(slot) >= r.SlotCount {
			return false
		}
	}
	return true
}
