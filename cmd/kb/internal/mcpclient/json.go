package mcpclient

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// SyntaxError tells where a file is not what a client could read.
type SyntaxError struct {
	Line, Col int // 1-based; Col counts bytes
	message   string
}

func (e *SyntaxError) Error() string { return "not valid JSON: " + e.message }

// wrong makes a SyntaxError of a place.
func wrong(text []byte, at int, format string, args ...any) error {
	at = min(at, len(text))
	col := at - bytes.LastIndexByte(text[:at], '\n')
	return &SyntaxError{Line: line(text, at), Col: col, message: fmt.Sprintf(format, args...)}
}

// member is a key of an object with its value, by their places in the text.
type member struct {
	key                string
	keyStart           int
	valueStart, valEnd int
}

// object is an object of a text: JSON with comments and trailing commas, as editors allow it. A list
// is one, too, whose members have no keys.
type object struct {
	start, end int // of the braces; end is that of the closing one
	members    []member
	comma      int // after the trailing comma, 0 for none
}

// addJSON adds a value at a path of keys. Objects on the way that are missing are made. The other
// bytes stay as they are.
func addJSON(text []byte, path []string, value string) ([]byte, error) {
	if blank(text) {
		return append(append(text, nest(path, value, "", "  ")...), '\n'), nil
	}
	depth, in, err := lookup(text, path)
	switch {
	case err != nil:
		return nil, err
	case depth == len(path):
		return nil, ErrThere
	}
	return in.insert(text, path[depth:], value), nil
}

// blank tells that a text says nothing.
func blank(text []byte) bool {
	return len(bytes.Trim(trimBOM(text), " \t\r\n")) == 0
}

// trimBOM returns a text without the mark that some editors put before it.
func trimBOM(text []byte) []byte { return bytes.TrimPrefix(text, []byte(bom)) }

// bom is the mark that some editors put before the text.
const bom = "\xef\xbb\xbf"

// lookup follows a path of keys as far as they are there. It returns how many were found, and the
// object in which the next is missing, or which holds the last.
func lookup(text []byte, path []string) (depth int, in *object, err error) {
	at := len(text) - len(trimBOM(text))
	for {
		obj, err := readObject(text, skip(text, at))
		if err != nil {
			return 0, nil, err
		}
		if depth == 0 && skip(text, obj.end+1) != len(text) {
			return 0, nil, wrong(text, skip(text, obj.end+1), "text after the end, line %d", line(text, skip(text, obj.end+1)))
		}
		m, n := obj.member(path[depth])
		switch {
		case n == 0:
			return depth, obj, nil
		case n > 1: // programs read the last, people the first
			return 0, nil, wrong(text, m.keyStart, "%q stands %d times in one object, last in line %d", m.key, n, line(text, m.keyStart))
		}
		if depth++; depth == len(path) {
			return depth, obj, nil
		}
		if text[m.valueStart] != '{' {
			return 0, nil, wrong(text, m.valueStart, "%q in line %d is no object", m.key, line(text, m.keyStart))
		}
		at = m.valueStart
	}
}

// member gives the last member of a key, and how many there are.
func (o *object) member(key string) (found member, n int) {
	for _, m := range o.members {
		if m.key == key {
			found, n = m, n+1
		}
	}
	return found, n
}

// insert puts a member at the end of the object, indented as its neighbours are.
func (o *object) insert(text []byte, path []string, value string) []byte {
	key, _ := json.Marshal(path[0]) // a string always has a JSON form
	return o.put(text, func(inner, unit string) string { return string(key) + ": " + nest(path[1:], value, inner, unit) })
}

// put adds what write makes of the indentation and its step, at the end of the object or list.
func (o *object) put(text []byte, write func(inner, unit string) string) []byte {
	outer := indentOf(text, o.start)
	unit := "  "
	inner := outer + unit
	if len(o.members) > 0 {
		if first := indentOf(text, o.members[0].keyStart); len(first) > len(outer) && strings.HasPrefix(first, outer) {
			inner, unit = first, first[len(outer):]
		}
	}
	added := "\n" + inner + write(inner, unit)
	switch {
	case len(o.members) == 0:
		from := o.start + 1
		if len(bytes.TrimSpace(text[from:o.end])) > 0 { // a comment alone
			from = o.end
		}
		return splice(text, edit{from, o.end, added + "\n" + outer})
	case o.comma > 0: // as the last one ends with a comma, so does this
		at := afterRemark(text, o.comma)
		return splice(text, edit{at, at, added + ","})
	}
	last := o.members[len(o.members)-1].valEnd
	at := afterRemark(text, last)
	if !bytes.ContainsAny(text[at:o.end], "\n") { // the object ends in the line of its last member
		added += "\n" + outer
	}
	return splice(text, edit{last, last, ","}, edit{at, at, added})
}

// edit puts a text in the place of another.
type edit struct {
	start, end int
	text       string
}

// splice carries out edits that stand in order. Their lines end as those of the text do.
func splice(text []byte, edits ...edit) []byte {
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.start])
		out.WriteString(strings.ReplaceAll(e.text, "\n", lineEnd(text)))
		at = e.end
	}
	out.Write(text[at:])
	return out.Bytes()
}

// afterRemark gives the end of the line where nothing but a remark follows, else the place itself.
func afterRemark(text []byte, at int) int {
	rest := bytes.TrimLeft(text[at:], " \t")
	if !bytes.HasPrefix(rest, []byte("//")) {
		return at
	}
	remark, _, _ := bytes.Cut(rest, []byte("\n"))
	return len(text) - len(rest) + len(bytes.TrimSuffix(remark, []byte("\r")))
}

// nest writes a value below objects of the keys that are left, indented.
func nest(path []string, value, indent, unit string) string {
	if len(path) == 0 {
		return indented(value, indent, unit)
	}
	key, _ := json.Marshal(path[0]) // a string always has a JSON form
	inner := indent + unit
	return "{\n" + inner + string(key) + ": " + nest(path[1:], value, inner, unit) + "\n" + indent + "}"
}

// indented gives the lines of a value, which are indented by two blanks a level, another indentation.
func indented(value, indent, unit string) string {
	lines := strings.Split(value, "\n")
	for i, l := range lines[1:] {
		rest := strings.TrimLeft(l, " ")
		lines[i+1] = indent + strings.Repeat(unit, (len(l)-len(rest))/2) + rest
	}
	return strings.Join(lines, "\n")
}

// indentOf is the blanks at the beginning of the line in which a place lies.
func indentOf(text []byte, at int) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// line is the number of the line of a byte, from 1.
func line(text []byte, at int) int { return 1 + bytes.Count(text[:min(at, len(text))], []byte("\n")) }

// skip gives the place of the next token: after blanks and comments.
func skip(text []byte, at int) int {
	for at < len(text) {
		switch {
		case bytes.IndexByte([]byte(" \t\r\n"), text[at]) >= 0:
			at++
		case bytes.HasPrefix(text[at:], []byte("//")):
			remark, _, _ := bytes.Cut(text[at:], []byte("\n"))
			at += len(remark)
		case bytes.HasPrefix(text[at:], []byte("/*")):
			end := bytes.Index(text[at+2:], []byte("*/"))
			if end < 0 {
				return len(text)
			}
			at += end + 4
		default:
			return at
		}
	}
	return at
}

// maxDepth bounds how deep values are nested.
const maxDepth = 200

// readObject reads the object that begins at a place.
func readObject(text []byte, at int) (*object, error) {
	if at >= len(text) || text[at] != '{' {
		return nil, wrong(text, at, "expected an object, line %d", line(text, at))
	}
	o := &object{start: at}
	at = skip(text, at+1)
	for at < len(text) && text[at] != '}' {
		m := member{keyStart: at}
		end, err := readString(text, at)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text[at:end], &m.key); err != nil {
			return nil, wrong(text, at, "line %d: %v", line(text, at), err)
		}
		if at = skip(text, end); at >= len(text) || text[at] != ':' {
			return nil, wrong(text, at, "expected ':', line %d", line(text, at))
		}
		m.valueStart = skip(text, at+1)
		if m.valEnd, err = readValue(text, m.valueStart, 0); err != nil {
			return nil, err
		}
		o.members, o.comma = append(o.members, m), 0
		if at = skip(text, m.valEnd); at < len(text) && text[at] == ',' {
			o.comma = at + 1
			at = skip(text, at+1)
		} else if at < len(text) && text[at] != '}' {
			return nil, wrong(text, at, "expected ',' or '}', line %d", line(text, at))
		}
	}
	if at >= len(text) {
		return nil, wrong(text, o.start, "the object of line %d does not end", line(text, o.start))
	}
	o.end = at
	return o, nil
}

// readValue gives the end of the value that begins at a place.
func readValue(text []byte, at, depth int) (int, error) {
	if at >= len(text) || depth > maxDepth {
		return 0, wrong(text, at, "expected a value, line %d", line(text, at))
	}
	switch text[at] {
	case '"':
		return readString(text, at)
	case '{', '[':
		return readNested(text, at, depth)
	}
	end := at
	for end < len(text) && !bytes.ContainsRune([]byte(" \t\r\n,]}/"), rune(text[end])) {
		end++
	}
	if !json.Valid(text[at:end]) {
		return 0, wrong(text, at, "line %d: %.20q", line(text, at), text[at:end])
	}
	return end, nil
}

// readNested gives the end of an object or list.
func readNested(text []byte, at, depth int) (int, error) {
	closing := byte(']')
	if text[at] == '{' {
		closing = '}'
	}
	from := at
	for at = skip(text, at+1); at < len(text) && text[at] != closing; {
		end, err := readValue(text, at, depth+1)
		if err != nil {
			return 0, err
		}
		if at = skip(text, end); closing == '}' {
			if at >= len(text) || text[at] != ':' {
				return 0, wrong(text, at, "expected ':', line %d", line(text, at))
			}
			if end, err = readValue(text, skip(text, at+1), depth+1); err != nil {
				return 0, err
			}
			at = skip(text, end)
		}
		if at < len(text) && text[at] == ',' {
			at = skip(text, at+1)
		} else if at < len(text) && text[at] != closing {
			return 0, wrong(text, at, "expected ',', line %d", line(text, at))
		}
	}
	if at >= len(text) {
		return 0, wrong(text, from, "what begins in line %d does not end", line(text, from))
	}
	return at + 1, nil
}

// readString gives the end of the string that begins at a place.
func readString(text []byte, at int) (int, error) {
	if at >= len(text) || text[at] != '"' {
		return 0, wrong(text, at, "expected a string, line %d", line(text, at))
	}
	for end := at + 1; end < len(text); end++ {
		switch text[end] {
		case '\\':
			end++
		case '"':
			return end + 1, nil
		case '\n':
			return 0, wrong(text, at, "the string of line %d does not end", line(text, at))
		}
	}
	return 0, wrong(text, at, "the string of line %d does not end", line(text, at))
}
