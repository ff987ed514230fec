package graph

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
	"github.com/9aea2451/kb/kb/code/golang"
)

// checked is a module of Go as its type checker sees it.
type checked struct {
	t        *testing.T
	dir      string // of the module
	name     string
	fset     *token.FileSet
	info     *types.Info
	packages map[string]*types.Package // by import path
	files    []*ast.File
	rest     types.ImporterFrom
}

// Import type-checks a package of the module, or asks for another one.
func (c *checked) Import(path string) (*types.Package, error) {
	rel, ok := strings.CutPrefix(path, c.name)
	if !ok {
		return c.rest.ImportFrom(path, c.dir, 0)
	}
	if p := c.packages[path]; p != nil {
		return p, nil
	}
	dir := filepath.Join(c.dir, filepath.FromSlash(rel))
	found, err := build.Default.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range found.GoFiles {
		f, err := parser.ParseFile(c.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: c, FakeImportC: true, Error: func(error) {}}
	p, _ := conf.Check(path, c.fset, files, c.info)
	c.packages[path], c.files = p, append(c.files, files...)
	return p, nil
}

// postOffice is two packages in which calls go by import, by package, by type of a field, of a parameter
// and of a result, through a list, an embedded type and an interface.
var postOffice = map[string]string{
	"go.mod": "module example.org/post\n",
	"post/post.go": `package post

import "example.org/post/ink"

type Office struct {
	ink.Well
	desks []*Desk
	byName map[string]*Desk
	next Sender
}

type Desk struct{ pen *ink.Pen }

type Sender interface{ Send(text string) error }

func (d *Desk) Write(text string) { d.pen.Draw(text); helper() }

func (o *Office) Open(s Sender, other *Office) error {
	for _, d := range o.desks {
		d.Write("a")
	}
	o.byName["x"].Write("b")
	first().Write("c")
	o.Fill()
	other.Open(s, nil)
	p := ink.NewPen()
	p.Draw("d")
	q := o.desks[0]
	q.pen.Draw("e")
	if err := s.Send("f"); err != nil {
		return err
	}
	return o.next.Send("g")
}

func first() *Desk { return &Desk{} }
`,
	"post/more.go": "package post\n\nfunc helper() {\n\tfirst().pen.Well().Fill()\n}\n",
	"ink/ink.go": `package ink

type Pen struct{ well *Well }

type Well struct{}

func NewPen() *Pen { return &Pen{well: &Well{}} }

func (p *Pen) Draw(text string) { p.well.Fill() }
func (p *Pen) Well() *Well { return p.well }
func (w *Well) Fill() { fill := func() {}; fill() }
`,
}

// What is told of calls is held to Go's type checker. KB_GOMODULE names the folder of another module.
func TestResolutionAgainstTheTypeChecker(t *testing.T) {
	dir := os.Getenv("KB_GOMODULE")
	if dir == "" {
		dir = t.TempDir()
		for name, text := range postOffice {
			name = filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal("no go program: ", err)
	}
	build.Default.GOROOT = strings.TrimSpace(string(root))
	c := &checked{t: t, dir: dir, fset: token.NewFileSet(), packages: map[string]*types.Package{},
		info: &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
	c.rest = importer.ForCompiler(c.fset, "source", nil).(types.ImporterFrom)
	inputs := c.read()
	b, told := buildAsking(inputs)
	truth := c.calls()
	var right, wrong, byNameRight, byName, known int
	for place, want := range truth {
		got, ok := told[place]
		if want != "" {
			known++
		}
		switch {
		case !ok:
		case got.how == ByName:
			byName++
			if b.isAt(got.to, want) {
				byNameRight++
			}
		case b.isAt(got.to, want):
			right++
		default:
			wrong++
			t.Logf("%s: told %s, is %q", place, b.symbols[got.to].Path(), want)
		}
	}
	t.Logf("%d files, %d calls, %d of what the module declares: %d told, %d of them right; by name alone %d, %d right",
		len(inputs), len(truth), known, right+wrong, right, byName, byNameRight)
	if float64(right) < 0.9*float64(right+wrong) || os.Getenv("KB_GOMODULE") == "" && (wrong > 0 || right != known) {
		t.Errorf("%d of %d told calls are wrong, %d are known", wrong, right+wrong, known)
	}
}

// read reads the files of the module and type-checks its packages.
func (c *checked) read() (inputs []Input) {
	err := filepath.WalkDir(c.dir, func(name string, d os.DirEntry, err error) error {
		base := filepath.Base(name)
		if err != nil || d.IsDir() && name != c.dir && (base == "testdata" || base == "vendor" || base[0] == '.') {
			return filepath.SkipDir
		}
		rel, _ := filepath.Rel(c.dir, name)
		rel = filepath.ToSlash(rel)
		source, err := os.ReadFile(name)
		switch {
		case d.IsDir():
			return nil
		case base == "go.mod":
			line, _, _ := strings.Cut(string(source), "\n")
			in := Input{Path: rel, File: code.File{Language: "go.mod", Package: strings.TrimPrefix(line, "module ")},
				Uses: func() []code.Use { return nil }}
			if rel == "go.mod" {
				c.name = in.File.Package
			}
			inputs = append(inputs, in)
		case strings.HasSuffix(name, ".go"):
			f, err := golang.Reader{}.Read(context.Background(), rel, source)
			if err != nil {
				return nil
			}
			inputs = append(inputs, Input{Path: rel, File: f, Uses: func() []code.Use { return f.Uses }})
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	for _, in := range inputs {
		if in.File.Language == "go" && !strings.HasSuffix(in.Path, "_test.go") {
			dir := filepath.ToSlash(filepath.Dir(in.Path))
			_, _ = c.Import(strings.TrimSuffix(c.name+"/"+dir, "/.")) // a folder whose files are all for other systems
		}
	}
	return inputs
}

// answer is what was told of a call.
type answer struct {
	to  int32
	how How
}

// buildAsking builds a graph and notes what each call was resolved to, by file and offset.
func buildAsking(inputs []Input) (*builder, map[string]answer) {
	uses := map[string][]code.Use{}
	for i := range inputs {
		list := inputs[i].Uses()
		uses[inputs[i].Path] = list
	}
	b := newBuilder(inputs)
	told := map[string]answer{}
	for i := range b.inputs {
		for _, u := range uses[b.inputs[i].Path] {
			if !u.Call {
				continue
			}
			from := b.fileNode(int32(i))
			if u.In >= 0 {
				from = b.sources[i].First + int32(u.In)
			}
			place := fmt.Sprintf("%s:%d", b.inputs[i].Path, u.Span.Start)
			to, how, settled := b.resolve(int32(i), from, &u)
			if to >= 0 {
				told[place] = answer{to, max(how, SamePackage)}
			} else if c := b.candidates(int32(i), &u); !settled && len(c) > 0 && len(c) <= maxByName {
				told[place] = answer{c[0], ByName}
			}
		}
	}
	return b, told
}

// isAt reports whether a symbol, or one that is declared by its name beside it, stands at a place.
func (b *builder) isAt(n int32, want string) bool {
	for range maxVariants {
		if n < 0 {
			return false
		}
		s := &b.symbols[n]
		if want == fmt.Sprintf("%s %s %d", b.sources[s.File].Path, s.Name, s.Line) {
			return true
		}
		n = b.next[n]
	}
	return false
}

// calls lists the calls of functions and methods by file and offset, with the place of what is
// called, "" where that is not of the module.
func (c *checked) calls() map[string]string {
	out := map[string]string{}
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var id *ast.Ident
			switch e := ast.Unparen(call.Fun).(type) {
			case *ast.Ident:
				id = e
			case *ast.SelectorExpr:
				id = e.Sel
			}
			fn, ok := c.info.Uses[id].(*types.Func)
			if id == nil || !ok {
				return true
			}
			fn = fn.Origin()
			place, at := c.fset.PositionFor(id.Pos(), false), c.fset.PositionFor(fn.Pos(), false)
			file, _ := filepath.Rel(c.dir, place.Filename)
			target := ""
			if rel, err := filepath.Rel(c.dir, at.Filename); err == nil && !strings.HasPrefix(rel, "..") {
				target = fmt.Sprintf("%s %s %d", filepath.ToSlash(rel), fn.Name(), at.Line)
			}
			out[fmt.Sprintf("%s:%d", filepath.ToSlash(file), place.Offset)] = target
			return true
		})
	}
	return out
}
