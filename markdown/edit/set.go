package edit

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// set replaces a value or adds the key.
func (f *front) set(key string, value any) ([]byte, error) {
	fd := f.field(key)
	if fd == nil {
		text, err := f.behindKey(value)
		return f.addKey(key, text), err
	}
	var quote byte
	if fd.value < fd.end && (f.source[fd.value] == '\'' || f.source[fd.value] == '"') {
		quote = f.source[fd.value]
	}
	list, isList := value.([]string)
	if isList && !f.isFlow(fd) {
		text, err := f.behindKey(list)
		if err == nil && f.isBlockList(fd) && len(list) > 0 {
			first := lastLine(f.source[:fd.value+1])
			return f.splice(first, fd.end, strings.TrimPrefix(text, f.eol)+f.eol), nil
		}
		return f.replace(fd, text), err
	}
	text, err := f.text(value, quote)
	return f.replace(fd, " "+text), err
}

// isFlow reports whether a list stands in brackets and holds something.
func (f *front) isFlow(fd *field) bool {
	list, ok := fd.Value.([]any)
	return ok && len(list) > 0 && !f.isBlockList(fd)
}

// addKey writes a key, with what stands behind it, at the end of the front matter, or a front matter of
// that key, with a blank line before the text.
func (f *front) addKey(key, text string) []byte {
	line := f.keyText(key) + strings.TrimRight(f.separator(), " ") + text + f.eol
	if f.missing {
		blank := f.eol
		if first := f.source[f.start:][:lineLength(f.source[f.start:])]; len(bytes.TrimSpace(first)) == 0 {
			blank = ""
		}
		return f.splice(f.start, f.start, "---"+f.eol+line+"---"+f.eol+blank)
	}
	if f.toml {
		at := f.tableAfter(f.start - 1)
		if first := bytes.TrimLeft(f.source[f.start:f.end], " \t"); bytes.HasPrefix(first, []byte("[")) {
			at = f.start
		}
		return f.splice(at, at, line)
	}
	return f.splice(f.end, f.end, line)
}

// replace writes another value in the place of one, with the blank or line end before it. A comment
// behind the old one, or its key, stays on the key's line.
func (f *front) replace(fd *field, text string) []byte {
	keyLine := fd.start + lineLength(f.source[fd.start:])
	head := f.headEnd(fd)
	line := bytes.TrimRight(f.source[fd.start:keyLine], "\r\n")
	valueEnd := f.valueEnd(fd, fd.start+len(line))
	comment := ""
	if valueEnd < 0 { // it goes over several lines
		comment = f.commentBehind(head)
		valueEnd = len(bytes.TrimRight(f.source[:fd.end], "\r\n"))
	}
	if strings.HasPrefix(text, f.eol) {
		if valueEnd < fd.start+len(line) {
			comment, valueEnd = string(f.source[valueEnd:fd.start+len(line)]), fd.start+len(line)
		}
		text, comment = comment+text, ""
	}
	out := f.splice(head, valueEnd, text+comment)
	if moved, ok := f.moveAnchor(fd, out); ok {
		return moved
	}
	return out
}

// headEnd is the end of the key with its colon or equals sign.
func (f *front) headEnd(fd *field) int {
	line := f.source[fd.start : fd.start+lineLength(f.source[fd.start:])]
	sep := byte(':')
	if f.toml {
		sep = '='
	}
	at := 0
	if line[0] == '"' || line[0] == '\'' {
		at = 1 + max(0, bytes.IndexByte(line[1:], line[0]))
	}
	for i := at; i < len(line); i++ {
		if line[i] == sep && (f.toml || i+1 == len(line) || bytes.IndexByte([]byte(" \t\r\n"), line[i+1]) >= 0) {
			return fd.start + i + 1
		}
	}
	return fd.start + at
}

// valueEnd is where a value of one line ends, -1 for one that does not end on the key's line.
func (f *front) valueEnd(fd *field, lineEnd int) int {
	if fd.Value == nil && fd.end <= lineEnd+2 {
		return len(bytes.TrimRight(stripComment(f.source[f.headEnd(fd):lineEnd]), " \t")) + f.headEnd(fd)
	}
	text := f.source[:lineEnd]
	i := fd.value
	if i >= lineEnd {
		return -1
	}
	end := -1
	switch text[i] {
	case '"', '\'':
		if f.toml && bytes.HasPrefix(text[i:], bytes.Repeat(text[i:i+1], 3)) {
			return -1
		}
		end = quotedEnd(text, i)
	case '[', '{':
		end = flowEnd(text, i)
	case '|', '>':
		if !f.toml {
			return -1
		}
	default:
		end = i + len(bytes.TrimRight(stripComment(text[i:]), " \t"))
	}
	if end < 0 || strings.Contains(strings.TrimRight(string(f.source[lineEnd:fd.end]), "\r\n"), "\n") ||
		len(bytes.TrimSpace(f.source[lineEnd:fd.end])) > 0 {
		return -1
	}
	return end
}

// commentBehind is the comment on the key's line of a value that goes over several: behind the key,
// or behind | and >.
func (f *front) commentBehind(head int) string {
	line := bytes.TrimRight(f.source[head:head+lineLength(f.source[head:])], "\r\n")
	rest := bytes.TrimLeft(line, " \t")
	if len(rest) > 0 && rest[0] != '|' && rest[0] != '>' && rest[0] != '#' {
		return ""
	}
	body := stripComment(line)
	if len(body) == len(line) {
		return ""
	}
	return " " + string(line[len(body):])
}

// stripComment cuts a comment off: # at the beginning or after a blank.
func stripComment(line []byte) []byte {
	for i, c := range line {
		if c == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return line[:i]
		}
	}
	return line
}

// anchorName is the anchor before a value.
func anchorName(value []byte) string {
	m := regexp.MustCompile(`^&([^\s,\[\]{}]+)\s+`).FindSubmatch(value)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// moveAnchor keeps what other keys took from the value: the first that did gets the value itself,
// with its name.
func (f *front) moveAnchor(fd *field, edited []byte) ([]byte, bool) {
	if f.toml {
		return nil, false
	}
	head := f.headEnd(fd)
	line := bytes.TrimRight(f.source[head:head+lineLength(f.source[head:])], "\r\n")
	old := bytes.TrimSpace(stripComment(line))
	name := anchorName(append(bytes.Clone(old), ' '))
	if name == "" {
		return nil, false
	}
	alias := regexp.MustCompile(`(^|[\s,\[{:])\*` + regexp.QuoteMeta(name) + `([\s,\]}]|$)`)
	block := edited[:f.end+len(edited)-len(f.source)]
	at := alias.FindSubmatchIndex(block)
	if at == nil {
		return nil, false
	}
	out := bytes.Clone(edited[:at[3]])
	out = append(out, old...)
	return append(out, edited[at[4]:]...), true
}

// describe names a key for an error.
func describe(key string) error { return fmt.Errorf("%w: the value of %s", ErrRefused, key) }
