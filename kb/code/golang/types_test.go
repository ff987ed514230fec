package golang

import (
	"context"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/code"
)

// tally counts what the reader and the type checker agree on.
type tally struct{ both, readerOnly, checkerOnly int }

func (t tally) String() string {
	return fmt.Sprintf("%d found by both, %d by the reader alone, %d by go/types alone", t.both, t.readerOnly, t.checkerOnly)
}

// share is the smaller of precision and recall.
func (t tally) share() float64 {
	return float64(t.both) / float64(t.both+max(t.readerOnly, t.checkerOnly))
}

// A call of what another file declares as a type is a conversion: who knows the package's other files
// knows that.
func typesOf(files []code.File) map[string]bool {
	out := map[string]bool{}
	for _, f := range files {
		for _, s := range f.Symbols {
			if s.Container == "" && (s.Kind == code.Struct || s.Kind == code.Interface || s.Kind == code.Type) {
				out[s.Name] = true
			}
		}
	}
	return out
}

// The reader is held to Go's own type checker on packages of the standard library: definitions and
// calls by file, place and name. KB_GOTYPES names others, with commas between, such as net/http,go/types.
func TestAgainstTheTypeChecker(t *testing.T) {
	packages := []string{"strings", "sort", "container/list", "path", "unicode/utf8"}
	if more := os.Getenv("KB_GOTYPES"); more != "" {
		packages = strings.Split(more, ",")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output() // a test that was built with -trimpath does not know it
	if err != nil {
		t.Fatal("no go program: ", err)
	}
	build.Default.GOROOT = strings.TrimSpace(string(root))
	var files int
	var definitions, calls tally
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "source", nil)
	for _, p := range packages {
		parsed, names := parsePackage(t, fset, p)
		info := &types.Info{Defs: map[*ast.Ident]types.Object{},
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		conf := types.Config{Importer: imports, Error: func(err error) { t.Logf("%s: %v", p, err) }, FakeImportC: true}
		pkg, _ := conf.Check(p, fset, parsed, info)
		read := make([]code.File, len(parsed))
		for i := range parsed {
			read[i] = readFile(t, names[i])
		}
		conversions := typesOf(read)
		for i, f := range parsed {
			files++
			definitions.add(t, names[i]+" definition", readDefinitions(read[i]), checkedDefinitions(fset, f, info, pkg))
			calls.add(t, names[i]+" call", readCalls(read[i], conversions), checkedCalls(fset, f, info))
		}
	}
	t.Logf("%d files. definitions: %s. calls: %s", files, definitions, calls)
	if definitions.share() < 0.995 || calls.share() < 0.99 {
		t.Errorf("definitions %.4f, calls %.4f", definitions.share(), calls.share())
	}
}

func readFile(t *testing.T, name string) code.File {
	t.Helper()
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	read, err := Reader{}.Read(context.Background(), name, source)
	if err == nil {
		err = read.Check(len(source))
	}
	if err != nil || read.Partial {
		t.Errorf("%s: %v, partial %v", name, err, read.Partial)
	}
	return read
}

func parsePackage(t *testing.T, fset *token.FileSet, name string) (files []*ast.File, names []string) {
	t.Helper()
	p, err := build.Default.Import(name, "", 0)
	if err != nil {
		t.Skip("no sources of the standard library: ", err)
	}
	for _, n := range p.GoFiles {
		path := filepath.Join(p.Dir, n)
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files, names = append(files, f), append(names, path)
	}
	return files, names
}

// add compares two sets of places with names.
func (c *tally) add(t *testing.T, what string, read, checked map[string]bool) {
	for k := range read {
		if checked[k] {
			c.both++
		} else {
			c.readerOnly++
			t.Logf("%s: only the reader: %s", what, k)
		}
	}
	for k := range checked {
		if !read[k] {
			c.checkerOnly++
			t.Logf("%s: only go/types: %s", what, k)
		}
	}
}

func readDefinitions(f code.File) map[string]bool {
	out := map[string]bool{}
	for _, s := range f.Symbols {
		out[fmt.Sprintf("%d %s", s.NameSpan.Start, s.Path())] = true
	}
	return out
}

// checkedDefinitions lists the objects of a package's scope, the methods, and the fields and
// methods of the types that are named there.
func checkedDefinitions(fset *token.FileSet, f *ast.File, info *types.Info, pkg *types.Package) map[string]bool {
	out := map[string]bool{}
	put := func(id *ast.Ident, container string) {
		if id.Name != "_" {
			out[fmt.Sprintf("%d %s", fset.PositionFor(id.Pos(), false).Offset, container+id.Name)] = true
		}
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "init" && fn.Recv == nil {
			put(fn.Name, "") // in no scope, as nothing can call it
		}
	}
	containers := containersOf(pkg)
	for id, obj := range info.Defs {
		if obj == nil || fset.File(id.Pos()) != fset.File(f.Pos()) {
			continue
		}
		if obj.Parent() == pkg.Scope() {
			put(id, "")
		} else if c, ok := containers[obj]; ok {
			put(id, c+".")
		}
	}
	return out
}

// containersOf tells of the fields and methods of a package's types which type they belong to.
func containersOf(pkg *types.Package) map[types.Object]string {
	out := map[types.Object]string{}
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		named := tn.Type().(*types.Named)
		for m := range named.Methods() {
			out[m] = name
		}
		switch u := named.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if out[f] == "" {
					out[f] = name
				}
			}
		case *types.Interface:
			for m := range u.ExplicitMethods() {
				if out[m] == "" {
					out[m] = name
				}
			}
		}
	}
	return out
}

func readCalls(f code.File, conversions map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, u := range f.Uses {
		if u.Call && (u.Qualifier != "" || !conversions[u.Name]) {
			out[fmt.Sprintf("%d %s", u.Span.Start, u.Name)] = true
		}
	}
	return out
}

// checkedCalls lists the calls of what has a name beyond its function: not of local variables, not
// conversions, not what the language declares.
func checkedCalls(fset *token.FileSet, f *ast.File, info *types.Info) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || info.Types[call.Fun].IsType() || info.Types[call.Fun].IsBuiltin() {
			return true
		}
		var id *ast.Ident
		switch e := calleeOf(call).(type) {
		case *ast.Ident:
			if v, ok := info.Uses[e].(*types.Var); ok && v.Parent() != v.Pkg().Scope() {
				return true
			}
			id = e
		case *ast.SelectorExpr:
			id = e.Sel
		}
		if id != nil {
			out[fmt.Sprintf("%d %s", fset.PositionFor(id.Pos(), false).Offset, id.Name)] = true
		}
		return true
	})
	return out
}
