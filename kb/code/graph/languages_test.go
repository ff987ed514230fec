package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/scip"
)

// written is a file in a short form, a line each:
//
//	import PATH as ALIAS: a b=c *      what it imports, and what of it by name; b=c renames
//	class Office < Base                or struct, trait, func, method Office.open -> Type, var rooms Type
//	> helper.close                     a call in the symbol above; "- name" for a use that calls nothing, "> [Type] x.name" with a type
type written struct{ path, language, pkg, text string }

var kindsOf = map[string]code.Kind{"class": code.Class, "struct": code.Struct, "trait": code.Trait, "func": code.Function,
	"method": code.Method, "var": code.Variable, "field": code.Field, "module": code.Module, "macro": code.Macro, "type": code.Type,
	"interface": code.Interface}

// input reads the short form. Each symbol takes the ten lines behind those of the one before.
func (w written) input(t *testing.T) Input {
	t.Helper()
	f := code.File{Language: w.language, Package: w.pkg}
	var uses []code.Use
	for line := range strings.Lines(w.text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "":
		case word == "import":
			rest, names, _ := strings.Cut(rest, ":")
			p, alias, _ := strings.Cut(rest, " as ")
			im := code.Import{Path: strings.TrimSpace(p), Alias: strings.TrimSpace(alias)}
			for n := range strings.FieldsSeq(names) {
				im.Names = append(im.Names, strings.ReplaceAll(n, "=", "\x00"))
			}
			f.Imports = append(f.Imports, im)
		case word == ">" || word == "-":
			u := code.Use{Call: word == ">", In: len(f.Symbols) - 1, Span: code.Span{Line: 10*len(f.Symbols) + len(uses)%10}}
			if typ, more, ok := strings.Cut(rest, "] "); ok {
				u.Type, rest = strings.TrimPrefix(typ, "["), more
			}
			if i := strings.LastIndexByte(rest, '.'); i >= 0 {
				u.Qualifier, rest = rest[:i], rest[i+1:]
			}
			u.Name = rest
			uses = append(uses, u)
		case kindsOf[word] != code.Unknown:
			rest, base, _ := strings.Cut(rest, " < ")
			rest, typ, _ := strings.Cut(rest, " -> ")
			at := 10 * (len(f.Symbols) + 1)
			s := code.Symbol{Kind: kindsOf[word], Name: rest, Type: typ, NameSpan: code.Span{Line: at},
				Span: code.Span{Start: at, End: at + 9, Line: at, EndLine: at + 9}}
			if i := strings.LastIndexByte(rest, '.'); i >= 0 {
				s.Container, s.Name = rest[:i], rest[i+1:]
			}
			if base != "" {
				s.Bases = strings.Split(base, ", ")
			}
			f.Symbols = append(f.Symbols, s)
		default:
			t.Fatalf("%q is no line of a file", line)
		}
	}
	return Input{Path: w.path, File: f, Uses: func() []code.Use { return uses }}
}

// edgesOf builds the graph and tells its edges, "from → to how", calls alone unless all are wanted.
func edgesOf(t *testing.T, all bool, files ...written) []string {
	t.Helper()
	var inputs []Input
	for _, f := range files {
		inputs = append(inputs, f.input(t))
	}
	return told(Build(inputs), all)
}

func told(g *Graph, all bool) (out []string) {
	for n := range g.Nodes() {
		g.Out(int32(n), func(e Edge) {
			if all || e.Bond == Calls {
				out = append(out, fmt.Sprintf("%s → %s %s", g.show(e.From), g.show(e.To), e.How))
			}
		})
	}
	return out
}

func expectEdges(t *testing.T, name string, got []string, want ...string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", name, got, want)
	}
}

// A module of Python is found by its name, from the folder of the file, or by dots; what it imports is passed on.
func TestPythonImports(t *testing.T) {
	rooms := written{"app/rooms.py", "python", "", "func close\nclass Room\nmethod Room.lock"}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a module": {"import app.rooms\nfunc f\n> app.rooms.close",
			[]string{"app/main.py#f → app/rooms.py#close imported"}},
		"a module by its folder": {"import rooms\nfunc f\n> rooms.close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"a module renamed":       {"import app.rooms as r\nfunc f\n> r.close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"a name":                 {"import app.rooms: close\nfunc f\n> close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"a name renamed": {"import app.rooms: close=shut\nfunc f\n> shut",
			[]string{"app/main.py#f → app/rooms.py#close imported"}},
		"all names":             {"import app.rooms: *\nfunc f\n> close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"one dot":               {"import .rooms: close\nfunc f\n> close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"a dot alone":           {"import .: rooms\nfunc f\n> rooms.close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"two dots":              {"import ..app.rooms: close\nfunc f\n> close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"a module of a package": {"import app: rooms\nfunc f\n> rooms.close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"one renamed":           {"import app: rooms=r\nfunc f\n> r.close", []string{"app/main.py#f → app/rooms.py#close imported"}},
		"the end of a path":     {"import deep.hall: open\nfunc f\n> open", []string{"app/main.py#f → lib/deep/hall.py#open imported"}},
		"what is passed on":     {"import deep: open\nfunc f\n> open", []string{"app/main.py#f → lib/deep/hall.py#open imported"}},
		"not of the tree":       {"import json\nfunc f\n> json.close", nil},
		"a member of a type": {"import app.rooms: Room\nfunc f\n> [Room] r.lock\n> Room.lock",
			[]string{"app/main.py#f → app/rooms.py#Room.lock imported"}},
		"a member behind a module": {"import app.rooms\nfunc f\n> app.rooms.Room.lock",
			[]string{"app/main.py#f → app/rooms.py#Room.lock imported"}},
	} {
		got := edgesOf(t, false, rooms, written{"app/main.py", "python", "", c.text}, written{"lib/deep/hall.py", "python", "",
			"func open"},
			written{"lib/deep/__init__.py", "python", "", "import .hall: open"}, written{"app/__init__.py", "python", "", ""})
		expectEdges(t, name, got, c.want...)
	}
}

// An import of JavaScript is a path, a package of the tree, or the end of a path.
func TestScriptImports(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"beside":              {"import ./rooms: close\nfunc f\n> close", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"beside, as compiled": {"import ./rooms.js: close\nfunc f\n> close", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"all under a name":    {"import ./rooms: *=r\nfunc f\n> r.close", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"all":                 {"import ./rooms: *\nfunc f\n> close", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"the default":         {"import ./hall: default=h\nfunc f\n> h", []string{"web/main.ts#f → web/hall/index.ts#Hall imported"}},
		"a package of the tree": {"import @post/ink: draw\nfunc f\n> draw",
			[]string{"web/main.ts#f → packages/ink/src/index.ts#draw imported"}},
		"a path within it": {"import @post/ink/pen: dip\nfunc f\n> dip",
			[]string{"web/main.ts#f → packages/ink/src/pen.ts#dip imported"}},
		"a longer name":      {"import @post/inkwell: draw\nfunc f\n> draw", nil},
		"of a registry":      {"import rooms: close\nfunc f\n> close", nil},
		"of a scope":         {"import @web/rooms: close\nfunc f\n> close", nil},
		"the end of a path":  {"import @/rooms: close\nfunc f\n> close", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"with a tilde":       {"import ~/rooms: close\nfunc f\n> close", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"below a root":       {"import web/rooms: close\nfunc f\n> close", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"passed on":          {"import ./all: close\nfunc f\n> close", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"passed on, renamed": {"import ./all: shut\nfunc f\n> shut", []string{"web/main.ts#f → web/rooms.ts#close imported"}},
		"the only class":     {"import ./one: default=x\nfunc f\n> x", []string{"web/main.ts#f → web/one.ts#Only imported"}},
		"one of two classes": {"import ./two: default=x\nfunc f\n> x", nil},
	} {
		got := edgesOf(t, false, written{"web/main.ts", "typescript", "", c.text}, written{"web/rooms.ts", "typescript", "",
			"func close"},
			written{"packages/ink/package.json", "package.json", "@post/ink", ""}, written{"packages/ink/src/index.ts", "typescript",
				"", "func draw"},
			written{"packages/ink/src/pen.ts", "typescript", "", "func dip"}, written{"web/all.ts", "typescript", "",
				"import ./rooms: * close=shut"},
			written{"web/hall/index.ts", "typescript", "", "class Hall\nmethod Hall.open"},
			written{"web/one.ts", "typescript", "", "class Only\nvar x\nmethod Only.run"}, written{"web/two.ts", "typescript", "",
				"class A\nfunc b\nclass C"})
		expectEdges(t, name, got, c.want...)
	}
}

// A module of Rust lies beside or below the file, above it, at the root of its crate, or in another crate.
func TestRustImports(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"of the crate": {"import crate.rooms: close\nfunc f\n> close",
			[]string{"post/src/desk/mod.rs#f → post/src/rooms.rs#close imported"}},
		"a module": {"import crate.rooms\nfunc f\n> rooms.close",
			[]string{"post/src/desk/mod.rs#f → post/src/rooms.rs#close imported"}},
		"a module, called": {"import crate.rooms as r\nfunc f\n> r.close",
			[]string{"post/src/desk/mod.rs#f → post/src/rooms.rs#close imported"}},
		"a name alone": {"import crate.rooms.close\nfunc f\n> close",
			[]string{"post/src/desk/mod.rs#f → post/src/rooms.rs#close imported"}},
		"a name, renamed": {"import crate.rooms: close=shut\nfunc f\n> shut",
			[]string{"post/src/desk/mod.rs#f → post/src/rooms.rs#close imported"}},
		"above": {"import super.rooms: close\nfunc f\n> close",
			[]string{"post/src/desk/mod.rs#f → post/src/rooms.rs#close imported"}},
		"below": {"import self.pen: dip\nfunc f\n> dip",
			[]string{"post/src/desk/mod.rs#f → post/src/desk/pen.rs#dip imported"}},
		"a mod below": {"import pen\nfunc f\n> pen.dip", []string{"post/src/desk/mod.rs#f → post/src/desk/pen.rs#dip imported"}},
		"modules of one": {"import crate: rooms\nfunc f\n> rooms.close",
			[]string{"post/src/desk/mod.rs#f → post/src/rooms.rs#close imported"}},
		"another crate": {"import ink_well.pot: fill\nfunc f\n> fill",
			[]string{"post/src/desk/mod.rs#f → ink-well/src/pot.rs#fill imported"}},
		"all names": {"import crate.rooms: *\nfunc f\n> close",
			[]string{"post/src/desk/mod.rs#f → post/src/rooms.rs#close imported"}},
		"not of the tree": {"import std.fs: close\nfunc f\n> close", nil},
	} {
		got := edgesOf(t, false, written{"post/src/desk/mod.rs", "rust", "", c.text}, written{"post/src/rooms.rs", "rust", "",
			"func close"},
			written{"post/src/desk/pen.rs", "rust", "", "func dip"}, written{"post/src/lib.rs", "rust", "", ""},
			written{"ink-well/Cargo.toml", "cargo.toml", "ink-well", ""}, written{"ink-well/src/pot.rs", "rust", "", "func fill"})
		expectEdges(t, name, got, c.want...)
	}
	got := edgesOf(t, false, written{"src/a/b/c.rs", "rust", "", "import super.super.x: f\nfunc g\n> f"}, written{"src/a/x.rs",
		"rust", "", "func f"},
		written{"src/a/b/x.rs", "rust", "", "func f"})
	expectEdges(t, "two above", got, "src/a/b/c.rs#g → src/a/x.rs#f imported")
}

// A class of Java is imported by its full name, a package whole, a static member with its class.
func TestJavaImports(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a class":         {"import post.ink.Pen\nclass A\nmethod A.f\n> Pen.draw", []string{"A.java#A.f → Pen.java#Pen.draw imported"}},
		"a package":       {"import post.ink.*\nclass A\nmethod A.f\n> Pen.draw", []string{"A.java#A.f → Pen.java#Pen.draw imported"}},
		"names of one":    {"import post.ink: Pen\nclass A\nmethod A.f\n> Pen.draw", []string{"A.java#A.f → Pen.java#Pen.draw imported"}},
		"all names":       {"import post.ink: *\nclass A\nmethod A.f\n> Pen.draw", []string{"A.java#A.f → Pen.java#Pen.draw imported"}},
		"a static member": {"import post.ink.Pen.draw\nclass A\nmethod A.f\n> draw", []string{"A.java#A.f → Pen.java#Pen.draw imported"}},
		"a nested class": {"import post.ink.Pen.Cap\nclass A\nmethod A.f\n> Cap.close",
			[]string{"A.java#A.f → Pen.java#Pen.Cap.close imported"}},
		"not of the tree":   {"import java.util.List\nclass A\nmethod A.f\n> List.of\n> List.draw", nil},
		"of who knows what": {"class A\nmethod A.f\n> List.draw", []string{"A.java#A.f → Pen.java#Pen.draw by name alone"}},
		"inherited": {"import post.ink.Pen\nclass A < Pen\nmethod A.f\n> draw",
			[]string{"A.java#A.f → Pen.java#Pen.draw imported"}},
		"of its own": {"class A\nmethod A.f\n> g\nmethod A.g", []string{"A.java#A.f → A.java#A.g same file"}},
		"by this":    {"class A\nmethod A.f\n> this.g\nmethod A.g", []string{"A.java#A.f → A.java#A.g same file"}},
		"by a field": {"import post.ink.Pen\nclass A\nfield A.pen -> Pen\nmethod A.f\n> this.pen.draw",
			[]string{"A.java#A.f → Pen.java#Pen.draw imported"}},
		"of a list": {"import post.ink.Pen\nclass A\nfield A.pens -> []Pen\nmethod A.f\n> [A.pens[]] p.draw\n> this.pens.draw",
			[]string{"A.java#A.f → Pen.java#Pen.draw imported"}},
	} {
		got := edgesOf(t, false, written{"A.java", "java", "post", c.text},
			written{"Pen.java", "java", "post.ink", "class Pen\nmethod Pen.draw\nclass Pen.Cap\nmethod Pen.Cap.close"})
		expectEdges(t, name, got, c.want...)
	}
}

// A header is found beside the file, else where a path ends so, the nearest of several; its names are meant.
func TestIncludes(t *testing.T) {
	files := []written{
		{"src/a.c", "c", "", "import b.h\nimport inc/c.h\nfunc f\n> b\n> c"}, {"src/b.h", "c", "", "func b"}, {"other/b.h", "c", "",
			"func b"},
		{"src/x/inc/c.h", "c", "", "func c"}, {"lib/inc/c.h", "c", "", "func c"},
	}
	expectEdges(t, "includes", edgesOf(t, true, files...), "src/a.c → src/b.h imported", "src/a.c → src/x/inc/c.h imported",
		"src/a.c#f → src/b.h#b imported", "src/a.c#f → src/x/inc/c.h#c imported")
	for _, c := range []struct {
		a, b string
		want int
	}{{"a/b/c", "a/b/d", 2}, {"a/b/c", "a/x/c", 1}, {"a/b", "a/b", 1}, {"a/b", "a/b/c", 1}, {"x/b", "y/b", 0}, {"", "a", 0}, {"ab/c",
		"ac/c", 0}} {
		if got := common(c.a, c.b); got != c.want {
			t.Errorf("%q and %q have %d folders in common, want %d", c.a, c.b, got, c.want)
		}
	}
}

// A package of Go has the name that it says, else that of its path without a version.
func TestGoImports(t *testing.T) {
	for name, c := range map[string]struct {
		text, module string
		want         []string
	}{
		"of the module": {"import example.org/post/ink\nfunc f\n> ink.Draw", "example.org/post",
			[]string{"main.go#f → ink/ink.go#Draw imported"}},
		"under a name": {"import example.org/post/ink as i\nfunc f\n> i.Draw", "example.org/post",
			[]string{"main.go#f → ink/ink.go#Draw imported"}},
		"all names": {"import example.org/post/ink: *\nfunc f\n> Draw", "example.org/post",
			[]string{"main.go#f → ink/ink.go#Draw imported"}},
		"of another name": {"import example.org/post/go-pot\nfunc f\n> pot.Fill", "example.org/post",
			[]string{"main.go#f → go-pot/pot.go#Fill imported"}},
		"of a major version": {"import example.com/ink/v2\nfunc f\n> ink.Draw\n> v2.Draw", "example.org/post", []string{}},
		"of the library":     {"import ink\nfunc f\n> ink.Draw", "example.org/post", nil},
		"without a module":   {"import example.org/post/ink\nfunc f\n> ink.Draw", "", []string{"main.go#f → ink/ink.go#Draw imported"}},
		"another module":     {"import example.org/posts/ink\nfunc f\n> ink.Draw", "example.org/post", nil},
	} {
		files := []written{{"main.go", "go", "main", c.text}, {"ink/ink.go", "go", "ink", "func Draw"}, {"go-pot/pot.go", "go", "pot",
			"func Fill"}}
		if c.module != "" {
			files = append(files, written{"go.mod", "go.mod", c.module, ""})
		}
		expectEdges(t, name, edgesOf(t, false, files...), c.want...)
	}
}

// What nothing explains is looked for by its name, in its language, where few have the name.
func TestByName(t *testing.T) {
	many := []written{{"a.py", "python", "", "func f\n> x.close"}}
	for i := range maxByName + 1 {
		many = append(many, written{fmt.Sprintf("b%d.py", i), "python", "", fmt.Sprintf("class B%d\nmethod B%d.close", i, i)})
	}
	expectEdges(t, "many have it", edgesOf(t, false, many...))
	expectEdges(t, "four have it", edgesOf(t, false, many[:maxByName+1]...), "a.py#f → b0.py#B0.close by name alone",
		"a.py#f → b1.py#B1.close by name alone", "a.py#f → b2.py#B2.close by name alone", "a.py#f → b3.py#B3.close by name alone")
	for name, c := range map[string]struct {
		a, b written
		want []string
	}{
		"of another language": {written{"a.py", "python", "", "func f\n> x.close"}, written{"b.ts", "typescript", "",
			"class B\nmethod B.close"}, nil},
		"of the family": {written{"a.js", "javascript", "", "func f\n> x.close"}, written{"b.ts", "typescript", "",
			"class B\nmethod B.close"}, []string{"a.js#f → b.ts#B.close by name alone"}},
		"a function behind x": {written{"a.py", "python", "", "func f\n> x.close"}, written{"b.py", "python", "", "func close"}, nil},
		"no call": {written{"a.py", "python", "", "func f\n- x.close"}, written{"b.py", "python", "",
			"class B\nmethod B.close"}, nil},
		"plain, in Python": {written{"a.py", "python", "", "func f\n> close"}, written{"b.py", "python", "", "func close"}, nil},
		"plain, in C": {written{"a.c", "c", "", "func f\n> close"}, written{"b.c", "c", "", "func close"},
			[]string{"a.c#f → b.c#close by name alone"}},
		"plain, in Rust": {written{"a.rs", "rust", "", "func f\n> close"}, written{"b.rs", "rust", "", "macro close"},
			[]string{"a.rs#f → b.rs#close by name alone"}},
		"a class, in C": {written{"a.cpp", "cpp", "", "func f\n> close"}, written{"b.cpp", "cpp", "", "class close"}, nil},
		"a member, in C": {written{"a.cpp", "cpp", "", "func f\n> close"}, written{"b.cpp", "cpp", "",
			"class B\nmethod B.close"}, nil},
		"itself": {written{"a.py", "python", "", "class A\nmethod A.close\n> x.close"}, written{"b.py", "python", "",
			""}, nil},
		"of a local name": {written{"a.js", "javascript", "", "var b B\nfunc f\n> [?] b.close\n> [?] b.a.close"},
			written{"b.js", "javascript", "", "class B\nmethod B.close"}, []string{"a.js#f → b.js#B.close by name alone"}},
		"of a type that has no": {written{"a.py", "python", "", "class A\nfunc f\n> [A] a.close"}, written{"b.py", "python", "",
			"class B\nmethod B.close"}, []string{"a.py#f → b.py#B.close by name alone"}},
	} {
		expectEdges(t, name, edgesOf(t, false, c.a, c.b), c.want...)
	}
}

// A file that is as it was indexed tells which symbol each name means; one that has changed is resolved without.
func TestIndexedNames(t *testing.T) {
	build := func(change func(a, b *Input)) []string {
		a := written{"a.py", "python", "", "func f\n> close"}.input(t)
		b := written{"b.py", "python", "", "func close\nclass Room\nmethod Room.close"}.input(t)
		a.Indexed = []scip.Occurrence{{Line: 10, Symbol: "f()", Name: "f", Defines: true}, {Line: 10, Symbol: "Room#close",
			Name: "close"}}
		b.Indexed = []scip.Occurrence{{Line: 10, Symbol: "close()", Name: "close", Defines: true}, {Line: 20, Symbol: "Room#",
			Name: "Room", Defines: true},
			{Line: 30, Symbol: "Room#close", Name: "close", Defines: true}}
		change(&a, &b)
		g := Build([]Input{a, b})
		out := told(g, false)
		return append(out, fmt.Sprint(g.Precise()))
	}
	const precise = "a.py#f → b.py#Room.close by index.scip"
	for name, c := range map[string]struct {
		change func(a, b *Input)
		want   []string
	}{
		"as it was":                {func(*Input, *Input) {}, []string{precise, "1"}},
		"by its text":              {func(a, _ *Input) { a.As, a.Indexed = Same, a.Indexed[1:] }, []string{precise, "1"}},
		"of another text":          {func(a, _ *Input) { a.As = Other }, []string{"0"}},
		"moved":                    {func(a, _ *Input) { a.Indexed[0].Line = 12 }, []string{"0"}},
		"a function that is new":   {func(a, _ *Input) { a.Indexed = a.Indexed[1:] }, []string{"0"}},
		"the other has changed":    {func(_, b *Input) { b.As = Other }, []string{"0"}},
		"the other is not indexed": {func(_, b *Input) { b.Indexed = nil }, []string{"0"}},
		"two meanings on a line": {func(a, _ *Input) {
			a.Indexed = append(a.Indexed, scip.Occurrence{Line: 10, Symbol: "close()", Name: "close"})
		}, []string{"0"}},
		"one meaning twice": {func(a, _ *Input) { a.Indexed = append(a.Indexed, a.Indexed[1]) }, []string{precise, "1"}},
		"a member that is new": {func(_, b *Input) {
			b.File.Symbols = append(b.File.Symbols, code.Symbol{Kind: code.Method, Name: "open", Container: "Room",
				NameSpan: code.Span{Line: 40}})
		}, []string{precise, "1"}},
		"a member that moved": {func(_, b *Input) {
			b.File.Symbols[2].NameSpan.Line = 33
		}, []string{"0"}},
		"a variable that is new": {func(_, b *Input) {
			b.File.Symbols = append(b.File.Symbols, code.Symbol{Kind: code.Variable, Name: "x", NameSpan: code.Span{Line: 40}})
		}, []string{precise, "1"}},
		"an init that is new": {func(_, b *Input) {
			b.File.Symbols = append(b.File.Symbols, code.Symbol{Kind: code.Function, Name: "init", NameSpan: code.Span{Line: 40}},
				code.Symbol{Kind: code.Function, Name: "_", NameSpan: code.Span{Line: 50}})
		}, []string{precise, "1"}},
	} {
		expectEdges(t, name, build(c.change), c.want...)
	}
}

// The innermost symbol of a line is the one with the fewest bytes, of two the later.
func TestSymbolOfALine(t *testing.T) {
	in := written{"a.py", "python", "", "class Room\nmethod Room.open\nfunc f"}.input(t)
	in.File.Symbols[0].Span = code.Span{Start: 0, End: 100, Line: 1, EndLine: 9}
	in.File.Symbols[1].Span = code.Span{Start: 10, End: 50, Line: 3, EndLine: 5}
	in.File.Symbols[2].Span = code.Span{Start: 50, End: 90, Line: 5, EndLine: 7}
	g := Build([]Input{in})
	for line, want := range map[int]string{0: "", 1: "Room", 3: "Room.open", 4: "Room.open", 5: "f", 7: "f", 8: "Room", 9: "Room",
		10: ""} {
		got := ""
		if n := g.At(0, line); n >= 0 {
			s := g.Symbol(n)
			got = s.Path()
		}
		if got != want {
			t.Errorf("line %d is in %q, want %q", line, got, want)
		}
	}
	all := g.WithMembers([]int32{0, 2, g.FileNode(0)})
	if !slices.Equal(all, []int32{0, 1, 2, 3}) || g.IsMember(0) || !g.IsMember(1) {
		t.Errorf("with members: %v", all)
	}
	if got := g.InFile([]int32{0, 1}, 0); len(got) != 2 || len(g.InFile([]int32{0, 1}, 1)) != 0 {
		t.Errorf("of the file are %v", got)
	}
	if f, _, ok := g.FileOf(g.FileNode(0)); f.Path != "a.py" || ok {
		t.Errorf("the node of the file is of %s, %v", f.Path, ok)
	}
}
