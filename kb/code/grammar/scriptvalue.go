package grammar

import (
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// jsVariables reads var, let and const: symbols where they are seen from outside, and local names.
func jsVariables(r *reading, n node) {
	at := r.scope
	if r.first(n, `"var"`) != none {
		for at > 0 && !r.scopes[at].function {
			at = r.scopes[at].outer
		}
	}
	constant := strings.HasPrefix(r.textUntil(n, r.only(n)), "const") // the word has no node
	for d := range r.children(n) {
		if r.kind(d) == "variable_declarator" {
			r.wrap(d, n, none)
			jsVariable(r, d, at, constant)
		}
	}
}

// jsVariable declares a variable, or what it stands for: a module that require takes in, a function or
// class that is its value.
func jsVariable(r *reading, d node, at int, constant bool) {
	name, value := r.child(d, "name"), r.child(d, "value")
	typ := jsType(r, r.child(d, "type"))
	if typ == "" {
		typ = jsTypeOf(r, value)
	}
	r.visit(r.child(d, "type"))
	if jsRequired(r, name, value) {
		return
	}
	if r.kind(name) == "identifier" && jsHeld(r, value, name, d, r.text(name)) {
		r.declareIn(at, r.text(name), notLocal)
		return
	}
	if at > 0 {
		jsBind(r, name, typ, at)
		r.visit(value)
		return
	}
	i := jsVariableSymbols(r, name, d, typ, constant)
	r.inside(i, func() {
		if r.kind(value) == "object" && i >= 0 {
			jsObject(r, value)
		} else {
			r.visit(value)
		}
	})
}

// jsVariableSymbols declares the names of a pattern, and returns the symbol of a single one.
func jsVariableSymbols(r *reading, n, whole node, typ string, constant bool) int {
	switch r.kind(n) {
	case "identifier", "shorthand_property_identifier_pattern":
		kind := code.Variable
		if constant && isConstantName(r.text(n)) {
			kind = code.Constant
		}
		return r.define(declaration{kind: kind, name: n, whole: whole, typ: typ})
	case "pair_pattern":
		jsVariableSymbols(r, r.child(n, "value"), whole, "", constant)
	case "assignment_pattern", "object_assignment_pattern":
		jsVariableSymbols(r, r.child(n, "left"), whole, "", constant)
		r.visit(r.child(n, "right"))
	case "object_pattern", "array_pattern", "rest_pattern":
		for c := range r.children(n) {
			jsVariableSymbols(r, c, whole, "", constant)
		}
	}
	return -1
}

// jsHeld reads a function or a class that a name holds, and reports whether it is one.
func jsHeld(r *reading, value, name, whole node, as string) bool {
	value = jsInner(r, value)
	own := r.child(value, "name") // export default class Name …
	if own != none && as == "default" {
		name, as = own, r.text(own)
	}
	switch {
	case jsIsFunction(r, value):
		jsFunction(r, value, code.Function, whole, jsNameNode(r, name, value), as)
		return true
	case r.kind(value) == "class":
		jsClass(r, value, whole, jsNameNode(r, name, value), as)
		return true
	case r.kind(value) == "object" && as == "default":
		jsObject(r, value)
		return true
	}
	return false
}

// jsNameNode returns where a name stands; what is exported without one is named by its parameters.
func jsNameNode(r *reading, name, value node) node {
	if name != value {
		return name
	}
	for _, field := range []string{"parameters", "parameter"} {
		if n := r.child(value, field); n != none {
			return n
		}
	}
	return value
}

// jsRequired reads const x = require("y") and const {a, b: c} = require("y").
func jsRequired(r *reading, name, value node) bool {
	if r.kind(value) != "call_expression" || r.text(r.child(value, "function")) != "require" {
		return false
	}
	in, names := code.Import{}, []string(nil)
	switch r.kind(name) {
	case "identifier":
		in.Alias = r.text(name)
		names = []string{in.Alias}
	case "object_pattern":
		for c := range r.children(name) {
			switch r.kind(c) {
			case "shorthand_property_identifier_pattern":
				in.Names = append(in.Names, r.text(c))
				names = append(names, r.text(c))
			case "pair_pattern":
				in.Names = append(in.Names, r.text(r.child(c, "key"))+"\x00"+r.text(r.child(c, "value")))
				names = append(names, r.text(r.child(c, "value")))
			}
		}
	}
	return jsRequire(r, r.child(value, "arguments"), in, names...)
}

// jsObject reads an object that has a name: functions that it holds are methods.
func jsObject(r *reading, n node) {
	for c := range r.children(n) {
		key, value := r.child(c, "key"), r.child(c, "value")
		if r.kind(c) != "pair" || jsName(r, key) == "" {
			r.visit(c)
			continue
		}
		switch {
		case jsIsFunction(r, value):
			jsFunction(r, value, code.Method, c, key, jsName(r, key))
		case r.kind(value) == "object":
			container := strings.TrimPrefix(r.container+"."+jsName(r, key), ".")
			r.within(code.Clip(container, code.MaxText), func() { jsObject(r, value) })
		default:
			r.visit(value)
		}
	}
}

// jsPair reads "key: value" of an object that has no name; of keys only a computed one uses names.
func jsPair(r *reading, n node) {
	if key := r.child(n, "key"); r.kind(key) == "computed_property_name" {
		r.visit(key)
	}
	r.visit(r.child(n, "value"))
}

// jsAssignedFunction reads a function that is assigned to a member where the file is run:
// exports.load = …, Room.prototype.open = …, and what module.exports is.
func jsAssignedFunction(r *reading, n node) bool {
	left, right := r.child(n, "left"), r.child(n, "right")
	if r.scope != 0 || r.kind(left) != "member_expression" {
		return false
	}
	target, ok := jsChain(r, left)
	if !ok {
		return false
	}
	container, name, kind := "", r.child(left, "property"), code.Function
	object := strings.TrimSuffix(target, "."+r.text(name))
	switch {
	case target == "module.exports":
		if r.kind(right) == "object" {
			jsObject(r, right)
			return true
		}
		return false
	case object == "exports" || object == "module.exports" || object == "this":
	case strings.HasSuffix(object, ".prototype"):
		container, kind = strings.TrimSuffix(object, ".prototype"), code.Method
	default:
		container = object
	}
	if !jsIsFunction(r, right) && r.kind(right) != "class" {
		return false
	}
	r.visit(r.child(left, "object"))
	r.within(code.Clip(container, code.MaxText), func() {
		if r.kind(right) == "class" {
			jsClass(r, right, n, name, r.text(name))
			return
		}
		jsFunction(r, right, kind, n, name, r.text(name))
	})
	return true
}
