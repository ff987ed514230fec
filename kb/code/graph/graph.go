// Package graph is the symbols of a tree of source files, and which of them uses which. Names are
// resolved by file, import and package, and by what a file tells of types; nothing is compiled.
//
// # Nodes
//
// A node is a symbol, or a file: what stands in no symbol, such as an import, belongs to its file.
// Nodes are numbered: the symbols first, in the order of their files and places, then the files.
//
// # Limitations
//
// Every edge says how sure it is. What a macro or a compiler makes, reflection, and a method of an
// interface that another repository implements are not seen. It has no I/O.
package graph

import (
	"cmp"
	"slices"
	"sort"

	"github.com/9aea2451/kb/kb/code"
)

// How says how a name was resolved to a symbol, the surest last.
type How uint8

// The ways of resolution.
const (
	ByName      How = iota // by its name alone: few symbols have it
	SamePackage            // declared in the same package
	Imported               // imported, or of a type that is
	SameFile               // declared in the same file
	ByIndex                // told by an index that a compiler made
)

// String returns the words for how a name was resolved.
func (h How) String() string {
	return [...]string{"by name alone", "same package", "imported", "same file", "by index.scip"}[min(h, ByIndex)]
}

// Confidence is how likely an edge is right, from 0 to 1.
func (h How) Confidence() float64 {
	return [...]float64{0.4, 0.95, 0.95, 1, 1}[min(h, ByIndex)]
}

// Bond is what one node has to do with another.
type Bond uint8

// The bonds.
const (
	Uses       Bond = iota // names it: a type, a variable, a field
	Calls                  // calls or makes it
	Imports                // a file asks for another
	Implements             // a method of an interface is a method of a type
)

// String returns the verb for a bond: the user uses what is used.
func (b Bond) String() string {
	return [...]string{"uses", "calls", "imports", "is implemented by"}[min(b, Implements)]
}

// File is a source file of the tree.
type File struct {
	Path, Language, Package string
	First, Len              int32 // its symbols
}

// Symbol is a symbol of the tree.
type Symbol struct {
	File            int32
	Kind            code.Kind
	Name, Container string
	Line, EndLine   int32
	Start, End      int32 // bytes of the whole declaration
}

// Path returns the name of a symbol with that of its container: "Server.Close".
func (s *Symbol) Path() string {
	if s.Container == "" {
		return s.Name
	}
	return s.Container + "." + s.Name
}

// Edge leads from a node that uses to one that is used.
type Edge struct {
	From, To int32
	Bond     Bond
	How      How
	Count    uint16 // places, 65,535 for more
}

// Graph is who uses whom in a tree. It may be read from several goroutines.
//
// It is kept as the bytes that are written to disk, of which a question decodes what it comes by: see
// pack.
type Graph struct {
	data  string
	count counts
	at    [sections + 1]int // where each section begins, and where the last one ends
}

// Files is how many files there are, sorted by path.
func (g *Graph) Files() int { return g.count.files }

// Symbols is how many symbols there are.
func (g *Graph) Symbols() int { return g.count.symbols }

// Edges is how many edges there are.
func (g *Graph) Edges() int { return g.count.edges }

// Nodes is how many nodes there are.
func (g *Graph) Nodes() int { return g.count.nodes() }

// FileNode is the node of a file.
func (g *Graph) FileNode(file int) int32 { return int32(g.count.symbols + file) }

// FileIndex is the index of the file that a node is, or stands in.
func (g *Graph) FileIndex(node int32) int {
	if g.IsSymbol(node) {
		return g.fileOf(int(node))
	}
	return int(node) - g.count.symbols
}

// IsSymbol reports whether a node is a symbol, and not a file.
func (g *Graph) IsSymbol(node int32) bool { return int(node) < g.count.symbols }

// FileOf is the file of a node, and its symbol; not ok for the node of a file.
func (g *Graph) FileOf(node int32) (f File, s Symbol, ok bool) {
	if g.IsSymbol(node) {
		s = g.Symbol(node)
		return g.File(int(s.File)), s, true
	}
	return g.File(g.FileIndex(node)), Symbol{}, false
}

// Precise is how many files are resolved by an index that a compiler made.
func (g *Graph) Precise() int {
	files := map[int]struct{}{}
	for n := range int32(g.Nodes()) {
		g.Out(n, func(e Edge) {
			if e.How == ByIndex {
				files[g.FileIndex(e.From)] = struct{}{}
			}
		})
	}
	return len(files)
}

// FileAt returns the index of the file at a path, -1 where there is none.
func (g *Graph) FileAt(path string) int {
	i := g.fileFrom(path)
	if i == g.Files() || g.path(i) != path {
		return -1
	}
	return i
}

// fileFrom returns the index of the first file whose path is not before another one.
func (g *Graph) fileFrom(path string) int {
	return sort.Search(g.Files(), func(i int) bool { return g.path(i) >= path })
}

// NodesOf returns the nodes of all symbols of a file, and of the file.
func (g *Graph) NodesOf(file int) []int32 {
	first, end := g.SymbolsOf(file)
	nodes := []int32{g.FileNode(file)}
	for n := first; n < end; n++ {
		nodes = append(nodes, n)
	}
	return nodes
}

// joined sorts edges by what they lead from, what to and the bond, and joins those that are alike but for
// their count.
func joined(edges []Edge) []Edge {
	slices.SortFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Bond, b.Bond))
	})
	kept := edges[:0]
	for _, e := range edges {
		if n := len(kept); n > 0 && kept[n-1].From == e.From && kept[n-1].To == e.To && kept[n-1].Bond == e.Bond {
			kept[n-1].Count = uint16(min(int(kept[n-1].Count)+int(e.Count), 1<<16-1))
			kept[n-1].How = max(kept[n-1].How, e.How)
			continue
		}
		kept = append(kept, e)
	}
	return kept
}
