package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutation is one change of a file: the bytes at offset are old and become new.
type mutation struct {
	pkg      string // import path
	position token.Position
	old, new string
}

func (m mutation) String() string {
	name := m.position.Filename
	if here, err := os.Getwd(); err == nil {
		if short, err := filepath.Rel(here, name); err == nil {
			name = filepath.ToSlash(short)
		}
	}
	return fmt.Sprintf("%s:%d:%d: %q → %q", name, m.position.Line, m.position.Column, m.old, m.new)
}

// apply returns the text of the file with the change made.
func (m mutation) apply(text []byte) []byte {
	at := m.position.Offset
	return slices.Concat(text[:at], []byte(m.new), text[at+len(m.old):])
}

// readLines returns the mutations of the packages that match, grouped by line, in an order that is
// always the same.
func readLines(ctx context.Context, patterns string) ([][]mutation, error) {
	out, err := goCommand(ctx, append([]string{"list", "-json=Dir,ImportPath,GoFiles"}, strings.Fields(patterns)...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", patterns, withStderr(err))
	}
	var lines [][]mutation
	packages := json.NewDecoder(bytes.NewReader(out))
	for {
		var p struct {
			Dir, ImportPath string
			GoFiles         []string
		}
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			return lines, nil
		} else if err != nil {
			return nil, err
		}
		for _, name := range p.GoFiles {
			found, err := fileLines(p.ImportPath, filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			lines = append(lines, found...)
		}
	}
}

// fileLines returns the mutations of a file, grouped by line. Generated code has none.
func fileLines(pkg, name string) ([][]mutation, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	byLine := map[int][]mutation{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			for _, c := range changes(n) {
				position := fset.Position(c.pos)
				byLine[position.Line] = append(byLine[position.Line], mutation{pkg, position, c.old, c.new})
			}
			return !isCapacity(n)
		})
	}
	var lines [][]mutation
	for line := range fset.File(file.Pos()).LineCount() {
		if found := byLine[line+1]; found != nil {
			lines = append(lines, found)
		}
	}
	return lines, nil
}

// isCapacity says whether a node is a call of make whose numbers only tell how much room to take:
// no answer depends on them.
func isCapacity(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	_, isMap := call.Args[0].(*ast.MapType)
	return ok && name.Name == "make" && (isMap || len(call.Args) == 3)
}

// change is what stands at a place of a file, and what takes its place.
type change struct {
	pos      token.Pos
	old, new string
}

// opposite is what an operator is changed into; the opposite of that is the operator again.
var opposite = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.INC: token.DEC, token.DEC: token.INC, token.BREAK: token.CONTINUE, token.CONTINUE: token.BREAK,
}

// changes returns what can be changed at a node itself, not at those below it.
func changes(n ast.Node) []change {
	swap := func(pos token.Pos, tok token.Token) []change {
		if other, ok := opposite[tok]; ok {
			return []change{{pos, tok.String(), other.String()}}
		}
		return nil
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return swap(n.OpPos, n.Op)
	case *ast.AssignStmt:
		return swap(n.TokPos, n.Tok)
	case *ast.IncDecStmt:
		return swap(n.TokPos, n.Tok)
	case *ast.BranchStmt:
		return swap(n.TokPos, n.Tok)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			return []change{{n.OpPos, "!", ""}}
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			return []change{{n.NamePos, "true", "false"}}
		case "false":
			return []change{{n.NamePos, "false", "true"}}
		}
	case *ast.BasicLit:
		if value, err := strconv.ParseInt(n.Value, 0, 64); n.Kind == token.INT && err == nil {
			more := change{n.ValuePos, n.Value, strconv.FormatInt(value+1, 10)}
			less := change{n.ValuePos, n.Value, strconv.FormatInt(value-1, 10)}
			return []change{more, less}
		}
	}
	return nil
}

// withoutNumbers keeps the mutations of operators, and the lines that have one.
func withoutNumbers(lines [][]mutation) [][]mutation {
	var kept [][]mutation
	for _, line := range lines {
		operators := slices.DeleteFunc(slices.Clone(line), func(m mutation) bool { return '0' <= m.old[0] && m.old[0] <= '9' })
		if len(operators) > 0 {
			kept = append(kept, operators)
		}
	}
	return kept
}

// choose yields one mutation of each line, the lines in an order that the seed decides.
func choose(lines [][]mutation, seed uint64) iter.Seq[mutation] {
	return func(yield func(mutation) bool) {
		random := rand.New(rand.NewPCG(seed, 0))
		for _, i := range random.Perm(len(lines)) {
			if !yield(lines[i][random.IntN(len(lines[i]))]) {
				return
			}
		}
	}
}
