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

// add appends an item to a list of words.
func (f *front) add(key string, items []string, item string) ([]byte, error) {
	fd := f.field(key)
	if fd != nil && fd.value < fd.end && (f.isBlockList(fd) || f.source[fd.value] == '[') {
		text, err := f.text(item, 0)
		if err != nil {
			return nil, err
		}
		return f.addText(key, text)
	}
	return f.set(key, append(items, item))
}

// addText appends an item as it is to be written.
func (f *front) addText(key, text string) ([]byte, error) {
	fd := f.field(key)
	switch {
	case fd == nil:
		return f.addKey(key, "["+text+"]"), nil
	case fd.Value == nil:
		return f.replace(fd, "["+text+"]")
	case f.isBlockList(fd):
		indent := fd.value - lastLine(f.source[:fd.value+1])
		line := strings.Repeat(" ", indent) + "- " + text
		if fd.end > 0 && f.source[fd.end-1] != '\n' {
			return f.splice(fd.end, fd.end, f.eol+line), nil
		}
		return f.splice(fd.end, fd.end, line+f.eol), nil
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
		return f.replace(fd, "[]")
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

// setBlockList writes another list in the form of the old one.
func (f *front) setBlockList(fd *field, list []string) []byte {
	first := lastLine(f.source[:fd.value+1])
	indent := strings.Repeat(" ", fd.value-first)
	var b strings.Builder
	for _, item := range list {
		text, _ := f.text(item, 0)
		b.WriteString(indent + "- " + text + f.eol)
	}
	return f.splice(first, fd.end, b.String())
}
