// Package golang reads Go's source files with the parser of Go itself.
//
// # Limitations
//
// What is declared within functions is no symbol. Whether f(x) calls a function or converts to a
// type is told only by where f is declared: where another file does, and this one does not name it
// as a type elsewhere, it is taken for a call.
package golang

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// maxDepth is how deep brackets and operators before an operand may nest: Go's parser goes as deep
// by recursion, and would take hundreds of megabytes for it.
const maxDepth = 2_000

// Reader reads Go. The zero value is ready for use.
type Reader struct{}

// file is one file while it is read.
type file struct {
	code.File
	source []byte
	tokens *token.File
	ast    *ast.File
	types  map[string]bool // what stands where only types may, such as "time.Duration"
}

// Read reads a file; path does not matter.
func (Reader) Read(ctx context.Context, path string, source []byte) (code.File, error) {
	if err := ctx.Err(); err != nil {
		return code.File{}, err
	}
	if len(source) > code.MaxSize || tooDeep(source) {
		return code.File{}, code.ErrUnreadable
	}
	fset := token.NewFileSet()
	// Go's own resolution of names within a file tells local variables from what other files see.
	parsed, err := parser.ParseFile(fset, "", source, parser.ParseComments|parser.AllErrors)
	if parsed == nil || parsed.Name == nil || !parsed.Package.IsValid() {
		return code.File{}, code.ErrUnreadable
	}
	f := &file{source: source, tokens: fset.File(parsed.FileStart), ast: parsed, types: map[string]bool{}}
	f.Language, f.Package, f.Partial = "go", code.Clip(parsed.Name.Name, code.MaxText), err != nil
	f.imports()
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f.function(d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					f.typeSpec(d, spec)
				case *ast.ValueSpec:
					f.values(d, spec)
				}
			}
		default:
			f.Partial = true
		}
	}
	// Types that the file names elsewhere, and what package unsafe has, are conversions.
	for i, u := range f.Uses {
		if !u.Call || u.Type != "" {
			continue
		}
		name := u.Name
		if u.Qualifier != "" {
			name = u.Qualifier + "." + u.Name
		}
		f.Uses[i].Call = !f.types[name] && u.Qualifier != "unsafe"
	}
	slices.SortStableFunc(f.Uses, func(a, b code.Use) int { return a.Span.Start - b.Span.Start })
	return f.File, nil
}

// tooDeep reports whether a source nests deeper than maxDepth. It counts brackets in comments and
// texts too, which ordinary files do not have so many of without their counterparts.
func tooDeep(source []byte) bool {
	depth, signs := 0, 0
	for _, c := range source {
		switch c {
		case '(', '[', '{':
			depth++
			signs = 0
		case ')', ']', '}':
			depth = max(0, depth-1)
			signs = 0
		case '!', '-', '+', '^', '*', '&', '<': // what may stand before an operand, any number of times
			signs++
		case ' ', '\t', '\r', '\n':
		default:
			signs = 0
		}
		if depth > maxDepth || signs > maxDepth {
			return true
		}
	}
	return false
}

// imports reads the imports: import . "x" has the name "*", import _ "x" the alias "_". A bad path,
// or one beyond code.MaxSymbols, is left out, and the file Partial.
func (f *file) imports() {
	for _, spec := range f.ast.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || len(f.Imports) == code.MaxSymbols {
			f.Partial = true
			continue
		}
		in := code.Import{Path: code.Clip(path, code.MaxText), Line: f.line(spec.Pos())}
		switch {
		case spec.Name == nil:
		case spec.Name.Name == ".":
			in.Names = []string{"*"}
		default:
			in.Alias = spec.Name.Name
		}
		f.Imports = append(f.Imports, in)
	}
}

// line returns the line of a place, whatever the file says of lines elsewhere (//line).
func (f *file) line(p token.Pos) int { return f.tokens.PositionFor(p, false).Line }

// span returns the piece of the file from one place to another. In a file with bad syntax these may
// lie outside of it, or in the wrong order.
func (f *file) span(from, to token.Pos) code.Span {
	first, end := token.Pos(f.tokens.Base()), token.Pos(f.tokens.Base()+f.tokens.Size())
	from = min(max(from, first), end)
	to = min(max(to, from), end)
	last := to
	if to > from {
		last-- // a line feed at the end belongs to the line that it ends
	}
	return code.Span{Start: f.tokens.Offset(from), End: f.tokens.Offset(to), Line: f.line(from), EndLine: f.line(last)}
}

// oneLine returns the text from one place to another without line ends and runs of blanks.
func (f *file) oneLine(from, to token.Pos) string {
	s := f.span(from, to)
	text := f.source[s.Start:min(s.End, s.Start+4*code.MaxText)]
	return code.Clip(strings.Join(strings.Fields(string(text)), " "), code.MaxText)
}

// declare adds a symbol and returns its index, -1 where it cannot be named.
func (f *file) declare(s code.Symbol, name *ast.Ident, whole ast.Node, docs ...*ast.CommentGroup) int {
	if name == nil || name.Name == "_" || name.Name == "" {
		return -1
	}
	s.Name, s.NameSpan, s.Span = name.Name, f.span(name.Pos(), name.End()), f.span(whole.Pos(), whole.End())
	if len(f.Symbols) == code.MaxSymbols || len(s.Name) > code.MaxText || s.NameSpan.Start < s.Span.Start || s.NameSpan.End > s.Span.End {
		f.Partial = true
		return -1
	}
	for _, d := range docs {
		if s.Doc == "" && d != nil {
			s.Doc = code.Clip(strings.TrimSpace(d.Text()), code.MaxDoc)
		}
	}
	s.Container, s.Type = code.Clip(s.Container, code.MaxText), code.Clip(s.Type, code.MaxText)
	f.Symbols = append(f.Symbols, s)
	return len(f.Symbols) - 1
}
