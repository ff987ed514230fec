package index

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/index/words"
)

// numberBeside learns which document is which row while vectors are made; what it gives waits for
// the outcome.
func (u *updater) numberBeside(folder string) (outcome func() error) {
	var err error
	var failed *carried
	done := make(chan struct{})
	go func() {
		defer close(done)
		failed = carry(func() { err = mapped(func() error { return u.numberDocs(folder) }) })
	}()
	return func() error {
		<-done
		if failed != nil {
			panic(failed)
		}
		return err
	}
}

// numberDocs learns which document number of the words is which row. Segments do not change any
// more, so the numbers hold.
func (u *updater) numberDocs(folder string) error {
	r, err := words.OpenReader(folder)
	if err != nil {
		return err
	}
	defer r.Close()
	n := &numberer{rows: u.rows, note: make(map[string]int32, len(u.rows.paths))}
	for i, p := range u.rows.paths {
		n.note[p] = int32(i)
	}
	if len(u.began) > 0 {
		err = n.goOn(r, u.began, u.old.rows, u.diff.removed)
	}
	if len(u.began) == 0 || err == nil && n.live != u.rows.count() {
		err = n.anew(r)
	}
	if err == nil && n.live != u.rows.count() {
		err = fmt.Errorf("%w: words have %d of %d chunks", errDamaged, n.live, u.rows.count())
	}
	return err
}

// numberer fills the document numbers of a table of chunks.
type numberer struct {
	rows *rows
	note map[string]int32 // by path
	live int              // documents that are a row

	last     string // documents of a note mostly follow one another
	lastNote int32
}

// begin forgets what was numbered.
func (n *numberer) begin() {
	n.rows.docs, n.live = make([]int32, 0, n.rows.count()+n.rows.count()/8), 0
	n.last, n.lastNote = "", -1
}

// put says that a document is a row, -1 for none.
func (n *numberer) put(doc int, row int32) {
	for len(n.rows.docs) <= doc {
		n.rows.docs = append(n.rows.docs, -1)
	}
	if n.rows.docs[doc] = row; row >= 0 {
		n.live++
	}
}

// row finds the row of a chunk by its id, -1 for none.
func (n *numberer) row(id string) int32 {
	path, ord := splitChunkID(id)
	if path != n.last {
		n.last, n.lastNote = path, -1
		if found, ok := n.note[path]; ok {
			n.lastNote = found
		}
	}
	if n.lastNote < 0 || ord < 0 || int32(ord) >= n.rows.first[n.lastNote+1]-n.rows.first[n.lastNote] {
		return -1
	}
	return n.rows.first[n.lastNote] + int32(ord)
}

// anew asks the words for the id of every chunk.
func (n *numberer) anew(r *words.Reader) error {
	n.begin()
	return r.Documents(func(doc int, id string) { n.put(doc, n.row(id)) })
}

// goOn takes over the numbers of the segments that the last generation had, and asks for the ids of
// the other segments' chunks.
func (n *numberer) goOn(r *words.Reader, began []words.Segment, old *rows, removed []int) error {
	n.begin()
	at := map[words.Segment]int{} // first number in the last generation
	next := 0
	for _, s := range began {
		at[s] = next
		next += s.Size
	}
	moved := n.moved(old, removed)
	first := 0
	for i, s := range r.Segments() {
		was, ok := at[s]
		if !ok {
			if err := r.DocumentsOf(i, func(at int, id string) { n.put(first+at, n.row(id)) }); err != nil {
				return err
			}
		}
		for d := was; ok && d < min(was+s.Size, len(old.docs)); d++ {
			if row := old.docs[d]; row >= 0 && moved[row] >= 0 {
				n.put(first+d-was, moved[row])
			}
		}
		first += s.Size
	}
	return nil
}

// moved gives the new row of each old one, -1 for those that are gone or put anew.
func (n *numberer) moved(old *rows, removed []int) []int32 {
	out := make([]int32, old.count())
	gone := make([]bool, len(old.paths))
	for _, note := range removed {
		gone[note] = true
	}
	for note, path := range old.paths {
		to, ok := n.note[path]
		for row := old.first[note]; row < old.first[note+1]; row++ {
			if out[row] = -1; ok && !gone[note] {
				out[row] = n.rows.first[to] + row - old.first[note]
			}
		}
	}
	return out
}

// splitChunkID takes the id of a chunk apart; ord is -1 for what is none.
func splitChunkID(id string) (path string, ord int) {
	cut := strings.LastIndexByte(id, 0)
	if cut < 0 {
		return "", -1
	}
	ord, err := strconv.Atoi(id[cut+1:])
	if err != nil {
		return "", -1
	}
	return id[:cut], ord
}
