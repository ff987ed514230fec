package base

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/record"
)

// storeVersion opens a stored base. A base stored in another version is refused: build it anew.
const storeVersion = "kbc13"

// errStore is wrapped by the errors about a stored base that cannot be read.
var errStore = errors.New("damaged or outdated base of statements")

// Write appends the base to w, without the statements themselves: they are parsed again when they
// are candidates. Dropped statements are stored too, so that indices stay.
func (b *Base) Write(w *record.Writer) {
	w.Raw(storeVersion)
	b.terms.write(w)
	writeIDs(w, b.frequency)
	writeIDs(w, b.anchoring)
	b.postings.write(w)
	b.anchored.write(w)
	w.Strings(b.documents)
	b.stated.write(w)
	w.Int(len(b.dropped))
	for _, dropped := range b.dropped {
		w.Bool(dropped)
	}
	w.Table(len(b.entries), func(w *record.Writer, i int) { b.entry(i).write(w) })
}

// write appends an entry. What forms are counted by is at its front: see Base.templateKeysOf.
func (e *entry) write(w *record.Writer) {
	w.Uint32(uint32(e.number))
	for _, key := range e.templateKeys() {
		w.Uint64(key)
	}
	w.Uint64(e.mask)
	w.Uint32(e.outline.Text)
	w.Uint32(e.outline.Conditions)
	w.Uint32(e.outline.Inherited)
	w.Uint64(e.outline.Stems)
	w.Byte(byte(e.outline.Traits))
	for _, ids := range [][]int32{e.terms, e.anchors, e.beside} {
		w.Int(len(ids))
	}
	for _, ids := range [][]int32{e.terms, e.anchors, e.beside} {
		writeIDs(w, ids)
	}
}

// writeIDs appends numbers of which a reader knows how many there are.
func writeIDs(w *record.Writer, ids []int32) {
	for _, id := range ids {
		w.Int(int(id))
	}
}

// Read reads what Write wrote as far as that is needed to ask it; the base keeps parts of data, and reads the rest
// when it is asked for. load returns the i-th statement, parsed; it is called for candidates only and may be called
// concurrently. Errors wrap errStore. What is damaged within an entry or a list passes for an empty one.
func Read(data string, load func(i int) *read.Parsed) (*Base, error) {
	r := record.Read(data)
	if r.Raw(len(storeVersion)) != storeVersion {
		return nil, fmt.Errorf("read base: %w", errStore)
	}
	b := New(nil)
	b.load = load
	b.terms = readVocabulary(r)
	terms := b.terms.len()
	b.frequency, b.anchoring = make([]int32, terms), make([]int32, terms)
	r.AllBelow(b.frequency, math.MaxInt32)
	r.AllBelow(b.anchoring, math.MaxInt32)
	postings, anchored := r.Table(), r.Table()
	documents, stated := r.Strings(), r.Table()
	b.dropped = make([]bool, r.Count())
	for i := range b.dropped {
		if b.dropped[i] = r.Bool(); !b.dropped[i] {
			b.live++
		}
	}
	b.stored, b.loadable = r.Table(), len(b.dropped)
	for _, d := range documents {
		b.number(d)
	}
	if r.End() != nil || postings.Len() != terms || anchored.Len() != terms || stated.Len() != len(documents) ||
		len(b.documents) != len(documents) || b.stored.Len() != b.loadable || b.loadable > 0 && len(documents) == 0 {
		return nil, fmt.Errorf("read base: %w", errStore)
	}
	b.entries = make([]atomic.Pointer[entry], b.loadable)
	b.postings, b.anchored = storedLists(postings, b.loadable), storedLists(anchored, b.loadable)
	b.stated = storedLists(stated, b.loadable)
	return b, nil
}

// entry returns the i-th entry. It may be asked for concurrently.
func (b *Base) entry(i int) *entry {
	if e := b.entries[i].Load(); e != nil {
		return e
	}
	e := b.storedEntry(i)
	if b.entries[i].CompareAndSwap(nil, e) {
		return e
	}
	return b.entries[i].Load() // another was quicker
}

// storedEntry reads an entry of a stored base, one of no words where it is damaged.
func (b *Base) storedEntry(i int) *entry {
	r := record.Read(b.stored.At(i))
	e := &entry{number: int32(r.Uint32())}
	e.template, e.sentence = r.Uint64(), r.Uint64()
	e.mask = r.Uint64()
	e.outline = judge.Outline{Text: r.Uint32(), Conditions: r.Uint32(), Inherited: r.Uint32(), Stems: r.Uint64(),
		Traits: judge.Traits(r.Byte())}
	terms, anchors, beside := r.Count(), r.Count(), r.Count()
	ids := make([]int32, terms+anchors+beside)
	r.AllBelow(ids, b.terms.stored.Len())
	if r.End() != nil || e.number < 0 || int(e.number) >= len(b.documents) {
		return &entry{document: b.documents[0]}
	}
	e.document = b.documents[e.number]
	e.terms, ids = ids[:terms:terms], ids[terms:]
	e.anchors, e.beside = ids[:anchors:anchors], ids[anchors:]
	return e
}

// fixedBytes is the length of what stands before the numbers of terms in a stored entry.
const fixedBytes = 4 + 2*8 + 8 + 3*4 + 8 + 1

// appendTerms adds the terms of a statement, read without the rest of its entry: far more statements are looked at
// than are candidates.
func (b *Base) appendTerms(list []int32, i int) []int32 {
	if e := b.entries[i].Load(); e != nil {
		return append(list, e.terms...)
	}
	r := record.Read(b.stored.At(i))
	r.Raw(fixedBytes)
	terms := r.Count()
	r.Count()
	r.Count()
	list = slices.Grow(list, terms)[:len(list)+terms]
	r.AllBelow(list[len(list)-terms:], b.terms.stored.Len())
	if r.Err() != nil {
		return list[:len(list)-terms]
	}
	return list
}
