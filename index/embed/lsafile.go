package embed

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"sync"
)

// The file of a model is little-endian throughout:
//
//	header       magic, version, dimensions, terms, bytes of text, SHA-256 of the rest,
//	             CRC-32C of dictionary, of vectors, of the header before it
//	dictionary   uint32 start of each term in text and the end of the last, float32 weight of each term, text
//	vectors      float32, one row for each term
//
// A query reads header, dictionary and the rows of its own terms.
const (
	fileMagic     = "kb-lsa\r\n"
	fileVersion   = 1
	headerBytes   = 8 + 4*4 + sha256.Size + 3*4
	maxDimensions = 1 << 12
	maxTerms      = 1 << 20
)

// errDamaged is wrapped by the errors about a file that is not as it was written.
var errDamaged = errors.New("damaged model file")

// header is what the head of a file says, but for magic, version and its own sum.
type header struct {
	dimensions, terms, text uint32
	digest                  [sha256.Size]byte // of version, dictionary and vectors; names the model
	dictionarySum           uint32            // CRC-32C, as vectorsSum is
	vectorsSum              uint32
}

// describe returns the header of a model.
func describe(d *dictionary, vectors []float32, dimensions int) header {
	encoded := d.encode()
	digest, sum := sha256.New(), crc32.New(castagnoli())
	digest.Write(binary.LittleEndian.AppendUint32(nil, fileVersion))
	digest.Write(encoded)
	writeFloats(io.MultiWriter(digest, sum), vectors) // hashes do not fail
	return header{
		dimensions: uint32(dimensions), terms: uint32(d.size()), text: uint32(len(d.text)),
		digest: [sha256.Size]byte(digest.Sum(nil)), dictionarySum: crc32.Checksum(encoded, castagnoli()), vectorsSum: sum.Sum32(),
	}
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// dictionaryBytes and the three below are sizes and a place in bytes, in 64 bits: the largest model
// that a header may describe has 16 GiB of vectors.
func (h header) dictionaryBytes() int64 { return 4*(2*int64(h.terms)+1) + int64(h.text) }
func (h header) vectorsAt() int64       { return headerBytes + h.dictionaryBytes() }
func (h header) rowBytes() int64        { return 4 * int64(h.dimensions) }
func (h header) fileBytes() int64       { return h.vectorsAt() + int64(h.terms)*h.rowBytes() }

// encode gives the head of the file. Its last four bytes are the sum of those before.
func (h header) encode() []byte {
	b := append(make([]byte, 0, headerBytes), fileMagic...)
	for _, n := range []uint32{fileVersion, h.dimensions, h.terms, h.text} {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	b = append(b, h.digest[:]...)
	b = binary.LittleEndian.AppendUint32(b, h.dictionarySum)
	b = binary.LittleEndian.AppendUint32(b, h.vectorsSum)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli()))
}

// decodeHeader reads the head of a file and checks its sum, before anything of the size that it
// names is read.
func decodeHeader(b []byte) (header, error) {
	var h header
	number := binary.LittleEndian.Uint32
	sums := b[8+4*4+sha256.Size:]
	switch {
	case string(b[:8]) != fileMagic:
		return h, errors.New("not an LSA model file")
	case number(b[8:]) != fileVersion:
		return h, fmt.Errorf("LSA model file of version %d, want %d", number(b[8:]), fileVersion)
	case number(sums[8:]) != crc32.Checksum(b[:headerBytes-4], castagnoli()):
		return h, fmt.Errorf("%w: header", errDamaged)
	}
	h = header{
		dimensions:    number(b[12:]),
		terms:         number(b[16:]),
		text:          number(b[20:]),
		dictionarySum: number(sums),
		vectorsSum:    number(sums[4:]),
	}
	copy(h.digest[:], b[24:])
	if h.dimensions == 0 || h.dimensions > maxDimensions || h.terms == 0 || h.terms > maxTerms ||
		int64(h.text) > int64(h.terms)*maxTokenBytes {
		return h, fmt.Errorf("%w: header out of range", errDamaged)
	}
	return h, nil
}

// WriteTo serialises the model so that a query needs to read only a few of its terms: see OpenLSA.
func (m *LSA) WriteTo(w io.Writer) (int64, error) {
	d, err := m.dictionary()
	if err != nil {
		return 0, fmt.Errorf("write model: %w", err)
	}
	vectors, err := m.vectors()
	if err != nil {
		return 0, fmt.Errorf("write model: %w", err)
	}
	n, err := w.Write(append(m.header.encode(), d.encode()...))
	written := int64(n)
	if err == nil {
		var more int64
		more, err = writeFloats(w, vectors)
		written += more
	}
	if err != nil {
		return written, fmt.Errorf("write model: %w", err)
	}
	return written, nil
}

// Check reads the whole file of a model and compares it with its checksums.
func (m *LSA) Check() error {
	_, err := m.WriteTo(io.Discard)
	return err
}

// OpenLSA opens a serialised model of size bytes and reads its header only. The dictionary is read
// at the first use, the vectors of terms as queries need them and all together at the first call of
// Documents with many texts; what is read whole is compared with its checksum. A damaged file gives
// errors, never panics, and takes no more memory than its size. The model reads from r as long as
// it is used.
func OpenLSA(r io.ReaderAt, size int64) (*LSA, error) {
	b := make([]byte, headerBytes)
	if err := readFull(r, b, 0); err != nil {
		return nil, fmt.Errorf("open model: %w", err)
	}
	h, err := decodeHeader(b)
	if err != nil {
		return nil, fmt.Errorf("open model: %w", err)
	}
	if h.fileBytes() != size {
		return nil, fmt.Errorf("open model: %w: %d bytes, want %d", errDamaged, size, h.fileBytes())
	}
	return &LSA{
		header:     h,
		file:       r,
		dictionary: sync.OnceValues(func() (*dictionary, error) { return readDictionary(r, h) }),
		vectors:    sync.OnceValues(func() ([]float32, error) { return readVectors(r, h) }),
		sound:      sync.OnceValue(func() error { return checkVectors(r, h) }),
	}, nil
}

// readFull fills b from r at an offset.
func readFull(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: %w", errDamaged, io.ErrUnexpectedEOF)
	}
	return err
}

// encode gives the dictionary as the file has it: starts, weights, text.
func (d *dictionary) encode() []byte {
	b := make([]byte, 0, 4*(len(d.starts)+len(d.weights))+len(d.text))
	for _, s := range d.starts {
		b = binary.LittleEndian.AppendUint32(b, s)
	}
	for _, w := range d.weights {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(w))
	}
	return append(b, d.text...)
}

// readDictionary reads the terms with their weights, and checks their sum.
func readDictionary(r io.ReaderAt, h header) (*dictionary, error) {
	b := make([]byte, h.dictionaryBytes())
	if err := readFull(r, b, headerBytes); err != nil {
		return nil, fmt.Errorf("read dictionary: %w", err)
	}
	if crc32.Checksum(b, castagnoli()) != h.dictionarySum {
		return nil, fmt.Errorf("%w: checksum of the dictionary", errDamaged)
	}
	weightsAt := 4 * (int(h.terms) + 1)
	textAt := weightsAt + 4*int(h.terms)
	d := &dictionary{text: string(b[textAt:]), starts: make([]uint32, h.terms+1), weights: make([]float32, h.terms)}
	for i := range d.starts {
		d.starts[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	decodeFloats(d.weights, b[weightsAt:])
	return d, d.check()
}

// check reports an offset out of range or out of order.
func (d *dictionary) check() error {
	if d.starts[0] != 0 || int(d.starts[d.size()]) != len(d.text) {
		return fmt.Errorf("%w: ends of the dictionary", errDamaged)
	}
	for i := range d.size() {
		if d.starts[i] >= d.starts[i+1] || int(d.starts[i+1]) > len(d.text) || i > 0 && d.term(i-1) >= d.term(i) {
			return fmt.Errorf("%w: term %d of the dictionary", errDamaged, i)
		}
	}
	return nil
}

// readVectors reads the vectors of the terms, and checks their sum.
func readVectors(r io.ReaderAt, h header) ([]float32, error) {
	vectors := make([]float32, int(h.terms)*int(h.dimensions))
	section := bufio.NewReaderSize(io.NewSectionReader(r, h.vectorsAt(), h.fileBytes()-h.vectorsAt()), 1<<16)
	sum := crc32.New(castagnoli())
	b := make([]byte, h.rowBytes())
	for row := range int(h.terms) {
		if _, err := io.ReadFull(section, b); err != nil {
			return nil, fmt.Errorf("read vectors: %w", err)
		}
		sum.Write(b)
		decodeFloats(vectors[row*int(h.dimensions):][:h.dimensions], b)
	}
	if sum.Sum32() != h.vectorsSum {
		return nil, errVectors()
	}
	return vectors, nil
}

func errVectors() error { return fmt.Errorf("%w: checksum of the vectors", errDamaged) }

// checkVectors compares the vectors with their checksum, which takes a quarter of the time of reading them.
func checkVectors(r io.ReaderAt, h header) error {
	sum := crc32.New(castagnoli())
	n, err := io.CopyBuffer(sum, io.NewSectionReader(r, h.vectorsAt(), h.fileBytes()-h.vectorsAt()), make([]byte, 1<<16))
	if err != nil {
		return fmt.Errorf("read vectors: %w", err)
	}
	if n != h.fileBytes()-h.vectorsAt() || sum.Sum32() != h.vectorsSum {
		return errVectors()
	}
	return nil
}

// termVectors returns the vectors of some terms, from the file if the model was opened.
func (m *LSA) termVectors(terms []int32) (map[int32][]float32, error) {
	rows := make(map[int32][]float32, len(terms))
	if m.file == nil {
		vectors, err := m.vectors()
		for _, t := range terms {
			rows[t] = vectors[int(t)*m.Dimensions():][:m.Dimensions()]
		}
		return rows, err
	}
	b := make([]byte, m.header.rowBytes())
	for _, t := range terms {
		if err := readFull(m.file, b, m.header.vectorsAt()+int64(t)*m.header.rowBytes()); err != nil {
			return nil, fmt.Errorf("read vector: %w", err)
		}
		rows[t] = make([]float32, m.Dimensions())
		decodeFloats(rows[t], b)
	}
	return rows, nil
}

// decodeFloats reads little-endian numbers.
func decodeFloats(to []float32, b []byte) {
	for i := range to {
		to[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
}

// writeFloats writes little-endian numbers, a block at a time, and returns how many bytes they
// took.
func writeFloats(w io.Writer, values []float32) (int64, error) {
	var written int64
	var buffer bytes.Buffer
	const block = 1 << 14
	for len(values) > 0 {
		n := min(block, len(values))
		buffer.Reset()
		for _, v := range values[:n] {
			buffer.Write(binary.LittleEndian.AppendUint32(buffer.AvailableBuffer(), math.Float32bits(v)))
		}
		m, err := w.Write(buffer.Bytes())
		written += int64(m)
		if err != nil {
			return written, err
		}
		values = values[n:]
	}
	return written, nil
}
