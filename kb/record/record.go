// Package record is the one binary form of what kb keeps for itself: numbers, strings and lists, one
// after another. It reads and writes no file: store.Format does.
//
// # Limitations
//
// A record does not describe itself: it is read by the calls that wrote it, in the same order.
// Whatever the bytes are, reading never panics, and allocates no more than a small multiple of
// their length.
package record

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// ErrDamaged is the error of bytes that are not what was written.
var ErrDamaged = errors.New("damaged")

// Writer appends values to Data. Its zero value is ready for use.
type Writer struct{ Data []byte }

// Uint appends a number in as few bytes as it needs.
func (w *Writer) Uint(v uint64) { w.Data = binary.AppendUvarint(w.Data, v) }

// Int appends a number from 0 to 2³¹−1, such as an index, a length or a line.
func (w *Writer) Int(v int) { w.Uint(uint64(v)) }

// Signed appends a number that may be negative.
func (w *Writer) Signed(v int64) { w.Data = binary.AppendVarint(w.Data, v) }

// Uint32 appends four bytes, for hashes.
func (w *Writer) Uint32(v uint32) { w.Data = binary.LittleEndian.AppendUint32(w.Data, v) }

// Uint64 appends eight bytes, for hashes.
func (w *Writer) Uint64(v uint64) { w.Data = binary.LittleEndian.AppendUint64(w.Data, v) }

// Float appends a number exactly.
func (w *Writer) Float(v float64) { w.Uint64(math.Float64bits(v)) }

// Byte appends one byte.
func (w *Writer) Byte(b byte) { w.Data = append(w.Data, b) }

// Bool appends one byte, 0 or 1.
func (w *Writer) Bool(v bool) {
	b := byte(0)
	if v {
		b = 1
	}
	w.Byte(b)
}

// Raw appends bytes whose number the reader knows.
func (w *Writer) Raw(s string) { w.Data = append(w.Data, s...) }

// String appends a string and its length.
func (w *Writer) String(s string) {
	w.Int(len(s))
	w.Raw(s)
}

// Strings appends a list of strings.
func (w *Writer) Strings(list []string) {
	w.Int(len(list))
	for _, s := range list {
		w.String(s)
	}
}

// Block appends what write appends, as one string, which a reader can leave for later.
func (w *Writer) Block(write func()) {
	start := len(w.Data)
	write()
	var length [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(length[:], uint64(len(w.Data)-start))
	w.Data = slices.Insert(w.Data, start, length[:n]...)
}

// Table appends n strings of which a reader takes any without reading the others; write appends the i-th to a
// writer of its own. Together they are shorter than 4 GiB.
func (w *Writer) Table(n int, write func(w *Writer, i int)) {
	var ends, texts Writer
	for i := range n {
		write(&texts, i)
		ends.Uint32(uint32(len(texts.Data)))
	}
	w.Int(n)
	w.Data = append(w.Data, ends.Data...)
	w.Uint(uint64(len(texts.Data)))
	w.Data = append(w.Data, texts.Data...)
}

// Table is the strings that Writer.Table wrote. Its zero value has none.
type Table struct{ ends, texts string }

// endBytes is the length of where a string of a table ends.
const endBytes = 4

// Len returns how many strings there are.
func (t Table) Len() int { return len(t.ends) / endBytes }

// At returns the i-th string, from 0; "" where it is damaged or there is none.
func (t Table) At(i int) string {
	if i < 0 || i >= t.Len() {
		return ""
	}
	start, end := uint32(0), Read(t.ends[endBytes*i:]).Uint32()
	if i > 0 {
		start = Read(t.ends[endBytes*(i-1):]).Uint32()
	}
	if start > end || uint64(end) > uint64(len(t.texts)) {
		return ""
	}
	return t.texts[start:end]
}

// Reader reads from the front of a string, of which the strings that it returns are parts. After
// the first value that does not fit it is damaged, and returns zero values.
type Reader struct {
	data    string
	damaged bool
}

// Read returns a reader of values that a Writer appended.
func Read(data string) *Reader { return &Reader{data: data} }

// Err is ErrDamaged if a value did not fit, nil before.
func (r *Reader) Err() error {
	if r.damaged {
		return ErrDamaged
	}
	return nil
}

// End is Err, and ErrDamaged if something is left as well.
func (r *Reader) End() error {
	if r.More() {
		return ErrDamaged
	}
	return r.Err()
}

// More reports whether something is left.
func (r *Reader) More() bool { return len(r.data) > 0 }

// Len returns how many bytes are left.
func (r *Reader) Len() int { return len(r.data) }

// Rest reads all that is left, as it is.
func (r *Reader) Rest() string { return r.Raw(len(r.data)) }

// Fail makes the reader damaged: a value was read that cannot be.
func (r *Reader) Fail() { r.damaged, r.data = true, "" }

// Uint reads what Writer.Uint wrote.
func (r *Reader) Uint() uint64 {
	var v uint64
	for i := range min(len(r.data), binary.MaxVarintLen64) {
		c := r.data[i]
		if i == binary.MaxVarintLen64-1 && c > 1 {
			break // more than 64 bits
		}
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.data = r.data[i+1:]
			return v
		}
	}
	r.Fail()
	return 0
}

// Int reads what Writer.Int wrote.
func (r *Reader) Int() int { return r.Below(math.MaxInt32 + 1) }

// Below reads a number that must be less than n, such as an index.
func (r *Reader) Below(n int) int {
	v := r.Uint()
	if r.damaged || v >= uint64(n) {
		r.Fail()
		return 0
	}
	return int(v)
}

// AllBelow fills a list with numbers that must be less than n, such as indices.
func (r *Reader) AllBelow(list []int32, n int) {
	data := r.data
	for i := range list {
		v, size := uint64(0), 0
		for more := true; more; size++ {
			if size == binary.MaxVarintLen32 || size >= len(data) {
				r.Fail()
				return
			}
			v |= uint64(data[size]&0x7f) << (7 * size)
			more = data[size] >= 0x80
		}
		if data = data[size:]; v >= uint64(n) {
			r.Fail()
			return
		}
		list[i] = int32(v)
	}
	r.data = data
}

// Count reads the length of a list whose items take a byte each at least.
func (r *Reader) Count() int {
	n := r.Int()
	if n > len(r.data) {
		r.Fail()
		return 0
	}
	return n
}

// Signed reads what Writer.Signed wrote.
func (r *Reader) Signed() int64 {
	v := r.Uint()
	return int64(v>>1) ^ -int64(v&1)
}

// Raw reads n bytes, "" if fewer are left.
func (r *Reader) Raw(n int) string {
	if n < 0 || n > len(r.data) {
		r.Fail()
		return ""
	}
	s := r.data[:n]
	r.data = r.data[n:]
	return s
}

// Uint32 reads what Writer.Uint32 wrote.
func (r *Reader) Uint32() uint32 {
	s := r.Raw(4)
	if s == "" {
		return 0
	}
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// Uint64 reads what Writer.Uint64 wrote.
func (r *Reader) Uint64() uint64 {
	s := r.Raw(8)
	if s == "" {
		return 0
	}
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Float reads what Writer.Float wrote.
func (r *Reader) Float() float64 { return math.Float64frombits(r.Uint64()) }

// Byte reads one byte.
func (r *Reader) Byte() byte {
	s := r.Raw(1)
	if s == "" {
		return 0
	}
	return s[0]
}

// Bool reads what Writer.Bool wrote.
func (r *Reader) Bool() bool { return r.Byte() == 1 }

// String reads what Writer.String or Writer.Block wrote.
func (r *Reader) String() string { return r.Raw(r.Count()) }

// Table reads what Writer.Table wrote.
func (r *Reader) Table() Table {
	t := Table{ends: r.Raw(endBytes * r.Count())}
	t.texts = r.Raw(int(min(r.Uint(), math.MaxInt)))
	return t
}

// Strings reads a list of strings, nil for an empty one.
func (r *Reader) Strings() []string {
	n := r.Count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.String()
	}
	return list
}
