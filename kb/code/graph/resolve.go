package graph

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// maxSteps is how many declarations are followed for one type.
const maxSteps = 12

// value is the type of something: the symbol of a type, and how deep it lies in lists.
type value struct {
	sym   int32 // or one of the two below
	lists int32
	how   How
}

const (
	unknown = -1 // nothing tells
	outside = -2 // a type that the tree does not have: what is named of it is in no file
)

// resolve returns the symbol that a use means and how that is known, -1 for none; settled tells of such a
// use that it means nothing of the tree.
func (b *builder) resolve(file, from int32, u *code.Use) (to int32, how How, settled bool) {
	switch {
	case u.Qualifier == "":
		if to, how = b.named(file, from, u.Name); to >= 0 {
			return to, how, true
		}
		_, foreign := b.imports[file].names[u.Name]
		return -1, 0, foreign
	case u.Qualifier == "?":
		return b.memberOf(b.typeAt(file, u.Type, maxSteps), u.Name, maxSteps)
	}
	parts := strings.Split(u.Qualifier, ".")
	if u.Type != "" {
		return b.memberOf(b.walk(b.typeAt(file, u.Type, maxSteps), parts[1:], maxSteps), u.Name, maxSteps)
	}
	switch parts[0] {
	case "this", "self", "cls", "super", "Self":
		return b.memberOf(b.walk(value{sym: b.owner(from), how: SameFile}, parts[1:], maxSteps), u.Name, maxSteps)
	}
	if to, how, ok := b.within(file, parts, u.Name); ok {
		return to, how, true
	}
	first, how := b.named(file, from, parts[0])
	if first < 0 {
		// A class that Java imports from outside of the tree: its imports tell the package.
		t, ok := b.imports[file].names[parts[0]]
		return -1, 0, ok && t.scope < 0 && b.sources[file].Language == "java"
	}
	if direct := b.find(b.home(b.symbols[first].File), u.Qualifier+"."+u.Name); direct >= 0 {
		return direct, how, true
	}
	v := b.typeOf(first, maxSteps)
	v.how = min(v.how, how)
	return b.memberOf(b.walk(v, parts[1:], maxSteps), u.Name, maxSteps)
}

// named finds what a name means in a file, within a node: what is declared around the node, in the
// file, imported, or in its package.
func (b *builder) named(file, from int32, name string) (to int32, how How) {
	if to = b.around(file, from, name); to >= 0 {
		return to, SameFile
	}
	if to = b.find(file, name); to >= 0 {
		return to, SameFile
	}
	in := &b.imports[file]
	if t, ok := in.names[name]; ok {
		return b.exported(t, t.name, maxSteps), Imported
	}
	if to = b.find(b.home(file), name); to >= 0 {
		return to, SamePackage
	}
	if to = b.amongAll(file, name); to >= 0 {
		return to, Imported
	}
	return -1, 0
}

// amongAll finds a name in the scopes of which a file means all names. What was found for the file that was
// asked for last is kept: a file uses few names, and each often.
func (b *builder) amongAll(file int32, name string) int32 {
	all := b.imports[file].all
	if len(all) == 0 || !b.anywhere[name] && name != "default" {
		return -1
	}
	if b.amongOf != file || b.among == nil {
		b.amongOf, b.among = file, map[string]int32{}
	}
	to, known := b.among[name]
	if known {
		return to
	}
	search := b.failures()
	to = -1
	for i := 0; i < len(all) && to < 0; i++ {
		to = b.passedOn(all[i], name, maxSteps, search)
	}
	b.among[name] = to
	return to
}

// around looks for a name in what a node is declared in: a function within a function, and in
// languages that leave out the word for it a member of the class.
func (b *builder) around(file, from int32, name string) int32 {
	if int(from) >= len(b.symbols) {
		return -1
	}
	s := &b.symbols[from]
	language := b.sources[file].Language
	for path := s.Path(); path != ""; path = parent(path) {
		at := b.find(file, path)
		if at < 0 {
			continue
		}
		switch b.symbols[at].Kind {
		case code.Function, code.Method, code.Module:
			if n := b.find(file, path+"."+name); n >= 0 {
				return n
			}
		default:
			if language == "java" || language == "cpp" {
				if n, _, _ := b.memberOf(value{sym: at, how: SameFile}, name, maxSteps); n >= 0 {
					return n
				}
			}
		}
	}
	return -1
}

// parent cuts the last name off a path of names.
func parent(path string) string {
	return path[:max(strings.LastIndexByte(path, '.'), 0)]
}

// owner is the type that a node is a member of, the nearest around it; -1 for none.
func (b *builder) owner(from int32) int32 {
	if int(from) >= len(b.symbols) {
		return -1
	}
	s := &b.symbols[from]
	for path := s.Path(); path != ""; path = parent(path) {
		for _, scope := range b.scopes(s.File) {
			if n := b.find(scope, path); n >= 0 && isType(b.symbols[n].Kind) {
				return n
			}
		}
	}
	return -1
}

// scopes are where the members of a file's types are declared: in the file, in its package, and in
// languages that let them stand anywhere, anywhere.
func (b *builder) scopes(file int32) []int32 {
	switch l := b.sources[file].Language; family(l) {
	case "rust", "c":
		return []int32{file, b.packages["\x00"+family(l)]}
	}
	return []int32{file, b.home(file)}
}

// isType tells the kinds whose members are looked for.
func isType(k code.Kind) bool {
	switch k {
	case code.Class, code.Struct, code.Interface, code.Enum, code.Trait, code.Type:
		return true
	}
	return false
}

// within resolves a name behind an imported module or package; not ok where the qualifier is none.
// -1 is for a module that the tree does not have.
func (b *builder) within(file int32, parts []string, name string) (to int32, how How, ok bool) {
	in := &b.imports[file]
	for n := len(parts); n > 0; n-- {
		t, found := in.modules[strings.Join(parts[:n], ".")]
		if !found {
			continue
		}
		if len(t) == 0 {
			return -1, 0, true
		}
		for _, scope := range t {
			if n == len(parts) {
				to = b.exported(target{scope: scope}, name, maxSteps)
			} else if first := b.exported(target{scope: scope}, parts[n], maxSteps); first >= 0 {
				v := b.typeOf(first, maxSteps)
				v.how = Imported
				to, _, _ = b.memberOf(b.walk(v, parts[n+1:], maxSteps), name, maxSteps)
			}
			if to >= 0 {
				return to, Imported, true
			}
		}
		return -1, 0, false // a module without such a name: what it passes on is looked for by name
	}
	return -1, 0, false
}

// exported finds a name that a scope declares, or passes on of what it imports.
func (b *builder) exported(t target, name string, steps int) int32 {
	if !b.anywhere[name] && name != "default" {
		return -1
	}
	return b.passedOn(t.scope, name, steps, b.failures())
}

// failure is how many steps from a scope led to nothing, for one search.
type failure struct{ search, steps int32 }

// failures begins a search, and returns its number.
func (b *builder) failures() int32 {
	if b.search++; len(b.failed) < len(b.inputs)+len(b.packages) {
		b.failed = make([]failure, len(b.inputs)+len(b.packages))
	}
	return b.search
}

// passedOn is exported for a name that some scope has. From a scope from which the same search led to nothing
// it does not look again: headers of C include each other in many ways.
func (b *builder) passedOn(scope int32, name string, steps int, search int32) int32 {
	if scope < 0 || steps == 0 {
		return -1
	}
	if n := b.find(scope, name); n >= 0 {
		return n
	}
	if int(scope) >= len(b.inputs) || b.imports[scope].names == nil {
		return -1
	}
	in := &b.imports[scope]
	if t, ok := in.names[name]; ok {
		return b.exported(t, t.name, steps-1)
	}
	if name == "default" {
		// The only class or function at its top, or the one that is called as the file is.
		first, end := b.symbolsOf(scope)
		stem := strings.ToLower(stemOf(b.sources[scope].Path))
		only := int32(-1)
		for n := first; n < end; n++ {
			s := &b.symbols[n]
			if s.Container != "" {
				continue
			}
			if strings.ToLower(s.Name) == stem {
				return n
			}
			if s.Kind == code.Class || s.Kind == code.Function {
				if only >= 0 {
					only = -2
				} else if only == -1 {
					only = n
				}
			}
		}
		return max(only, -1)
	}
	next := min(steps-1, 3)
	for _, other := range in.all {
		if f := &b.failed[other]; other == scope || f.search == search && int(f.steps) >= next {
			continue
		}
		if n := b.passedOn(other, name, next, search); n >= 0 {
			return n
		}
		b.failed[other] = failure{search, int32(next)}
	}
	return -1
}

// typeOf is the type of a symbol: itself for a type.
func (b *builder) typeOf(n int32, steps int) value {
	s := &b.symbols[n]
	if isType(s.Kind) || s.Kind == code.Module {
		return value{sym: n, how: Imported}
	}
	if v, ok := b.typed[n]; ok {
		return v
	}
	if steps <= 0 {
		return value{sym: unknown}
	}
	v := b.typeAt(s.File, b.types[n], steps-1)
	b.typed[n] = v
	return v
}

// typeAt is the type that an expression of code.Use.Type means in a file.
func (b *builder) typeAt(file int32, expression string, steps int) value {
	if expression == "" || expression == code.UnknownType || steps <= 0 {
		return value{sym: unknown}
	}
	var lists int32
	for strings.HasPrefix(expression, "[]") {
		expression, lists = expression[2:], lists+1
	}
	parts := strings.Split(expression, ".")
	name, suffix := cutSuffix(parts[0])
	rest := parts[1:]
	var n int32
	how := SameFile
	if scopes, ok := b.imports[file].modules[name]; ok && suffix == "" && len(rest) > 0 {
		if len(scopes) == 0 {
			return value{sym: outside}
		}
		name, suffix = cutSuffix(rest[0])
		rest, how, n = rest[1:], Imported, -1
		for _, scope := range scopes {
			if n = b.exported(target{scope: scope}, name, maxSteps); n >= 0 {
				break
			}
		}
	} else if n, how = b.named(file, b.fileNode(file), name); n < 0 {
		if _, foreign := b.imports[file].names[name]; foreign || b.sources[file].Language == "go" {
			return value{sym: outside} // of a package that is not here, or predeclared
		}
	}
	if n < 0 {
		return value{sym: unknown}
	}
	v := b.typeOf(n, steps-1)
	if isType(b.symbols[n].Kind) {
		suffix = strings.TrimPrefix(suffix, "()") // a conversion, or what makes one
	}
	v.how = min(v.how, how)
	v.lists += lists
	return b.walk(step(v, suffix), rest, steps-1)
}

// cutSuffix parts a name from what is taken of it: "()" and "[]".
func cutSuffix(part string) (name, suffix string) {
	if i := strings.IndexAny(part, "(["); i >= 0 {
		return part[:i], part[i:]
	}
	return part, ""
}

// step takes elements out of lists.
func step(v value, suffix string) value {
	n := int32(strings.Count(suffix, "[]"))
	if v.sym >= 0 && v.lists < n {
		return value{sym: unknown}
	}
	v.lists -= n
	return v
}

// walk follows names of members from a type.
func (b *builder) walk(v value, parts []string, steps int) value {
	for _, p := range parts {
		if v.sym < 0 {
			return v
		}
		name, suffix := cutSuffix(p)
		n, how, settled := b.memberOf(v, name, steps)
		if n < 0 {
			if settled {
				return value{sym: outside}
			}
			return value{sym: unknown}
		}
		if steps--; steps <= 0 {
			return value{sym: unknown}
		}
		next := b.typeOf(n, steps)
		next.how = min(next.how, how)
		v = step(next, suffix)
	}
	return v
}

// memberOf finds a member of a type, or of what it embeds or extends; settled where the type is
// known, so that a name that it has not means nothing of the tree.
func (b *builder) memberOf(v value, name string, steps int) (to int32, how How, settled bool) {
	if v.sym < 0 {
		return -1, 0, v.sym == outside
	}
	if v.lists > 0 {
		return -1, 0, true // what lists have is of the language
	}
	n, foreign := b.member(v.sym, name, 6, steps, nil)
	return n, v.how, foreign
}

// member finds a member by name; foreign where the type, or one that it extends, is not of the tree,
// or another name of one.
func (b *builder) member(typ int32, name string, depth, steps int, seen []int32) (n int32, foreign bool) {
	if depth == 0 || slices.Contains(seen, typ) {
		return -1, false
	}
	seen = append(seen, typ)
	s := &b.symbols[typ]
	for _, scope := range b.scopes(s.File) {
		if n := b.find(scope, s.Path()+"."+name); n >= 0 {
			return n, foreign
		}
	}
	bases := b.bases[typ]
	if s.Kind == code.Type && b.types[typ] != "" {
		bases = append([]string{b.types[typ]}, bases...)
	}
	for _, base := range bases {
		v := b.typeAt(s.File, base, min(steps-1, maxSteps/2))
		if v.sym == outside {
			foreign = true
		}
		if v.sym < 0 || v.lists > 0 {
			continue
		}
		n, f := b.member(v.sym, name, depth-1, steps, seen)
		foreign = foreign || f
		if n >= 0 {
			return n, foreign
		}
	}
	return -1, foreign
}
