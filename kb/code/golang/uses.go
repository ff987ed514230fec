package golang

import (
	"go/ast"
	"reflect"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// uses reads the names that are used below a node, on behalf of a symbol.
func (f *file) uses(in int, n ast.Node) {
	if n == nil || reflect.ValueOf(n).IsNil() {
		return
	}
	u := &user{file: f, in: in, called: map[ast.Expr]bool{}}
	ast.Inspect(n, u.visit)
}

// user reads the uses of one symbol.
type user struct {
	*file
	in     int
	called map[ast.Expr]bool // names, and selectors, that are called
}

// visit handles one node of the tree, and reports whether those below it are of interest.
func (u *user) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if callee := calleeOf(n); callee != nil {
			u.called[callee] = true
		}
	case *ast.SelectorExpr:
		qualifier, root := chain(n.X)
		t := ""
		switch {
		case root == nil:
			qualifier, t = "?", u.typeOf(n.X, maxHops) // no chain of names, as in f().b
		case u.local(root):
			t = u.typeOfLocal(root, maxHops)
		}
		u.use(n.Sel, qualifier, t, u.called[n])
		if x, ok := n.X.(*ast.Ident); !ok || !u.imported(x) {
			ast.Inspect(n.X, u.visit)
		}
		return false
	case *ast.Field: // its names are declared here, not used
		u.isType(n.Type)
		ast.Inspect(n.Type, u.visit)
		return false
	case *ast.TypeAssertExpr:
		u.isType(n.Type)
	case *ast.ValueSpec:
		u.isType(n.Type)
	case *ast.CompositeLit:
		u.isType(n.Type)
		u.literal(n)
		return false
	case *ast.BranchStmt:
		return false // its label
	case *ast.LabeledStmt:
		ast.Inspect(n.Stmt, u.visit)
		return false
	case *ast.Ident:
		u.ident(n)
	}
	return true
}

// ident handles a name that stands by itself.
func (u *user) ident(id *ast.Ident) {
	if u.local(id) || id.Obj == nil && predeclared(id.Name) {
		return
	}
	isType := id.Obj != nil && id.Obj.Kind == ast.Typ
	u.use(id, "", "", u.called[id] && !isType)
}

// chain returns the text of names with dots between and the first of them, nil for what is no such.
func chain(e ast.Expr) (string, *ast.Ident) {
	var parts []string
	for {
		switch x := e.(type) {
		case *ast.Ident:
			text := x.Name
			for i := len(parts) - 1; i >= 0; i-- {
				text += "." + parts[i]
			}
			return text, x
		case *ast.SelectorExpr:
			parts = append(parts, x.Sel.Name)
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return "", nil
		}
		if len(parts) > maxHops {
			return "", nil
		}
	}
}

// imported reports whether a name is that of an imported package. The name of a package whose path
// does not end in it is taken for a name of this package, and found nowhere.
func (u *user) imported(id *ast.Ident) bool {
	if id.Obj != nil {
		return false
	}
	for _, in := range u.Imports {
		if in.Alias == id.Name || in.Alias == "" && (in.Path == id.Name || strings.HasSuffix(in.Path, "/"+id.Name)) {
			return true
		}
	}
	return false
}

// literal handles a literal of a struct, a list or a map. Names before colons are taken for fields
// where its type is no list or map, and no variable of the file has that name.
func (u *user) literal(l *ast.CompositeLit) {
	t := typeText(l.Type)
	if l.Type != nil {
		ast.Inspect(l.Type, u.visit)
	}
	for _, e := range l.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			ast.Inspect(e, u.visit)
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok && key.Obj == nil && !strings.HasPrefix(t, "[]") {
			if t != "" {
				u.use(key, t, "", false)
			}
		} else {
			ast.Inspect(kv.Key, u.visit)
		}
		ast.Inspect(kv.Value, u.visit)
	}
}

// use adds a use. What is longer than code.MaxText is left out; beyond code.MaxUses the file is
// Partial.
func (u *user) use(name *ast.Ident, qualifier, typ string, call bool) {
	if name.Name == "_" || name.Name == "" || len(name.Name) > code.MaxText || len(qualifier) > code.MaxText {
		return
	}
	if len(u.Uses) == code.MaxUses {
		u.Partial = true
		return
	}
	u.Uses = append(u.Uses, code.Use{Name: name.Name, Qualifier: qualifier, Type: typ, Call: call,
		Span: u.span(name.Pos(), name.End()), In: u.in})
}

// predeclared reports whether the language declares a name.
func predeclared(name string) bool {
	switch name {
	case "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8",
		"int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
		"true", "false", "iota", "nil",
		"append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make", "max", "min", "new",
		"panic", "print", "println", "real", "recover":
		return true
	}
	return false
}
