package grammar

import (
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// rustRules are those of Rust, by the kinds of nodes that tree-sitter-rust has.
func rustRules() *rules {
	visits := map[string]visitFunc{
		"use_declaration":          func(r *reading, n node) { rsUse(r, r.child(n, "argument"), "", r.line(r.start(n))) },
		"extern_crate_declaration": rsExternCrate,
		"attribute_item":           ignore,
		"inner_attribute_item":     ignore,
		"mod_item":                 rsModule,
		"function_item":            rsFunction,
		"function_signature_item":  rsFunction,
		"trait_item":               rsType(code.Trait),
		"struct_item":              rsType(code.Struct),
		"union_item":               rsType(code.Struct),
		"enum_item":                rsType(code.Enum),
		"type_item":                rsType(code.Type),
		"associated_type":          rsType(code.Type),
		"enum_variant":             rsVariant,
		"field_declaration":        rsField,
		"const_item":               rsConstant(code.Constant),
		"static_item":              rsConstant(code.Variable),
		"impl_item":                rsImpl,
		"macro_definition": func(r *reading, n node) {
			r.define(declaration{kind: code.Macro, name: r.child(n, "name"), whole: n, body: r.first(n, "macro_rule")})
		},
		"macro_invocation":            rsMacro,
		"source_file":                 rsItems,
		"declaration_list":            rsItems,
		"field_declaration_list":      rsItems,
		"enum_variant_list":           rsItems,
		"block":                       func(r *reading, n node) { r.nested(func() { rsItems(r, n) }) },
		"closure_expression":          rsClosure,
		"for_expression":              rsFor,
		"let_declaration":             rsLet,
		"let_condition":               rsLet,
		"if_expression":               block,
		"while_expression":            block,
		"match_arm":                   rsArm,
		"call_expression":             rsCall,
		"field_expression":            func(r *reading, n node) { rsMember(r, n, false) },
		"scoped_identifier":           func(r *reading, n node) { rsScoped(r, n, false) },
		"scoped_type_identifier":      func(r *reading, n node) { rsScoped(r, n, false) },
		"identifier":                  func(r *reading, n node) { r.use(n, "", "", false) },
		"type_identifier":             func(r *reading, n node) { r.use(n, "", "", false) },
		"shorthand_field_initializer": func(r *reading, n node) { r.visitChildren(n) },
		"field_initializer":           func(r *reading, n node) { r.visit(r.child(n, "value")) },
		"type_binding":                func(r *reading, n node) { r.visitBut(n, "name") },
	}
	return &rules{
		visits: visits,
		leaves: []string{"string_content", "lifetime", "label"},
		dropped: []string{"integer_literal", "float_literal", "boolean_literal", "char_literal", "primitive_type", "escape_sequence",
			"visibility_modifier", "mutable_specifier"},
	}
}

// rsItems visits items; attributes before one belong to it.
func rsItems(r *reading, n node) {
	attribute := none
	for c := range r.children(n) {
		switch {
		case r.kind(c) == "attribute_item" && attribute == none:
			attribute = c
		case r.kind(c) == "attribute_item" || isComment(r.kind(c)):
		case attribute != none:
			r.wrap(c, c, attribute)
			attribute = none
		}
		r.visit(c)
	}
}

// rsPath returns a path with dots, without parameters of types; false for one that begins with a type
// in brackets.
func rsPath(r *reading, n node) (string, bool) {
	switch r.kind(n) {
	case "identifier", "type_identifier", "self", "super", "crate", "metavariable":
		return r.text(n), true
	case "scoped_identifier", "scoped_type_identifier":
		name := r.text(r.child(n, "name"))
		path := r.child(n, "path")
		if path == none { // ::name, or crate::name, as the keyword is left out
			if strings.HasPrefix(r.text(n), "crate") {
				return "crate." + name, true
			}
			return name, true
		}
		head, ok := rsPath(r, path)
		return head + "." + name, ok
	case "generic_type", "generic_type_with_turbofish":
		return rsPath(r, r.child(n, "type"))
	}
	return "", false
}

// rsUse reads what a use declaration imports; the path is what stands before it.
func rsUse(r *reading, n node, path string, line int) {
	join := func(a, b string) string { return strings.Trim(a+"."+b, ".") }
	leaf := func(full, alias string) {
		i := strings.LastIndexByte(full, '.')
		in, name := code.Import{Path: full[:max(i, 0)], Line: line}, full[i+1:]
		if i < 0 {
			in.Path = "self"
		}
		bound := name
		if alias != "" {
			bound, name = alias, name+"\x00"+alias
		}
		in.Names = []string{name}
		r.imports(in, bound)
	}
	switch r.kind(n) {
	case "use_list":
		for c := range r.children(n) {
			rsUse(r, c, path, line)
		}
	case "scoped_use_list":
		rsUse(r, r.child(n, "list"), join(path, rsUsePath(r, n)), line)
	case "use_as_clause":
		name := rsUsePath(r, n)
		if name == "self" {
			name = ""
		}
		leaf(join(path, name), r.text(r.child(n, "alias")))
	case "use_wildcard":
		name, _ := rsPath(r, r.only(n))
		if name == "" && strings.HasPrefix(r.text(n), "crate") {
			name = "crate"
		}
		r.imports(code.Import{Path: join(path, name), Names: []string{"*"}, Line: line})
	case "self":
		leaf(path, "")
	case "identifier", "scoped_identifier":
		name, _ := rsPath(r, n)
		leaf(join(path, name), "")
	}
}

// rsUsePath returns the path before a list or a name.
func rsUsePath(r *reading, n node) string {
	if p := r.child(n, "path"); p != none {
		name, _ := rsPath(r, p)
		return name
	}
	if strings.HasPrefix(r.text(n), "crate") {
		return "crate"
	}
	return ""
}

// rsExternCrate reads "extern crate a as b", which binds both names here.
func rsExternCrate(r *reading, n node) {
	in := code.Import{Path: r.text(r.child(n, "name")), Alias: r.text(r.child(n, "alias")), Line: r.line(r.start(n))}
	r.imports(in, in.Path, in.Alias)
}

// rsModule reads a module; one without a body lies in a file of its own.
func rsModule(r *reading, n node) {
	name, body := r.child(n, "name"), r.child(n, "body")
	if body == none {
		r.imports(code.Import{Path: "self." + r.text(name), Alias: r.text(name), Line: r.line(r.start(n))})
	}
	r.inside(r.define(declaration{kind: code.Module, name: name, whole: n, body: body}), func() { r.visit(body) })
}

// rsFunction declares a function, or a method where it stands right in an impl or a trait: there
// Self is the container. A result of Self has its name.
func rsFunction(r *reading, n node) {
	name, body := r.child(n, "name"), r.child(n, "body")
	kind, class := code.Function, ""
	if t, ok := r.local(r.scope, "Self"); ok && t == r.container {
		kind, class = code.Method, t
	}
	result := rsTypeText(r, r.child(n, "return_type"))
	if lists := strings.TrimSuffix(result, "Self"); class != "" && lists != result && strings.Trim(lists, "[]") == "" {
		result = lists + class
	}
	r.declare(r.text(name), notLocal)
	i := r.define(declaration{kind: kind, name: name, whole: n, body: body, typ: result})
	r.inside(i, func() {
		r.nested(func() {
			rsTypeParameters(r, r.child(n, "type_parameters"))
			for p := range r.children(r.child(n, "parameters")) {
				switch r.kind(p) {
				case "self_parameter":
					r.declare("self", class)
				case "parameter":
					typ := r.child(p, "type")
					r.visit(typ)
					rsBind(r, r.child(p, "pattern"), rsTypeText(r, typ))
				default:
					r.visit(p)
				}
			}
			r.visitBut(n, "name", "type_parameters", "parameters")
		})
	})
}

// rsTypeParameters binds the names between the brackets of a declaration.
func rsTypeParameters(r *reading, n node) {
	for c := range r.children(n) {
		name := r.child(c, "name")
		if name == none && r.kind(c) == "type_identifier" {
			name = c
		}
		if name == none {
			name = r.child(c, "left")
		}
		r.declare(r.text(name), "")
		if c != name {
			r.visitBut(c, "name", "left")
		}
	}
}

// rsType returns the rule of a declaration of a type.
func rsType(kind code.Kind) visitFunc {
	return func(r *reading, n node) {
		d := declaration{kind: kind, name: r.child(n, "name"), whole: n, body: r.child(n, "body")}
		if kind == code.Type {
			d.typ = rsTypeText(r, r.child(n, "type"))
		} else if r.kind(d.body) == "ordered_field_declaration_list" {
			d.body = none
		}
		r.declare(r.text(d.name), notLocal)
		r.inside(r.define(d), func() {
			r.nested(func() {
				r.declare("Self", r.container)
				rsTypeParameters(r, r.child(n, "type_parameters"))
				r.visitBut(n, "name", "type_parameters")
			})
		})
	}
}

// rsVariant declares a variant of an enum as a constant; the types that it holds are used by it.
func rsVariant(r *reading, n node) {
	i := r.define(declaration{kind: code.Constant, name: r.child(n, "name"), whole: n})
	r.inside(i, func() { r.visitBut(n, "name") })
}

// rsField declares a field that has a name; its type is used by it.
func rsField(r *reading, n node) {
	i := r.define(declaration{kind: code.Field, name: r.child(n, "name"), whole: n, typ: rsTypeText(r, r.child(n, "type"))})
	r.inside(i, func() { r.visit(r.child(n, "type")) })
}

// rsConstant returns the rule of a const or a static, which is a symbol in a block, too.
func rsConstant(kind code.Kind) visitFunc {
	return func(r *reading, n node) {
		name := r.child(n, "name")
		r.declare(r.text(name), notLocal)
		i := r.define(declaration{kind: kind, name: name, whole: n, typ: rsTypeText(r, r.child(n, "type"))})
		r.inside(i, func() { r.visitBut(n, "name") })
	}
}

// rsImpl reads methods of a type: the type is their container, wherever they stand.
func rsImpl(r *reading, n node) {
	typ := rsTypeText(r, r.child(n, "type"))
	typ = strings.TrimLeft(typ, "[]")
	r.nested(func() {
		rsTypeParameters(r, r.child(n, "type_parameters"))
		r.visit(r.child(n, "trait"))
		r.visit(r.child(n, "type"))
		r.visit(r.first(n, "where_clause"))
		r.within(code.Clip(typ, code.MaxText), func() {
			r.declare("Self", typ)
			r.visit(r.child(n, "body"))
		})
	})
}

// rsMacro reads the use of a macro. What stands in it is no syntax yet, but most of it will be: a
// name before a bracket is taken for a call.
func rsMacro(r *reading, n node) {
	name := r.child(n, "macro")
	if r.kind(name) == "scoped_identifier" {
		rsScoped(r, name, false)
	} else {
		r.use(name, "", "", false)
	}
	rsTokens(r, r.first(n, "token_tree"))
}

// rsTokens reads names out of the tokens of a macro's call, which the grammar leaves unparsed: a name
// that "." or "::" joins to what stands before it is a member of that.
func rsTokens(r *reading, n node) {
	before, qualifier := -1, ""
	for c := range r.children(n) {
		switch r.kind(c) {
		case "token_tree":
			rsTokens(r, c)
			before, qualifier = r.end(c), "?"
			continue
		case "identifier", "self":
			between := ""
			if before >= 0 {
				between = strings.TrimSpace(string(r.source[before:r.start(c)]))
			}
			if between != "." && between != "::" {
				qualifier = ""
				if at := r.start(c) - 1; at >= 0 && r.source[at] == '.' {
					qualifier = "?"
				}
			}
			if r.kind(c) == "identifier" {
				next := r.end(c)
				r.use(c, qualifier, "", next < len(r.source) && r.source[next] == '(')
			}
			if qualifier != "" && qualifier != "?" {
				qualifier += "." + r.text(c)
			} else if qualifier == "" {
				qualifier = r.text(c)
			}
			before = r.end(c)
			continue
		}
		before, qualifier = -1, ""
	}
}

// rsClosure binds the parameters of "|a: T, (b, c)| …" in a scope of their own.
func rsClosure(r *reading, n node) {
	r.nested(func() {
		for p := range r.children(r.child(n, "parameters")) {
			if r.kind(p) == "parameter" {
				r.visit(r.child(p, "type"))
				rsBind(r, r.child(p, "pattern"), rsTypeText(r, r.child(p, "type")))
			} else {
				rsBind(r, p, "")
			}
		}
		r.visitBut(n, "parameters")
	})
}

// rsFor binds the pattern of "for p in xs" to an element of xs; xs is read in the scope around it.
func rsFor(r *reading, n node) {
	r.visit(r.child(n, "value"))
	typ := element(rsTypeOf(r, r.child(n, "value")))
	r.nested(func() {
		rsBind(r, r.child(n, "pattern"), typ)
		r.visit(r.child(n, "body"))
	})
}

// rsLet reads a let, and the condition of an if let, whose names hold in the scope around it.
func rsLet(r *reading, n node) {
	typ := rsTypeText(r, r.child(n, "type"))
	if typ == "" {
		typ = rsTypeOf(r, r.child(n, "value"))
	}
	r.visit(r.child(n, "type"))
	r.visit(r.child(n, "value"))
	r.visit(r.child(n, "alternative"))
	rsBind(r, r.child(n, "pattern"), typ)
}

// rsArm binds the names of an arm's pattern, without types, for its condition and its value.
func rsArm(r *reading, n node) {
	r.nested(func() {
		for c := range r.children(r.child(n, "pattern")) {
			if r.field(c) == "condition" {
				r.visit(c)
			} else {
				rsBind(r, c, "")
			}
		}
		r.visit(r.child(n, "value"))
	})
}

// rsBind binds the names of a pattern. A name in capitals is a constant or a variant, and is used.
func rsBind(r *reading, n node, typ string) {
	switch r.kind(n) {
	case "":
	case "identifier", "shorthand_field_identifier":
		if name := r.text(n); isClassName(name) {
			r.use(n, "", "", false)
		} else {
			r.declare(name, typ)
		}
	case "self":
		r.declare("self", typ)
	case "tuple_struct_pattern":
		inner := ""
		if slices.Contains([]string{"Some", "Ok"}, r.text(r.child(n, "type"))) {
			inner = typ
		}
		r.visit(r.child(n, "type"))
		for c := range r.children(n) {
			if r.field(c) != "type" {
				rsBind(r, c, inner)
			}
		}
	case "struct_pattern":
		r.visit(r.child(n, "type"))
		for c := range r.children(n) {
			if r.field(c) != "type" {
				rsBind(r, c, "")
			}
		}
	case "field_pattern":
		if p := r.child(n, "pattern"); p != none {
			rsBind(r, p, "")
			return
		}
		rsBind(r, r.child(n, "name"), "")
	case "reference_pattern", "mut_pattern", "ref_pattern", "captured_pattern":
		for c := range r.children(n) {
			rsBind(r, c, typ)
		}
	case "tuple_pattern", "slice_pattern", "or_pattern", "remaining_field_pattern", "match_pattern":
		for c := range r.children(n) {
			rsBind(r, c, "")
		}
	default:
		r.visit(n)
	}
}
