package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"sort"

	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/store"
)

// rows is the table of a generation's chunks in order of path and ordinal: what search needs to
// know of each before it has to look into the records. A row's number is the number of its vector,
// too.
type rows struct {
	paths     []string               // of the notes, sorted
	blobs     []string               // object id of each note
	first     []int32                // first row of each note, and one past the last row at the end
	length    [words.Fields][]uint16 // terms of each row
	docs      []int32                // row of each document number of the words, -1 for deleted ones
	noteOf    []int32                // note of each row
	noteSize  []float64              // terms of each note
	slots     []int32                // vector of each row; none without a model
	slotCount int                    // slots of the vectors that belong to this generation
	totals    [words.Fields]float64
}

// maxLength is the greatest length in terms that a row keeps; a chunk has at most 900 characters.
const maxLength = 1<<16 - 1

func (r *rows) count() int { return len(r.noteOf) }

// note finds the number of a path.
func (r *rows) note(path string) (int, bool) {
	i := sort.SearchStrings(r.paths, path)
	return i, i < len(r.paths) && r.paths[i] == path
}

// ordinal is the place of a row within its note.
func (r *rows) ordinal(row int) int { return row - int(r.first[r.noteOf[row]]) }

// rowOf is the row of a document of the words, -1 when it is none (any more).
func (r *rows) rowOf(doc int32) int32 {
	if doc < 0 || int(doc) >= len(r.docs) {
		return -1
	}
	return r.docs[doc]
}

// finish derives what the file does not hold.
func (r *rows) finish() {
	n := 0
	if len(r.first) > 0 {
		n = int(r.first[len(r.first)-1])
	}
	r.noteOf = make([]int32, n)
	for note := range r.paths {
		for row := r.first[note]; row < r.first[note+1]; row++ {
			r.noteOf[row] = int32(note)
		}
	}
	for f := range r.totals {
		for _, l := range r.length[f] {
			r.totals[f] += float64(l)
		}
	}
	r.noteSize = make([]float64, len(r.paths))
	for row, l := range r.length[words.Body] {
		r.noteSize[r.noteOf[row]] += float64(l)
	}
}

const rowsMagic = "kbrows1\n"

// write stores the table: counts, then the arrays, then the strings with their lengths.
func (r *rows) write(path string) error {
	n := r.count()
	out := make([]byte, 0, 64+len(r.paths)*64+n*12)
	out = append(out, rowsMagic...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(r.paths)))
	out = binary.LittleEndian.AppendUint32(out, uint32(n))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(r.docs)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(r.slots)))
	out = binary.LittleEndian.AppendUint32(out, uint32(r.slotCount))
	for _, v := range r.first {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	for f := range r.length {
		for _, v := range r.length[f] {
			out = binary.LittleEndian.AppendUint16(out, v)
		}
	}
	for _, v := range r.docs {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	for _, v := range r.slots {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	for i := range r.paths {
		out = appendString(out, r.paths[i])
		out = appendString(out, r.blobs[i])
	}
	return store.Write(path, out)
}

func appendString(out []byte, s string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(s))), s...)
}

// readRows reads a table; a file that does not hold what it says, or what the manifest says, is errDamaged.
func readRows(path string, m manifest) (*rows, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if crc32.Checksum(b, castagnoli()) != m[rowsFile].Sum {
		return nil, fmt.Errorf("%w: the sum of %s does not hold", errDamaged, path)
	}
	r, err := parseRows(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %s", errDamaged, path, err)
	}
	return r, nil
}

func parseRows(b []byte) (*rows, error) {
	d := decoder{b: b}
	if string(d.bytes(len(rowsMagic))) != rowsMagic {
		return nil, errors.New("not a table of chunks")
	}
	notes, n, docs, slots, slotCount := d.uint32(), d.uint32(), d.uint32(), d.uint32(), d.uint32()
	if need := 4*(notes+1) + 2*n*int(words.Fields) + 4*docs + 4*slots + 2*notes; d.bad || need > len(d.b) {
		return nil, errors.New("table of chunks is cut short")
	}
	r := &rows{slotCount: slotCount, first: d.int32s(notes + 1), paths: make([]string, notes), blobs: make([]string, notes)}
	for f := range r.length {
		r.length[f] = d.uint16s(n)
	}
	r.docs = d.int32s(docs)
	r.slots = d.int32s(slots)
	for i := range notes {
		r.paths[i], r.blobs[i] = d.string(), d.string()
	}
	if d.bad || !r.sound(n) {
		return nil, errors.New("table of chunks is inconsistent")
	}
	r.finish()
	return r, nil
}

// sound tells that every number is within its bounds, so that no later lookup can fail.
func (r *rows) sound(n int) bool {
	if r.first[0] != 0 || int(r.first[len(r.first)-1]) != n {
		return false
	}
	for i := range r.paths {
		if r.first[i] > r.first[i+1] || i > 0 && r.paths[i-1] >= r.paths[i] {
			return false
		}
	}
	for _, row := range r.docs {
		if row < -1 || int(row) >= n {
			return false
		}
	}
	for _, slot := range r.slots {
		if slot < noSlot || int(slot) >= r.slotCount {
			return false
		}
	}
	return true
}

// decoder reads little-endian numbers and counted strings; after the first read past the end it is
// bad and gives zeros.
type decoder struct {
	b   []byte
	bad bool
}

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

func (d *decoder) uint32() int {
	if b := d.bytes(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

func (d *decoder) int32s(n int) []int32 {
	b := d.bytes(4 * n)
	out := make([]int32, n)
	for i := range out[:len(b)/4] {
		out[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out
}

func (d *decoder) uint16s(n int) []uint16 {
	b := d.bytes(2 * n)
	out := make([]uint16, n)
	for i := range out[:len(b)/2] {
		out[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return out
}

func (d *decoder) string() string {
	n, size := binary.Uvarint(d.b)
	if size <= 0 || n > uint64(len(d.b)) {
		d.bad = true
		return ""
	}
	d.b = d.b[size:]
	return string(d.bytes(int(n)))
}
