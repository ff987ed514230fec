package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/scip"
)

// Input is a file to be built into a graph.
type Input struct {
	Path string
	File code.File         // without its uses
	Uses func() []code.Use // in the order of their places; asked once

	// Indexed is what an index that a compiler made tells of the file; none where there is no such index.
	Indexed []scip.Occurrence
	// As tells whether the file is as it was indexed, where the index has its text.
	As Indexing
}

// limits of what a name that nothing else explains may mean.
const (
	maxByName       = 4  // symbols of that name
	maxVariants     = 6  // declarations of one name in one scope, as for several systems
	maxImplementers = 40 // types with the methods of an interface
)

// key is a name within a scope.
type key struct {
	scope int32
	name  string
}

// builder makes a graph. Scopes are numbered: files first, by their index, then packages, then
// languages.
type builder struct {
	sources  []File
	symbols  []Symbol
	inputs   []Input
	anywhere map[string]bool // names that some scope has, of its own or imported
	names    map[key]int32   // the first symbol of a name: its path within its scopes
	next     []int32         // of each symbol another one of that name in its package, -1 for none
	byName   map[string][]int32
	types    []string // of each symbol what its file tells of its type
	bases    map[int32][]string
	packages map[string]int32 // scopes by language, folder and name
	scopeOf  []int32          // of each file its package, -1 for none
	imports  []imported       // of each file
	files    pathTable
	among    map[string]int32 // what names mean among all that the file amongOf imports, -1 for nothing
	amongOf  int32
	search   int32           // the number of the last search of what scopes pass on
	failed   []failure       // of each scope
	typed    map[int32]value // types of symbols that were asked for
	edges    []Edge

	nameLines []int32 // of each symbol
	indexed   indexed
}

// Build makes the graph of a tree. The order of the inputs does not matter.
func Build(inputs []Input) *Graph {
	b := newBuilder(inputs)
	for i := range b.inputs {
		uses := b.inputs[i].Uses()
		for j := range uses {
			file := int32(i)
			u := &uses[j]
			from := b.fileNode(file)
			if u.In >= 0 && int32(u.In) < b.sources[file].Len {
				from = b.sources[file].First + int32(u.In)
			}
			bond := Uses
			if u.Call {
				bond = Calls
			}
			if to, told := b.precise(file, u); told {
				if to >= 0 && to != from {
					b.edges = append(b.edges, Edge{From: from, To: to, Bond: bond, How: ByIndex, Count: 1})
				}
				continue
			}
			to, how, settled := b.resolve(file, from, u)
			if to >= 0 {
				switch here := b.symbols[to].File == file; {
				case here && how != Imported:
					how = SameFile
				case !here && how == SameFile:
					how = Imported // a member that a type of this file inherits
				}
				b.add(from, to, bond, how)
				continue
			}
			if settled {
				continue
			}
			candidates := b.candidates(file, u)
			if len(candidates) > maxByName {
				continue
			}
			for _, n := range candidates {
				if n != from {
					b.edges = append(b.edges, Edge{From: from, To: n, Bond: bond, How: ByName, Count: 1})
				}
			}
		}
	}
	b.implementations()
	return pack(b.sources, b.symbols, joined(b.edges))
}

// newBuilder numbers the symbols of files and resolves their imports.
func newBuilder(inputs []Input) *builder {
	slices.SortFunc(inputs, func(a, b Input) int { return strings.Compare(a.Path, b.Path) })
	b := &builder{inputs: inputs, anywhere: map[string]bool{}, names: map[key]int32{}, byName: map[string][]int32{},
		bases: map[int32][]string{}, packages: map[string]int32{}, typed: map[int32]value{}}
	for i := range b.inputs {
		in := &b.inputs[i]
		b.sources = append(b.sources, File{Path: in.Path, Language: in.File.Language, Package: in.File.Package,
			First: int32(len(b.symbols)), Len: int32(len(in.File.Symbols))})
		scope := int32(-1)
		if k := packageKey(in); k != "" {
			scope = b.scope(k)
		}
		b.scopeOf = append(b.scopeOf, scope)
		language := b.scope("\x00" + family(in.File.Language))
		for j := range in.File.Symbols {
			s := &in.File.Symbols[j]
			n := int32(len(b.symbols))
			b.symbols = append(b.symbols, Symbol{File: int32(i), Kind: s.Kind, Name: s.Name, Container: s.Container,
				Line: int32(s.Span.Line), EndLine: int32(s.Span.EndLine), Start: int32(s.Span.Start), End: int32(s.Span.End)})
			b.next, b.types = append(b.next, -1), append(b.types, s.Type)
			b.nameLines = append(b.nameLines, int32(s.NameSpan.Line))
			if len(s.Bases) != 0 {
				b.bases[n] = s.Bases
			}
			b.note(n, int32(i), scope, language)
		}
		in.File.Symbols = nil
	}
	b.index()
	b.files = newPathTable(b)
	b.imports = make([]imported, len(inputs))
	for i := range inputs {
		file := int32(i)
		in := imported{modules: map[string][]int32{}, names: map[string]target{}}
		f := &b.inputs[file]
		for i := range f.File.Imports {
			im := &f.File.Imports[i]
			switch family(f.File.Language) {
			case "go":
				b.importGo(im, &in)
			case "java":
				b.importJava(im, &in)
			case "c":
				b.importFiles(file, b.include(f.Path, im.Path), im, &in)
			case "python":
				b.importPython(file, im, &in)
			case "rust":
				b.importRust(file, im, &in)
			case "javascript":
				b.importFiles(file, b.scriptModule(f.Path, im.Path), im, &in)
			}
		}
		b.imports[i] = in
		for name := range b.imports[i].names {
			b.anywhere[name] = true
		}
	}
	return b
}

// family is what languages that can use each other's files have in common.
func family(language string) string {
	switch language {
	case "typescript", "tsx", "javascript":
		return "javascript"
	case "c", "cpp":
		return "c"
	}
	return language
}

// packageKey names the package of a file, "" where its language has none that spans files.
func packageKey(in *Input) string {
	switch in.File.Language {
	case "go":
		return "go\x00" + path.Dir(in.Path) + "\x00" + in.File.Package
	case "java":
		return "java\x00" + in.File.Package
	}
	return ""
}

// scope returns the number of a scope that is not a file's.
func (b *builder) scope(name string) int32 {
	n, ok := b.packages[name]
	if !ok {
		n = int32(len(b.inputs) + len(b.packages))
		b.packages[name] = n
	}
	return n
}

// note makes a symbol known by its names.
func (b *builder) note(n, file, scope, language int32) {
	s := &b.symbols[n]
	name := s.Path()
	b.anywhere[name] = true
	if _, ok := b.names[key{file, name}]; !ok {
		b.names[key{file, name}] = n
	}
	if scope < 0 {
		scope = file
	}
	if first, ok := b.names[key{scope, name}]; !ok {
		b.names[key{scope, name}] = n
	} else if first != n {
		b.next[n], b.next[first] = b.next[first], n
	}
	if _, ok := b.names[key{language, name}]; !ok && strings.Contains(name, ".") {
		b.names[key{language, name}] = n
	}
	b.byName[s.Name] = append(b.byName[s.Name], n)
}

// fileNode is the node of a file, which follow those of all symbols.
func (b *builder) fileNode(file int32) int32 { return int32(len(b.symbols)) + file }

// symbolsOf returns the nodes of a file's symbols: from first, up to but not including end.
func (b *builder) symbolsOf(file int32) (first, end int32) {
	f := &b.sources[file]
	return f.First, f.First + f.Len
}

// find returns the first symbol of a name in a scope, -1 for none.
func (b *builder) find(scope int32, name string) int32 {
	if n, ok := b.names[key{scope, name}]; ok {
		return n
	}
	return -1
}

// home is the scope in which the members of a file's types are looked for.
func (b *builder) home(file int32) int32 {
	if s := b.scopeOf[file]; s >= 0 {
		return s
	}
	return file
}

// add adds an edge to a symbol and to those that are declared by the same name beside it.
func (b *builder) add(from, to int32, bond Bond, how How) {
	for range maxVariants {
		if to < 0 {
			return
		}
		if from != to {
			b.edges = append(b.edges, Edge{From: from, To: to, Bond: bond, How: how, Count: 1})
		}
		to = b.next[to]
	}
}

// candidates are the symbols that a use could mean by its name alone: members for one behind
// something else, and what is called or can be for a call.
func (b *builder) candidates(file int32, u *code.Use) (out []int32) {
	language := family(b.sources[file].Language)
	if u.Qualifier == "" && language != "c" && language != "rust" || !u.Call {
		return nil
	}
	for _, n := range b.byName[u.Name] {
		s := &b.symbols[n]
		if family(b.sources[s.File].Language) != language || (u.Qualifier == "") != (s.Container == "") {
			continue
		}
		switch s.Kind {
		case code.Function, code.Method, code.Macro:
			out = append(out, n)
		}
		if len(out) > maxByName {
			break
		}
	}
	return out
}

// implementations joins the methods of interfaces with those of the types that have all of them.
func (b *builder) implementations() {
	methods := map[int32][]int32{} // of interfaces
	for n := range b.symbols {
		s := &b.symbols[n]
		if s.Kind != code.Method || s.Container == "" {
			continue
		}
		if owner := b.find(b.home(s.File), s.Container); owner >= 0 && abstract(b.symbols[owner].Kind) {
			methods[owner] = append(methods[owner], int32(n))
		}
	}
	for owner := range b.symbols { // in order, so that edges are
		if of := methods[int32(owner)]; len(of) > 0 {
			b.implement(of)
		}
	}
}

// abstract tells interfaces and traits, whose methods other types implement.
func abstract(k code.Kind) bool { return k == code.Interface || k == code.Trait }

// implement joins the methods of one interface with those of the types that have all of them.
func (b *builder) implement(methods []int32) {
	rarest := slices.MinFunc(methods, func(x, y int32) int {
		return len(b.byName[b.symbols[x].Name]) - len(b.byName[b.symbols[y].Name])
	})
	var edges []Edge
	types := 0
	for _, n := range b.byName[b.symbols[rarest].Name] {
		s := &b.symbols[n]
		home := b.home(s.File)
		if s.Kind != code.Method || s.Container == "" || b.sources[s.File].Language != b.sources[b.symbols[rarest].File].Language {
			continue
		}
		if owner := b.find(home, s.Container); owner < 0 || abstract(b.symbols[owner].Kind) {
			continue
		}
		found := make([]Edge, 0, len(methods))
		for _, m := range methods {
			if to := b.find(home, s.Container+"."+b.symbols[m].Name); to >= 0 {
				found = append(found, Edge{From: m, To: to, Bond: Implements, How: ByName, Count: 1})
			}
		}
		if len(found) == len(methods) {
			edges = append(edges, found...)
			types++
		}
	}
	if types <= maxImplementers {
		b.edges = append(b.edges, edges...)
	}
}
