package contradict

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// storeVersion opens a stored base. A base stored in another version is refused: build it anew.
const storeVersion = "kbc6"

// ErrStore is wrapped by the errors about a stored base that cannot be read.
var ErrStore = errors.New("damaged or outdated base of statements")

// AppendBinary appends the base to data, without the statements themselves: they are parsed again when
// they are candidates. Dropped statements are stored too, so that indices stay.
func (b *Base) AppendBinary(data []byte) ([]byte, error) {
	data = append(data, storeVersion...)
	terms := make([]string, len(b.postings))
	for term, id := range b.ids {
		terms[id] = term
	}
	data = appendStrings(data, terms)
	documents, numbers := b.documents()
	data = appendStrings(data, documents)
	data = binary.AppendUvarint(data, uint64(len(b.entries)))
	for i, e := range b.entries {
		data = binary.AppendUvarint(data, uint64(numbers[i])<<1|flag(e.dropped))
		data = binary.LittleEndian.AppendUint64(data, e.mask)
		data = binary.LittleEndian.AppendUint64(data, e.template)
		data = binary.LittleEndian.AppendUint64(data, e.heading)
		data = e.outline.append(data)
		data = appendIDs(data, e.terms)
		data = appendIDs(data, e.anchors)
		data = appendIDs(data, e.beside)
	}
	return data, nil
}

// documents returns the documents of the entries, each once, and for each entry the number of its own.
func (b *Base) documents() (names []string, numbers []int) {
	seen := map[string]int{}
	for _, e := range b.entries {
		n, ok := seen[e.document]
		if !ok {
			n = len(names)
			seen[e.document] = n
			names = append(names, e.document)
		}
		numbers = append(numbers, n)
	}
	return names, numbers
}

func (o *outline) append(data []byte) []byte {
	for _, hash := range []uint32{o.text, o.conditions, o.inherited} {
		data = binary.LittleEndian.AppendUint32(data, hash)
	}
	return append(data, byte(o.traits))
}

func flag(set bool) uint64 {
	if set {
		return 1
	}
	return 0
}

func appendStrings(data []byte, list []string) []byte {
	data = binary.AppendUvarint(data, uint64(len(list)))
	for _, s := range list {
		data = binary.AppendUvarint(data, uint64(len(s)))
		data = append(data, s...)
	}
	return data
}

func appendIDs(data []byte, ids []int32) []byte {
	data = binary.AppendUvarint(data, uint64(len(ids)))
	for _, id := range ids {
		data = binary.AppendUvarint(data, uint64(id))
	}
	return data
}

// ReadBase reads what AppendBinary wrote; the base keeps parts of data. load returns the i-th
// statement, parsed; it is called for candidates only and may be called concurrently. Errors wrap
// ErrStore.
func ReadBase(data string, load func(i int) *Parsed) (*Base, error) {
	r := storeReader{data: data}
	if r.bytes(len(storeVersion)) != storeVersion {
		return nil, fmt.Errorf("read base: %w", ErrStore)
	}
	terms, documents := r.strings(), r.strings()
	b := NewBase(nil)
	b.load = load
	b.ids = make(map[string]int32, len(terms))
	for i, term := range terms {
		b.ids[term] = int32(i)
	}
	for _, d := range documents {
		b.numberOf(d)
	}
	entries := make([]entry, r.count())
	for i := range entries {
		r.entry(&entries[i], documents, len(terms))
	}
	if r.damaged || len(r.data) > 0 || len(b.ids) != len(terms) || len(b.numbers) != len(documents) {
		return nil, fmt.Errorf("read base: %w", ErrStore)
	}
	b.fill(entries, len(terms))
	b.loadable = len(entries)
	return b, nil
}

// fill takes over stored entries. Their postings are cut from one piece of memory.
func (b *Base) fill(entries []entry, terms int) {
	counts, anchored := make([]int32, terms), make([]int32, terms)
	for i := range entries {
		count(counts, entries[i].terms)
		count(anchored, entries[i].anchors)
	}
	b.postings, b.anchored, b.frequency, b.anchoring = carve(counts), carve(anchored), make([]int32, terms), make([]int32, terms)
	b.entries = make([]*entry, 0, len(entries))
	var gone []*entry
	for i := range entries {
		e := &entries[i]
		if e.dropped {
			gone = append(gone, e)
		}
		b.index(e)
	}
	b.drop(gone)
}

func count(counts, ids []int32) {
	for _, id := range ids {
		counts[id]++
	}
}

// carve makes empty lists of these capacities.
func carve(counts []int32) [][]int32 {
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	all := make([]int32, total)
	lists := make([][]int32, len(counts))
	for i, n := range counts {
		lists[i], all = all[:0:n], all[n:]
	}
	return lists
}

// storeReader reads from the front of data; damaged is set once something does not fit.
type storeReader struct {
	data    string
	damaged bool
	arena   []int32 // from which lists of ids are cut
}

func (r *storeReader) uvarint() uint64 {
	var v uint64
	for i := range len(r.data) {
		c := r.data[i]
		if i == binary.MaxVarintLen64 {
			break
		}
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.data = r.data[i+1:]
			return v
		}
	}
	r.damaged, r.data = true, ""
	return 0
}

// count reads a number of items, each of which takes a byte at least.
func (r *storeReader) count() int {
	n := r.uvarint()
	if n > uint64(len(r.data)) {
		r.damaged = true
		return 0
	}
	return int(n)
}

func (r *storeReader) bytes(n int) string {
	if n > len(r.data) {
		r.damaged, r.data = true, ""
		return ""
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *storeReader) uint64() uint64 { return r.number(8) }

func (r *storeReader) uint32() uint32 { return uint32(r.number(4)) }

func (r *storeReader) uint8() uint8 { return uint8(r.number(1)) }

// number reads a little-endian number of so many bytes.
func (r *storeReader) number(size int) (v uint64) {
	b := r.bytes(size)
	for i := range len(b) {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

func (r *storeReader) strings() []string {
	list := make([]string, 0, r.count())
	for range cap(list) {
		list = append(list, r.bytes(r.count()))
	}
	return list
}

func (r *storeReader) entry(e *entry, documents []string, terms int) {
	document := r.uvarint()
	e.dropped = document&1 == 1
	if document >>= 1; document >= uint64(len(documents)) {
		r.damaged = true
		return
	}
	e.document, e.number = documents[document], int32(document)
	e.mask, e.template, e.heading = r.uint64(), r.uint64(), r.uint64()
	e.outline = outline{text: r.uint32(), conditions: r.uint32(), inherited: r.uint32(), traits: traits(r.uint8())}
	e.terms, e.anchors, e.beside = r.ids(terms), r.ids(terms), r.ids(terms)
}

// arenaSize is how many ids are allocated at once.
const arenaSize = 1 << 16

func (r *storeReader) ids(terms int) []int32 {
	n := r.count()
	if n > len(r.arena) {
		r.arena = make([]int32, max(n, arenaSize))
	}
	list := r.arena[:n:n]
	r.arena = r.arena[n:]
	for i := range list {
		id := r.uvarint()
		if id >= uint64(terms) {
			r.damaged = true
			return nil
		}
		list[i] = int32(id)
	}
	return list
}
