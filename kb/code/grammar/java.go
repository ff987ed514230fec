package grammar

import (
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// javaRules are those of Java, by the kinds of nodes that tree-sitter-java has.
func javaRules() *rules {
	use := func(r *reading, n node) { r.use(n, "", "", false) }
	return &rules{
		tokens: []string{"static"},
		leaves: []string{"string_literal", "character_literal"},
		dropped: []string{"decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal",
			"decimal_floating_point_literal", "hex_floating_point_literal", "true", "false", "null_literal", "integral_type",
			"floating_point_type", "boolean_type", "void_type", "dimensions", "underscore_pattern"},
		visits: map[string]visitFunc{
			"package_declaration":                 javaPackage,
			"import_declaration":                  javaImport,
			"class_declaration":                   javaType(code.Class),
			"record_declaration":                  javaType(code.Class),
			"interface_declaration":               javaType(code.Interface),
			"annotation_type_declaration":         javaType(code.Interface),
			"enum_declaration":                    javaType(code.Enum),
			"enum_constant":                       javaEnumConstant,
			"method_declaration":                  javaMethod,
			"constructor_declaration":             javaMethod,
			"compact_constructor_declaration":     javaMethod,
			"annotation_type_element_declaration": javaMethod,
			"field_declaration":                   javaFields,
			"constant_declaration":                javaFields,
			"local_variable_declaration":          javaLocals,
			"block":                               block,
			"switch_block":                        block,
			"for_statement":                       block,
			"try_with_resources_statement":        block,
			"static_initializer":                  block,
			"enhanced_for_statement":              javaForEach,
			"catch_clause":                        block,
			"catch_formal_parameter":              func(r *reading, n node) { javaBind(r, n, r.first(n, "catch_type")) },
			"resource":                            func(r *reading, n node) { javaBind(r, n, r.child(n, "type")) },
			"type_pattern":                        func(r *reading, n node) { javaPattern(r, n) },
			"record_pattern_component":            func(r *reading, n node) { javaPattern(r, n) },
			"instanceof_expression":               func(r *reading, n node) { javaBind(r, n, r.child(n, "right")) },
			"lambda_expression":                   javaLambda,
			"method_invocation":                   javaCall,
			"object_creation_expression":          javaNew,
			"method_reference":                    javaReference,
			"field_access":                        javaField,
			"element_value_pair":                  func(r *reading, n node) { r.visit(r.child(n, "value")) },
			"labeled_statement": func(r *reading, n node) {
				for c := range r.children(n) {
					if r.kind(c) != "identifier" {
						r.visit(c)
					}
				}
			},
			"break_statement":        ignore,
			"continue_statement":     ignore,
			"module_declaration":     ignore,
			"identifier":             use,
			"type_identifier":        use,
			"scoped_type_identifier": javaScoped,
			"scoped_identifier":      javaScoped,
		},
	}
}

// javaLast returns the last child that is no comment, none without one: of a.b.C the node of C.
func javaLast(r *reading, n node) node {
	last := none
	for c := range r.children(n) {
		if !isComment(r.kind(c)) {
			last = c
		}
	}
	return last
}

// javaDotted is the text of a name with dots, between which blanks may stand.
func javaDotted(r *reading, n node) string { return strings.Join(strings.Fields(r.text(n)), "") }

func javaPackage(r *reading, n node) {
	r.Package = code.Clip(javaDotted(r, javaLast(r, n)), code.MaxText)
}

// javaImport reads "import a.B" (B of a), "import static a.B.c" (c of a.B) and "import a.*" (all).
func javaImport(r *reading, n node) {
	path, names := "", []string(nil)
	for c := range r.children(n) {
		switch r.kind(c) {
		case "scoped_identifier", "identifier":
			path = javaDotted(r, c)
		case "asterisk":
			names = []string{"*"}
		}
	}
	if i := strings.LastIndexByte(path, '.'); names == nil && i > 0 {
		path, names = path[:i], []string{path[i+1:]}
	}
	r.imports(code.Import{Path: path, Names: names, Line: r.line(r.start(n))})
}

// javaType returns the rule of a declaration of a type.
func javaType(kind code.Kind) visitFunc {
	return func(r *reading, n node) {
		name, body := r.child(n, "name"), r.child(n, "body")
		r.declare(r.text(name), notLocal)
		i := r.define(declaration{kind: kind, name: name, whole: n, body: body})
		r.inside(i, func() {
			r.nested(func() {
				r.declare("this", r.container)
				if super := javaTypeText(r, r.only(r.child(n, "superclass"))); super != "" {
					r.declare("super", super)
				}
				javaTypeParameters(r, r.child(n, "type_parameters"))
				for p := range r.children(r.child(n, "parameters")) { // of a record
					r.visit(r.child(p, "type"))
					if name := r.child(p, "name"); name != none {
						r.define(declaration{kind: code.Field, name: name, whole: p, typ: javaTypeText(r, r.child(p, "type"))})
					}
				}
				r.visitBut(n, "name", "type_parameters", "parameters")
			})
		})
	}
}

// javaTypeParameters binds the T of <T extends Bound>, with no type, and uses its bounds.
func javaTypeParameters(r *reading, n node) {
	for c := range r.children(n) {
		name := r.first(c, "type_identifier", "identifier")
		r.declare(r.text(name), "")
		r.visit(r.first(c, "type_bound"))
	}
}

// javaEnumConstant declares a constant of an enum; the methods of its body lie in it.
func javaEnumConstant(r *reading, n node) {
	i := r.define(declaration{kind: code.Constant, name: r.child(n, "name"), whole: n, body: r.child(n, "body")})
	r.inside(i, func() { r.visitBut(n, "name") })
}

// javaMethod declares a method, or a constructor, which has no type.
func javaMethod(r *reading, n node) {
	name, typ := r.child(n, "name"), r.child(n, "type")
	d := declaration{kind: code.Method, name: name, whole: n, body: r.child(n, "body"), typ: javaTypeText(r, typ)}
	r.inside(r.define(d), func() {
		r.nested(func() {
			javaTypeParameters(r, r.child(n, "type_parameters"))
			javaParameters(r, r.child(n, "parameters"))
			r.visitBut(n, "name", "type_parameters", "parameters")
		})
	})
}

// javaParameters binds parameters: "T x" to T, "T... xs" to a list of T, and the x of a lambda,
// whose type is not said, to "".
func javaParameters(r *reading, n node) {
	for p := range r.children(n) {
		switch r.kind(p) {
		case "formal_parameter":
			javaBind(r, p, r.child(p, "type"))
		case "spread_parameter":
			typ := ""
			for c := range r.children(p) {
				if r.kind(c) == "variable_declarator" {
					r.declare(r.text(r.child(c, "name")), listOf(typ))
					continue
				}
				if t := javaTypeText(r, c); t != "" {
					typ = t
				}
				r.visit(c)
			}
		case "identifier":
			r.declare(r.text(p), "")
		default:
			r.visit(p)
		}
	}
}

// javaBind binds the name of a node that has one, and visits what else it has.
func javaBind(r *reading, n, typ node) {
	known := javaTypeText(r, typ)
	if known == "var" || known == "" {
		known = javaTypeOf(r, r.child(n, "value"))
	}
	if name := r.child(n, "name"); r.kind(name) == "identifier" {
		r.declare(r.text(name), known)
		r.visitBut(n, "name")
		return
	}
	r.visitChildren(n)
}

// javaPattern binds the name behind a type in a pattern.
func javaPattern(r *reading, n node) {
	typ := ""
	for c := range r.children(n) {
		if r.kind(c) == "identifier" && typ != "" {
			r.declare(r.text(c), typ)
			continue
		}
		if t := javaTypeText(r, c); t != "" {
			typ = t
		} else if typ == "" {
			typ = " "
		}
		r.visit(c)
	}
}

// javaFields declares each name of a line of fields: a constant where it is in capitals.
func javaFields(r *reading, n node) {
	typ := r.child(n, "type")
	for c := range r.children(n) {
		if r.kind(c) != "variable_declarator" {
			r.visit(c)
			continue
		}
		kind := code.Field
		if name := r.text(r.child(c, "name")); isConstantName(name) {
			kind = code.Constant
		}
		r.wrap(c, n, none)
		i := r.define(declaration{kind: kind, name: r.child(c, "name"), whole: c, typ: javaTypeText(r, typ)})
		r.inside(i, func() { r.visit(r.child(c, "value")) })
	}
}

// javaLocals binds the names of a line of local variables; for "var" the type is that of the value.
func javaLocals(r *reading, n node) {
	typ := r.child(n, "type")
	for c := range r.children(n) {
		if r.kind(c) == "variable_declarator" {
			javaBind(r, c, typ)
			continue
		}
		r.visit(c)
	}
}

// javaForEach binds the x of "for (T x : xs)"; for "var" its type is that of an element of xs.
func javaForEach(r *reading, n node) {
	r.nested(func() {
		typ := javaTypeText(r, r.child(n, "type"))
		if typ == "var" {
			typ = element(javaTypeOf(r, r.child(n, "value")))
		}
		r.declare(r.text(r.child(n, "name")), typ)
		r.visitBut(n, "name")
	})
}

// javaLambda binds the parameters of "x -> …" or "(x, y) -> …" in a scope of their own.
func javaLambda(r *reading, n node) {
	r.nested(func() {
		p := r.child(n, "parameters")
		if r.kind(p) == "identifier" {
			r.declare(r.text(p), "")
		}
		javaParameters(r, p)
		r.visit(r.child(n, "body"))
	})
}

// javaCall uses the method that is called; what stands before it and its arguments are visited.
func javaCall(r *reading, n node) {
	object, name := r.child(n, "object"), r.child(n, "name")
	qualifier, typ := javaQualifier(r, object)
	before := len(r.pending)
	if r.use(name, qualifier, typ, true); qualifier == "" && len(r.pending) > before {
		r.pending[before].root = "" // a variable of the same name hides no method
	}
	r.visitBut(n, "name")
}

// javaQualifier returns what stands before a name, and its type where that is no mere name.
func javaQualifier(r *reading, object node) (qualifier, typ string) {
	if object == none {
		return "", ""
	}
	if qualifier, ok := javaChain(r, object); ok {
		return qualifier, ""
	}
	return "?", javaTypeOf(r, object)
}

// javaNew uses the T of new T(…), as a call, and the parameters of a new T<U>(…).
func javaNew(r *reading, n node) {
	typ := r.child(n, "type")
	t := typ
	if r.kind(t) == "generic_type" {
		for c := range r.children(t) {
			if r.kind(c) == "type_arguments" {
				r.visit(c)
			}
		}
		t = r.only(t)
	}
	switch r.kind(t) {
	case "type_identifier":
		r.use(t, "", "", true)
	case "scoped_type_identifier":
		javaScopedAs(r, t, true)
	default:
		r.visit(t)
	}
	r.visitBut(n, "type")
}

// javaReference reads Type::name.
func javaReference(r *reading, n node) {
	object, name := r.only(n), javaLast(r, n)
	if r.kind(name) == "identifier" && name != object {
		qualifier, typ := javaQualifier(r, object)
		r.use(name, qualifier, typ, false)
	}
	r.visit(object)
}

// javaField uses the field of a.b; in Outer.this none is named.
func javaField(r *reading, n node) {
	object := r.child(n, "object")
	qualifier, typ := javaQualifier(r, object)
	if name := r.child(n, "field"); r.kind(name) == "identifier" {
		r.use(name, qualifier, typ, false)
	}
	r.visit(object)
}

func javaScoped(r *reading, n node) { javaScopedAs(r, n, false) }

// javaScopedAs uses a name with dots.
func javaScopedAs(r *reading, n node, call bool) {
	name, scope := javaLast(r, n), r.only(n)
	qualifier := javaDotted(r, scope)
	if strings.ContainsAny(qualifier, "<@(") {
		qualifier = "?"
	}
	r.use(name, qualifier, "", call)
	r.visit(scope)
}

// javaChain returns the text of names with dots between.
func javaChain(r *reading, n node) (string, bool) {
	if r.overlong(n) {
		return "", false
	}
	switch r.kind(n) {
	case "identifier", "this", "super", "type_identifier":
		return r.text(n), true
	case "field_access":
		object, ok := javaChain(r, r.child(n, "object"))
		return object + "." + r.text(r.child(n, "field")), ok
	case "scoped_type_identifier", "scoped_identifier":
		return javaDotted(r, n), true
	case "parenthesized_expression":
		return javaChain(r, r.only(n))
	}
	return "", false
}

// javaTypeOf returns what can be said of the type of an expression, in the form of code.Use.Type.
func javaTypeOf(r *reading, n node) string {
	switch r.kind(n) {
	case "identifier", "field_access", "this", "super":
		if name, ok := javaChain(r, n); ok {
			return name
		}
	case "parenthesized_expression":
		return javaTypeOf(r, r.only(n))
	case "object_creation_expression", "cast_expression":
		return javaTypeText(r, r.child(n, "type"))
	case "array_access":
		return element(javaTypeOf(r, r.child(n, "array")))
	case "method_invocation":
		object, name := r.child(n, "object"), r.text(r.child(n, "name"))
		if object == none {
			return name + "()"
		}
		return called(javaTypeOf(r, object), name)
	}
	return ""
}

// javaTypeText returns the name of a type.
func javaTypeText(r *reading, n node) string {
	switch r.kind(n) {
	case "type_identifier":
		return r.text(n)
	case "scoped_type_identifier":
		return javaTypeText(r, javaLast(r, n))
	case "catch_type", "annotated_type":
		return javaTypeText(r, javaLast(r, n))
	case "array_type":
		return listOf(javaTypeText(r, r.child(n, "element")))
	case "generic_type":
		name, last := javaTypeText(r, r.only(n)), ""
		for c := range r.children(r.first(n, "type_arguments")) {
			last = javaTypeText(r, c)
		}
		switch name {
		case "List", "Set", "Collection", "Map", "Iterable", "Queue", "Deque", "ArrayList", "HashMap", "LinkedList", "HashSet":
			return listOf(last)
		case "Optional":
			return last
		}
		return name
	}
	return ""
}
