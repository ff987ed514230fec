package graph

import (
	"slices"
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
	var exact, cased, folded []int32
	for n := range g.Symbols {
		s := &g.Symbols[n]
		if len(s.Name) != len(last) || !strings.EqualFold(s.Name, last) {
			continue
		}
		switch p := g.Files[s.File].Package; {
		case s.Name == last && g.fits(s, p, name):
			exact = append(exact, int32(n))
		case s.Name == last && g.fitsFolded(s, p, name):
			cased = append(cased, int32(n))
		case g.fitsFolded(s, p, name):
			folded = append(folded, int32(n))
		}
	}
	for _, found := range [][]int32{exact, cased} {
		if len(found) > 0 {
			return found
		}
	}
	return folded
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
	return rest == pkg || strings.HasSuffix(pkg, "."+rest) || strings.EqualFold(rest, stemOf(g.Files[s.File].Path))
}

func (g *Graph) fitsFolded(s *Symbol, pkg, name string) bool {
	full := strings.ToLower(s.Path())
	name = strings.ToLower(name)
	return full == name || strings.HasSuffix(full, "."+name) || name == strings.ToLower(pkg)+"."+full
}

// IsMember reports whether a node is declared in something else, as a method in its type.
func (g *Graph) IsMember(node int32) bool { return g.Symbols[node].Container != "" }

// InFile returns those of some symbols that a file declares.
func (g *Graph) InFile(nodes []int32, file int) []int32 {
	return slices.DeleteFunc(slices.Clone(nodes), func(n int32) bool { return int(g.Symbols[n].File) != file })
}

// WithMembers adds to each type what it has: its methods and fields, of whatever file.
func (g *Graph) WithMembers(nodes []int32) []int32 {
	out := slices.Clone(nodes)
	for _, n := range nodes {
		if int(n) >= len(g.Symbols) {
			continue
		}
		s := &g.Symbols[n]
		if !isType(s.Kind) && s.Kind != code.Module {
			continue
		}
		path, f := s.Path(), &g.Files[s.File]
		dir := f.Path[:strings.LastIndexByte(f.Path, '/')+1]
		for i := range g.Files {
			o := &g.Files[i]
			if o.Language != f.Language || o.Package != f.Package || !strings.HasPrefix(o.Path, dir) ||
				i != int(s.File) && strings.Contains(o.Path[len(dir):], "/") {
				continue
			}
			for m := o.First; m < o.First+o.Len; m++ {
				if c := g.Symbols[m].Container; c == path || strings.HasPrefix(c, path+".") {
					out = append(out, m)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// At returns the innermost symbol of a file that a line stands in, -1 for none.
func (g *Graph) At(file, line int) int32 {
	first, end := g.SymbolsOf(file)
	best := int32(-1)
	for n := first; n < end; n++ {
		s := &g.Symbols[n]
		if int(s.Line) <= line && line <= int(s.EndLine) && (best < 0 || s.End-s.Start <= g.Symbols[best].End-g.Symbols[best].Start) {
			best = n
		}
	}
	return best
}

// Fits reports whether a symbol can be called by a name: see Named.
func (g *Graph) Fits(node int32, name string) bool {
	s := &g.Symbols[node]
	return g.fits(s, g.Files[s.File].Package, name)
}
