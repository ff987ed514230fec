package grammar

import (
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// scriptDeclarations adds the rules of JavaScript's and TypeScript's declarations.
func scriptDeclarations(visits map[string]visitFunc) {
	for _, kind := range []string{"function_declaration", "generator_function_declaration", "function_signature"} {
		visits[kind] = func(r *reading, n node) { jsFunction(r, n, code.Function, n, r.child(n, "name"), "") }
	}
	for _, kind := range []string{"function_expression", "generator_function", "arrow_function"} {
		visits[kind] = jsFunctionValue
	}
	for _, kind := range []string{"class_declaration", "abstract_class_declaration"} {
		visits[kind] = func(r *reading, n node) { jsClass(r, n, n, r.child(n, "name"), "") }
	}
	visits["class"] = func(r *reading, n node) { jsClass(r, n, n, r.child(n, "name"), "") }
	for _, kind := range []string{"method_definition", "method_signature", "abstract_method_signature"} {
		visits[kind] = func(r *reading, n node) { jsFunction(r, n, code.Method, n, r.child(n, "name"), "") }
	}
	visits["interface_declaration"] = jsInterface
	visits["type_alias_declaration"] = jsTypeAlias
	visits["enum_declaration"] = jsEnum
	visits["internal_module"], visits["module"] = jsNamespace, jsNamespace
	visits["lexical_declaration"], visits["variable_declaration"] = jsVariables, jsVariables
	visits["public_field_definition"], visits["field_definition"] = jsField, jsField
	visits["object_type"] = func(r *reading, n node) { jsMembers(r, n, false) }
	visits["interface_body"] = visits["object_type"]
	visits["function_type"], visits["constructor_type"] = jsSignature, jsSignature
	visits["call_signature"], visits["construct_signature"] = jsSignature, jsSignature
	visits["infer_type"] = func(r *reading, n node) { r.declare(r.text(r.only(n)), "") }
	visits["mapped_type_clause"] = func(r *reading, n node) {
		r.declare(r.text(r.child(n, "name")), "")
		r.visitBut(n, "name")
	}
	visits["conditional_type"] = block
	visits["index_signature"] = func(r *reading, n node) {
		r.nested(func() {
			r.declare(r.text(r.child(n, "name")), "")
			r.visitBut(n, "name")
		})
	}
	visits["type_predicate"] = func(r *reading, n node) { r.visit(r.child(n, "type")) }
}

// jsName returns the name of a member, "" for one that is computed.
func jsName(r *reading, n node) string {
	if r.kind(n) == "computed_property_name" {
		return ""
	}
	return jsString(r, n)
}

// jsFunction reads a function that has a name, or is held by what has one.
func jsFunction(r *reading, n node, kind code.Kind, whole, name node, as string) {
	i := -1
	if as == "" {
		as = jsName(r, name)
	}
	body := r.child(n, "body")
	if as != "" {
		if kind == code.Function {
			r.declare(as, notLocal)
		}
		i = r.define(declaration{kind: kind, name: name, as: as, whole: whole, body: body, typ: jsType(r, r.child(n, "return_type"))})
	} else {
		r.visit(name)
	}
	class := r.container
	r.inside(i, func() { jsFunctionInside(r, n, as == "constructor" && kind == code.Method, class) })
}

// jsFunctionInside reads parameters and body.
func jsFunctionInside(r *reading, n node, constructor bool, class string) {
	r.nested(func() {
		r.scopes[r.scope].function = true
		switch r.kind(n) {
		case "arrow_function", "function_type", "call_signature", "construct_signature", "constructor_type":
		case "method_definition", "method_signature", "abstract_method_signature":
		default:
			r.declare("this", "")
		}
		jsTypeParameters(r, r.child(n, "type_parameters"))
		jsBind(r, r.child(n, "parameter"), "", r.scope)
		for p := range r.children(r.child(n, "parameters")) {
			switch r.kind(p) {
			case "required_parameter", "optional_parameter":
				for c := range r.children(p) {
					switch r.field(c) {
					case "pattern":
						jsBind(r, c, jsType(r, r.child(p, "type")), r.scope)
					default:
						r.visit(c)
					}
				}
			default:
				jsBind(r, p, "", r.scope)
			}
			if constructor && (r.first(p, "accessibility_modifier", `"readonly"`) != none) {
				r.within(class, func() {
					r.once(declaration{kind: code.Field, name: r.child(p, "pattern"), whole: p, typ: jsType(r, r.child(p, "type"))})
				})
			}
		}
		r.visit(r.child(n, "return_type"))
		if body := r.child(n, "body"); r.kind(body) == "statement_block" {
			r.visitChildren(body)
		} else {
			r.visit(body)
		}
	})
}

func jsSignature(r *reading, n node) { jsFunctionInside(r, n, false, "") }

// jsTypeParameters binds the T of <T extends Bound = Other>, with no type, and uses the other two.
func jsTypeParameters(r *reading, n node) {
	for c := range r.children(n) {
		r.declare(r.text(r.child(c, "name")), "")
		r.visitBut(c, "name")
	}
}

// jsBind binds the names of a pattern in a scope, and visits what in it is no name.
func jsBind(r *reading, n node, typ string, at int) {
	switch r.kind(n) {
	case "":
	case "identifier", "shorthand_property_identifier_pattern":
		r.declareIn(at, r.text(n), typ)
	case "pair_pattern":
		r.visit(r.first(n, "computed_property_name"))
		jsBind(r, r.child(n, "value"), "", at)
	case "assignment_pattern", "object_assignment_pattern":
		r.visit(r.child(n, "right"))
		if typ == "" {
			typ = jsTypeOf(r, r.child(n, "right"))
		}
		jsBind(r, r.child(n, "left"), typ, at)
	case "object_pattern", "array_pattern", "rest_pattern":
		if r.kind(n) != "rest_pattern" {
			typ = ""
		}
		for c := range r.children(n) {
			jsBind(r, c, typ, at)
		}
	case "this":
		r.declareIn(at, "this", typ)
	default:
		r.visit(n)
	}
}

// jsFunctionValue reads a function that nothing holds by a name of its own.
func jsFunctionValue(r *reading, n node) {
	r.nested(func() {
		r.declare(r.text(r.child(n, "name")), "")
		jsFunctionInside(r, n, false, "")
	})
}

// jsClass declares a class, as the name or as what holds it; without either it is no symbol. In it
// "this" has its type, and "super" that of what it extends.
func jsClass(r *reading, n, whole, name node, as string) {
	i := -1
	if as != "" || name != none {
		r.declare(r.text(name), notLocal)
		i = r.define(declaration{kind: code.Class, name: name, as: as, whole: whole, body: r.child(n, "body")})
	}
	r.inside(i, func() {
		r.nested(func() {
			jsTypeParameters(r, r.child(n, "type_parameters"))
			r.visitBut(n, "name", "type_parameters", "body")
			if i >= 0 {
				r.declare("this", r.container)
			}
			if heritage := r.first(n, "class_heritage"); heritage != none {
				super := r.only(heritage)
				if r.kind(super) == "extends_clause" {
					super = r.child(super, "value")
				}
				name, _ := jsChain(r, super)
				r.declare("super", name)
			}
			r.visit(r.child(n, "body"))
		})
	})
}

// jsClassBody gives each member the decorators that stand before it.
func jsClassBody(r *reading, n node) {
	decorator := none
	for c := range r.children(n) {
		switch {
		case r.kind(c) == "decorator" && decorator == none:
			decorator = c
		case r.kind(c) == "decorator" || isComment(r.kind(c)):
		case decorator != none:
			r.wrap(c, c, decorator)
			decorator = none
		}
		r.visit(c)
	}
}

// jsField reads a field of a class; a function that it holds makes it a method.
func jsField(r *reading, n node) {
	name := r.child(n, "name")
	if name == none {
		name = r.child(n, "property")
	}
	value := r.child(n, "value")
	if jsName(r, name) != "" && jsIsFunction(r, value) {
		r.visit(r.child(n, "type"))
		jsFunction(r, value, code.Method, n, name, jsName(r, name))
		return
	}
	typ := jsType(r, r.child(n, "type"))
	if typ == "" {
		typ = jsTypeOf(r, value)
	}
	i := -1
	if as := jsName(r, name); as != "" {
		i = r.define(declaration{kind: code.Field, name: name, as: as, whole: n, typ: typ})
	} else {
		r.visit(name)
	}
	r.inside(i, func() { r.visitBut(n, "name", "property") })
}

// jsIsFunction tells a value that makes what holds it a function or a method.
func jsIsFunction(r *reading, n node) bool {
	switch r.kind(n) {
	case "arrow_function", "function_expression", "generator_function":
		return true
	}
	return false
}

// jsInterface declares an interface and its members; what it extends is used.
func jsInterface(r *reading, n node) {
	i := r.define(declaration{kind: code.Interface, name: r.child(n, "name"), whole: n, body: r.child(n, "body")})
	jsTypeInside(r, n, i, r.child(n, "body"))
}

// jsTypeAlias declares the A of "type A = …"; the members of an object type are symbols, too.
func jsTypeAlias(r *reading, n node) {
	value := r.child(n, "value")
	d := declaration{kind: code.Type, name: r.child(n, "name"), whole: n, typ: jsType(r, value)}
	if r.kind(value) == "object_type" {
		d.body = value
	}
	jsTypeInside(r, n, r.define(d), value)
}

// jsTypeInside reads what a type consists of; members right in it are symbols.
func jsTypeInside(r *reading, n node, i int, body node) {
	r.declare(r.text(r.child(n, "name")), notLocal)
	r.inside(i, func() {
		r.nested(func() {
			jsTypeParameters(r, r.child(n, "type_parameters"))
			r.visitBut(n, "name", "type_parameters", "body", "value")
			if kind := r.kind(body); kind == "object_type" || kind == "interface_body" {
				jsMembers(r, body, true)
			} else {
				r.visit(body)
			}
		})
	})
}

// jsMembers reads the members of a type; those of a type without a name are no symbols.
func jsMembers(r *reading, n node, named bool) {
	for c := range r.children(n) {
		name := r.child(c, "name")
		switch kind := r.kind(c); {
		case kind == "property_signature" && named && jsName(r, name) != "":
			i := r.define(declaration{kind: code.Field, name: name, as: jsName(r, name), whole: c, typ: jsType(r, r.child(c, "type"))})
			r.inside(i, func() { r.visit(r.child(c, "type")) })
		case kind == "method_signature" && !named:
			jsFunctionInside(r, c, false, "")
		default:
			r.visit(c)
		}
	}
}

// jsEnum declares an enum and its members, which are constants; a value is used by its member.
func jsEnum(r *reading, n node) {
	name, body := r.child(n, "name"), r.child(n, "body")
	r.declare(r.text(name), notLocal)
	r.inside(r.define(declaration{kind: code.Enum, name: name, whole: n, body: body}), func() {
		for c := range r.children(body) {
			member := c
			if r.kind(c) == "enum_assignment" {
				member = r.child(c, "name")
			} else if isComment(r.kind(c)) {
				continue
			}
			i := r.define(declaration{kind: code.Constant, name: member, as: jsName(r, member), whole: c})
			r.inside(i, func() { r.visit(r.child(c, "value")) })
		}
	})
}

// jsNamespace reads a name space, or the declaration of a module from elsewhere. What it declares is
// seen from outside: it is no scope of local names.
func jsNamespace(r *reading, n node) {
	name := r.child(n, "name")
	i := r.define(declaration{kind: code.Module, name: name, as: strings.Trim(r.text(name), `"'`), whole: n, body: r.child(n, "body")})
	r.inside(i, func() { r.visitChildren(r.child(n, "body")) })
}
