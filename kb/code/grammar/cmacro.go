package grammar

import (
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// cNamedByMacro returns the arguments that name a function which a macro in capitals defines, as in
//
//	TEST(Hall, Opens) { … }
//
// nil for any other function.
func cNamedByMacro(r *reading, n node, d declarator) []node {
	name := r.text(d.name)
	if r.child(n, "type") != none || d.scope != "" || r.kind(d.name) != "identifier" || name != strings.ToUpper(name) ||
		name == r.container[strings.LastIndexByte(r.container, '.')+1:] {
		return nil
	}
	var named []node
	for p := range r.children(r.child(d.function, "parameters")) {
		typ := r.only(p)
		if len(named) == 3 || r.kind(p) != "parameter_declaration" || r.kind(typ) != "type_identifier" || r.child(p, "declarator") != none {
			return nil
		}
		named = append(named, typ)
	}
	return named
}

// cMacroFunction declares a function that a macro defines: its last argument is the name, and the others are
// what it lies in.
func cMacroFunction(r *reading, n node, named []node, body node) (i int) {
	last := len(named) - 1
	container := r.container
	for _, other := range named[:last] {
		r.use(other, "", "", false)
		container = strings.Trim(container+"."+r.text(other), ".")
	}
	r.within(code.Clip(container, code.MaxText), func() {
		i = r.define(declaration{kind: code.Function, name: named[last], whole: n, body: body})
	})
	return i
}

// cVariableMade reads the parameters of what looks like a function that is declared in another and is a
// variable made of what functions return: Room r(key(), shelf). It reports whether there is one.
func cVariableMade(r *reading, d declarator) bool {
	calls := false
	for p := range r.children(r.child(d.function, "parameters")) {
		switch made := r.child(p, "declarator"); {
		case r.kind(p) != "parameter_declaration":
			return false
		case r.kind(made) == "abstract_function_declarator" && r.child(made, "declarator") == none &&
			r.only(r.child(made, "parameters")) == none:
			calls = true
		case made != none || r.child(p, "type") == none:
			return false
		}
	}
	if calls {
		for p := range r.children(r.child(d.function, "parameters")) {
			cMakes(r, r.child(p, "type"), r.child(p, "declarator") != none)
		}
	}
	return calls
}

// cNew reads new T(…); new T*[n] makes pointers and no T.
func cNew(r *reading, n node) {
	if typ := r.child(n, "type"); typ != none {
		after := skipBlank(r.source, r.end(typ))
		cMakes(r, typ, after == len(r.source) || r.source[after] != '*')
	}
	r.visitBut(n, "type")
}

// cMakes uses a type, or what was taken for one, with its name called.
func cMakes(r *reading, typ node, call bool) {
	switch {
	case call && r.kind(typ) == "type_identifier":
		r.use(typ, "", "", true)
	case call && r.kind(typ) == "qualified_identifier":
		cQualified(r, typ, true)
	case call && r.kind(typ) == "template_type":
		cTemplated(r, typ, "", true)
	default:
		r.visit(typ)
	}
}
