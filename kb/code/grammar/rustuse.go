package grammar

import "strings"

// rsCall uses what is called: f(…), a.f(…), a::f(…) and f::<T>(…). Arguments are visited.
func rsCall(r *reading, n node) {
	f := r.child(n, "function")
	if r.kind(f) == "generic_function" {
		r.visit(r.child(f, "type_arguments"))
		f = r.child(f, "function")
	}
	switch r.kind(f) {
	case "identifier":
		r.use(f, "", "", true)
	case "field_expression":
		rsMember(r, f, true)
	case "scoped_identifier":
		rsScoped(r, f, true)
	default:
		r.visit(f)
	}
	r.visit(r.child(n, "arguments"))
}

// rsMember uses the b of a.b; the 0 of a.0 is no name. The qualifier is "?" where a is no chain of
// names, as in f().b.
func rsMember(r *reading, n node, call bool) {
	value := r.child(n, "value")
	qualifier, ok := rsChain(r, value)
	typ := ""
	if !ok {
		qualifier, typ = "?", rsTypeOf(r, value)
	}
	if field := r.child(n, "field"); r.kind(field) == "field_identifier" {
		r.use(field, qualifier, typ, call)
	}
	r.visit(value)
}

// rsScoped reads path::name.
func rsScoped(r *reading, n node, call bool) {
	path := r.child(n, "path")
	qualifier, typ, ok := "?", "", true
	if !r.overlong(path) {
		qualifier, ok = rsPath(r, path)
	}
	switch {
	case path == none && strings.HasPrefix(r.text(n), "crate"):
		qualifier = "crate"
	case path != none && !ok:
		qualifier, typ = "?", rsTypeText(r, r.only(path))
	}
	r.use(r.child(n, "name"), qualifier, typ, call)
	if path != none {
		r.visit(path)
	}
}

// rsChain returns the text of names with dots between.
func rsChain(r *reading, n node) (string, bool) {
	if r.overlong(n) {
		return "", false
	}
	switch r.kind(n) {
	case "field_expression":
		value, ok := rsChain(r, r.child(n, "value"))
		field := r.child(n, "field")
		return value + "." + r.text(field), ok && r.kind(field) == "field_identifier"
	case "identifier", "self":
		return r.text(n), true
	case "parenthesized_expression", "unary_expression", "reference_expression":
		return rsChain(r, r.only(n))
	}
	return "", false
}

// rsTypeOf returns what can be said of the type of an expression, in the form of code.Use.Type.
func rsTypeOf(r *reading, n node) string {
	switch r.kind(n) {
	case "identifier", "self", "field_expression":
		name, ok := rsChain(r, n)
		if !ok {
			return ""
		}
		return name
	case "try_expression", "await_expression", "parenthesized_expression", "reference_expression", "unary_expression":
		return rsTypeOf(r, r.only(n))
	case "struct_expression":
		return rsTypeText(r, r.child(n, "name"))
	case "index_expression":
		return element(rsTypeOf(r, r.only(n)))
	case "type_cast_expression":
		return rsTypeText(r, r.child(n, "type"))
	case "call_expression":
		f := r.child(n, "function")
		if r.kind(f) == "generic_function" {
			f = r.child(f, "function")
		}
		switch r.kind(f) {
		case "identifier", "scoped_identifier":
			if name, ok := rsPath(r, f); ok {
				return name + "()"
			}
		case "field_expression":
			value, name := rsTypeOf(r, r.child(f, "value")), r.text(r.child(f, "field"))
			switch name { // these give what they are asked of, or what is in it
			case "unwrap", "expect", "clone", "as_ref", "as_mut", "iter", "iter_mut", "into_iter", "borrow", "borrow_mut", "lock",
				"unwrap_or_default", "unwrap_or", "unwrap_or_else", "to_owned", "cloned", "take", "read", "write", "values":
				return value
			}
			return called(value, name)
		}
		return ""
	}
	return ""
}

// rsTypeText returns the name of a type.
func rsTypeText(r *reading, n node) string {
	switch r.kind(n) {
	case "type_identifier", "identifier", "scoped_type_identifier", "scoped_identifier":
		name, _ := rsPath(r, n)
		return name
	case "reference_type", "pointer_type":
		return rsTypeText(r, r.child(n, "type"))
	case "array_type":
		return listOf(rsTypeText(r, r.child(n, "element")))
	case "dynamic_type", "abstract_type":
		return rsTypeText(r, r.child(n, "trait"))
	case "generic_type":
		name := rsTypeText(r, r.child(n, "type"))
		first, last := "", ""
		for c := range r.children(r.child(n, "type_arguments")) {
			if last = rsTypeText(r, c); first == "" {
				first = last
			}
		}
		switch lastPart(name) {
		case "Option", "Result", "Box", "Arc", "Rc", "RefCell", "Cell", "Mutex", "RwLock", "Ref", "RefMut", "Cow", "Pin":
			return first
		case "Vec", "HashMap", "BTreeMap", "HashSet", "BTreeSet", "VecDeque":
			return listOf(last)
		}
		return name
	}
	return ""
}
