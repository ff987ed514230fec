package build

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb/workers"
)

// numberBeside learns which document is which row while vectors are made; what it gives waits for
// the outcome.
func (u *updater) numberBeside(ctx context.Context, folder string) (outcome func() error) {
	var err error
	var failed *workers.Panic
	done := make(chan struct{})
	go func() {
		defer close(done)
		failed = workers.Carry(func() { err = store.Mapped(func() error { return u.numberDocs(ctx, folder) }) })
	}()
	return func() error {
		<-done
		if failed != nil {
			panic(failed)
		}
		return err
	}
}

// numberDocs learns which document number of the words is which row, and in which languages they are. Segments do not change any
// more, so the numbers hold.
func (u *updater) numberDocs(ctx context.Context, folder string) error {
	r, err := words.OpenReader(folder)
	if err != nil {
		return err
	}
	defer r.Close()
	n := newNumberer(u.rows)
	if len(u.began) > 0 {
		err = n.goOn(r, u.began, u.old.Rows, u.diff.removed)
	}
	if len(u.began) == 0 || err == nil && n.live != u.rows.Count() {
		err = n.anew(r)
	}
	if err == nil && n.live != u.rows.Count() {
		err = fmt.Errorf("%w: words have %d of %d chunks", store.ErrDamaged, n.live, u.rows.Count())
	}
	if err == nil {
		var speech words.Speech
		speech, err = words.SpeechOf(ctx, r, n.live)
		u.rows.Speech = &speech
	}
	return err
}

// numberer fills the document numbers of a table of chunks.
type numberer struct {
	rows *store.Rows
	note map[string]int32 // by path
	keys map[string]int32 // by the key of the path
	live int              // documents that are a row

	last     string // key: documents of a note mostly follow one another
	lastNote int32
}

// newNumberer gets ready to find a table's notes by path, and by the key that ids of their
// chunks begin with.
func newNumberer(rows *store.Rows) *numberer {
	n := &numberer{rows: rows, note: make(map[string]int32, len(rows.Paths)), keys: make(map[string]int32, len(rows.Paths))}
	for i, p := range rows.Paths {
		n.note[p], n.keys[store.NoteKey(p)] = int32(i), int32(i)
	}
	return n
}

// begin forgets what was numbered.
func (n *numberer) begin() {
	n.rows.Docs, n.live = make([]int32, 0, n.rows.Count()+n.rows.Count()/8), 0
	n.last, n.lastNote = "", -1
}

// put says that a document is a row, -1 for none.
func (n *numberer) put(doc int, row int32) {
	for len(n.rows.Docs) <= doc {
		n.rows.Docs = append(n.rows.Docs, -1)
	}
	if n.rows.Docs[doc] = row; row >= 0 {
		n.live++
	}
}

// row finds the row of a chunk by its id, -1 for none.
func (n *numberer) row(id string) int32 {
	key, ord := splitChunkID(id)
	if key != n.last {
		n.last, n.lastNote = key, -1
		if found, ok := n.keys[key]; ok {
			n.lastNote = found
		}
	}
	if n.lastNote < 0 || ord < 0 || int32(ord) >= n.rows.First[n.lastNote+1]-n.rows.First[n.lastNote] {
		return -1
	}
	return n.rows.First[n.lastNote] + int32(ord)
}

// anew asks the words for the id of every chunk.
func (n *numberer) anew(r *words.Reader) error {
	n.begin()
	return r.Documents(func(doc int, id string) { n.put(doc, n.row(id)) })
}

// goOn takes over the numbers of the segments that the last generation had, and asks for the ids of
// the other segments' chunks.
func (n *numberer) goOn(r *words.Reader, began []words.Segment, old *store.Rows, removed []int) error {
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
		for d := was; ok && d < min(was+s.Size, len(old.Docs)); d++ {
			if row := old.Docs[d]; row >= 0 && moved[row] >= 0 {
				n.put(first+d-was, moved[row])
			}
		}
		first += s.Size
	}
	return nil
}

// moved gives the new row of each old one, -1 for those that are gone or put anew.
func (n *numberer) moved(old *store.Rows, removed []int) []int32 {
	out := make([]int32, old.Count())
	gone := make([]bool, len(old.Paths))
	for _, note := range removed {
		gone[note] = true
	}
	for note, path := range old.Paths {
		to, ok := n.note[path]
		for row := old.First[note]; row < old.First[note+1]; row++ {
			if out[row] = -1; ok && !gone[note] {
				out[row] = n.rows.First[to] + row - old.First[note]
			}
		}
	}
	return out
}

// splitChunkID takes the id of a chunk apart; ord is -1 for what is none.
func splitChunkID(id string) (key string, ord int) {
	cut := strings.LastIndexByte(id, '.')
	if cut < 0 {
		return "", -1
	}
	ord, err := strconv.Atoi(id[cut+1:])
	if err != nil {
		return "", -1
	}
	return id[:cut], ord
}
