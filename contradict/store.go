package contradict

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// storeVersion opens a stored base. A base stored in another version is refused: build it anew.
const storeVersion = "kbc1"

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
		data = appendIDs(data, e.terms)
		data = appendIDs(data, e.anchors)
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

// ReadBase reads what AppendBinary wrote. load returns the i-th statement, parsed; it is called for candidates
// only and may be called concurrently. Errors wrap ErrStore.
func ReadBase(data []byte, load func(i int) *Parsed) (*Base, error) {
	r := storeReader{data: data}
	if string(r.bytes(uint64(len(storeVersion)))) != storeVersion {
		return nil, fmt.Errorf("read base: %w", ErrStore)
	}
	terms, documents := r.strings(), r.strings()
	b := &Base{load: load, ids: make(map[string]int32, len(terms)), templates: newTemplates()}
	for i, term := range terms {
		b.ids[term] = int32(i)
	}
	b.postings, b.anchored, b.frequency = make([][]int32, len(terms)), make([][]int32, len(terms)), make([]int32, len(terms))
	for n := r.count(); n > 0 && !r.damaged; n-- {
		if e := r.entry(documents, len(terms)); !r.damaged {
			dropped := e.dropped
			e.dropped = false
			if b.index(e); dropped {
				b.drop(e)
			}
		}
	}
	if r.damaged || len(r.data) > 0 || len(b.ids) != len(terms) {
		return nil, fmt.Errorf("read base: %w", ErrStore)
	}
	return b, nil
}

// storeReader reads from the front of data; damaged is set once something does not fit.
type storeReader struct {
	data    []byte
	damaged bool
}

func (r *storeReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.damaged, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return v
}

// count reads a number of items, each of which takes a byte at least.
func (r *storeReader) count() uint64 {
	n := r.uvarint()
	if n > uint64(len(r.data)) {
		r.damaged = true
		return 0
	}
	return n
}

func (r *storeReader) bytes(n uint64) []byte {
	if n > uint64(len(r.data)) {
		r.damaged, r.data = true, nil
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *storeReader) uint64() uint64 {
	if b := r.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *storeReader) strings() []string {
	list := make([]string, 0, r.count())
	for range cap(list) {
		list = append(list, string(r.bytes(r.count())))
	}
	return list
}

func (r *storeReader) entry(documents []string, terms int) *entry {
	document := r.uvarint()
	e := &entry{dropped: document&1 == 1}
	if document >>= 1; document >= uint64(len(documents)) {
		r.damaged = true
		return e
	}
	e.document = documents[document]
	e.mask, e.template, e.heading = r.uint64(), r.uint64(), r.uint64()
	e.terms, e.anchors = r.ids(terms), r.ids(terms)
	return e
}

func (r *storeReader) ids(terms int) []int32 {
	list := make([]int32, 0, r.count())
	for range cap(list) {
		id := r.uvarint()
		if id >= uint64(terms) {
			r.damaged = true
			return nil
		}
		list = append(list, int32(id))
	}
	return list
}
