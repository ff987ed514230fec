package edit

import (
	"bytes"
	"strings"
)

// isBlockList tells whether a value is a list with an item a line.
func (f *front) isBlockList(fd *field) bool {
	return !f.toml && fd.value < fd.end && f.source[fd.value] == '-' && len(f.items(fd)) > 0
}

// items are where the items of a block list begin: the first byte of the line of each.
func (f *front) items(fd *field) (starts []int) {
	first := lastLine(f.source[:fd.value+1])
	indent := fd.value - first
	for at := first; at < fd.end; at += lineLength(f.source[at:]) {
		line := f.source[at:fd.end]
		if len(line) > indent && line[indent] == '-' && len(bytes.TrimLeft(line[:indent], " ")) == 0 &&
			(len(line) == indent+1 || bytes.IndexByte([]byte(" \t\r\n"), line[indent+1]) >= 0) {
			starts = append(starts, at)
		}
	}
	return starts
}

// addToList appends an item, a string or a table, in the form of the list.
func (f *front) addToList(key string, item any) ([]byte, error) {
	fd := f.field(key)
	if fd == nil || fd.Value == nil || !f.toml && f.isEmptyList(fd) {
		text, err := f.behindKey([]any{item})
		if fd == nil {
			return f.addKey(key, text), err
		}
		return f.replace(fd, text), err
	}
	text, err := f.text(item, 0)
	switch {
	case err != nil:
		return nil, err
	case f.isBlockList(fd):
		if lines, ok := item.(table); ok && !bytes.HasPrefix(bytes.TrimLeft(f.source[fd.value+1:fd.end], " "), []byte("{")) {
			text, err = f.blockTable(lines, fd.value-lastLine(f.source[:fd.value+1]))
		}
		line := strings.Repeat(" ", fd.value-lastLine(f.source[:fd.value+1])) + "- " + text
		if fd.end > 0 && f.source[fd.end-1] != '\n' {
			return f.splice(fd.end, fd.end, f.eol+line), err
		}
		return f.splice(fd.end, fd.end, line+f.eol), err
	case fd.value < fd.end && f.source[fd.value] == '[':
		parts, close := flowParts(f.source[:fd.end], fd.value)
		if close < 0 {
			return nil, describe(key)
		}
		if len(parts) == 0 {
			return f.splice(fd.value+1, fd.value+1, text), nil
		}
		last := parts[len(parts)-1]
		end := last.start + len(bytes.TrimRight(withoutComments(f.source[last.start:last.end]), " \t\r\n"))
		return f.splice(end, end, ", "+text), nil
	}
	return nil, describe(key)
}

// isEmptyList reports whether a list has no items.
func (f *front) isEmptyList(fd *field) bool {
	list, ok := fd.Value.([]any)
	return ok && len(list) == 0
}

// withoutComments blanks out comments, so that the end of what stands before them can be found.
func withoutComments(text []byte) []byte {
	out := bytes.Clone(text)
	for at := 0; at < len(out); at += lineLength(out[at:]) {
		line := out[at : at+lineLength(out[at:])]
		for i := len(stripComment(line)); i < len(line) && line[i] != '\n'; i++ {
			line[i] = ' '
		}
	}
	return out
}

// remove takes the item with a number out of a list; rest is what remains.
func (f *front) remove(key string, at int, rest []string) ([]byte, error) {
	fd := f.field(key)
	switch {
	case len(rest) == 0:
		return f.replace(fd, " []"), nil
	case f.isBlockList(fd):
		starts := f.items(fd)
		if at >= len(starts) {
			return nil, describe(key)
		}
		end := fd.end
		if at+1 < len(starts) {
			end = f.aboutNext(starts[at], starts[at+1], fd.value-lastLine(f.source[:fd.value+1]))
		}
		return f.splice(starts[at], end, ""), nil
	case fd.value < fd.end && f.source[fd.value] == '[':
		parts, close := flowParts(f.source[:fd.end], fd.value)
		if close < 0 || at >= len(parts) {
			return nil, describe(key)
		}
		p := parts[at]
		if at+1 < len(parts) {
			lead := p.start + len(f.source[p.start:p.end]) - len(bytes.TrimLeft(f.source[p.start:p.end], " \t\r\n"))
			next := parts[at+1]
			first := next.start + len(f.source[next.start:next.end]) - len(bytes.TrimLeft(f.source[next.start:next.end], " \t\r\n"))
			return f.splice(lead, first, ""), nil
		}
		return f.splice(p.start-1, p.start+len(bytes.TrimRight(f.source[p.start:p.end], " \t\r\n")), ""), nil
	}
	return f.set(key, rest)
}

// aboutNext is where the comments above the item at next begin, next itself where there are none.
// They stand no deeper than the items do, unlike the lines of the item at start.
func (f *front) aboutNext(start, next, indent int) int {
	begin := next
	for at := next; at > start; {
		at = lastLine(f.source[:at])
		text := bytes.TrimLeft(f.source[at:next], " \t")
		if bytes.HasPrefix(text, []byte("#")) && next-at-len(text) <= indent {
			begin = at
		} else if len(bytes.TrimSpace(f.source[at:at+lineLength(f.source[at:])])) > 0 {
			break
		}
	}
	return begin
}

// listIndent returns how deep the items of lists stand: as in the first that the front matter has, or as deep
// as two blanks.
func (f *front) listIndent() int {
	for i := range f.fields {
		if fd := &f.fields[i]; f.isBlockList(fd) {
			return fd.value - lastLine(f.source[:fd.value+1])
		}
	}
	return 2
}

// behindKey writes a value with the blank or line end before it: a list has an item a line, but in TOML.
func (f *front) behindKey(value any) (string, error) {
	var list []any
	switch v := value.(type) {
	case []any:
		list = v
	case []string:
		for _, item := range v {
			list = append(list, item)
		}
	}
	if f.toml || len(list) == 0 {
		text, err := f.text(value, 0)
		return " " + text, err
	}
	indent := f.listIndent()
	var b strings.Builder
	for _, item := range list {
		text, err := "", error(nil)
		if fields, ok := item.(table); ok {
			text, err = f.blockTable(fields, indent)
		} else {
			text, err = f.text(item, 0)
		}
		if err != nil {
			return "", err
		}
		b.WriteString(f.eol + strings.Repeat(" ", indent) + "- " + text)
	}
	return b.String(), nil
}

// blockTable writes a table with a key a line, as an item of a list that stands so deep.
func (f *front) blockTable(t table, indent int) (string, error) {
	lines, err := f.lines(t)
	return strings.Join(lines, f.eol+strings.Repeat(" ", indent+2)), err
}
