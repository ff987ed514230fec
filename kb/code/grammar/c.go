package grammar

import (
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// cRules are those of C and C++, whose grammars name things alike.
func cRules() *rules {
	visits := map[string]visitFunc{
		"preproc_include":                cInclude,
		"preproc_def":                    cMacro,
		"preproc_function_def":           cMacro,
		"preproc_if":                     func(r *reading, n node) { r.visitBut(n, "condition") },
		"preproc_elif":                   func(r *reading, n node) { r.visitBut(n, "condition") },
		"preproc_ifdef":                  func(r *reading, n node) { r.visitBut(n, "name") },
		"function_definition":            cFunction,
		"inline_method_definition":       cFunction,
		"declaration":                    cDeclaration,
		"field_declaration":              cField,
		"type_definition":                cTypedef,
		"struct_specifier":               cType(code.Struct),
		"union_specifier":                cType(code.Struct),
		"class_specifier":                cType(code.Class),
		"enum_specifier":                 cType(code.Enum),
		"enumerator":                     cEnumerator,
		"namespace_definition":           cNamespace,
		"template_declaration":           cTemplate,
		"alias_declaration":              cAlias,
		"concept_definition":             func(r *reading, n node) { cNamed(r, n, code.Type, r.child(n, "name")) },
		"using_declaration":              cUsing,
		"friend_declaration":             cFriend,
		"parameter_declaration":          cParameter,
		"optional_parameter_declaration": cParameter,
		"compound_statement":             block,
		"for_statement":                  block,
		"if_statement":                   block,
		"while_statement":                block,
		"for_range_loop":                 cRange,
		"catch_clause":                   block,
		"lambda_expression":              cLambda,
		"new_expression":                 cNew,
		"call_expression":                cCall,
		"field_expression":               func(r *reading, n node) { cMember(r, n, false) },
		"qualified_identifier":           func(r *reading, n node) { cQualified(r, n, false) },
		"template_function":              func(r *reading, n node) { cTemplated(r, n, "", false) },
		"template_type":                  func(r *reading, n node) { cTemplated(r, n, "", false) },
		"identifier":                     func(r *reading, n node) { r.use(n, "", "", false) },
		"type_identifier":                func(r *reading, n node) { r.use(n, "", "", false) },
		"labeled_statement": func(r *reading, n node) {
			r.visitBut(n, "label")
		},
		"field_initializer": cFieldInitializer,
	}
	for _, kind := range cIgnored() {
		visits[kind] = ignore
	}
	return &rules{
		visits: visits,
		tokens: []string{"using", "typedef", "namespace"},
		leaves: []string{"string_literal", "raw_string_literal", "char_literal", "statement_identifier"},
		dropped: []string{"number_literal", "primitive_type", "sized_type_specifier", "true", "false", "null", "storage_class_specifier",
			"type_qualifier", "access_specifier", "ms_call_modifier", "virtual", "auto"},
	}
}

// cIgnored are kinds in which nothing is of interest: they say how to build, or name labels.
func cIgnored() []string {
	return []string{
		"preproc_arg", "preproc_defined", "preproc_call", "namespace_alias_definition", "goto_statement",
		"field_designator", "attribute_specifier", "attribute_declaration", "ms_declspec_modifier",
		"gnu_asm_expression",
	}
}

func cInclude(r *reading, n node) {
	path := strings.Trim(r.text(r.child(n, "path")), "\"<>") // <a.h> and "a.h" are the same here
	r.imports(code.Import{Path: path, Line: r.line(r.start(n))})
}

func cMacro(r *reading, n node) {
	r.define(declaration{kind: code.Macro, name: r.child(n, "name"), whole: n, body: r.child(n, "value")})
}

// declarator is the name that a declarator declares, and how.
type declarator struct {
	name     node   // of the last part
	scope    string // what stands before it, with dots
	function node   // its function_declarator, none for no function
	list     bool
	pointer  bool // to a function
}

// cDeclarator unwraps a declarator.
func cDeclarator(r *reading, n node) declarator {
	d := declarator{name: none, function: none}
	for n != none {
		switch r.kind(n) {
		case "function_declarator":
			inner := r.child(n, "declarator")
			if r.kind(inner) == "parenthesized_declarator" && r.first(inner, "pointer_declarator", "abstract_pointer_declarator") != none {
				d.pointer = true
			} else {
				d.function = n
			}
			n = inner
		case "parenthesized_declarator", "attributed_declarator", "reference_declarator":
			n = r.only(n)
		case "array_declarator":
			d.list = true
			n = r.child(n, "declarator")
		case "qualified_identifier":
			d.scope = strings.Trim(d.scope+"."+cScope(r, r.child(n, "scope")), ".")
			n = r.child(n, "name")
		case "template_function", "template_method", "template_type":
			n = r.child(n, "name")
		case "identifier", "field_identifier", "type_identifier", "operator_name", "destructor_name", "operator_cast",
			"structured_binding_declarator", "namespace_identifier":
			d.name = n
			return d
		default:
			n = r.child(n, "declarator")
		}
	}
	return d
}

// cScope returns the text of a scope without parameters of templates.
func cScope(r *reading, n node) string {
	switch r.kind(n) {
	case "qualified_identifier":
		return strings.Trim(cScope(r, r.child(n, "scope"))+"."+cScope(r, r.child(n, "name")), ".")
	case "template_type", "template_function":
		return r.text(r.child(n, "name"))
	case "namespace_identifier", "type_identifier", "identifier":
		return r.text(n)
	}
	return ""
}

// cName returns the name of a declarator: of an operator without spaces, of a conversion its type.
func cName(r *reading, d declarator) string {
	switch r.kind(d.name) {
	case "operator_name", "destructor_name":
		return strings.Join(strings.Fields(r.text(d.name)), "")
	case "operator_cast":
		text, _, _ := strings.Cut(r.text(d.name), "(")
		return strings.Join(strings.Fields(text), " ")
	}
	return r.text(d.name)
}

// cFunction reads a definition of a function. Without a declarator of one the parser has taken a macro
// for it; its inside is read as plain statements then.
func cFunction(r *reading, n node) {
	d := cDeclarator(r, r.child(n, "declarator"))
	body := r.child(n, "body")
	if d.function == none && r.kind(d.name) != "operator_cast" { // a macro, or bad syntax
		r.nested(func() { r.visitChildren(n) })
		return
	}
	named := cNamedByMacro(r, n, d)
	var i int
	if named != nil {
		i = cMacroFunction(r, n, named, body)
	} else {
		i = cFunctionSymbol(r, n, d, body)
	}
	r.inside(i, func() {
		r.nested(func() {
			if at := strings.LastIndexByte(r.container, '.'); at > 0 {
				r.declare("this", r.container[:at])
			}
			r.visit(r.child(n, "type"))
			if named == nil {
				cParameters(r, d)
			}
			for c := range r.children(n) {
				if f := r.field(c); f != "type" && f != "declarator" {
					if c == body {
						r.visitChildren(c)
					} else {
						r.visit(c)
					}
				}
			}
		})
	})
}

// cFunctionSymbol declares a function; one with a scope before its name lies in that.
func cFunctionSymbol(r *reading, n node, d declarator, body node) (i int) {
	kind := code.Function
	if r.symbol >= 0 {
		switch r.Symbols[r.symbol].Kind {
		case code.Class, code.Struct:
			kind = code.Method
		}
	}
	container := r.container
	if d.scope != "" {
		kind = code.Method
		container = strings.Trim(container+"."+d.scope, ".")
	}
	r.within(code.Clip(container, code.MaxText), func() {
		i = r.define(declaration{kind: kind, name: d.name, as: cName(r, d), whole: n, body: body, typ: cTypeText(r, r.child(n, "type"))})
	})
	return i
}

func cParameters(r *reading, d declarator) {
	for c := range r.children(d.function) {
		if r.field(c) != "declarator" { // that is the function's name
			r.visit(c)
		}
	}
}

// cParameter binds a parameter.
func cParameter(r *reading, n node) {
	typ := r.child(n, "type")
	r.visit(typ)
	r.visit(r.child(n, "default_value"))
	d := cDeclarator(r, r.child(n, "declarator"))
	if d.name != none {
		r.declare(r.text(d.name), cListed(d, cTypeText(r, typ)))
	}
	if d.function != none || d.pointer {
		r.nested(func() { r.visit(r.child(n, "declarator")) })
	}
}

func cListed(d declarator, typ string) string {
	if d.list { // T x[3]
		return listOf(typ)
	}
	return typ
}

// cDeclaration reads declarations: symbols where they are seen from outside, else local names.
func cDeclaration(r *reading, n node) {
	typ := r.child(n, "type")
	r.visit(typ)
	known := cTypeText(r, typ)
	for c := range r.children(n) {
		if r.field(c) != "declarator" {
			if r.field(c) != "type" {
				r.visit(c)
			}
			continue
		}
		d, told := cDeclarator(r, c), known
		value := r.child(c, "value")
		if told == "" {
			told = cTypeOf(r, value)
		}
		switch {
		case r.kind(d.name) == "structured_binding_declarator":
			for name := range r.children(d.name) {
				r.declare(r.text(name), "")
			}
			r.visit(value)
		case r.scope > 0 && cVariableMade(r, d):
			r.declare(r.text(d.name), told)
		case (d.function != none || r.kind(d.name) == "operator_cast") && (r.scope == 0 || r.kind(value) == ""):
			r.wrap(c, n, none)
			if r.scope == 0 {
				i := cFunctionSymbol(r, n, d, none)
				r.inside(i, func() { r.nested(func() { cParameters(r, d) }) })
			}
		case r.scope > 0:
			r.declare(r.text(d.name), cListed(d, told))
			cSizes(r, c)
			r.visit(value)
		default:
			cVariable(r, n, c, d, cListed(d, told))
		}
	}
}

// cSizes visits the sizes of arrays in a declarator.
func cSizes(r *reading, n node) {
	for n != none {
		r.visit(r.child(n, "size"))
		n = r.child(n, "declarator")
	}
}

// cVariable declares the name that the declarator c of n declares; sizes and value are used by it.
func cVariable(r *reading, n, c node, d declarator, typ string) {
	i := -1
	if d.name != none {
		container := strings.Trim(r.container+"."+d.scope, ".")
		r.within(code.Clip(container, code.MaxText), func() {
			kind := code.Variable
			if isConstantName(cName(r, d)) {
				kind = code.Constant
			}
			i = r.define(declaration{kind: kind, name: d.name, as: cName(r, d), whole: n, typ: typ})
		})
	}
	r.inside(i, func() {
		cSizes(r, c)
		r.visit(r.child(c, "value"))
	})
}

// cField reads a field, or the declaration of a method.
func cField(r *reading, n node) {
	typ := r.child(n, "type")
	r.visit(typ)
	for c := range r.children(n) {
		switch r.field(c) {
		case "type":
		case "declarator":
			d := cDeclarator(r, c)
			if d.function != none || r.kind(d.name) == "operator_cast" {
				r.inside(cFunctionSymbol(r, n, d, none), func() { r.nested(func() { cParameters(r, d) }) })
				continue
			}
			if d.name != none {
				r.define(declaration{kind: code.Field, name: d.name, as: cName(r, d), whole: n, typ: cListed(d, cTypeText(r, typ))})
			}
			cSizes(r, c)
		default:
			r.visit(c)
		}
	}
}

// cTypedef declares the names of a typedef where they are seen from outside, not in a function.
func cTypedef(r *reading, n node) {
	typ := r.child(n, "type")
	r.wrap(typ, n, none)
	r.visit(typ)
	for c := range r.children(n) {
		if r.field(c) != "declarator" {
			continue
		}
		d := cDeclarator(r, c)
		if d.name != none && r.scope == 0 {
			r.define(declaration{kind: code.Type, name: d.name, whole: n, typ: cListed(d, cTypeText(r, typ))})
		}
		if d.pointer || d.function != none {
			r.nested(func() {
				for p := range r.children(r.first(c, "parameter_list")) {
					r.visit(p)
				}
			})
		}
	}
}

// cType returns the rule of a struct, union, class or enum: with a body it is declared, else used.
func cType(kind code.Kind) visitFunc {
	return func(r *reading, n node) {
		name, body := r.child(n, "name"), r.child(n, "body")
		if body == none {
			r.visit(name)
			return
		}
		d := cDeclarator(r, name)
		i, container := -1, strings.Trim(r.container+"."+d.scope, ".")
		if d.name != none {
			r.within(code.Clip(container, code.MaxText), func() {
				i = r.define(declaration{kind: kind, name: d.name, whole: n, body: body})
			})
			r.declare(r.text(d.name), notLocal)
		}
		r.visit(r.child(name, "arguments"))
		r.inside(i, func() { r.visitBut(n, "name") })
	}
}

func cEnumerator(r *reading, n node) {
	i := r.define(declaration{kind: code.Constant, name: r.child(n, "name"), whole: n})
	r.inside(i, func() { r.visit(r.child(n, "value")) })
}

func cNamespace(r *reading, n node) {
	name, body := r.child(n, "name"), r.child(n, "body")
	i := -1
	if name != none { // what namespace { … } holds lies in what is around it
		as := strings.ReplaceAll(strings.Join(strings.Fields(r.text(name)), ""), "::", ".")
		i = r.define(declaration{kind: code.Module, name: name, as: as, whole: n, body: body})
	}
	r.inside(i, func() { r.visit(body) })
}

// cTemplate reads a template: its parameters are local to what it declares, which is seen from
// outside all the same.
func cTemplate(r *reading, n node) {
	for c := range r.children(n) {
		if r.field(c) == "parameters" {
			for p := range r.children(c) {
				r.visit(r.child(p, "default_type"))
				r.visit(r.child(p, "default_value"))
				if r.kind(p) == "parameter_declaration" || r.kind(p) == "optional_parameter_declaration" {
					r.visit(r.child(p, "type"))
				}
			}
			continue
		}
		r.wrap(c, n, none)
		r.visit(c)
	}
}

func cNamed(r *reading, n node, kind code.Kind, name node) {
	i := r.define(declaration{kind: kind, name: name, whole: n})
	r.inside(i, func() { r.visitBut(n, "name") })
}

func cAlias(r *reading, n node) {
	if r.scope > 0 { // in a function, where nobody else can name it
		r.visitBut(n, "name")
		return
	}
	cNamed(r, n, code.Type, r.child(n, "name"))
}

// cUsing reads "using namespace a::b" and "using a::b".
func cUsing(r *reading, n node) {
	last := none
	for c := range r.children(n) {
		if !isComment(r.kind(c)) && !strings.HasPrefix(r.kind(c), `"`) { // no word as "using" is
			last = c
		}
	}
	full := strings.ReplaceAll(strings.Join(strings.Fields(r.text(last)), ""), "::", ".")
	if r.first(n, `"namespace"`) != none {
		r.imports(code.Import{Path: full, Names: []string{"*"}, Line: r.line(r.start(n))})
		return
	}
	if i := strings.LastIndexByte(full, '.'); i > 0 {
		r.imports(code.Import{Path: strings.Trim(full[:i], "."), Names: []string{full[i+1:]}, Line: r.line(r.start(n))})
	}
}

// cFriend reads a friend, which is declared elsewhere or here, but is no member.
func cFriend(r *reading, n node) {
	for c := range r.children(n) {
		if r.kind(c) == "declaration" {
			r.visit(r.child(c, "type"))
			r.nested(func() { cParameters(r, cDeclarator(r, r.child(c, "declarator"))) })
			continue
		}
		r.visit(c)
	}
}

func cRange(r *reading, n node) {
	r.nested(func() {
		r.visit(r.child(n, "type"))
		r.visit(r.child(n, "right"))
		typ := cTypeText(r, r.child(n, "type"))
		if typ == "" { // auto
			typ = element(cTypeOf(r, r.child(n, "right")))
		}
		d := cDeclarator(r, r.child(n, "declarator"))
		if r.kind(d.name) == "structured_binding_declarator" {
			for name := range r.children(d.name) {
				r.declare(r.text(name), "")
			}
		} else if d.name != none {
			r.declare(r.text(d.name), typ)
		}
		r.visit(r.child(n, "body"))
	})
}

func cLambda(r *reading, n node) {
	r.nested(func() {
		for c := range r.children(n) {
			if r.kind(c) == "abstract_function_declarator" || r.field(c) == "declarator" { // (T x)
				r.visit(r.child(c, "parameters"))
				continue
			}
			r.visit(c)
		}
	})
}

// cFieldInitializer reads a member of a list behind a constructor's parameters.
func cFieldInitializer(r *reading, n node) {
	for c := range r.children(n) {
		switch r.kind(c) {
		case "field_identifier":
			r.use(c, "this", "", false)
		default:
			r.visit(c)
		}
	}
}
