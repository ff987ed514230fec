package graph

import (
	"slices"
	"sort"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// Named returns the symbols that a name means, in the order of their places: one with its container
// ("Server.Close"), with its package ("http.Serve"), or by itself. Where none has it with these
// capitals, those that have it with others. "::" and "#" stand for dots, and "()" is passed over.
func (g *Graph) Named(name string) []int32 {
	if name = code.PlainName(name); name == "" {
		return nil
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	var exact, cased, others []int32
	for text := g.foldedFrom(last); text < g.count.texts; text++ {
		written := g.text(text)
		if !strings.EqualFold(written, last) {
			break
		}
		if len(written) != len(last) {
			continue
		}
		for _, n := range g.calledSo(text) {
			s := g.Symbol(n)
			switch p := g.File(int(s.File)).Package; {
			case written == last && g.fits(&s, p, name):
				exact = append(exact, n)
			case written == last && g.fitsFolded(&s, p, name):
				cased = append(cased, n)
			case g.fitsFolded(&s, p, name):
				others = append(others, n)
			}
		}
	}
	for _, found := range [][]int32{exact, cased} {
		if len(found) > 0 {
			return found
		}
	}
	slices.Sort(others)
	return others
}

// foldedFrom returns the first text that is not before a name, whatever their capitals.
func (g *Graph) foldedFrom(name string) int {
	key := folded(name)
	return sort.Search(g.count.texts, func(i int) bool { return compareFolded(g.text(i), key) >= 0 })
}

// Common is how many symbols have a name, with these capitals.
func (g *Graph) Common(name string) int {
	for text := g.foldedFrom(name); text < g.count.texts; text++ {
		switch written := g.text(text); {
		case written == name:
			return len(g.calledSo(text))
		case !strings.EqualFold(written, name):
			return 0
		}
	}
	return 0
}

// fits reports whether a symbol can be called by a name: the end of its path, with its package or
// its file's name before it.
func (g *Graph) fits(s *Symbol, pkg, name string) bool {
	full := s.Path()
	if full == name || strings.HasSuffix(full, "."+name) {
		return true
	}
	rest, ok := strings.CutSuffix(name, "."+full)
	if !ok {
		return pkg != "" && name == pkg+"."+s.Name // as one says history.CoChange, whatever it is a method of
	}
	return rest == pkg || strings.HasSuffix(pkg, "."+rest) || strings.EqualFold(rest, stemOf(g.path(int(s.File))))
}

// fitsFolded is fits whatever the capitals, by path and package: a file's name does not count here.
func (g *Graph) fitsFolded(s *Symbol, pkg, name string) bool {
	full := strings.ToLower(s.Path())
	name = strings.ToLower(name)
	return full == name || strings.HasSuffix(full, "."+name) || name == strings.ToLower(pkg)+"."+full
}

// IsMember reports whether a node is declared in something else, as a method in its type.
func (g *Graph) IsMember(node int32) bool { return g.Symbol(node).Container != "" }

// InFile returns those of some symbols that a file declares.
func (g *Graph) InFile(nodes []int32, file int) []int32 {
	return slices.DeleteFunc(slices.Clone(nodes), func(n int32) bool { return g.fileOf(int(n)) != file })
}

// WithMembers adds to each type what it has: its methods and fields, of whatever file.
func (g *Graph) WithMembers(nodes []int32) []int32 {
	out := slices.Clone(nodes)
	for _, n := range nodes {
		if !g.IsSymbol(n) {
			continue
		}
		if s := g.Symbol(n); isType(s.Kind) || s.Kind == code.Module {
			out = g.members(out, &s)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// members adds what a type has: of its own file, and of those of its package in the same folder.
func (g *Graph) members(out []int32, s *Symbol) []int32 {
	path, f := s.Path(), g.File(int(s.File))
	dir := f.Path[:strings.LastIndexByte(f.Path, '/')+1]
	for i := g.fileFrom(dir); i < g.Files(); i++ {
		o := g.File(i)
		if !strings.HasPrefix(o.Path, dir) {
			break
		}
		if o.Language != f.Language || o.Package != f.Package || i != int(s.File) && strings.Contains(o.Path[len(dir):], "/") {
			continue
		}
		for m := o.First; m < o.First+o.Len; m++ {
			if c := g.Symbol(m).Container; c == path || strings.HasPrefix(c, path+".") {
				out = append(out, m)
			}
		}
	}
	return out
}

// At returns the innermost symbol of a file that a line stands in, -1 for none.
func (g *Graph) At(file, line int) int32 {
	first, end := g.SymbolsOf(file)
	best, length := int32(-1), int32(0)
	for n := first; n < end; n++ {
		s := g.Symbol(n)
		if int(s.Line) <= line && line <= int(s.EndLine) && (best < 0 || s.End-s.Start <= length) {
			best, length = n, s.End-s.Start
		}
	}
	return best
}

// Fits reports whether a symbol can be called by a name: see Named.
func (g *Graph) Fits(node int32, name string) bool {
	s := g.Symbol(node)
	return g.fits(&s, g.File(int(s.File)).Package, name)
}
