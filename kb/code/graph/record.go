package graph

import (
	"math"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/record"
)

// Write appends a graph, so that Read makes the same.
func (g *Graph) Write(w *record.Writer) {
	texts := map[string]int{}
	var list []string
	text := func(s string) int {
		i, ok := texts[s]
		if !ok {
			i = len(list)
			texts[s], list = i, append(list, s)
		}
		return i
	}
	var body record.Writer
	body.Int(len(g.Files))
	for i := range g.Files {
		f := &g.Files[i]
		body.String(f.Path)
		body.Int(text(f.Language))
		body.Int(text(f.Package))
		body.Int(int(f.Len))
	}
	for i := range g.Symbols {
		s := &g.Symbols[i]
		body.Byte(byte(s.Kind))
		body.Int(text(s.Name))
		body.Int(text(s.Container))
		for _, n := range []int32{s.Line, s.EndLine - s.Line, s.Start, s.End - s.Start} {
			body.Int(int(n))
		}
	}
	body.Int(len(g.edges))
	last := int32(0)
	for i := range g.edges {
		e := &g.edges[i]
		body.Int(int(e.From - last))
		last = e.From
		body.Int(int(e.To))
		body.Byte(byte(e.Bond)<<4 | byte(e.How))
		body.Int(int(e.Count))
	}
	w.Strings(list)
	w.Data = append(w.Data, body.Data...)
}

// Read reads what Write wrote; record.ErrDamaged for anything else.
func Read(r *record.Reader) (*Graph, error) {
	g := &Graph{}
	texts := r.Strings()
	text := func() string {
		if i := r.Below(max(len(texts), 1)); i < len(texts) {
			return texts[i]
		}
		r.Fail()
		return ""
	}
	number := func() int32 { return int32(r.Below(math.MaxInt32)) }
	g.Files = make([]File, r.Count())
	total := 0
	for i := range g.Files {
		g.Files[i] = File{Path: r.String(), Language: text(), Package: text(), First: int32(total), Len: number()}
		if total += int(g.Files[i].Len); i > 0 && g.Files[i-1].Path >= g.Files[i].Path || total > math.MaxInt32/2 {
			r.Fail()
		}
		if r.Err() != nil {
			return nil, r.Err()
		}
	}
	g.Symbols = make([]Symbol, 0, min(total, 1<<20))
	for i := range g.Files {
		for range g.Files[i].Len {
			s := Symbol{File: int32(i), Kind: code.Kind(r.Byte()), Name: text(), Container: text(), Line: number(), EndLine: number(),
				Start: number(), End: number()}
			s.EndLine, s.End = s.EndLine+s.Line, s.End+s.Start
			if g.Symbols = append(g.Symbols, s); r.Err() != nil {
				return nil, r.Err()
			}
		}
	}
	if err := g.readEdges(r); err != nil {
		return nil, err
	}
	g.link()
	return g, nil
}

// readEdges reads the edges, each between two nodes.
func (g *Graph) readEdges(r *record.Reader) error {
	g.edges = make([]Edge, r.Count())
	last, nodes := 0, max(g.Nodes(), 1)
	for i := range g.edges {
		last += r.Below(nodes)
		to, kind, count := r.Below(nodes), r.Byte(), r.Below(1<<16)
		if last >= g.Nodes() || Bond(kind>>4) > Implements || How(kind&15) > ByIndex {
			r.Fail()
		}
		if r.Err() != nil {
			return r.Err()
		}
		g.edges[i] = Edge{From: int32(last), To: int32(to), Bond: Bond(kind >> 4), How: How(kind & 15), Count: uint16(count)}
	}
	return r.End()
}
