package markdown

import "bytes"

// lineScanner walks the lines of a source with their indentation.
type lineScanner struct {
	source     []byte
	start, end int // of the line, its end without the line break
	following  int // start of the next line
	indent     int // columns of leading white space, tabs to multiples of 4
}

// newLineScanner begins with the line at a byte. A byte order mark before the first is no part of it.
func newLineScanner(source []byte, start int) lineScanner {
	if start <= 0 && bytes.HasPrefix(source, []byte(byteOrderMark)) {
		start = len(byteOrderMark) // which is no text
	}
	return lineScanner{source: source, following: min(max(start, 0), len(source))}
}

// next goes to the next line, and reports whether there is one.
func (l *lineScanner) next() bool {
	if l.following >= len(l.source) {
		return false
	}
	l.start = l.following
	if n := bytes.IndexByte(l.source[l.start:], '\n'); n >= 0 {
		l.end, l.following = l.start+n, l.start+n+1
	} else {
		l.end, l.following = len(l.source), len(l.source)
	}
	if l.end > l.start && l.source[l.end-1] == '\r' {
		l.end--
	}
	for l.end > l.start && l.source[l.end-1] == unseen {
		l.end--
	}
	l.indent = columns(l.source[l.start : l.start+l.indentBytes()])
	return true
}

// columns is the width of white space, with tab stops every four columns.
func columns(white []byte) (n int) {
	for _, c := range white {
		switch c {
		case '\t':
			n += 4 - n%4
		case unseen:
		default:
			n++
		}
	}
	return n
}

// indentBytes returns how many bytes of white space the line begins with.
func (l *lineScanner) indentBytes() int { return leadingWhite(l.source[l.start:l.end]) }

// leadingWhite returns how many bytes of white space a line begins with.
func leadingWhite(line []byte) int {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == unseen) {
		i++
	}
	return i
}

// text returns the line without its indentation.
func (l *lineScanner) text() []byte { return l.source[l.start+l.indentBytes() : l.end] }

func (l *lineScanner) blank() bool { return l.start+l.indentBytes() == l.end }

// isSetext tells the underline of a heading.
func (l *lineScanner) isSetext() bool {
	text := bytes.TrimRight(l.text(), " \t")
	return len(text) > 0 && (len(bytes.Trim(text, "=")) == 0 || len(bytes.Trim(text, "-")) == 0)
}

// isBreak tells a thematic break.
func (l *lineScanner) isBreak() bool {
	text := l.text()
	if len(text) < 3 || text[0] != '-' && text[0] != '*' && text[0] != '_' && text[0] != '=' {
		return false
	}
	return len(bytes.Trim(text, string(text[0])+" \t")) == 0
}

func (l *lineScanner) listMarker() int { return itemOpening(l.text()) }

// itemOpening returns the bytes of "- ", "* ", "+ ", "1. " or "1) " with a task box, 0 for none.
func itemOpening(text []byte) int {
	n := 0
	for n < len(text) && n < 9 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	switch {
	case n > 0 && n < len(text) && (text[n] == '.' || text[n] == ')'):
		n++
	case len(text) > 0 && (text[0] == '-' || text[0] == '*' || text[0] == '+'):
		n = 1
	default:
		return 0
	}
	if n >= len(text) || text[n] != ' ' && text[n] != '\t' {
		return 0
	}
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	return n + taskBox(text[n:])
}

// taskBox returns the bytes of a leading "[ ] " or "[x] ".
func taskBox(text []byte) int {
	if len(text) > 3 && text[0] == '[' && text[2] == ']' && text[3] == ' ' && bytes.IndexByte([]byte(" xX"), text[1]) >= 0 {
		return 4
	}
	return 0
}
