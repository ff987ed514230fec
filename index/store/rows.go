package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"sort"
	"strconv"

	"github.com/9aea2451/kb/index/words"
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
	Standing  []byte                 // of each row, by the headings above it: a markdown.Standing
	Apart     []int32                // rows that are not in force
	Totals    [words.Fields]float64  // terms of all rows
	Speech    *words.Speech          // the languages of the notes; nil: not known yet
}

// maxLength is the greatest length in terms that a row keeps; a chunk has at most 900 characters.
const maxLength = 1<<16 - 1

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

const rowsMagic = "kbrows2\n"

// Write stores the table: counts, then the arrays, then the strings with their lengths, then the languages.
func (r *Rows) Write(path string) error {
	n := r.Count()
	out := make([]byte, 0, 64+len(r.Paths)*64+n*12)
	out = append(out, rowsMagic...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(r.Paths)))
	out = binary.LittleEndian.AppendUint32(out, uint32(n))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(r.Docs)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(r.Slots)))
	out = binary.LittleEndian.AppendUint32(out, uint32(r.SlotCount))
	for _, v := range r.First {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	for f := range r.Length {
		for _, v := range r.Length[f] {
			out = binary.LittleEndian.AppendUint16(out, v)
		}
	}
	out = append(out, r.Standing...)
	for _, v := range r.Docs {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	for _, v := range r.Slots {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	for i := range r.Paths {
		out = appendString(out, r.Paths[i])
		out = appendString(out, r.Blobs[i])
	}
	if r.Speech != nil {
		out = binary.LittleEndian.AppendUint32(out, uint32(r.Speech.Languages))
		out = strconv.AppendBool(out, r.Speech.MostlyEnglish)
	}
	return store.Write(path, out)
}

func appendString(out []byte, s string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(s))), s...)
}

// ReadRows reads a table; a file that does not hold what it says, or what the manifest says, is ErrDamaged.
func ReadRows(path string, m manifest) (*Rows, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if crc32.Checksum(b, castagnoli()) != m[RowsFile].Sum {
		return nil, fmt.Errorf("%w: the sum of %s does not hold", ErrDamaged, path)
	}
	r, err := parseRows(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %s", ErrDamaged, path, err)
	}
	return r, nil
}

// parseRows reads what Write wrote. No list is made before its bytes are known to be there.
func parseRows(b []byte) (*Rows, error) {
	d := decoder{b: b}
	if string(d.bytes(len(rowsMagic))) != rowsMagic {
		return nil, errors.New("not a table of chunks")
	}
	notes, n, docs, slots, slotCount := d.uint32(), d.uint32(), d.uint32(), d.uint32(), d.uint32()
	if need := 4*(notes+1) + (2*int(words.Fields)+1)*n + 4*docs + 4*slots + 2*notes; d.bad || need > len(d.b) {
		return nil, errors.New("table of chunks is cut short")
	}
	r := &Rows{SlotCount: slotCount, First: d.int32s(notes + 1), Paths: make([]string, notes), Blobs: make([]string, notes)}
	for f := range r.Length {
		r.Length[f] = d.uint16s(n)
	}
	r.Standing = slices.Clone(d.bytes(n))
	r.Docs = d.int32s(docs)
	r.Slots = d.int32s(slots)
	d.text = string(d.b)
	for i := range notes {
		r.Paths[i], r.Blobs[i] = d.string(), d.string()
	}
	if len(d.b) > 0 {
		r.Speech = &words.Speech{Languages: words.Languages(d.uint32()), MostlyEnglish: string(d.b) == "true"}
	}
	if d.bad || !r.sound(n) {
		return nil, errors.New("table of chunks is inconsistent")
	}
	r.Derive()
	return r, nil
}

// sound tells that every number is within its bounds, so that no later lookup can fail.
func (r *Rows) sound(n int) bool {
	if r.First[0] != 0 || int(r.First[len(r.First)-1]) != n {
		return false
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

// decoder reads little-endian numbers and counted strings; after the first read past the end it is
// bad and gives zeros.
type decoder struct {
	b    []byte
	text string // what is left and what stood before it, once there are strings, which are parts of it
	bad  bool
}

// bytes takes the next n bytes, as a part of those that are read; nil where there are fewer.
func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.bad = true
		d.b = nil
		return nil
	}
	out := d.b[:n]
	d.b = d.b[n:]
	return out
}

// uint32 takes a number of four bytes, 0 where there are fewer.
func (d *decoder) uint32() int {
	if b := d.bytes(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// int32s takes n numbers, all 0 where there are fewer. The caller has compared n with what is left.
func (d *decoder) int32s(n int) []int32 {
	b := d.bytes(4 * n)
	out := make([]int32, n)
	for i := range out[:len(b)/4] {
		out[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out
}

// uint16s takes n numbers, all 0 where there are fewer. The caller has compared n
// with what is left.
func (d *decoder) uint16s(n int) []uint16 {
	b := d.bytes(2 * n)
	out := make([]uint16, n)
	for i := range out[:len(b)/2] {
		out[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return out
}

// string takes a text behind its length, "" where there is no such.
func (d *decoder) string() string {
	n, size := binary.Uvarint(d.b)
	if size <= 0 || n > uint64(len(d.b)) {
		d.bad = true
		return ""
	}
	d.b = d.b[size:]
	begin := len(d.text) - len(d.b)
	return d.text[begin : begin+len(d.bytes(int(n)))]
}
