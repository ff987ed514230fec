package deliver

import (
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
)

// The files and their formats. The second has what only the call needs that reads: the names of the
// notes that never matter, so that they are not read again, and those that are still to be read.
const (
	indexFormat = store.Format("kb agents files 4")
	restFormat  = store.Format("kb agents others 3")
	maxIndex    = 64 << 20 // bytes
)

// save writes what is known of the notes.
func save(path string, x *Index) error {
	return indexFormat.Save(path, func(w *store.Stream) error {
		w.String(x.state.sum)
		w.Bool(x.state.complete)
		w.Signed(x.state.ask)
		w.Int(len(x.state.folders))
		for _, f := range x.state.folders {
			w.String(f.path)
			w.Signed(f.at)
		}
		x.kept.write(&w.Writer)
		x.table.write(&w.Writer)
		return nil
	})
}

// load reads what save wrote.
func load(path string) (*Index, error) {
	r, err := indexFormat.Map(path, maxIndex)
	if err != nil {
		return nil, err
	}
	x := &Index{state: state{sum: r.String(), complete: r.Bool(), ask: r.Signed()}}
	x.state.folders = make([]folder, r.Count())
	for i := range x.state.folders {
		x.state.folders[i] = folder{r.String(), r.Signed()}
	}
	x.kept, x.table = readLists(r), readLists(r)
	return x, r.End()
}

// fill takes the entries that there are, in order of their paths.
func (x *Index) fill(entries []entry) {
	kept := make([][]byte, len(entries))
	for i := range entries {
		kept[i] = entries[i].encode()
	}
	x.kept, x.table = listsOf(kept), tableOf(entries)
}

// encode begins with what tells whether a note is to be given: readHead reads no more.
func (e *entry) encode() []byte {
	var w record.Writer
	w.String(e.kind)
	w.Bool(e.pinned)
	for _, list := range [][]string{e.files, e.named, e.errors} {
		w.Strings(list)
	}
	for _, s := range []string{e.name.Path, e.name.ID, e.name.Title, e.blob} {
		w.String(s)
	}
	for _, list := range [][]string{e.name.Aliases, e.replaces, e.replaced} {
		w.Strings(list)
	}
	w.Int(len(e.by))
	for _, i := range e.by {
		w.Int(i)
	}
	return w.Data
}

// readHead reads the first half of what encode wrote, into the lists that are there.
func (e *entry) readHead(r *record.Reader) {
	e.kind, e.pinned = r.String(), r.Bool()
	for _, list := range []*[]string{&e.files, &e.named, &e.errors} {
		*list = (*list)[:0]
		for range r.Count() {
			*list = append(*list, r.String())
		}
	}
}

// entry reads one whole.
func (x *Index) entry(i int) *entry {
	e, r := &entry{}, record.Read(x.kept.at(i))
	e.readHead(r)
	for _, s := range []*string{&e.name.Path, &e.name.ID, &e.name.Title, &e.blob} {
		*s = r.String()
	}
	for _, list := range []*[]string{&e.name.Aliases, &e.replaces, &e.replaced} {
		*list = r.Strings()
	}
	for range r.Count() {
		e.by = append(e.by, r.Below(x.kept.len()))
	}
	return e
}

// rest is what the call that reads next needs besides.
type rest struct {
	sum    string          // of the state at which the notes were listed
	others map[uint64]bool // names of the notes that never matter
	files  []git.File      // those that are still to be read
}

// loadRest reads what saveRest wrote; nothing where there is no such file.
func loadRest(path string) rest {
	r, err := restFormat.Load(path, maxIndex)
	if err != nil {
		return rest{}
	}
	left := rest{sum: r.String(), others: map[uint64]bool{}}
	for range r.Count() {
		left.others[r.Uint64()] = true
	}
	left.files = make([]git.File, r.Count())
	for i := range left.files {
		left.files[i] = git.File{Path: r.String(), Blob: r.String()}
	}
	return left
}

// saveRest writes what loadRest reads: the sum of the state at which the notes were listed, the
// names of those that never matter, and those that are still to be read.
func saveRest(path, sum string, left *reading) error {
	return restFormat.Save(path, func(w *store.Stream) error {
		w.String(sum)
		w.Int(len(left.kept))
		for _, n := range left.kept {
			w.Uint64(n)
		}
		w.Int(len(left.unknown))
		for _, f := range left.unknown {
			w.String(f.Path)
			w.String(f.Blob)
		}
		return nil
	})
}
