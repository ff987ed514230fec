package graph

import (
	"encoding/binary"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/record"
)

// The sections of a graph's bytes, one after another. A number takes four bytes, the lowest first.
//
// Texts are the names, containers, languages and packages, each once, in the order of folded, so that a
// name is found by halving; paths stand behind them.
const (
	fileSection   = iota // of each file fileNumbers
	symbolSection        // of each symbol symbolNumbers
	textSection          // where each text begins in letterSection, and where the last one ends
	calledSection        // where the symbols that are called so begin in nodeSection, and where the last ones end
	nodeSection          // symbols, by their names
	outSection           // of each node where the edges that lead from it begin in edgeSection
	inSection            // likewise those that lead to it
	letterSection        // the bytes of all texts and paths
	edgeSection          // edges: see appendEdges
	sections
)

// How many numbers a file and a symbol take.
const (
	fileNumbers   = 6 // where its path begins in letterSection, and its length; language, package; first symbol, how many
	symbolNumbers = 7 // name, container; file and kind; line, last line; start, end
)

// kindBits are those of the kind, above the file of a symbol.
const kindBits = 6

// counts are the sizes of a graph, which its bytes begin with.
type counts struct{ files, symbols, edges, texts, letters, edgeBytes int }

// nodes counts the nodes, which are the symbols and behind them the files.
func (c *counts) nodes() int { return c.files + c.symbols }

// layout returns where each section begins, and where the last one ends.
func (c *counts) layout() (at [sections + 1]int) {
	for i, size := range [sections]int{fileNumbers * 4 * c.files, symbolNumbers * 4 * c.symbols, 4 * (c.texts + 1), 4 * (c.texts + 1),
		4 * c.symbols, 4 * c.nodes(), 4 * c.nodes(), c.letters, c.edgeBytes} {
		at[i+1] = at[i] + size
	}
	return at
}

// Write appends a graph, so that Read makes the same.
func (g *Graph) Write(w *record.Writer) {
	c := &g.count
	for _, n := range []int{c.files, c.symbols, c.edges, c.texts, c.letters, c.edgeBytes} {
		w.Int(n)
	}
	w.Raw(g.data)
}

// Read reads what Write wrote; record.ErrDamaged for what cannot be that. Of other bytes of the right
// length it makes some graph: what is read of it is in its bounds.
func Read(r *record.Reader) (*Graph, error) {
	c := counts{r.Count(), r.Count(), r.Int(), r.Count(), r.Count(), r.Count()}
	if r.Err() == nil && c.files == 0 && c.symbols > 0 {
		r.Fail()
	}
	g := &Graph{count: c, at: c.layout()}
	g.data = r.Raw(g.at[sections])
	if err := r.End(); err != nil {
		return nil, err
	}
	return g, nil
}

// number reads a number of a section.
func (g *Graph) number(section, i int) int {
	at := g.at[section] + 4*i
	d := g.data[at : at+4]
	return int(uint32(d[0]) | uint32(d[1])<<8 | uint32(d[2])<<16 | uint32(d[3])<<24)
}

// letters cuts a part of letterSection, "" for what is none.
func (g *Graph) letters(from, end int) string {
	if all := g.data[g.at[letterSection]:g.at[edgeSection]]; from <= end && end <= len(all) {
		return all[from:end]
	}
	return ""
}

// text is a text by its number.
func (g *Graph) text(n int) string {
	if n >= g.count.texts {
		return ""
	}
	return g.letters(g.number(textSection, n), g.number(textSection, n+1))
}

// path is the path of a file.
func (g *Graph) path(file int) string {
	from := g.number(fileSection, fileNumbers*file)
	return g.letters(from, from+g.number(fileSection, fileNumbers*file+1))
}

// File is a file by its index.
func (g *Graph) File(file int) File {
	at := fileNumbers * file
	first, end := g.SymbolsOf(file)
	return File{Path: g.path(file), Language: g.text(g.number(fileSection, at+2)), Package: g.text(g.number(fileSection, at+3)),
		First: first, Len: end - first}
}

// SymbolsOf returns the nodes of a file's symbols: from first, up to but not including end.
func (g *Graph) SymbolsOf(file int) (first, end int32) {
	from := min(g.number(fileSection, fileNumbers*file+4), g.count.symbols)
	return int32(from), int32(min(from+g.number(fileSection, fileNumbers*file+5), g.count.symbols))
}

// name is the name of a symbol without its container.
func (g *Graph) name(symbol int) string { return g.text(g.number(symbolSection, symbolNumbers*symbol)) }

// fileOf is the index of the file of a symbol.
func (g *Graph) fileOf(symbol int) int {
	return min(g.number(symbolSection, symbolNumbers*symbol+2)>>kindBits, g.count.files-1)
}

// Symbol is a symbol by its node.
func (g *Graph) Symbol(node int32) Symbol {
	at := symbolNumbers * int(node)
	number := func(i int) int32 { return int32(g.number(symbolSection, at+i)) }
	return Symbol{Name: g.name(int(node)), Container: g.text(g.number(symbolSection, at+1)), File: int32(g.fileOf(int(node))),
		Kind: code.Kind(number(2) & (1<<kindBits - 1)), Line: number(3), EndLine: number(4), Start: number(5), End: number(6)}
}

// calledSo returns the symbols with a text as their name, in their order.
func (g *Graph) calledSo(text int) (nodes []int32) {
	end := min(g.number(calledSection, text+1), g.count.symbols)
	for i := g.number(calledSection, text); i < end; i++ {
		if n := g.number(nodeSection, i); n < g.count.symbols {
			nodes = append(nodes, int32(n))
		}
	}
	return nodes
}

// Out calls f for each edge that leads from a node, In for each that leads to it, by the other node and the
// bond.
func (g *Graph) Out(node int32, f func(e Edge)) {
	g.each(outSection, node, func(other int32, e Edge) {
		e.From, e.To = node, other
		f(e)
	})
}

// In calls f for each edge that leads to a node.
func (g *Graph) In(node int32, f func(e Edge)) {
	g.each(inSection, node, func(other int32, e Edge) {
		e.From, e.To = other, node
		f(e)
	})
}

// Fan is how many edges lead to a node.
func (g *Graph) Fan(node int32) int {
	r := g.edgesAt(inSection, node)
	return r.Count()
}

// edgesAt reads the edges of a node in outSection or inSection.
func (g *Graph) edgesAt(section int, node int32) *record.Reader {
	all := g.data[g.at[edgeSection]:]
	return record.Read(all[min(g.number(section, int(node)), len(all)):])
}

// each decodes the edges of a node.
func (g *Graph) each(section int, node int32, f func(other int32, e Edge)) {
	r := g.edgesAt(section, node)
	other := 0
	for range r.Count() {
		other += r.Int()
		kind, count := r.Byte(), r.Below(1<<16)
		bond, how := Bond(kind>>4), How(kind&15)
		if r.Err() != nil || other >= g.Nodes() || bond > Implements || how > ByIndex {
			return
		}
		f(int32(other), Edge{Bond: bond, How: how, Count: uint16(count)})
	}
}

// appendEdges appends the edges of one node, by the other node of each: how many, then of each how much
// greater the other node is than the one before, bond and how in a byte, and the count.
func appendEdges(data []byte, edges []Edge, other func(e *Edge) int32) []byte {
	data = binary.AppendUvarint(data, uint64(len(edges)))
	last := int32(0)
	for i := range edges {
		e := &edges[i]
		data = binary.AppendUvarint(data, uint64(other(e)-last))
		last = other(e)
		data = append(data, byte(e.Bond)<<4|byte(e.How))
		data = binary.AppendUvarint(data, uint64(e.Count))
	}
	return data
}
