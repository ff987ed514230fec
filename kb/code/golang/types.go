package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// maxHops is how many declarations are followed for the type of a variable.
const maxHops = 8

// typeText returns a type in the form of code.Use.Type, "" for one that has no name.
func typeText(t ast.Expr) string {
	switch e := bare(t).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name
		}
	case *ast.Ellipsis:
		return list(e.Elt)
	case *ast.ArrayType:
		return list(e.Elt)
	case *ast.MapType:
		return list(e.Value)
	case *ast.ChanType:
		return list(e.Value)
	}
	return ""
}

// bare takes stars, parentheses and type arguments off a type, at most maxHops of them: nil where more stand.
func bare(t ast.Expr) ast.Expr {
	for range maxHops {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		default:
			return t
		}
	}
	return nil
}

// isType notes that something stands where only a type may.
func (f *file) isType(t ast.Expr) {
	if text := strings.TrimLeft(typeText(t), "[]"); text != "" {
		f.types[text] = true
	}
}

// list returns the form of a list of elements of a type.
func list(element ast.Expr) string {
	if t := typeText(element); t != "" {
		return "[]" + t
	}
	return ""
}

// element returns the type of an element of what has a type.
func element(t string) string {
	if t == "" {
		return ""
	}
	if rest, ok := strings.CutPrefix(t, "[]"); ok {
		return rest
	}
	return t + "[]"
}

// lastName returns the name by which an embedded type is called.
func lastName(t ast.Expr) *ast.Ident {
	switch e := bare(t).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

// typeOf returns what the file tells of an expression's type, in the form of code.Use.Type.
func (f *file) typeOf(e ast.Expr, hops int) (t string) {
	if hops == 0 {
		return ""
	}
	defer func() { t = cutType(t) }()
	switch e := e.(type) {
	case *ast.Ident:
		if f.local(e) {
			return f.typeOfLocal(e, hops-1)
		}
		return e.Name
	case *ast.SelectorExpr:
		if x := f.typeOf(e.X, hops-1); x != "" && !strings.HasPrefix(x, "[]") {
			return x + "." + e.Sel.Name
		}
	case *ast.CallExpr:
		return f.typeOfCall(e, hops)
	case *ast.CompositeLit:
		return typeText(e.Type)
	case *ast.TypeAssertExpr:
		return typeText(e.Type)
	case *ast.IndexExpr:
		return element(f.typeOf(e.X, hops-1))
	case *ast.SliceExpr:
		return f.typeOf(e.X, hops-1)
	case *ast.ParenExpr:
		return f.typeOf(e.X, hops-1)
	case *ast.StarExpr:
		return f.typeOf(e.X, hops-1)
	case *ast.UnaryExpr:
		switch e.Op {
		case token.AND:
			return f.typeOf(e.X, hops-1)
		case token.ARROW:
			return element(f.typeOf(e.X, hops-1))
		}
	}
	return ""
}

// cutType drops a type that is too long to be kept.
func cutType(t string) string {
	if len(t) > code.MaxText {
		return ""
	}
	return t
}

// typeOfCall returns the type of what a call gives: "f()" for the first result of f, T of new(T)
// and make(T), of append the type of its list. "" where the file does not tell.
func (f *file) typeOfCall(e *ast.CallExpr, hops int) string {
	callee := calleeOf(e)
	if id, ok := callee.(*ast.Ident); ok && id.Obj == nil && len(e.Args) > 0 {
		switch id.Name {
		case "new", "make":
			return typeText(e.Args[0])
		case "append":
			return f.typeOf(e.Args[0], hops-1)
		}
	}
	if callee == nil { // a conversion to a type without a name, or a call of what another call gave
		return ""
	}
	t := f.typeOf(callee, hops-1)
	if t == "" || strings.HasPrefix(t, "[]") {
		return ""
	}
	return t + "()"
}

// calleeOf returns the name that is called, an identifier or a selector, nil for none.
func calleeOf(e *ast.CallExpr) ast.Expr {
	fun := e.Fun
	for range maxHops {
		switch x := fun.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			return x
		case *ast.ParenExpr:
			fun = x.X
		case *ast.IndexExpr:
			fun = x.X
		case *ast.IndexListExpr:
			fun = x.X
		default:
			return nil
		}
	}
	return nil
}

// local reports whether a name is declared within a function, or is a parameter of a type.
func (f *file) local(id *ast.Ident) bool {
	return id.Obj != nil && (f.ast.Scope == nil || f.ast.Scope.Lookup(id.Name) != id.Obj)
}

// typeOfLocal returns the type of a local variable or parameter by its declaration.
func (f *file) typeOfLocal(id *ast.Ident, hops int) string {
	switch d := id.Obj.Decl.(type) {
	case *ast.Field:
		return typeText(d.Type)
	case *ast.ValueSpec:
		if d.Type != nil {
			return typeText(d.Type)
		}
		names := make([]ast.Expr, len(d.Names))
		for i, n := range d.Names {
			names[i] = n
		}
		return f.assigned(id, names, d.Values, hops)
	case *ast.AssignStmt:
		return f.assigned(id, d.Lhs, d.Rhs, hops)
	}
	return ""
}

// assigned returns the type of the value that a variable is declared with.
func (f *file) assigned(id *ast.Ident, names, values []ast.Expr, hops int) string {
	for i, n := range names {
		if x, ok := n.(*ast.Ident); !ok || x.Name != id.Name {
			continue
		}
		if len(values) == len(names) || i == 0 && len(values) == 1 {
			if u, ok := values[i].(*ast.UnaryExpr); ok && u.Op == token.RANGE {
				return f.ranged(u, i)
			}
			return f.typeOf(values[i], hops)
		}
		if len(values) == 1 {
			if u, ok := values[0].(*ast.UnaryExpr); ok && u.Op == token.RANGE {
				return f.ranged(u, i)
			}
		}
	}
	return ""
}

// ranged returns the type of a variable of a loop: the parser makes an assignment of the clause.
func (f *file) ranged(over *ast.UnaryExpr, i int) string {
	if i != 1 {
		return "" // an index or a key: nearly always a number or a text
	}
	return element(f.typeOf(over.X, maxHops/2))
}
