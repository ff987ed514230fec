package base

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/9aea2451/kb/kb/record"
)

// vocabulary numbers stems. Those of a stored base are searched where they lie.
type vocabulary struct {
	stored record.Table // by number
	sorted []int32      // numbers of the stored ones in the order of their letters
	added  map[string]int32
}

// len returns how many stems there are.
func (v *vocabulary) len() int { return v.stored.Len() + len(v.added) }

// find returns the number of a stem.
func (v *vocabulary) find(term string) (id int32, ok bool) {
	if id, ok := v.added[term]; ok {
		return id, true
	}
	i, ok := sort.Find(len(v.sorted), func(i int) int { return strings.Compare(term, v.stored.At(int(v.sorted[i]))) })
	if !ok {
		return 0, false
	}
	return v.sorted[i], true
}

// add numbers a stem that is not there.
func (v *vocabulary) add(term string) int32 {
	if v.added == nil {
		v.added = map[string]int32{}
	}
	id := int32(v.len())
	v.added[term] = id
	return id
}

// all are the stems with their numbers, in no order.
func (v *vocabulary) all() iter.Seq2[string, int32] {
	return func(yield func(string, int32) bool) {
		for id := range v.stored.Len() {
			if !yield(v.stored.At(id), int32(id)) {
				return
			}
		}
		for term, id := range v.added {
			if !yield(term, id) {
				return
			}
		}
	}
}

// write appends the stems and their order.
func (v *vocabulary) write(w *record.Writer) {
	terms, sorted := make([]string, v.len()), make([]int32, v.len())
	for term, id := range v.all() {
		terms[id], sorted[id] = term, id
	}
	slices.SortFunc(sorted, func(a, b int32) int { return strings.Compare(terms[a], terms[b]) })
	w.Table(len(terms), func(w *record.Writer, i int) { w.Raw(terms[i]) })
	writeIDs(w, sorted)
}

// readVocabulary reads what write wrote; the reader is damaged where that cannot be.
func readVocabulary(r *record.Reader) vocabulary {
	v := vocabulary{stored: r.Table()}
	v.sorted = make([]int32, v.stored.Len())
	r.AllBelow(v.sorted, len(v.sorted))
	return v
}
