package grammar

import (
	"bytes"
	"slices"
	"strings"

	"github.com/9aea2451/kb/kb/code"
)

// visitFunc is a rule: what a node of some kind means. It visits what is below as far as that is of
// interest.
type visitFunc func(r *reading, n node)

// rules are what is known of a language. Kinds of nodes are named as its grammar names them.
type rules struct {
	visits  map[string]visitFunc
	tokens  []string // words and marks of the language that the rules look at; they come in quotes: `"async"`
	leaves  []string // kinds whose inside is of no interest
	dropped []string // kinds that are of none
}

// mark tells the shim what to do with a symbol: see the shim's marks.
func (l *rules) mark(name string) (string, byte) {
	const skip, keep, leaf = 0, 1, 2
	if token, ok := strings.CutPrefix(name, "\x01"); ok {
		if slices.Contains(l.tokens, token) {
			return `"` + token + `"`, keep
		}
		return `"` + token + `"`, skip
	}
	switch {
	case slices.Contains(l.dropped, name):
		return name, skip
	case slices.Contains(l.leaves, name), isComment(name):
		return name, leaf
	}
	return name, keep
}

// reading is one file while it is read.
type reading struct {
	*tree
	code.File
	symbol    int    // the innermost symbol, -1 for none
	container string // its path
	scopes    []scope
	scope     int             // the innermost, an index of scopes
	pending   []mention       // of each use, what decides about it at the end
	comments  []node          // all comments, in order
	extents   map[node]extent // of declarations that stand in others: export …, @decorator …
	named     map[string]bool // the paths of symbols so far, for those that are declared by every assignment
}

// scope is a part of a file in which local names are bound.
type scope struct {
	outer    int               // -1 for none
	class    bool              // names that it binds are not seen from the functions in it
	function bool              // variables that are not bound in blocks are bound here
	locals   map[string]string // the types of variables and parameters, "" for what is not known
}

// notLocal is, instead of a type, said of a name that its scope explains and that is no local
// variable: an import, a nested function, a global one.
const notLocal = "\x00"

// mention is where a use stands and which name its meaning begins with.
type mention struct {
	scope int
	root  string
}

// visit applies the rule of a node, or visits what is below it.
func (r *reading) visit(n node) {
	if n == none {
		return
	}
	s := r.nodes[n].symbol
	if int(s) < len(r.module.visits) {
		if rule := r.module.visits[s]; rule != nil {
			rule(r, n)
			return
		}
	} else if s == symbolError {
		r.Partial = true
	}
	if r.nodes[n].flags&flagMissing != 0 {
		r.Partial = true
	}
	r.visitChildren(n)
}

// visitChildren visits what is right below a node, in the order of the source.
func (r *reading) visitChildren(n node) {
	for c := range r.children(n) {
		r.visit(c)
	}
}

// visitBut visits the children of a node that are of none of some fields.
func (r *reading) visitBut(n node, fields ...string) {
	for c := range r.children(n) {
		if !slices.Contains(fields, r.field(c)) {
			r.visit(c)
		}
	}
}

// ignore is the rule of nodes below which there is nothing of interest.
func ignore(*reading, node) {}

// extent is from where to where a declaration reaches, with what stands around it.
type extent struct{ from, to node }

// wrap says that a declaration is part of another node, and begins with a third, if there is one.
func (r *reading) wrap(n, in, from node) {
	e := r.extent(in)
	if from != none {
		e.from = from
	}
	r.extents[n] = e
}

// extent is what wrap said of a declaration, the node alone where it said nothing.
func (r *reading) extent(n node) extent {
	if e, ok := r.extents[n]; ok {
		return e
	}
	return extent{n, n}
}

// declaration is a symbol to be.
type declaration struct {
	kind  code.Kind
	name  node   // where it is named
	as    string // the name, if that is not the text of the node
	whole node
	sign  node // where the signature begins, if not with the whole
	body  node // where the signature ends, none for the end of the whole
	doc   string
	typ   string
}

// define adds a symbol and returns its index, -1 where it has no name or the file has too many.
func (r *reading) define(d declaration) int {
	name := d.as
	if name == "" {
		name = r.text(d.name)
	}
	if name == "" || len(name) > code.MaxText || len(r.Symbols) >= code.MaxSymbols {
		r.Partial = r.Partial || name != ""
		return -1
	}
	s := code.Symbol{Kind: d.kind, Name: name, Container: code.Clip(r.container, code.MaxText), NameSpan: r.spanOf(d.name), Doc: d.doc,
		Type: code.Clip(d.typ, code.MaxText)}
	whole := r.extent(d.whole)
	s.Span = r.span(r.start(whole.from), r.end(whole.to))
	from, to := s.Span.Start, s.Span.End
	if d.sign > 0 {
		from = r.start(d.sign)
	} else if kind := r.kind(whole.from); kind == "attribute_item" || kind == "decorator" {
		from = r.start(d.whole)
	}
	if d.body > 0 {
		to = r.start(d.body)
	}
	s.Signature = signature(r.source[min(from, to):to])
	if s.Doc == "" {
		at := s.Span.Start
		i, _ := slices.BinarySearchFunc(r.comments, at, func(c node, at int) int { return r.start(c) - at })
		first, size := i, 0
		for first > 0 {
			c := r.comments[first-1]
			gap := r.source[min(r.end(c), at):at]
			// Some grammars count the end of the line to a comment.
			newlines := bytes.Count(gap, []byte("\n"))
			if r.end(c) > r.start(c) && r.source[r.end(c)-1] == '\n' {
				newlines++
			}
			if len(bytes.TrimSpace(gap)) > 0 || newlines > 1 || !r.beginsLine(r.start(c)) {
				break
			}
			first, at = first-1, r.start(c)
			if size += r.end(c) - r.start(c); size > 2*code.MaxDoc {
				break
			}
		}
		var text strings.Builder
		for _, c := range r.comments[first:i] {
			text.WriteString(r.text(c))
			text.WriteByte('\n')
		}
		s.Doc = plainComment(text.String())
	}
	s.Doc = code.Clip(s.Doc, code.MaxDoc)
	r.Symbols = append(r.Symbols, s)
	r.named[s.Path()] = true
	return len(r.Symbols) - 1
}

// once adds a symbol unless there is one of its path already: what is declared by every assignment.
func (r *reading) once(d declaration) int {
	name := d.as
	if name == "" {
		name = r.text(d.name)
	}
	if r.named[(code.Symbol{Name: name, Container: r.container}).Path()] {
		return -1
	}
	return r.define(d)
}

// inside does something with a symbol as the innermost one, and its path as the container.
func (r *reading) inside(symbol int, do func()) {
	outer, container := r.symbol, r.container
	if symbol >= 0 {
		r.symbol, r.container = symbol, r.Symbols[symbol].Path()
	}
	do()
	r.symbol, r.container = outer, container
}

// within does something with other names as the container, such as those of a type that methods are
// declared apart from.
func (r *reading) within(container string, do func()) {
	outer := r.container
	r.container = container
	do()
	r.container = outer
}

// nested does something in a scope of its own.
func (r *reading) nested(do func()) {
	outer := r.scope
	r.scopes = append(r.scopes, scope{outer: outer})
	r.scope = len(r.scopes) - 1
	do()
	r.scope = outer
}

// block is the rule of nodes that are scopes and nothing else.
func block(r *reading, n node) { r.nested(func() { r.visitChildren(n) }) }

// declare binds a local name in the innermost scope. What is known of it stays.
func (r *reading) declare(name, typ string) { r.declareIn(r.scope, name, typ) }

// declareIn binds a local name in a scope, none in that of the file (0). A type that is known
// stays, unless the name is notLocal after all.
func (r *reading) declareIn(at int, name, typ string) {
	if at == 0 || name == "" {
		return // names of the file are symbols
	}
	s := &r.scopes[at]
	if s.locals == nil {
		s.locals = map[string]string{}
	}
	if known, ok := s.locals[name]; !ok || known == "" || typ == notLocal {
		s.locals[name] = typ
	}
}

// local returns the type of a local name as it is seen from a scope.
func (r *reading) local(at int, name string) (string, bool) {
	for first := true; at > 0; at = r.scopes[at].outer {
		if r.scopes[at].class && !first {
			continue
		}
		if typ, ok := r.scopes[at].locals[name]; ok {
			return typ, typ != notLocal
		}
		first = false
	}
	return "", false
}

// use adds a use of a name behind a qualifier; typ is the type of a qualifier that is no mere name.
func (r *reading) use(name node, qualifier, typ string, call bool) {
	text := r.text(name)
	if text == "" || text == "_" && !call || max(len(text), len(qualifier)) > code.MaxText {
		return
	}
	if len(r.Uses) >= code.MaxUses {
		r.Partial = true
		return
	}
	root := text
	if qualifier != "" {
		root, _, _ = strings.Cut(qualifier, ".")
	}
	r.Uses = append(r.Uses, code.Use{Name: text, Qualifier: qualifier, Type: typ, Call: call, Span: r.spanOf(name), In: r.symbol})
	r.pending = append(r.pending, mention{r.scope, root})
}

// imports adds an import, and says that its names are no local variables.
func (r *reading) imports(in code.Import, names ...string) {
	if in.Path == "" || len(r.Imports) >= code.MaxSymbols {
		r.Partial = r.Partial || in.Path != ""
		return
	}
	r.Imports = append(r.Imports, in)
	for _, name := range names {
		r.declare(name, notLocal)
	}
}

// isOwnName tells the names that a method has for what it is a method of, whether or not that is known.
func isOwnName(name string) bool {
	switch name {
	case "this", "self", "cls", "super", "Self":
		return true
	}
	return false
}

// expand replaces the local name that a type is taken from by its own type, as often as it must.
func (r *reading) expand(typ string, at int) string {
	const hops = 8
	for range hops {
		lists := len(typ) - len(strings.TrimLeft(typ, "[]"))
		end := strings.IndexAny(typ[lists:], ".([")
		if end < 0 || lists > 0 {
			return elements(typ)
		}
		root, rest := typ[:end], typ[end:]
		known, local := r.local(at, root)
		if !local {
			return elements(typ)
		}
		if known == "" || known == root || len(known)+len(rest) > code.MaxText {
			return ""
		}
		typ = elements(known + rest)
	}
	return ""
}

// elements takes the element of a list: "[]T[]" is T.
func elements(typ string) string {
	for strings.HasPrefix(typ, "[]") && strings.HasSuffix(typ, "[]") && len(typ) > 4 {
		typ = typ[2 : len(typ)-2]
	}
	return typ
}
