package markdown

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of front matter, far above what people write.
const (
	maxValues = 20000 // nodes after aliases are followed
	maxDepth  = 32
)

var errTooLarge = errors.New("front matter is too large or too deep")

// readYAML reads the keys of a YAML block. What is no YAML is reported, and its simple "key: value"
// lines are read all the same.
func (p *parse) readYAML(s span) {
	y := newYAMLBlock(p.source, s, p.lines)
	var root yaml.Node
	if err := decodeYAML(y.text, &root); err != nil {
		line, col, message := y.syntaxError(err)
		p.doc.Problems = append(p.doc.Problems, Problem{Line: line, Col: col, Message: "front matter: " + message})
		p.readSimple(s)
		return
	}
	if root.Kind == 0 || len(root.Content) == 0 {
		return
	}
	m := root.Content[0]
	if m.Kind != yaml.MappingNode {
		line, col := y.place(m)
		p.doc.Problems = append(p.doc.Problems,
			Problem{Line: line, Col: col, Message: "front matter: expected keys with values", Expected: "key: value"})
		return
	}
	p.doc.Problems = append(p.doc.Problems, y.duplicates(m)...)
	c := &converter{}
	for i := 0; i+1 < len(m.Content); i += 2 {
		key, value := m.Content[i], m.Content[i+1]
		line, col := y.place(key)
		v, err := c.value(value, 0)
		if err != nil {
			p.doc.Problems = append(p.doc.Problems, Problem{Line: line, Col: col, Message: "front matter: " + err.Error(), Key: key.Value})
			return
		}
		f := Field{Key: key.Value, Value: v, Line: line, Col: col}
		f.ValueLine, f.ValueCol = y.place(value)
		p.addField(f)
	}
}

// decodeYAML parses into nodes; the library may panic on what it was not made for.
func decodeYAML(block []byte, root *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return yaml.Unmarshal(block, root)
}

// converter turns nodes into values and counts them, so that aliases cannot multiply without bound.
type converter struct{ values int }

// value converts a node into the types of Field.Value. Aliases are followed, so values are counted:
// a small file can stand for many.
func (c *converter) value(n *yaml.Node, depth int) (any, error) {
	if c.values++; c.values > maxValues || depth > maxDepth {
		return nil, errTooLarge
	}
	switch n.Kind {
	case yaml.AliasNode:
		return c.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, e := range n.Content {
			v, err := c.value(e, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		m := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := c.value(n.Content[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			if _, has := m[n.Content[i].Value]; !has {
				m[n.Content[i].Value] = v
			}
		}
		return m, nil
	}
	switch n.Tag {
	case "!!null":
		return nil, nil
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return b, nil
		}
	case "!!int":
		if v, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 10, 64); err == nil &&
			(n.Value == "0" || !strings.HasPrefix(strings.TrimLeft(n.Value, "+-"), "0")) {
			return v, nil
		}
	case "!!float":
		if v, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), 64); err == nil {
			return v, nil
		}
	}
	return n.Value, nil
}

// readSimple reads the "key: value" lines of a block that is no YAML, such as the unquoted globs of
// editor rules.
func (p *parse) readSimple(s span) {
	for at := s.start; at < s.end; at = p.lineEnd(at) {
		line := strings.TrimRight(p.line(at), " \t\r\n")
		key, value, ok := strings.Cut(line, ":")
		if !ok || key == "" || strings.ContainsAny(key, " \t#{}[]\"'-") && !plainKey(key) {
			continue
		}
		trimmed := strings.TrimSpace(value)
		n, _ := p.lines.position(at)
		col := len(key) + 2 + len(value) - len(strings.TrimLeft(value, " \t"))
		p.addField(Field{Key: key, Value: simpleValue(trimmed), Line: n, Col: 1, ValueLine: n, ValueCol: col})
	}
}

// plainKey reports whether a key is one word of ASCII letters, digits, - and _.
func plainKey(key string) bool {
	for i := range len(key) {
		if c := key[i]; !alphanumeric(c) && c != '-' && c != '_' {
			return false
		}
	}
	return key[0] != '-'
}

// simpleValue reads what stands behind a key by itself; the text as it is where it is no YAML.
func simpleValue(s string) any {
	var n yaml.Node
	if s == "" {
		return nil
	}
	if decodeYAML([]byte(s), &n) == nil && len(n.Content) == 1 && (n.Content[0].Kind != yaml.MappingNode || s[0] == '{') {
		if v, err := (&converter{}).value(n.Content[0], 0); err == nil {
			return v
		}
	}
	return s
}
