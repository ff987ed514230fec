package markdown

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// yamlBlock finds the places of a YAML block's nodes in the file. The parser counts characters
// where we count bytes, and begins a line where a file does not: after a lone carriage return, NEL,
// LS and PS.
type yamlBlock struct {
	text   []byte
	start  int   // of the block in the file
	starts []int // offsets of the parser's lines in the block
	lines  lines // of the file
}

// newYAMLBlock finds where the lines of a block begin, as YAML counts them.
func newYAMLBlock(source []byte, s span, l lines) *yamlBlock {
	y := &yamlBlock{text: source[s.start:s.end], start: s.start, starts: []int{0}, lines: l}
	for i := 0; i < len(y.text); {
		n := yamlBreak(y.text[i:])
		i += max(n, 1)
		if n > 0 {
			y.starts = append(y.starts, i)
		}
	}
	return y
}

// yamlBreak is the length of the line break that a text begins with, 0 when it begins with none.
func yamlBreak(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("\r\n")):
		return 2
	case b[0] == '\n', b[0] == '\r':
		return 1
	case bytes.HasPrefix(b, []byte("\u0085")):
		return 2
	case bytes.HasPrefix(b, []byte("\u2028")), bytes.HasPrefix(b, []byte("\u2029")):
		return 3
	}
	return 0
}

// place is the line and column, in bytes, at which a node begins.
func (y *yamlBlock) place(n *yaml.Node) (line, col int) {
	at := y.starts[min(max(n.Line, 1), len(y.starts))-1]
	for i := 1; i < n.Column && at < len(y.text) && yamlBreak(y.text[at:]) == 0; i++ {
		_, size := utf8.DecodeRune(y.text[at:])
		at += size
	}
	return y.position(at)
}

// position is the place of a byte of the block, of its last line for what is behind its end.
func (y *yamlBlock) position(at int) (line, col int) {
	if at >= len(y.text) && at > 0 {
		line, col = y.lines.position(y.start + len(y.text) - 1)
		return line, col
	}
	return y.lines.position(y.start + at)
}

// maxDuplicates bounds the duplicate keys that are reported of one file.
const maxDuplicates = 20

// duplicates reports keys that are there twice in one mapping, at the second.
func (y *yamlBlock) duplicates(root *yaml.Node) (found []Problem) {
	var walk func(n *yaml.Node, path string, depth int)
	walk = func(n *yaml.Node, path string, depth int) {
		if depth > maxDepth {
			return
		}
		if n.Kind == yaml.SequenceNode {
			for i, e := range n.Content {
				walk(e, fmt.Sprintf("%s%d.", path, i), depth+1)
			}
		}
		if n.Kind != yaml.MappingNode {
			return
		}
		first := make(map[string]bool, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if first[key.Value] && key.Value != "<<" && key.Kind == yaml.ScalarNode && len(found) < maxDuplicates {
				line, col := y.place(key)
				found = append(found, Problem{Line: line, Col: col, Key: path + key.Value, Expected: "each key once",
					Message: key.Value + ": this key is there already, and the first one counts"})
				continue
			}
			first[key.Value] = true
			walk(n.Content[i+1], path+key.Value+".", depth+1)
		}
	}
	walk(root, "", 0)
	return found
}

// YAMLError gives the place and the message of an error of the YAML library about a text that is YAML
// as a whole: its own place is often another one.
func YAMLError(text []byte, err error) (line, col int, message string) {
	return newYAMLBlock(text, span{0, len(text)}, newLines(text)).syntaxError(err)
}

// syntaxError gives the place and the message of what is no YAML. The library names a line, which
// is often the one before or the one where a construct was left open, and no column; so the place
// is looked for: the error begins behind the longest beginning of the block that is YAML by itself.
func (y *yamlBlock) syntaxError(err error) (line, col int, message string) {
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	named := 1
	if m := regexp.MustCompile(`line (\d+): `).FindStringSubmatchIndex(message); m != nil {
		named, _ = strconv.Atoi(message[m[2]:m[3]])
		message = strings.TrimSpace(message[m[1]:])
	}
	at, ok := y.errorOffset(named)
	if !ok {
		at = y.starts[min(max(named, 1), len(y.starts))-1]
	}
	for at < len(y.text)-1 && (y.text[at] == ' ' || y.text[at] == '\n' || y.text[at] == '\r') {
		at++
	}
	line, col = y.position(at)
	return line, col, message
}

// Limits of the search for an error: the size of a block that is searched, and the bytes that are
// parsed for it in all.
const (
	maxProbed = 4 << 10
	maxProbe  = 64 << 10
)

// errorOffset looks for the offset of a syntax error: up from the line that the library names for
// the last line that YAML can end before, in that line for the last character that it can end
// before. Not ok when that would take too long.
func (y *yamlBlock) errorOffset(named int) (at int, ok bool) {
	if len(y.text) > maxProbed {
		return 0, false
	}
	budget := maxProbe
	valid := func(end int) bool {
		budget -= end
		return decodeYAML(y.text[:end], new(yaml.Node)) == nil
	}
	i := min(named+1, len(y.starts)-1)
	for i > 0 && budget > 0 && !valid(y.starts[i]) {
		i--
	}
	start, end := y.starts[i], len(y.text)
	if i+1 < len(y.starts) {
		end = y.starts[i+1]
	}
	at = end
	for at > start && budget > 0 && !valid(at) {
		at--
	}
	if budget <= 0 {
		return start, i > 0
	}
	return at, true
}

// Place finds where the value at a path inside of a top-level key begins: keys of mappings and
// indices of lists, such as "relations", "1", "strength". It parses the block again: it is meant
// for the few values that are wrong. Not ok where the front matter is not YAML or has no such
// value.
func (f *FrontMatter) Place(source []byte, path ...string) (line, col int, ok bool) {
	if f.Format != "yaml" || f.Span.Start < 0 || f.Span.End > len(source) || f.Span.Start > f.Span.End {
		return 0, 0, false
	}
	p := &parse{source: source, lines: newLines(source[:f.Span.End])}
	inner := p.lineEnd(f.Span.Start)
	last := p.lines.start(max(f.Span.End-1, 0))
	if inner > last {
		return 0, 0, false
	}
	y := newYAMLBlock(source, span{inner, last}, p.lines)
	var root yaml.Node
	if decodeYAML(y.text, &root) != nil || len(root.Content) == 0 {
		return 0, 0, false
	}
	n := root.Content[0]
	for _, key := range path {
		if n = child(n, key); n == nil {
			return 0, 0, false
		}
	}
	line, col = y.place(n)
	return line, col, true
}

// child is the value of a key or the element at an index, nil when there is none.
func child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				return n.Content[i+1]
			}
		}
	case yaml.SequenceNode:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(n.Content) {
			return n.Content[i]
		}
	}
	return nil
}
