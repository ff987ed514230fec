package base

import (
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb/record"
)

// Base holds statements and finds, for each, the few worth judging.
// Add and Drop are not safe beside other calls; everything else may run concurrently.
type Base struct {
	// Watch, when set, is told how many of the statements to judge have been judged, by several
	// goroutines at once. Where it returns false the search for pairs ends, with those found so
	// far.
	Watch func(done, total int) bool
	// Found, when set, is given what All, Since and Again find, turn by turn.
	Found func(Part)
	// InTurn is how many statements a turn has; 0 stands for as many as are judged fastest, or in about a second where
	// Found is set.
	InTurn int

	// Across leaves pairs of one document out.
	Across bool

	entries   []atomic.Pointer[entry]  // nil for those of a stored base that nobody has asked for
	dropped   []bool                   // by statement
	stored    record.Table             // entries
	load      func(i int) *read.Parsed // reads one of the first statements; nil for a base made of parsed ones
	loadable  int                      // how many load can read
	kept      keeper
	live      int // statements that were not dropped
	terms     vocabulary
	postings  lists            // term to statements, ascending; the dropped ones stay in
	frequency []int32          // term to how many statements that were not dropped have it
	anchored  lists            // term to the statements with slots that it anchors; the dropped ones stay in
	anchoring []int32          // term to how many statements that were not dropped it anchors
	templates templates        // made when many ask for it
	counting  sync.Once        // of templates
	counted   atomic.Bool      // templates is made
	documents []string         // by number
	numbers   map[string]int32 // of documents
	stated    lists            // document to its statements, ascending; the dropped ones stay in
	weighed   atomic.Pointer[weighed]

	headings map[string][]int32 // heading to its stems, of those that were added last
}

// entry is one statement of a base as its index knows it.
type entry struct {
	parsed   atomic.Pointer[read.Parsed] // nil until it is asked for, and when it has not been for long
	used     atomic.Bool                 // since the keeper last came by
	document string
	number   int32   // of the document
	terms    []int32 // ascending, each once
	anchors  []int32
	beside   []int32 // stems beside terms whose rarity counts where it is judged: its other anchors, its headings
	mask     uint64  // of its slots
	template uint64  // key of the sentence under its heading
	sentence uint64  // key of the sentence wherever it stands
	outline  judge.Outline
}

// New returns a base of these statements.
func New(statements []*read.Parsed) *Base {
	b := &Base{numbers: map[string]int32{}}
	for _, s := range statements {
		b.Add(s)
	}
	return b
}

// Len returns how many statements were added, the dropped ones included.
func (b *Base) Len() int { return len(b.entries) }

// Add adds a statement and returns its index.
func (b *Base) Add(p *read.Parsed) int {
	b.weighed.Store(nil)
	e := &entry{
		document: p.Document,
		number:   b.numberOf(p.Document),
		mask:     p.SlotMask,
		outline:  judge.OutlineOf(p),
	}
	e.template, e.sentence = templateKey(p)
	e.parsed.Store(p)
	for _, t := range p.Terms() {
		e.terms = append(e.terms, b.termID(t))
	}
	slices.Sort(e.terms)
	e.terms = slices.Compact(e.terms)
	for _, a := range p.Anchors {
		id := b.termID(a.Term)
		e.beside = append(e.beside, id)
		if p.SlotMask != 0 && a.Weight > read.GenericAnchor {
			e.anchors = append(e.anchors, id)
		}
	}
	terms := e.beside
	const many = 4096
	for _, heading := range p.Context {
		ids, known := b.headings[heading]
		if !known {
			for _, t := range read.TermSet([]string{heading}) {
				ids = append(ids, b.termID(t))
			}
			if b.headings == nil || len(b.headings) == many {
				b.headings = map[string][]int32{}
			}
			b.headings[strings.Clone(heading)] = ids // not the text that it is a part of
		}
		terms = append(terms, ids...)
	}
	e.beside = slices.DeleteFunc(terms,
		func(id int32) bool { _, is := slices.BinarySearch(e.terms, id); return is })
	slices.Sort(e.beside)
	e.beside = slices.Compact(e.beside)
	n := int32(len(b.entries))
	b.entries, b.dropped = append(b.entries, atomic.Pointer[entry]{}), append(b.dropped, false)
	b.entries[n].Store(e)
	b.stated.add(e.number, n)
	b.live++
	if b.templates != nil {
		b.templates.add(e.templateKeys(), e.number)
	}
	for _, id := range e.terms {
		b.postings.add(id, n)
		b.frequency[id]++
	}
	for _, id := range e.anchors {
		b.anchored.add(id, n)
		b.anchoring[id]++
	}
	return len(b.entries) - 1
}

// Forget lets go of the statements that were added, and keeps what the index knows of them: load
// reads the i-th again when it is asked for.
func (b *Base) Forget(load func(i int) *read.Parsed) {
	for i := b.loadable; i < len(b.entries); i++ {
		b.entry(i).parsed.Store(nil)
	}
	b.load, b.loadable = load, len(b.entries)
}

// Drop takes the statements of documents out: what one said before a change does not conflict with
// what it says after. What is left is judged as if they had never been added.
func (b *Base) Drop(documents ...string) {
	b.weighed.Store(nil)
	var gone []*entry
	for _, d := range documents {
		n, ok := b.numbers[d]
		if !ok {
			continue
		}
		for _, i := range b.stated.of(n) {
			if !b.dropped[i] {
				b.dropped[i] = true
				gone = append(gone, b.entry(int(i)))
			}
		}
	}
	for _, e := range gone {
		b.live--
		for _, id := range e.terms {
			b.frequency[id]--
		}
		for _, id := range e.anchors {
			b.anchoring[id]--
		}
	}
	if b.templates != nil {
		t := b.templates
		type counted struct {
			key    uint64
			number int32
		}
		seen := map[counted]bool{}
		for _, e := range gone {
			for _, key := range e.templateKeys() {
				if key == 0 || seen[counted{key, e.number}] {
					continue
				}
				seen[counted{key, e.number}] = true
				t[key] = templateUse{t[key].documents - 1, -1}
			}
		}
	}
}

// DocumentsOf returns the documents of some statements, in their order.
func (b *Base) DocumentsOf(statements []int) []string {
	out := make([]string, len(statements))
	for i, n := range statements {
		out[i] = b.entry(n).document
	}
	return out
}

// numberOf numbers documents.
func (b *Base) numberOf(document string) int32 {
	n := b.number(document)
	for len(b.stated.known) < len(b.documents) {
		b.stated.grow()
	}
	return n
}

// number numbers documents, without a list of what they state.
func (b *Base) number(document string) int32 {
	n, ok := b.numbers[document]
	if !ok {
		n = int32(len(b.documents))
		b.numbers[document] = n
		b.documents = append(b.documents, document)
	}
	return n
}

// termID returns the number of a stem. A new one is given the next, and an empty place in each list
// that is kept by term.
func (b *Base) termID(term string) int32 {
	id, ok := b.terms.find(term)
	if !ok {
		id = b.terms.add(term)
		b.postings.grow()
		b.anchored.grow()
		b.frequency, b.anchoring = append(b.frequency, 0), append(b.anchoring, 0)
	}
	return id
}

// Rarity weighs a stem by how few statements of the base have it: 0.15 in nearly all of them, 1.15 in none.
//
//	0.15 + log(1 + n/(1+df)) ÷ log(1+n), in steps of 1/64, where n is the number of statements in steps of a sixteenth of an octave
//
// So one statement more or less changes the weights of few stems, and sums of weights do not depend
// on their order.
func (b *Base) Rarity(term string) float64 {
	id, ok := b.terms.find(term)
	if !ok {
		return b.weight(0)
	}
	return b.weight(int(b.frequency[id]))
}

// smallBase is the number of statements below which rarity says nothing.
const smallBase = 200

// weightSteps is into how many steps a weight of 1 is divided.
const weightSteps = 64

// weight is the rarity of a stem that df statements have, by the formula of Rarity: 1 for every
// stem of a base of fewer than smallBase statements.
func (b *Base) weight(df int) float64 {
	n := float64(b.population())
	if n == 0 {
		return 1
	}
	w := 0.15 + math.Log(1+n/(1+float64(df)))/math.Log(1+n)
	return math.Round(w*weightSteps) / weightSteps
}

// population is the number of statements that were not dropped, to the nearest sixteenth of an
// octave; 0 for a small base.
func (b *Base) population() int {
	const ofOctave = 16
	if b.live < smallBase {
		return 0
	}
	return int(math.Round(math.Exp2(math.Round(math.Log2(float64(b.live))*ofOctave) / ofOctave)))
}
