package golang

import (
	"go/ast"
	"go/token"

	"github.com/9aea2451/kb/kb/code"
)

// alone returns a specification, or the whole declaration where it holds nothing else, with the
// comments that may document it.
func alone(d *ast.GenDecl, spec ast.Spec, own, behind *ast.CommentGroup) (ast.Node, []*ast.CommentGroup) {
	if d.Lparen.IsValid() {
		return spec, []*ast.CommentGroup{own, behind}
	}
	return d, []*ast.CommentGroup{own, d.Doc, behind}
}

// function declares a function or a method, and reads what it uses. Its signature ends before the
// body, and its type is that of the first result.
func (f *file) function(d *ast.FuncDecl) {
	end := d.End()
	if d.Body != nil {
		end = d.Body.Lbrace
	}
	s := code.Symbol{Kind: code.Function, Signature: f.oneLine(d.Pos(), end)}
	if d.Recv != nil {
		s.Kind = code.Method
		if len(d.Recv.List) > 0 {
			s.Container = typeText(d.Recv.List[0].Type)
		}
	}
	if r := d.Type.Results; r != nil && len(r.List) > 0 {
		s.Type = typeText(r.List[0].Type)
	}
	in := f.declare(s, d.Name, d, d.Doc)
	if d.Recv != nil && len(d.Recv.List) > 0 {
		f.uses(in, lastName(d.Recv.List[0].Type)) // its parameters are declared here
	}
	f.uses(in, d.Type)
	f.uses(in, d.Body)
}

// typeSpec declares a type with its fields or methods. The signature of a struct or interface ends
// before its members, which are symbols of their own.
func (f *file) typeSpec(d *ast.GenDecl, spec *ast.TypeSpec) {
	whole, docs := alone(d, spec, spec.Doc, spec.Comment)
	s := code.Symbol{Kind: code.Type, Signature: "type " + f.oneLine(spec.Pos(), spec.End()), Type: typeText(spec.Type)}
	var members *ast.FieldList
	switch t := spec.Type.(type) {
	case *ast.StructType:
		s.Kind, s.Type, members = code.Struct, "", t.Fields
	case *ast.InterfaceType:
		s.Kind, s.Type, members = code.Interface, "", t.Methods
	}
	if members != nil {
		s.Signature = "type " + f.oneLine(spec.Pos(), members.Opening)
	}
	s.Signature = code.Clip(s.Signature, code.MaxText)
	in := f.declare(s, spec.Name, whole, docs...)
	f.uses(in, spec.TypeParams)
	if members == nil || in < 0 {
		f.uses(in, spec.Type)
		return
	}
	for _, m := range members.List {
		if base := typeText(m.Type); len(m.Names) == 0 && base != "" && len(f.Symbols[in].Bases) < code.MaxBases {
			f.Symbols[in].Bases = append(f.Symbols[in].Bases, code.Clip(base, code.MaxText))
		}
		ofInterface := s.Kind == code.Interface
		s := code.Symbol{Kind: code.Field, Container: spec.Name.Name, Signature: f.oneLine(m.Pos(), m.Type.End()), Type: typeText(m.Type)}
		names := m.Names
		t, isFunc := m.Type.(*ast.FuncType)
		switch {
		case ofInterface && isFunc:
			s.Kind, s.Type = code.Method, ""
			if t.Results != nil && len(t.Results.List) > 0 {
				s.Type = typeText(t.Results.List[0].Type)
			}
		case ofInterface: // what is embedded, or a constraint
			names = nil
		case len(names) == 0: // an embedded field has the name of its type
			names = []*ast.Ident{lastName(m.Type)}
		}
		for _, name := range names {
			f.declare(s, name, m, m.Doc, m.Comment)
		}
		f.isType(m.Type)
		f.uses(in, m.Type)
	}
}

// values declares the names of one line of var or const. What their types and values use is used by
// the first of them that is a symbol.
func (f *file) values(d *ast.GenDecl, spec *ast.ValueSpec) {
	whole, docs := alone(d, spec, spec.Doc, spec.Comment)
	s := code.Symbol{Kind: code.Variable, Signature: code.Clip(d.Tok.String()+" "+f.oneLine(spec.Pos(), spec.End()), code.MaxText)}
	if d.Tok == token.CONST {
		s.Kind = code.Constant
	}
	in := -1
	for i, name := range spec.Names {
		s.Type = "" // of the one before
		switch {
		case spec.Type != nil:
			s.Type = typeText(spec.Type)
		case len(spec.Values) == len(spec.Names) || i == 0 && len(spec.Values) == 1:
			s.Type = f.typeOf(spec.Values[i], maxHops)
		}
		if at := f.declare(s, name, whole, docs...); in < 0 {
			in = at
		}
	}
	f.isType(spec.Type)
	f.uses(in, spec.Type)
	for _, v := range spec.Values {
		f.uses(in, v)
	}
}
