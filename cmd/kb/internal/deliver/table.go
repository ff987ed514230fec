package deliver

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/record"
)

// lists are strings that are kept one after another, so that one is read without the others.
type lists struct {
	ends string // of each, four bytes
	data string
}

func (l lists) len() int { return len(l.ends) / 4 }

// end is where list i ends; 0 for -1.
func (l lists) end(i int) int {
	if i < 0 {
		return 0
	}
	return min(int(record.Read(l.ends[4*i:]).Uint32()), len(l.data))
}

// at gives one; "" where the ends do not fit.
func (l lists) at(i int) string {
	from, to := l.end(i-1), l.end(i)
	if from > to {
		return ""
	}
	return l.data[from:to]
}

// listsOf packs strings one after another. Their ends are kept as uint32, so that all together must
// stay below 4 GiB.
func listsOf(all [][]byte) lists {
	var ends, data record.Writer
	for _, s := range all {
		data.Data = append(data.Data, s...)
		ends.Uint32(uint32(len(data.Data)))
	}
	return lists{string(ends.Data), string(data.Data)}
}

// write appends the ends and then the data, for readLists.
func (l lists) write(w *record.Writer) {
	w.String(l.ends)
	w.String(l.data)
}

// readLists reads what write wrote. Ends that are no multiple of four bytes make the reader
// damaged, and the lists empty.
func readLists(r *record.Reader) lists {
	l := lists{ends: r.String(), data: r.String()}
	if len(l.ends)%4 != 0 {
		r.Fail()
		return lists{}
	}
	return l
}

// The first lists of a table are of the notes that are looked for by what they are. The others are of
// those that are about a path, by its hash: a call reads a few of thousands.
const (
	ofStates = iota
	ofRules
	ofErrors
	firstPath
)

// tableOf gives the numbers of the entries in which to look.
func tableOf(entries []entry) lists {
	all := make([]record.Writer, firstPath+max(1, len(entries)))
	add := func(list, i int) { all[list].Int(i) }
	for i := range entries {
		e := &entries[i]
		if e.kind == workState {
			add(ofStates, i)
		}
		if e.pinned || rules(e.kind) {
			add(ofRules, i)
		}
		if len(e.errors) > 0 {
			add(ofErrors, i)
		}
		var in []int
		for _, name := range slices.Concat(e.files, e.named) {
			for key := range keysOf(name) {
				in = append(in, firstPath+bucket(key, len(all)-firstPath))
			}
		}
		slices.Sort(in)
		for _, list := range slices.Compact(in) {
			add(list, i)
		}
	}
	data := make([][]byte, len(all))
	for i := range all {
		data[i] = all[i].Data
	}
	return listsOf(data)
}

// bucket is the list of a path, of so many.
func bucket(key string, of int) int { return int(short(key) % uint64(of)) }

// keysOf are the paths under which a note is found that cites a name: the path itself, that of the file
// of which it is a symbol, and for a glob the folder up to its first wildcard.
func keysOf(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
		if name == "." {
			name = ""
		}
		if !yield(name) {
			return
		}
		for i, c := range name {
			if c == '#' && !yield(name[:i]) {
				return
			}
		}
		if i := strings.IndexAny(name, wildcards); i >= 0 {
			yield(name[:max(0, strings.LastIndexByte(name[:i], '/'))])
		}
	}
}

// near gives the entries that may be about a file: those of its own path, and of every folder above.
func (x *Index) near(file string) []int {
	var out []int
	paths := x.table.len() - firstPath
	for key := file; paths > 0; key = path.Dir(key) {
		if key == "." || key == "/" {
			return append(out, x.listed(firstPath+bucket("", paths))...)
		}
		out = append(out, x.listed(firstPath+bucket(key, paths))...)
	}
	return out
}

// listed are the entries of a list, in order.
func (x *Index) listed(list int) []int {
	if list >= x.table.len() {
		return nil
	}
	var out []int
	for r := record.Read(x.table.at(list)); r.More(); {
		out = append(out, r.Below(x.kept.len()))
	}
	return out
}
