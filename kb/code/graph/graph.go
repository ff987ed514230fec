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
	"slices"
	"sort"
	"strings"

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
type Graph struct {
	Files   []File // sorted by path
	Symbols []Symbol

	edges []Edge  // by From, To, Bond
	out   []int32 // of each node, and of one beyond: its first edge
	back  []int32 // indices of edges, by To
	in    []int32 // of each node, and of one beyond: its first in back
}

// Nodes is how many nodes there are.
func (g *Graph) Nodes() int { return len(g.Symbols) + len(g.Files) }

// FileNode is the node of a file.
func (g *Graph) FileNode(file int) int32 { return int32(len(g.Symbols) + file) }

// FileOf is the file of a node, and its symbol, nil for the node of a file.
func (g *Graph) FileOf(node int32) (*File, *Symbol) {
	if int(node) < len(g.Symbols) {
		s := &g.Symbols[node]
		return &g.Files[s.File], s
	}
	return &g.Files[int(node)-len(g.Symbols)], nil
}

// Out calls f for each edge that leads from a node, In for each that leads to it.
func (g *Graph) Out(node int32, f func(e *Edge)) {
	for i := g.out[node]; i < g.out[node+1]; i++ {
		f(&g.edges[i])
	}
}

// In calls f for each edge that leads to a node.
func (g *Graph) In(node int32, f func(e *Edge)) {
	for i := g.in[node]; i < g.in[node+1]; i++ {
		f(&g.edges[g.back[i]])
	}
}

// Fan is how many edges lead to a node.
func (g *Graph) Fan(node int32) int { return int(g.in[node+1] - g.in[node]) }

// Edges is how many edges there are.
func (g *Graph) Edges() int { return len(g.edges) }

// Precise is how many files are resolved by an index that a compiler made.
func (g *Graph) Precise() int {
	files := map[*File]bool{}
	for i := range g.edges {
		if e := &g.edges[i]; e.How == ByIndex {
			f, _ := g.FileOf(e.From)
			files[f] = true
		}
	}
	return len(files)
}

// FileAt returns the index of the file at a path, -1 where there is none.
func (g *Graph) FileAt(path string) int {
	i, ok := sort.Find(len(g.Files), func(i int) int { return strings.Compare(path, g.Files[i].Path) })
	if !ok {
		return -1
	}
	return i
}

// SymbolsOf returns the nodes of a file's symbols: from first, up to but not including end.
func (g *Graph) SymbolsOf(file int) (first, end int32) {
	f := &g.Files[file]
	return f.First, f.First + f.Len
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

// connect sorts edges, joins those that are alike but for their count, and finds each node's.
func (g *Graph) connect(edges []Edge) {
	slices.SortFunc(edges, func(a, b Edge) int {
		if a.From != b.From {
			return int(a.From) - int(b.From)
		}
		if a.To != b.To {
			return int(a.To) - int(b.To)
		}
		return int(a.Bond) - int(b.Bond)
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
	g.edges = slices.Clip(kept)
	g.link()
}

// link finds each node's edges.
func (g *Graph) link() {
	n := g.Nodes()
	g.out, g.in, g.back = make([]int32, n+1), make([]int32, n+1), make([]int32, len(g.edges))
	for _, e := range g.edges {
		g.out[e.From+1]++
		g.in[e.To+1]++
	}
	for i := range n {
		g.out[i+1] += g.out[i]
		g.in[i+1] += g.in[i]
	}
	at := slices.Clone(g.in)
	for i, e := range g.edges {
		g.back[at[e.To]] = int32(i)
		at[e.To]++
	}
}
