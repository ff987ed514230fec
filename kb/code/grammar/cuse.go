package grammar

import "strings"

// cCall uses what is called: f(…), a.f(…), a::f(…), f<T>(…) and (f)(…). Arguments are visited.
func cCall(r *reading, n node) {
	f := r.child(n, "function")
	switch r.kind(f) {
	case "identifier":
		r.use(f, "", "", true)
	case "field_expression":
		cMember(r, f, true)
	case "qualified_identifier":
		cQualified(r, f, true)
	case "template_function":
		cTemplated(r, f, "", true)
	case "parenthesized_expression":
		if inner := r.only(f); r.kind(inner) == "identifier" {
			r.use(inner, "", "", true)
		} else {
			r.visit(f)
		}
	default:
		r.visit(f)
	}
	r.visit(r.child(n, "arguments"))
}

// cMember reads a.b and a->b.
func cMember(r *reading, n node, call bool) {
	argument := r.child(n, "argument")
	qualifier, ok := cChain(r, argument)
	typ := ""
	if !ok {
		qualifier, typ = "?", cTypeOf(r, argument)
	}
	field, arguments := cNamedMember(r, n)
	r.visit(arguments)
	switch r.kind(field) {
	case "field_identifier", "identifier", "destructor_name", "operator_name":
		r.use(field, qualifier, typ, call)
	case "qualified_identifier":
		cQualified(r, field, call)
	}
	r.visit(argument)
}

// cNamedMember returns the b of a.b, a.b<…> and a.template b<…>, and the arguments between the brackets.
func cNamedMember(r *reading, n node) (name, arguments node) {
	field := r.child(n, "field")
	if r.kind(field) == "dependent_name" {
		field = r.only(field)
	}
	if r.kind(field) == "template_method" {
		return r.child(field, "name"), r.child(field, "arguments")
	}
	return field, none
}

// cQualified reads a::b.
func cQualified(r *reading, n node, call bool) {
	qualifier := cScope(r, r.child(n, "scope"))
	if scope := r.child(n, "scope"); r.kind(scope) == "template_type" {
		cTemplated(r, scope, "", false)
	} else if scope != none {
		r.use(scope, "", "", false)
	}
	name := r.child(n, "name")
	for r.kind(name) == "qualified_identifier" {
		scope := r.child(name, "scope")
		part := cScope(r, scope)
		if r.kind(scope) == "template_type" {
			cTemplated(r, scope, qualifier, false)
		} else if scope != none {
			r.use(scope, qualifier, "", false)
		}
		qualifier = strings.Trim(qualifier+"."+part, ".")
		name = r.child(name, "name")
	}
	switch r.kind(name) {
	case "template_function", "template_type", "template_method":
		cTemplated(r, name, qualifier, call)
	case "dependent_name":
		cTemplated(r, r.only(name), qualifier, call)
	default:
		r.use(name, qualifier, "", call)
	}
}

// cTemplated uses name<…>. Casts are written alike, but are no names.
func cTemplated(r *reading, n node, qualifier string, call bool) {
	if name := r.text(r.child(n, "name")); qualifier != "" || !strings.HasSuffix(name, "_cast") {
		r.use(r.child(n, "name"), qualifier, "", call)
	}
	r.visit(r.child(n, "arguments"))
}

// cChain returns the text of names with dots between.
func cChain(r *reading, n node) (string, bool) {
	if r.overlong(n) {
		return "", false
	}
	switch r.kind(n) {
	case "identifier", "this":
		return r.text(n), true
	case "qualified_identifier":
		if text := cScope(r, n); text != "" {
			return text, true
		}
	case "field_expression":
		argument, ok := cChain(r, r.child(n, "argument"))
		field := r.child(n, "field")
		return argument + "." + r.text(field), ok && r.kind(field) == "field_identifier"
	case "parenthesized_expression":
		return cChain(r, r.only(n))
	case "pointer_expression":
		return cChain(r, r.child(n, "argument"))
	}
	return "", false
}

// cTypeOf returns what can be said of the type of an expression, in the form of code.Use.Type.
func cTypeOf(r *reading, n node) string {
	switch r.kind(n) {
	case "identifier", "field_expression", "this", "pointer_expression", "parenthesized_expression", "qualified_identifier":
		name, ok := cChain(r, n)
		if !ok {
			return ""
		}
		return name
	case "subscript_expression":
		return element(cTypeOf(r, r.child(n, "argument")))
	case "new_expression", "cast_expression", "compound_literal_expression":
		return cTypeText(r, r.child(n, "type"))
	case "call_expression":
		f := r.child(n, "function")
		if r.kind(f) == "template_function" {
			switch name := r.text(r.child(f, "name")); name {
			case "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "make_unique", "make_shared":
				return cTypeText(r, r.only(r.child(f, "arguments")))
			default:
				return name + "()"
			}
		}
		if name, ok := cChain(r, f); ok {
			return name + "()"
		}
		if r.kind(f) == "field_expression" {
			name, _ := cNamedMember(r, f)
			return called(cTypeOf(r, r.child(f, "argument")), r.text(name))
		}
	}
	return ""
}

// cTypeText returns the name of a type.
func cTypeText(r *reading, n node) string {
	switch r.kind(n) {
	case "type_identifier":
		return r.text(n)
	case "qualified_identifier":
		if name := r.child(n, "name"); r.kind(name) == "template_type" || r.kind(name) == "qualified_identifier" {
			if t := cTypeText(r, name); t != r.text(r.child(name, "name")) {
				return t
			}
		}
		return cScope(r, n)
	case "struct_specifier", "class_specifier", "union_specifier", "enum_specifier":
		return cScope(r, r.child(n, "name"))
	case "type_descriptor":
		return cTypeText(r, r.child(n, "type"))
	case "template_type":
		name, last := r.text(r.child(n, "name")), ""
		for c := range r.children(r.child(n, "arguments")) {
			last = cTypeText(r, c)
			if name == "unique_ptr" || name == "shared_ptr" || name == "optional" || name == "weak_ptr" || name == "vector" {
				break
			}
		}
		switch name {
		case "unique_ptr", "shared_ptr", "weak_ptr", "optional":
			return last
		case "vector", "list", "map", "set", "unordered_map", "unordered_set", "array", "deque", "span":
			return listOf(last)
		}
		return name
	}
	return ""
}
