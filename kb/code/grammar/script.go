package grammar

import (
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// scriptRules are those of JavaScript, TypeScript and TSX, whose grammars name things alike.
func scriptRules() *rules {
	l := &rules{
		tokens: []string{"readonly", "var"},
		leaves: []string{"string_fragment", "escape_sequence", "regex", "jsx_text", "statement_identifier", "hash_bang_line"},
		dropped: []string{"number", "true", "false", "null", "undefined", "predefined_type", "optional_chain", "empty_statement",
			"html_character_reference", "override_modifier"},
		visits: map[string]visitFunc{
			"import_statement":    jsImport,
			"import_alias":        jsImportAlias,
			"export_statement":    jsExport,
			"export_specifier":    func(r *reading, n node) { r.visit(r.child(n, "name")) },
			"ambient_declaration": jsAmbient,
			"class_body":          jsClassBody,
			"statement_block":     block,
			"for_statement":       block,
			"switch_body":         block,
			"for_in_statement":    jsForIn,
			"catch_clause":        jsCatch,
			"labeled_statement":   func(r *reading, n node) { r.visit(r.child(n, "body")) },
			"break_statement":     ignore,
			"continue_statement":  ignore,
			"assignment_expression": func(r *reading, n node) {
				if !jsAssignedFunction(r, n) {
					r.visitChildren(n)
				}
			},
			"call_expression":   jsCall,
			"new_expression":    jsNew,
			"member_expression": func(r *reading, n node) { jsMember(r, n, false) },
			"identifier":        func(r *reading, n node) { r.use(n, "", "", false) },
			"type_identifier":   func(r *reading, n node) { r.use(n, "", "", false) },
			"pair":              jsPair,
		},
	}
	l.visits["shorthand_property_identifier"] = l.visits["identifier"]
	for _, kind := range []string{"jsx_opening_element", "jsx_self_closing_element"} {
		l.visits[kind] = jsElement
	}
	l.visits["jsx_closing_element"] = ignore
	scriptDeclarations(l.visits)
	return l
}

// jsString returns a text without its quotes.
func jsString(r *reading, n node) string { return strings.Trim(r.text(n), "\"'`") }

// jsImport reads an import, also in the form import a = require("b"). import "b" binds nothing.
func jsImport(r *reading, n node) {
	in := code.Import{Path: jsString(r, r.child(n, "source")), Line: r.line(r.start(n))}
	var bound []string
	for c := range r.children(n) {
		switch r.kind(c) {
		case "import_clause":
			bound = jsImportClause(r, c, &in)
		case "import_require_clause": // import a = require("b")
			in.Path, in.Alias = jsString(r, r.child(c, "source")), r.text(r.first(c, "identifier"))
			bound = []string{in.Alias}
		}
	}
	r.imports(in, bound...)
}

// jsImportClause reads what an import binds, and returns the names that it binds here.
func jsImportClause(r *reading, n node, in *code.Import) (bound []string) {
	for c := range r.children(n) {
		switch r.kind(c) {
		case "identifier":
			in.Names = append(in.Names, "default\x00"+r.text(c))
			bound = append(bound, r.text(c))
		case "namespace_import":
			in.Alias = r.text(r.first(c, "identifier"))
			bound = append(bound, in.Alias)
		case "named_imports":
			for s := range r.children(c) {
				if r.kind(s) == "import_specifier" {
					bound = append(bound, jsSpecifier(r, s, in))
				}
			}
		}
	}
	return bound
}

// jsSpecifier reads "a" or "a as b" of an import or an export from a file, and returns its last name.
func jsSpecifier(r *reading, n node, in *code.Import) string {
	name, alias := jsString(r, r.child(n, "name")), jsString(r, r.child(n, "alias"))
	if alias == "" {
		in.Names = append(in.Names, name)
		return name
	}
	in.Names = append(in.Names, name+"\x00"+alias)
	return alias
}

// jsImportAlias reads "import a = b.c".
func jsImportAlias(r *reading, n node) {
	for c := range r.children(n) {
		if c != r.only(n) {
			r.visit(c)
		}
	}
}

// jsExport reads an export. With a source, as in export * from "b", it is an import. A function or
// a class that is exported without a name of its own is called "default".
func jsExport(r *reading, n node) {
	source := r.child(n, "source")
	if source == none {
		if d := r.child(n, "declaration"); d != none {
			r.wrap(d, n, none)
		}
		if value := r.child(n, "value"); value != none {
			r.wrap(value, n, none)
			if jsHeld(r, value, value, n, "default") {
				r.visitBut(n, "value")
				return
			}
		}
		r.visitChildren(n)
		return
	}
	in := code.Import{Path: jsString(r, source), Line: r.line(r.start(n))}
	for c := range r.children(n) {
		switch r.kind(c) {
		case "export_clause":
			for s := range r.children(c) {
				if r.kind(s) == "export_specifier" {
					jsSpecifier(r, s, &in)
				}
			}
		case "namespace_export":
			in.Alias = r.text(r.only(c))
		}
	}
	if in.Names == nil && in.Alias == "" {
		in.Names = []string{"*"}
	}
	r.imports(in)
}

// jsAmbient reads "declare …". What stands in "declare global { … }" is seen from outside.
func jsAmbient(r *reading, n node) {
	for c := range r.children(n) {
		r.wrap(c, n, none)
		if r.kind(c) == "statement_block" { // declare global { … }
			r.visitChildren(c)
			continue
		}
		r.visit(c)
	}
}

// jsForIn reads "for (const x of xs)".
func jsForIn(r *reading, n node) {
	r.nested(func() {
		if r.child(n, "kind") != none || strings.Contains(r.textUntil(n, r.child(n, "left")), "const") ||
			strings.Contains(r.textUntil(n, r.child(n, "left")), "let") {
			r.visit(r.child(n, "right"))
			jsBind(r, r.child(n, "left"), element(jsTypeOf(r, r.child(n, "right"))), r.scope)
		} else {
			r.visit(r.child(n, "left"))
			r.visit(r.child(n, "right"))
		}
		r.visit(r.child(n, "body"))
	})
}

// textUntil returns the text of a node up to one in it.
func (t *tree) textUntil(n, until node) string {
	if until == none {
		return ""
	}
	return string(t.source[t.start(n):t.start(until)])
}

// jsCatch binds the parameter of a catch, which may be a pattern or missing, for its body.
func jsCatch(r *reading, n node) {
	r.nested(func() {
		jsBind(r, r.child(n, "parameter"), "", r.scope)
		r.visit(r.child(n, "body"))
	})
}

// jsCall uses what is called: f(…), a.f(…), a!(…). require("x") and import("x") are imports.
func jsCall(r *reading, n node) {
	f, arguments := r.child(n, "function"), r.child(n, "arguments")
	switch r.kind(f) {
	case "identifier":
		if r.text(f) == "require" && jsRequire(r, arguments, code.Import{}) {
			return
		}
		r.use(f, "", "", true)
	case "import":
		jsRequire(r, arguments, code.Import{})
	case "member_expression":
		jsMember(r, f, true)
	default:
		if inner := jsInner(r, f); inner != f && r.kind(inner) == "member_expression" {
			jsMember(r, inner, true)
		} else if inner != f && r.kind(inner) == "identifier" {
			r.use(inner, "", "", true)
		} else {
			r.visit(f)
		}
	}
	r.visitBut(n, "function")
}

// jsRequire adds the import of require("path") or import("path").
func jsRequire(r *reading, arguments node, in code.Import, names ...string) bool {
	path := r.only(arguments)
	if r.kind(arguments) != "arguments" || r.kind(path) != "string" {
		return false
	}
	in.Path, in.Line = jsString(r, path), r.line(r.start(arguments))
	r.imports(in, names...)
	return true
}

// jsNew uses the T of new T(…), as a call.
func jsNew(r *reading, n node) {
	switch c := r.child(n, "constructor"); r.kind(c) {
	case "identifier":
		r.use(c, "", "", true)
	case "member_expression":
		jsMember(r, c, true)
	default:
		r.visit(c)
	}
	r.visitBut(n, "constructor")
}

// jsMember uses the b of a.b. The qualifier is "?" where a is no chain of names, as in f().b.
func jsMember(r *reading, n node, call bool) {
	object := r.child(n, "object")
	qualifier, ok := jsChain(r, object)
	typ := ""
	if !ok {
		qualifier, typ = "?", jsTypeOf(r, object)
	}
	r.use(r.child(n, "property"), qualifier, typ, call)
	r.visit(object)
}

// jsInner returns what stands in brackets or before "!".
func jsInner(r *reading, n node) node {
	for {
		switch r.kind(n) {
		case "non_null_expression", "parenthesized_expression":
			n = r.only(n)
		default:
			return n
		}
	}
}

// jsChain returns the text of names with dots between.
func jsChain(r *reading, n node) (string, bool) {
	if r.overlong(n) {
		return "", false
	}
	switch n = jsInner(r, n); r.kind(n) {
	case "identifier", "this", "super":
		return r.text(n), true
	case "member_expression":
		object, ok := jsChain(r, r.child(n, "object"))
		return object + "." + r.text(r.child(n, "property")), ok
	case "nested_identifier":
		return r.text(n), true
	}
	return "", false
}

// jsTypeOf returns what can be said of the type of an expression, in the form of code.Use.Type.
func jsTypeOf(r *reading, n node) string {
	switch r.kind(n) {
	case "identifier", "member_expression", "this", "super":
		if name, ok := jsChain(r, n); ok {
			return name
		}
	case "await_expression", "parenthesized_expression", "non_null_expression":
		return jsTypeOf(r, r.only(n))
	case "as_expression", "satisfies_expression":
		last := none
		for last = range r.children(n) {
		}
		return jsType(r, last)
	case "subscript_expression":
		return element(jsTypeOf(r, r.child(n, "object")))
	case "new_expression":
		name, _ := jsChain(r, r.child(n, "constructor"))
		return name
	case "call_expression":
		f := jsInner(r, r.child(n, "function"))
		if name, ok := jsChain(r, f); ok {
			return name + "()"
		}
		if r.kind(f) == "member_expression" {
			return called(jsTypeOf(r, r.child(f, "object")), r.text(r.child(f, "property")))
		}
	}
	return ""
}

// jsType returns the type that an annotation names.
func jsType(r *reading, n node) string {
	switch r.kind(n) {
	case "type_annotation", "parenthesized_type", "readonly_type", "union_type", "asserts", "type_predicate_annotation":
		for c := range r.children(n) {
			if t := jsType(r, c); t != "" {
				return t
			}
		}
	case "type_identifier", "identifier":
		return r.text(n)
	case "nested_type_identifier":
		return strings.Join(strings.Fields(r.text(n)), "")
	case "array_type":
		return listOf(jsType(r, r.only(n)))
	case "generic_type":
		name, last := jsType(r, r.child(n, "name")), ""
		for c := range r.children(r.child(n, "type_arguments")) {
			last = jsType(r, c)
		}
		switch name { // of Map and Record it is a list of the values
		case "Promise", "Readonly", "Partial", "Required", "NonNullable", "Awaited":
			return last
		case "Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "Map", "ReadonlyMap", "Record", "AsyncIterable":
			return listOf(last)
		}
		return name
	}
	return ""
}

// jsElement uses the component of an element; small letters are elements of HTML.
func jsElement(r *reading, n node) {
	switch name := r.child(n, "name"); r.kind(name) {
	case "identifier":
		if isClassName(r.text(name)) {
			r.use(name, "", "", false)
		}
	default:
		r.visit(name)
	}
	r.visitBut(n, "name")
}
