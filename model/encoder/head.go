package encoder

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"math"
	"unsafe"

	"github.com/9aea2451/kb/kb/record"
)

// A packed file is a head of headBytes, then the matrices, then the vocabulary, in the byte order
// of the processors that there are. The head ends with its sum; it holds the digest of all that
// follows, and every length follows from it. Raise the version with whatever changes the meaning.
const (
	form      = "kb encoder 1\n"
	headBytes = 4096
	idDigits  = 12      // of 4 bits each
	mostBytes = 1 << 30 // of a packed model
	align     = 64      // bytes; a line of the processor's cache
)

// Bounds of what is run. A model of 512 MB takes a second for a text.
const (
	mostLayers = 48
	mostHeads  = 64
	mostHidden = 1024
	mostInner  = 8192
	mostRows   = 1 << 18 // tokens
	mostPlaces = 512     // tokens of a text
	mostPieces = 8 << 20 // bytes of the vocabulary
	mostPrefix = 500     // bytes
)

// How a text's vector is made from those of its tokens.
const (
	poolMean = iota
	poolFirst
)

// head is what the head of a packed file says.
type head struct {
	ID       string // the first hexadecimal digits of the digest
	Name     string // as the folder that it was packed from was called
	Query    string // put before what is looked for
	Document string // put before what is to be found

	layerCount, heads, hidden, inner int
	rows                             int // tokens that have a vector
	places                           int // of a text
	pooling                          int
	eps                              float32 // added to a variance before it divides
	pieceCount, pieceBytes           int     // of the vocabulary
	digest                           [sha256.Size]byte
}

// write is the head as bytes.
func (m *Model) write() []byte {
	w := record.Writer{Data: []byte(form)}
	for _, s := range []string{m.Name, m.Query, m.Document} {
		w.String(s)
	}
	for _, n := range []int{
		m.layerCount, m.heads, m.hidden, m.inner, m.rows, m.places, m.pooling, m.pieceCount, m.pieceBytes,
		int(m.cls), int(m.sep), int(m.none),
	} {
		w.Int(n)
	}
	w.Bool(m.lower)
	w.Bool(m.strip)
	w.Uint32(math.Float32bits(m.eps))
	w.Raw(string(m.digest[:]))
	out := make([]byte, headBytes)
	copy(out[:headBytes-4], w.Data)
	binary.LittleEndian.PutUint32(out[headBytes-4:], sumOf(out[:headBytes-4]))
	return out
}

// sumOf is a CRC-32C: against damage, not against somebody who means harm.
func sumOf(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// Read lays a model over the bytes of a file, which must not change any more.
func Read(data []byte) (*Model, error) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil, fmt.Errorf("packed models are read by little-endian processors alone")
	}
	if !bytes.HasPrefix(data, []byte(form)) {
		return nil, fmt.Errorf("%w: it does not begin as a model that this kb has packed: pack it again", ErrDamaged)
	}
	if len(data) < headBytes || sumOf(data[:headBytes-4]) != binary.LittleEndian.Uint32(data[headBytes-4:]) {
		return nil, fmt.Errorf("%w: the sum of its head does not hold", ErrDamaged)
	}
	m := &Model{wide: wide(), data: data}
	r := record.Read(string(data[len(form) : headBytes-4]))
	m.Name, m.Query, m.Document = r.String(), r.String(), r.String()
	for _, n := range []*int{
		&m.layerCount, &m.heads, &m.hidden, &m.inner, &m.rows, &m.places, &m.pooling, &m.pieceCount, &m.pieceBytes,
	} {
		*n = r.Int()
	}
	m.cls, m.sep, m.none = uint32(r.Int()), uint32(r.Int()), uint32(r.Int())
	m.lower, m.strip = r.Bool(), r.Bool()
	m.eps = math.Float32frombits(r.Uint32())
	copy(m.digest[:], r.Raw(sha256.Size))
	if r.Err() != nil {
		return nil, fmt.Errorf("%w: its head cannot be read", ErrDamaged)
	}
	m.ID = hex.EncodeToString(m.digest[:])[:idDigits]
	if err := m.bounded(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if m.size() != len(data) {
		return nil, fmt.Errorf("%w: %d bytes where %d are to be", ErrDamaged, len(data), m.size())
	}
	m.lay(data)
	if !m.pieces.check(m.rows) {
		return nil, fmt.Errorf("%w: its vocabulary does not hold together", ErrDamaged)
	}
	return m, nil
}

// bounded refuses shapes that cannot be run.
func (h *head) bounded() error {
	for _, c := range []struct {
		name               string
		value, least, most int
		unit               int
	}{
		{"layers", h.layerCount, 1, mostLayers, 1},
		{"heads", h.heads, 1, mostHeads, 1},
		{"columns", h.hidden, panelCols, mostHidden, panelCols},
		{"inner columns", h.inner, panelCols, mostInner, panelCols},
		{"tokens", h.rows, 1, mostRows, 1},
		{"positions", h.places, 2, mostPlaces, 1},
		{"kind of pooling", h.pooling, poolMean, poolFirst, 1},
		{"pieces of words", h.pieceCount, 1, mostRows, 1},
		{"bytes of pieces", h.pieceBytes, 1, mostPieces, 1},
		{"bytes of prefixes", len(h.Name) + len(h.Query) + len(h.Document), 0, 3 * mostPrefix, 1},
	} {
		switch {
		case c.value < c.least || c.value > c.most:
			return fmt.Errorf("%s: %d is not between %d and %d", c.name, c.value, c.least, c.most)
		case c.value%c.unit != 0:
			return fmt.Errorf("%s: %d is not a multiple of %d", c.name, c.value, c.unit)
		}
	}
	if h.hidden%(h.heads*panelCols) != 0 {
		return fmt.Errorf("%d columns: each of the %d heads must have a multiple of %d", h.hidden, h.heads, panelCols)
	}
	if !(h.eps >= 0 && h.eps < 1) {
		return fmt.Errorf("epsilon %g is not between 0 and 1", h.eps)
	}
	return nil
}

// size is the length of the file. The bounds keep it far from an overflow.
func (m *Model) size() int { return m.lay(nil) }

// lay lets the model's slices be parts of a file, and returns where they end. Without data it only
// measures.
func (m *Model) lay(data []byte) (end int) {
	at := headBytes
	part := func(n, unit int) (from []byte) {
		if data != nil {
			from = data[at:][: n*unit : n*unit]
		}
		at = whole(at+n*unit, align)
		return from
	}
	floats := func(n int) []float32 { return view[float32](part(n, 4)) }
	scales := func() scaling { return scaling{floats(m.hidden), floats(m.hidden)} }
	m.words, m.positions, m.first = floats(m.rows*m.hidden), floats(m.places*m.hidden), scales()
	m.layers = make([]layer, m.layerCount)
	for i := range m.layers {
		l := &m.layers[i]
		l.qkv, l.qkvStart = floats(3*m.hidden*m.hidden), floats(3*m.hidden)
		l.out, l.outStart, l.attended = floats(m.hidden*m.hidden), floats(m.hidden), scales()
		l.up, l.upStart = floats(m.inner*m.hidden), floats(m.inner)
		l.down, l.downStart, l.fed = floats(m.inner*m.hidden), floats(m.hidden), scales()
	}
	m.ends, m.ids = view[uint32](part(m.pieceCount+1, 4)), view[uint32](part(m.pieceCount, 4))
	m.pieces.text = part(m.pieceBytes, 1)
	return at
}

// view is bytes as numbers of four bytes each. They are aligned, as the file is and its parts are.
func view[T float32 | uint32](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/4)
}

// identity is the digest of all that changes a vector.
func (m *Model) identity() [sha256.Size]byte {
	bare := Model{head: m.head, pieces: m.pieces}
	bare.Name, bare.digest = "", [sha256.Size]byte{}
	sum := sha256.New()
	sum.Write(bare.write())
	sum.Write(m.data[headBytes:])
	return [sha256.Size]byte(sum.Sum(nil))
}

// Check reads the whole file, and reports whether it is what was packed.
func (m *Model) Check() error {
	return guard(func() error {
		if m.identity() != m.digest {
			return fmt.Errorf("%w: its sum does not hold", ErrDamaged)
		}
		return nil
	})
}
