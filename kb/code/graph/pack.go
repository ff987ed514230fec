package graph

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// packer makes the bytes of a graph.
type packer struct {
	count  counts
	parts  [sections][]byte
	texts  []string
	number map[string]int
}

// pack makes a graph of files that are sorted by path, of their symbols in order, and of edges that are
// joined.
func pack(files []File, symbols []Symbol, edges []Edge) *Graph {
	p := packer{count: counts{files: len(files), symbols: len(symbols), edges: len(edges)}, number: map[string]int{}}
	p.text(files, symbols)
	for i := range files {
		f := &files[i]
		p.put(fileSection, len(p.parts[letterSection]), len(f.Path), p.number[f.Language], p.number[f.Package], int(f.First), int(f.Len))
		p.parts[letterSection] = append(p.parts[letterSection], f.Path...)
	}
	for i := range symbols {
		s := &symbols[i]
		p.put(symbolSection, p.number[s.Name], p.number[s.Container], int(s.File)<<kindBits|int(s.Kind), int(s.Line), int(s.EndLine),
			int(s.Start), int(s.End))
	}
	p.name(symbols)
	p.connect(outSection, edges, func(e *Edge) (own, other int32) { return e.From, e.To })
	nodes := p.count.nodes()
	at := make([]int32, nodes+1)
	for i := range edges {
		at[edges[i].To+1]++
	}
	for i := range nodes {
		at[i+1] += at[i]
	}
	incoming := make([]Edge, len(edges))
	for _, e := range edges {
		incoming[at[e.To]] = e
		at[e.To]++
	}
	p.connect(inSection, incoming, func(e *Edge) (own, other int32) { return e.To, e.From })
	p.count.texts, p.count.letters, p.count.edgeBytes = len(p.texts), len(p.parts[letterSection]), len(p.parts[edgeSection])
	var all strings.Builder
	all.Grow(p.count.layout()[sections])
	for i := range p.parts {
		all.Write(p.parts[i])
		p.parts[i] = nil
	}
	return &Graph{data: all.String(), count: p.count, at: p.count.layout()}
}

// put appends numbers to a section.
func (p *packer) put(section int, numbers ...int) {
	for _, n := range numbers {
		p.parts[section] = binary.LittleEndian.AppendUint32(p.parts[section], uint32(n))
	}
}

// text numbers all texts but paths.
func (p *packer) text(files []File, symbols []Symbol) {
	add := func(s string) {
		if _, ok := p.number[s]; !ok {
			p.number[s], p.texts = 0, append(p.texts, s)
		}
	}
	for i := range files {
		add(files[i].Language)
		add(files[i].Package)
	}
	for i := range symbols {
		add(symbols[i].Name)
		add(symbols[i].Container)
	}
	type keyed struct{ key, text string }
	list := make([]keyed, len(p.texts))
	for i, s := range p.texts {
		list[i] = keyed{folded(s), s}
	}
	slices.SortFunc(list, func(a, b keyed) int { return cmp.Or(strings.Compare(a.key, b.key), strings.Compare(a.text, b.text)) })
	for i := range list {
		s := list[i].text
		p.number[s] = i
		p.put(textSection, len(p.parts[letterSection]))
		p.parts[letterSection] = append(p.parts[letterSection], s...)
	}
	p.put(textSection, len(p.parts[letterSection]))
}

// name lists the symbols of each name.
func (p *packer) name(symbols []Symbol) {
	at := make([]int, len(p.texts)+1)
	for i := range symbols {
		at[p.number[symbols[i].Name]+1]++
	}
	for i := range p.texts {
		at[i+1] += at[i]
	}
	p.put(calledSection, at...)
	nodes := make([]int, len(symbols))
	for i := range symbols {
		n := p.number[symbols[i].Name]
		nodes[at[n]] = i
		at[n]++
	}
	p.put(nodeSection, nodes...)
}

// connect lists the edges of each node, by which they are sorted.
func (p *packer) connect(section int, edges []Edge, ends func(e *Edge) (own, other int32)) {
	for node := range int32(p.count.nodes()) {
		n := 0
		for n < len(edges) {
			if own, _ := ends(&edges[n]); own != node {
				break
			}
			n++
		}
		p.put(section, len(p.parts[edgeSection]))
		p.parts[edgeSection] = appendEdges(p.parts[edgeSection], edges[:n], func(e *Edge) int32 {
			_, other := ends(e)
			return other
		})
		edges = edges[n:]
	}
}

// folded is the same for names that differ in capitals alone, as strings.EqualFold has it.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, s)
}

// compareFolded is strings.Compare of a name's folded form and another one, mostly without making it.
func compareFolded(name, key string) int {
	for i := range len(name) {
		c := name[i]
		if c >= utf8.RuneSelf {
			return strings.Compare(folded(name), key)
		}
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		if i == len(key) || c > key[i] {
			return 1
		}
		if c < key[i] {
			return -1
		}
	}
	return cmp.Compare(len(name), len(key))
}
