package graph

import (
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/scip"
)

// onLine is a name on a line of a file.
type onLine struct {
	file, line int32
	name       string
}

// indexed is what a compiler's index tells of a tree: which symbol each name on a line means.
type indexed struct {
	symbols map[string]int32  // that the index knows by its name: a symbol of the tree
	doubted map[string]bool   // that are defined in a file which the index does not know as it is
	means   map[onLine]string // symbols by what names them
	several map[onLine]bool   // a line on which a name means different symbols: nothing is told
	names   map[onLine]int32  // symbols of the tree by the line of their names
}

// index reads what the inputs have of an index. A file is believed where its names stand on the lines that
// the index says: one that has changed since is resolved as without an index.
func (b *builder) index() {
	x := &b.indexed
	x.symbols, x.doubted = map[string]int32{}, map[string]bool{}
	x.means, x.several, x.names = map[onLine]string{}, map[onLine]bool{}, map[onLine]int32{}
	for i := range b.inputs {
		file, list := int32(i), b.inputs[i].Indexed
		if len(list) == 0 {
			continue
		}
		believed := b.believes(file, list)
		first, end := b.symbolsOf(file)
		for n := first; n < end; n++ {
			at := onLine{file, b.nameLines[n], b.symbols[n].Name}
			if _, ok := x.names[at]; !ok {
				x.names[at] = n
			}
		}
		for _, o := range list {
			at := onLine{file, int32(o.Line), o.Name}
			switch n, declared := x.names[at]; {
			case o.Defines && believed && declared:
				x.symbols[o.Symbol] = n
			case o.Defines:
				x.doubted[o.Symbol] = true
			case !believed:
			case x.means[at] == "":
				x.means[at] = o.Symbol
			case x.means[at] != o.Symbol:
				x.several[at] = true
			}
		}
		b.inputs[i].Indexed = nil
	}
	x.names, b.nameLines = nil, nil
}

// Indexing says whether a file is as it was indexed.
type Indexing int8

// What the text in an index tells of a file.
const (
	Unknown Indexing = iota // the index has no text of it
	Same
	Other
)

// believes reports whether a file is as it was indexed: by its text, else where each function and type of
// it stands on the line that the index says.
func (b *builder) believes(file int32, list []scip.Occurrence) bool {
	if as := b.inputs[file].As; as != Unknown {
		return as == Same
	}
	defined, names, found := map[onLine]bool{}, map[string]bool{}, map[string]bool{}
	for _, o := range list {
		if o.Defines {
			defined[onLine{file, int32(o.Line), o.Name}], names[o.Name] = true, true
		}
	}
	first, end := b.symbolsOf(file)
	for n := first; n < end; n++ {
		if s := &b.symbols[n]; defined[onLine{file, b.nameLines[n], s.Name}] {
			found[s.Path()] = true
		}
	}
	for n := first; n < end; n++ {
		s := &b.symbols[n]
		if s.Kind != code.Function && s.Kind != code.Method && !isType(s.Kind) || found[s.Path()] || s.Name == "init" || s.Name == "_" {
			continue
		}
		if names[s.Name] || s.Container == "" {
			return false // it stood elsewhere, or was not there
		}
	}
	return len(found) > 0
}

// precise returns the symbol that a use means by the index; told where the index knows the name at all,
// -1 for a symbol that the tree does not have.
func (b *builder) precise(file int32, u *code.Use) (to int32, told bool) {
	at := onLine{file, int32(u.Span.Line), u.Name}
	symbol := b.indexed.means[at]
	if symbol == "" || b.indexed.several[at] {
		return -1, false
	}
	if n, ok := b.indexed.symbols[symbol]; ok {
		return n, true
	}
	return -1, !b.indexed.doubted[symbol]
}
