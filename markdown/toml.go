package markdown

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// readTOML reads the keys of a TOML block.
func (p *parse) readTOML(s span) {
	first := p.lines.at(s.start)
	values := map[string]any{}
	if reason, line := tomlTooLarge(p.source[s.start:s.end]); reason != "" {
		p.doc.Problems = append(p.doc.Problems, Problem{Line: first + line, Col: 1, Message: "front matter: " + reason})
		return
	}
	meta, err := decodeTOML(string(p.source[s.start:s.end]), &values)
	if err != nil {
		problem := Problem{Line: first, Col: 1, Message: "front matter: " + err.Error()}
		var e toml.ParseError
		if errors.As(err, &e) {
			problem.Line, problem.Col, problem.Message = first+max(e.Position.Line, 1)-1, max(e.Position.Col, 1), "front matter: "+e.Message
		}
		p.doc.Problems = append(p.doc.Problems, problem)
		return
	}
	seen := map[string]bool{}
	for _, key := range meta.Keys() { // "a.b = 1" and "[a.b]" make a key "a", too
		if seen[key[0]] {
			continue
		}
		seen[key[0]] = true
		n, col := p.tomlKey(s, key[0])
		c := &tomlConverter{}
		v, err := c.value(values[key[0]], 0)
		if err != nil {
			p.doc.Problems = append(p.doc.Problems, Problem{Line: n, Col: 1, Message: "front matter: " + err.Error()})
			return
		}
		p.addField(Field{Key: key[0], Value: v, Line: n, Col: 1, ValueLine: n, ValueCol: col})
	}
}

// decodeTOML parses into values; the library may panic on what it was not made for.
func decodeTOML(block string, values *map[string]any) (meta toml.MetaData, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("toml: %v", r)
		}
	}()
	return toml.Decode(block, values)
}

// tomlKey finds the line of a top-level key and the column of its value; the first line of the
// block when it is written in an unusual way.
func (p *parse) tomlKey(s span, key string) (line, col int) {
	for at := s.start; at < s.end; at = p.lineEnd(at) {
		text := strings.TrimRight(p.line(at), " \t\r\n")
		name, value, ok := strings.Cut(text, "=")
		header := strings.Trim(strings.TrimSpace(text), "[]")
		if word := strings.Trim(strings.TrimSpace(name), `"'`); ok && (word == key || strings.HasPrefix(word, key+".")) {
			return p.lines.at(at), len(name) + 2 + len(value) - len(strings.TrimLeft(value, " \t"))
		}
		if !ok && (header == key || strings.HasPrefix(header, key+".")) {
			return p.lines.at(at), 1
		}
	}
	return p.lines.at(s.start), 1
}

// tomlConverter brings values to the types that YAML gives.
type tomlConverter struct{ values int }

// value converts a value of TOML into the types of Field.Value; errTooLarge where there are too
// many, or they nest too deep.
func (c *tomlConverter) value(v any, depth int) (any, error) {
	if c.values++; c.values > maxValues || depth > maxDepth {
		return nil, errTooLarge
	}
	switch v := v.(type) {
	case time.Time:
		if v.Location().String() == "date-local" {
			return v.Format(time.DateOnly), nil
		}
		return v.Format(time.RFC3339), nil
	case []any:
		return c.list(len(v), func(i int) any { return v[i] }, depth)
	case []map[string]any:
		return c.list(len(v), func(i int) any { return v[i] }, depth)
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, x := range v {
			e, err := c.value(x, depth+1)
			if err != nil {
				return nil, err
			}
			out[k] = e
		}
		return out, nil
	}
	return v, nil
}

// list converts n values.
func (c *tomlConverter) list(n int, at func(i int) any, depth int) (any, error) {
	out := make([]any, n)
	for i := range out {
		e, err := c.value(at(i), depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}
