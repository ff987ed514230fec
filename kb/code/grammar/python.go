package grammar

import (
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// pyDecorated reads a function or class with its decorators, which what is around it uses.
func pyDecorated(r *reading, n node) {
	for c := range r.children(n) {
		switch {
		case r.kind(c) == "function_definition":
			pyFunction(r, c, n)
		case r.kind(c) == "class_definition":
			pyClass(r, c, n)
		default:
			r.visit(c)
		}
	}
}

// pyInClass reports whether a place is right below a class, where functions are methods.
func pyInClass(r *reading) bool { return r.scopes[r.scope].class }

// pyFunction declares a function, or a method right in a class; whole has its decorators, too.
func pyFunction(r *reading, n, whole node) {
	name, body := r.child(n, "name"), r.child(n, "body")
	kind, method := code.Function, pyInClass(r)
	if method {
		kind = code.Method
	}
	class := r.container
	r.declare(r.text(name), notLocal)
	result := pyType(r, r.child(n, "return_type"))
	i := r.define(declaration{kind: kind, name: name, whole: whole, sign: n, body: body, doc: pyDoc(r, body), typ: result})
	r.inside(i, func() {
		r.nested(func() {
			pyTypeParameters(r, r.child(n, "type_parameters"))
			pyParameters(r, r.child(n, "parameters"), method, class)
			r.visit(r.child(n, "return_type"))
			r.visit(body)
		})
	})
}

// pyDoc returns the text that a body begins with, if it does.
func pyDoc(r *reading, body node) string {
	if s := r.only(body); r.kind(s) == "expression_statement" {
		if text := r.only(s); r.kind(text) == "string" {
			return plainDocstring(r.text(text))
		}
	}
	return ""
}

// pyParameters binds parameters. The first of a method has the type of its class.
func pyParameters(r *reading, n node, method bool, class string) {
	for p := range r.children(n) {
		name, typ := p, r.child(p, "type")
		switch r.kind(p) {
		case "identifier", "list_splat_pattern", "dictionary_splat_pattern", "tuple_pattern":
		case "typed_parameter":
			name = r.only(p)
		case "default_parameter", "typed_default_parameter":
			name = r.child(p, "name")
		default:
			r.visit(p)
			continue
		}
		r.visit(typ)
		r.visit(r.child(p, "value"))
		known := pyType(r, typ)
		if method && known == "" && r.kind(name) == "identifier" {
			known = class
		}
		if kind := r.kind(name); kind == "list_splat_pattern" || kind == "dictionary_splat_pattern" {
			known = listOf(known)
		}
		method = false
		pyBind(r, name, known)
	}
}

// pyBind binds the names of a target, and visits what in it is no name.
func pyBind(r *reading, n node, typ string) {
	switch r.kind(n) {
	case "identifier":
		r.declare(r.text(n), typ)
	case "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "dictionary_splat_pattern", "as_pattern_target",
		"parenthesized_expression", "tuple", "list":
		if r.kind(n) != "as_pattern_target" && r.kind(n) != "list_splat_pattern" && r.kind(n) != "dictionary_splat_pattern" {
			typ = ""
		}
		for c := range r.children(n) {
			pyBind(r, c, typ)
		}
	default:
		r.visit(n)
	}
}

func pyClass(r *reading, n, whole node) {
	name, body := r.child(n, "name"), r.child(n, "body")
	r.declare(r.text(name), notLocal)
	i := r.define(declaration{kind: code.Class, name: name, whole: whole, sign: n, body: body, doc: pyDoc(r, body)})
	r.inside(i, func() {
		r.nested(func() {
			pyTypeParameters(r, r.child(n, "type_parameters"))
			r.visit(r.child(n, "superclasses"))
			r.nested(func() {
				r.scopes[r.scope].class = true // unlike that of type parameters, which methods see
				r.visit(body)
			})
		})
	})
}

func pyLambda(r *reading, n node) {
	r.nested(func() {
		pyParameters(r, r.child(n, "parameters"), false, "")
		r.visit(r.child(n, "body"))
	})
}

// pyImport reads "import a.b", which binds a, and "import a.b as c", which binds c beside it.
func pyImport(r *reading, n node) {
	for c := range r.children(n) {
		in := code.Import{Path: r.text(c), Line: r.line(r.start(n))}
		if r.kind(c) == "aliased_import" {
			in.Path, in.Alias = r.text(r.child(c, "name")), r.text(r.child(c, "alias"))
		}
		first, _, _ := strings.Cut(in.Path, ".")
		if !isComment(r.kind(c)) {
			r.imports(in, first, in.Alias)
		}
	}
}

func pyImportFrom(r *reading, n node) {
	in := code.Import{Path: r.text(r.child(n, "module_name")), Line: r.line(r.start(n))}
	if r.kind(n) == "future_import_statement" {
		in.Path = "__future__" // the keyword has no node
	}
	var names []string
	for c := range r.children(n) {
		switch name := r.text(c); {
		case r.kind(c) == "wildcard_import":
			in.Names = append(in.Names, "*")
		case r.field(c) != "name":
		case r.kind(c) == "aliased_import":
			alias := r.text(r.child(c, "alias"))
			in.Names = append(in.Names, r.text(r.child(c, "name"))+"\x00"+alias)
			names = append(names, alias)
		default:
			in.Names = append(in.Names, name)
			names = append(names, name)
		}
	}
	r.imports(in, names...)
}

// pyAssignment binds names in functions, and declares variables of modules and fields of classes.
func pyAssignment(r *reading, n node) {
	left, right, typ := r.child(n, "left"), r.child(n, "right"), r.child(n, "type")
	known := pyType(r, typ)
	if known == "" {
		known = pyTypeOf(r, right)
	}
	pyTarget(r, left, n, known)
	r.visit(typ)
	r.visit(right)
}

// pyTarget declares what an assignment gives a value (a field, a global name), or binds a local.
func pyTarget(r *reading, left, whole node, typ string) {
	switch kind := r.kind(left); {
	case kind == "pattern_list" || kind == "tuple_pattern" || kind == "list_pattern":
		for c := range r.children(left) {
			pyTarget(r, c, whole, "")
		}
	case kind == "identifier" && pyInClass(r):
		r.once(declaration{kind: code.Field, name: left, whole: whole, typ: typ})
	case kind == "identifier" && r.scope == 0:
		kind := code.Variable
		if isConstantName(r.text(left)) {
			kind = code.Constant
		}
		r.once(declaration{kind: kind, name: left, whole: whole, typ: typ})
	case kind == "attribute" && r.kind(r.child(left, "object")) == "identifier":
		pyField(r, left, whole, typ)
		r.visit(left)
	default:
		pyBind(r, left, typ)
	}
}

// pyField declares a field of the class whose method assigns it: self.name = …
func pyField(r *reading, target, whole node, typ string) {
	class, local := r.local(r.scope, r.text(r.child(target, "object")))
	if !local || class == "" || r.symbol < 0 || r.Symbols[r.symbol].Kind != code.Method || r.Symbols[r.symbol].Container != class {
		return
	}
	if end := strings.IndexAny(typ, ".(["); end > 0 || typ != "" { // a parameter's type is the field's
		root, _, _ := strings.Cut(typ, ".")
		if known, ok := r.local(r.scope, strings.TrimRight(root, "()[]")); ok && !strings.Contains(typ, ".") {
			typ = known
		}
	}
	r.within(class, func() {
		r.once(declaration{kind: code.Field, name: r.child(target, "attribute"), whole: whole, typ: typ})
	})
}

func pyNamedExpression(r *reading, n node) {
	value := r.child(n, "value")
	name := r.text(r.child(n, "name"))
	at := r.scope // a comprehension binds it around itself; where that is known no more, here
	r.declareIn(at, name, pyTypeOf(r, value))
	r.visit(value)
}

// pyFor binds the x of "for x in xs", in a loop or a comprehension, to an element of xs.
func pyFor(r *reading, n node) {
	pyBind(r, r.child(n, "left"), element(pyTypeOf(r, r.child(n, "right"))))
	r.visitBut(n, "left")
}

// pyAsPattern binds the name of "with f() as x" and "except E as x".
func pyAsPattern(r *reading, n node) {
	typ := ""
	for c := range r.children(n) {
		if r.kind(c) == "as_pattern_target" || r.field(c) == "alias" {
			pyBind(r, c, typ)
			continue
		}
		typ = pyTypeOf(r, c)
		if r.kind(c) == "identifier" { // except E as e
			typ = r.text(c)
		}
		r.visit(c)
	}
}

// pyCasePattern binds the names that a pattern of a match statement captures.
func pyCasePattern(r *reading, n node) {
	for c := range r.children(n) {
		if pySingle(r, c) {
			r.declare(r.text(c), "")
			continue
		}
		pyPattern(r, c)
	}
}

// pyPattern reads a part of a case: a name by itself is bound, the dotted name of a value used.
func pyPattern(r *reading, n node) {
	switch r.kind(n) {
	case "case_pattern":
		pyCasePattern(r, n)
	case "dotted_name":
		pyDotted(r, n, false)
	case "as_pattern", "splat_pattern":
		for c := range r.children(n) {
			if r.kind(c) == "identifier" {
				r.declare(r.text(c), "")
			} else {
				pyPattern(r, c)
			}
		}
	case "keyword_pattern":
		first := true
		for c := range r.children(n) {
			if pySingle(r, c) {
				r.declare(r.text(c), "")
			} else if !first {
				pyPattern(r, c)
			}
			first = false
		}
	default:
		for c := range r.children(n) {
			pyPattern(r, c)
		}
	}
}

// pySingle reports whether a node is a dotted name of one part: it has none where the tree is cut.
func pySingle(r *reading, n node) bool {
	name := r.only(n)
	return r.kind(n) == "dotted_name" && name != none && r.end(name) == r.end(n)
}

// pyDotted uses a dotted name.
func pyDotted(r *reading, n node, call bool) {
	qualifier := ""
	for c := range r.children(n) {
		r.use(c, qualifier, "", call && r.end(c) == r.end(n))
		if qualifier != "" {
			qualifier += "."
		}
		qualifier += r.text(c)
	}
}

func pyGlobal(r *reading, n node) {
	for c := range r.children(n) {
		r.declare(r.text(c), notLocal) // also where the function assigns it
	}
}

func pyTypeAlias(r *reading, n node) {
	left := r.child(n, "left")
	name := left // of type A[T] = … the A, which lies in a generic type
	for r.kind(name) != "identifier" && r.only(name) != none {
		name = r.only(name)
	}
	if r.scope == 0 || pyInClass(r) {
		r.define(declaration{kind: code.Type, name: name, whole: n})
	} else {
		r.declare(r.text(name), "")
	}
	r.nested(func() {
		pyTypeParameters(r, r.first(r.only(left), "type_parameter"))
		r.visit(r.child(n, "right"))
	})
}

// pyTypeParameters binds what stands between brackets behind a name: def f[T: Bound, *Ts](…).
func pyTypeParameters(r *reading, n node) {
	for c := range r.children(n) {
		name := c
		for r.kind(name) != "identifier" && r.only(name) != none {
			name = r.only(name)
		}
		r.declare(r.text(name), "")
		r.visit(c)
	}
}

func pyCall(r *reading, n node) {
	switch f := r.child(n, "function"); r.kind(f) {
	case "identifier":
		r.use(f, "", "", true)
	case "attribute":
		pyAttribute(r, f, true)
	default:
		r.visit(f)
	}
	r.visit(r.child(n, "arguments"))
}

// pyAttribute uses the b of a.b. The qualifier is "?" where a is no chain of names, as in f().b.
func pyAttribute(r *reading, n node, call bool) {
	object := r.child(n, "object")
	qualifier, ok := pyChain(r, object)
	typ := ""
	if !ok {
		qualifier, typ = "?", pyTypeOf(r, object)
	}
	r.use(r.child(n, "attribute"), qualifier, typ, call)
	r.visit(object)
}

// pyChain returns the text of names with dots between.
func pyChain(r *reading, n node) (string, bool) {
	if r.overlong(n) {
		return "", false
	}
	switch r.kind(n) {
	case "identifier":
		return r.text(n), true
	case "attribute":
		object, ok := pyChain(r, r.child(n, "object"))
		return object + "." + r.text(r.child(n, "attribute")), ok
	}
	return "", false
}

// pyTypeOf returns what can be said of the type of an expression, in the form of code.Use.Type.
func pyTypeOf(r *reading, n node) string {
	switch r.kind(n) {
	case "identifier", "attribute":
		if name, ok := pyChain(r, n); ok {
			return name
		}
	case "await", "parenthesized_expression":
		return pyTypeOf(r, r.only(n))
	case "subscript":
		return element(pyTypeOf(r, r.child(n, "value")))
	case "call":
		f := r.child(n, "function")
		name, ok := pyChain(r, f)
		switch {
		case !ok && r.kind(f) == "attribute":
			return called(pyTypeOf(r, r.child(f, "object")), r.text(r.child(f, "attribute")))
		case ok && isClassName(lastPart(name)):
			return name
		case ok:
			return name + "()"
		}
	}
	return ""
}

// pyType returns the type that an annotation names.
func pyType(r *reading, n node) string {
	switch r.kind(n) {
	case "type", "parenthesized_expression", "expression_statement", "union_type", "binary_operator":
		for c := range r.children(n) { // the first of X | None
			if t := pyType(r, c); t != "" && t != "None" {
				return t
			}
		}
	case "identifier", "attribute":
		name, _ := pyChain(r, n)
		return name
	case "string":
		text := strings.Trim(r.text(n), `"'`)
		if strings.IndexFunc(text, func(c rune) bool { return c != '.' && c != '_' && (c < '0' || c > 'z') }) < 0 {
			return text
		}
	case "generic_type":
		return pyGeneric(r, r.text(r.only(n)), r.first(n, "type_parameter"))
	case "subscript":
		return pyGeneric(r, r.text(r.child(n, "value")), n)
	}
	return ""
}

// pyGeneric returns the type of Name[parameters].
func pyGeneric(r *reading, name string, parameters node) string {
	last := ""
	for c := range r.children(parameters) {
		if r.field(c) != "value" {
			if t := pyType(r, c); t != "" && t != "None" {
				last = t
			}
		}
	}
	switch lastPart(name) {
	case "Optional", "Union", "Annotated", "Final", "ClassVar":
		return last
	case "list", "List", "set", "Set", "frozenset", "tuple", "Tuple", "dict", "Dict", "Sequence", "Iterable", "Iterator",
		"Mapping", "Collection", "defaultdict", "OrderedDict", "deque":
		return listOf(last)
	}
	return name
}
