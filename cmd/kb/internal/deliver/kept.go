package deliver

import (
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/store"
)

const (
	indexFormat = store.Format("kb agents files 5")
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
		w.String(x.rest)
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
	x.kept, x.table, x.rest = readLists(r), readLists(r), r.String()
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

// rest returns what the call that reads next needs besides: the names of the notes that never matter, and
// those that are still to be read.
func (r *reading) rest() string {
	var w record.Writer
	w.Int(len(r.others))
	for _, n := range r.others {
		w.Uint64(n)
	}
	w.Int(len(r.unknown))
	for _, f := range r.unknown {
		w.String(f.Path)
		w.String(f.Blob)
	}
	return string(w.Data)
}

// readRest reads what rest wrote; nothing where nothing is known yet.
func (r *reading) readRest(rest string) {
	in := record.Read(rest)
	r.others = make([]uint64, in.Count())
	for i := range r.others {
		r.others[i] = in.Uint64()
	}
	r.unknown = make([]git.File, in.Count())
	for i := range r.unknown {
		r.unknown[i] = git.File{Path: in.String(), Blob: in.String()}
	}
}
