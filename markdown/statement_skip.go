package markdown

import "bytes"

// blockSkipper tells lines that hold no prose: code, tables, quotes, HTML, footnotes and link definitions.
type blockSkipper struct {
	fence   byte // '`' or '~' while inside a fenced block
	length  int  // of the opening fence
	comment bool // inside <!-- … -->
	rest    bool // up to the next blank line: a quote, a table, an HTML block or a footnote
	list    bool // a list may be open: indented text is its continuation, not code
	math    bool // inside $$ … $$
}

// skips takes the next line and tells whether it holds no prose. open tells that a paragraph is open.
func (s *blockSkipper) skips(l *lineScanner, open bool) bool {
	text := l.text()
	switch {
	case s.fence != 0:
		s.closeFence(text)
		return true
	case s.comment:
		s.comment = !bytes.Contains(text, []byte("-->"))
		return true
	case s.math:
		s.math = !bytes.Contains(text, []byte("$$"))
		return true
	case len(text) == 0:
		s.rest = false
		return false
	case s.opensFence(text):
		return true
	case bytes.HasPrefix(text, []byte("$$")):
		s.math = bytes.Count(text, []byte("$$")) == 1
		return true
	case s.rest:
		s.rest = !s.endsRest(l)
		return s.rest
	}
	return s.opensBlock(l, text, open)
}

func (s *blockSkipper) opensBlock(l *lineScanner, text []byte, open bool) bool {
	if l.listMarker() > 0 {
		s.list = true
	} else if l.indent == 0 && !open {
		s.list = false
	}
	switch {
	case bytes.HasPrefix(text, []byte("<!--")):
		s.comment = !bytes.Contains(text, []byte("-->"))
		return true
	case l.indent >= 4 && !open && !s.list:
		return true
	case text[0] == '>', text[0] == '|', text[0] == '<' && !open && isTagStart(text), isDefinition(text), isTableRow(l):
		s.rest = true
		return true
	}
	return text[0] == '#' && isATX(text)
}

// endsRest tells whether a line starts something new although no blank line stands before it.
func (s *blockSkipper) endsRest(l *lineScanner) bool {
	return l.listMarker() > 0 && bytes.IndexByte(l.text(), '|') < 0
}

func (s *blockSkipper) opensFence(text []byte) bool {
	c := text[0]
	if c != '`' && c != '~' {
		return false
	}
	n := len(text) - len(bytes.TrimLeft(text, string(c)))
	if n < 3 || c == '`' && bytes.IndexByte(text[n:], '`') >= 0 {
		return false
	}
	s.fence, s.length = c, n
	return true
}

func (s *blockSkipper) closeFence(text []byte) {
	n := len(text) - len(bytes.TrimLeft(text, string(s.fence)))
	if n >= s.length && len(bytes.TrimSpace(text[n:])) == 0 {
		s.fence = 0
	}
}

// isTagStart tells an HTML block from an autolink and from "<" in prose.
func isTagStart(text []byte) bool {
	if len(text) < 2 {
		return false
	}
	c := text[1]
	return (c == '/' || c == '!' || c|0x20 >= 'a' && c|0x20 <= 'z') && !bytes.HasPrefix(text, []byte("<http"))
}

// isDefinition tells a footnote or a link definition: "[^1]: …", "[name]: …".
func isDefinition(text []byte) bool {
	if text[0] != '[' {
		return false
	}
	end := bytes.IndexByte(text, ']')
	return end > 0 && end+1 < len(text) && text[end+1] == ':'
}

// isTableRow tells the head of a table whose rows have no outer bars: its next line is a delimiter row.
func isTableRow(l *lineScanner) bool {
	if bytes.IndexByte(l.text(), '|') < 0 {
		return false
	}
	next := *l
	if !next.next() {
		return false
	}
	row := next.text()
	return bytes.IndexByte(row, '-') >= 0 && bytes.IndexByte(row, '|') >= 0 && len(bytes.Trim(row, "|:- \t")) == 0
}

// isATX tells a heading that no section begins with, such as one inside a list.
func isATX(text []byte) bool {
	rest := bytes.TrimLeft(text, "#")
	n := len(text) - len(rest)
	return n <= 6 && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t')
}
