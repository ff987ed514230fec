package base

import (
	"errors"
	"fmt"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/record"
)

// storeVersion opens a stored base. A base stored in another version is refused: build it anew.
const storeVersion = "kbc9"

// errStore is wrapped by the errors about a stored base that cannot be read.
var errStore = errors.New("damaged or outdated base of statements")

// Write appends the base to w, without the statements themselves: they are parsed again when they
// are candidates. Dropped statements are stored too, so that indices stay.
func (b *Base) Write(w *record.Writer) {
	w.Raw(storeVersion)
	terms := make([]string, len(b.postings))
	for term, id := range b.ids {
		terms[id] = term
	}
	w.Strings(terms)
	documents, numbers := b.documents()
	w.Strings(documents)
	w.Int(len(b.entries))
	for i, e := range b.entries {
		w.Int(numbers[i])
		w.Bool(e.dropped)
		w.Uint64(e.mask)
		w.Uint64(e.template)
		w.Uint64(e.sentence)
		w.Uint64(e.heading)
		w.Uint32(e.outline.Text)
		w.Uint32(e.outline.Conditions)
		w.Uint32(e.outline.Inherited)
		w.Uint64(e.outline.Stems)
		w.Byte(byte(e.outline.Traits))
		writeIDs(w, e.terms)
		writeIDs(w, e.anchors)
		writeIDs(w, e.beside)
	}
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

func writeIDs(w *record.Writer, ids []int32) {
	w.Int(len(ids))
	for _, id := range ids {
		w.Int(int(id))
	}
}

// Read reads what Write wrote; the base keeps parts of data. load returns the i-th
// statement, parsed; it is called for candidates only and may be called concurrently. Errors wrap
// errStore.
func Read(data string, load func(i int) *read.Parsed) (*Base, error) {
	r := storeReader{Reader: record.Read(data)}
	if r.Raw(len(storeVersion)) != storeVersion {
		return nil, fmt.Errorf("read base: %w", errStore)
	}
	terms, documents := r.Strings(), r.Strings()
	b := New(nil)
	b.load = load
	b.ids = make(map[string]int32, len(terms))
	for i, term := range terms {
		b.ids[term] = int32(i)
	}
	for _, d := range documents {
		b.numberOf(d)
	}
	entries := make([]entry, r.Count())
	for i := range entries {
		r.entry(&entries[i], documents, len(terms))
	}
	if r.End() != nil || len(b.ids) != len(terms) || len(b.numbers) != len(documents) {
		return nil, fmt.Errorf("read base: %w", errStore)
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

// storeReader reads a stored base.
type storeReader struct {
	*record.Reader
	arena []int32 // from which lists of ids are cut
}

func (r *storeReader) entry(e *entry, documents []string, terms int) {
	document := r.Below(len(documents))
	if r.Err() != nil {
		return
	}
	e.document, e.number, e.dropped = documents[document], int32(document), r.Bool()
	e.mask, e.template, e.sentence, e.heading = r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()
	e.outline = judge.Outline{Text: r.Uint32(), Conditions: r.Uint32(), Inherited: r.Uint32(), Stems: r.Uint64(),
		Traits: judge.Traits(r.Byte())}
	e.terms, e.anchors, e.beside = r.ids(terms), r.ids(terms), r.ids(terms)
}

// arenaSize is how many ids are allocated at once.
const arenaSize = 1 << 16

func (r *storeReader) ids(terms int) []int32 {
	n := r.Count()
	if n > len(r.arena) {
		r.arena = make([]int32, max(n, arenaSize))
	}
	list := r.arena[:n:n]
	r.arena = r.arena[n:]
	r.AllBelow(list, terms)
	return list
}
