package grammar

import (
	"iter"
	"slices"

	"github.com/9aea2451/kb/kb/code"
)

// record is a node of the syntax tree as the shim writes it.
type record struct {
	start, end, next int32
	symbol           uint16
	field, flags     uint8
}

const flagMissing = 4 // of a record: the parser has made it up

// symbolError is the symbol of what could not be parsed.
const symbolError = 0xFFFF

// node is an index of a tree's records, or none.
type node int32

const none node = -1

// tree is a syntax tree in the order of the source. Nodes without meaning for the rules are left out.
type tree struct {
	source []byte
	nodes  []record
	module *module
	lines  []int32 // where each line begins
}

// newTree makes a tree of the shim's records. The bytes of source may differ from those that were
// parsed (see withoutAnnotations), their places must not.
func newTree(source []byte, nodes []record, m *module) *tree {
	t := &tree{source: source, nodes: nodes, module: m, lines: []int32{0}}
	for i, b := range source {
		if b == '\n' {
			t.lines = append(t.lines, int32(i+1))
		}
	}
	return t
}

// kind returns the name that the grammar has for a node, "" for none, "ERROR" for what is no syntax.
func (t *tree) kind(n node) string {
	if n == none {
		return ""
	}
	if s := t.nodes[n].symbol; int(s) < len(t.module.symbols) {
		return t.module.symbols[s]
	}
	return "ERROR"
}

// field returns the name of the field that a node is of its parent, "" for none.
func (t *tree) field(n node) string { return t.module.fields[t.nodes[n].field] }

// children returns the nodes right below a node.
func (t *tree) children(n node) iter.Seq[node] {
	return func(yield func(node) bool) {
		if n == none {
			return
		}
		for c := n + 1; c < node(t.nodes[n].next); c = node(t.nodes[c].next) {
			if !yield(c) {
				return
			}
		}
	}
}

// child returns the first child that is of a field.
func (t *tree) child(n node, field string) node {
	for c := range t.children(n) {
		if t.nodes[c].field != 0 && t.field(c) == field {
			return c
		}
	}
	return none
}

// first returns the first child of one of some kinds.
func (t *tree) first(n node, kinds ...string) node {
	for c := range t.children(n) {
		if slices.Contains(kinds, t.kind(c)) {
			return c
		}
	}
	return none
}

// only returns the first child that is no comment.
func (t *tree) only(n node) node {
	for c := range t.children(n) {
		if !isComment(t.kind(c)) {
			return c
		}
	}
	return none
}

// isComment tells the kinds of comments in all grammars: some tell those of a line from blocks.
func isComment(kind string) bool {
	return kind == "comment" || kind == "line_comment" || kind == "block_comment"
}

// text is the source of a node, "" of none.
func (t *tree) text(n node) string {
	if n == none {
		return ""
	}
	return string(t.source[t.nodes[n].start:t.nodes[n].end])
}

// overlong reports whether a node takes more bytes than names with dots between do. Of what a machine
// wrote, a.b.b and so on a thousand times, every part would be put together for each of them anew.
func (t *tree) overlong(n node) bool {
	const most = 4 * code.MaxText // blanks and comments may stand between
	return n != none && t.end(n)-t.start(n) > most
}

// start is the first byte of a node, end the byte behind its last. Both panic for none.
func (t *tree) start(n node) int { return int(t.nodes[n].start) }
func (t *tree) end(n node) int   { return int(t.nodes[n].end) }

// line returns the line of a byte, from 1.
func (t *tree) line(at int) int {
	i, found := slices.BinarySearch(t.lines, int32(at))
	if found {
		i++
	}
	return i
}

// span returns the place of the bytes [start, end).
func (t *tree) span(start, end int) code.Span {
	return code.Span{Start: start, End: end, Line: t.line(start), EndLine: t.line(max(start, end-1))}
}

func (t *tree) spanOf(n node) code.Span { return t.span(t.start(n), t.end(n)) }
