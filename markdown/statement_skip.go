package markdown

import (
	"bytes"
	"unicode"
)

// blockSkipper tells lines that hold no prose: code, tables, quotes, HTML, footnotes and link definitions.
type blockSkipper struct {
	fence  byte   // '`' or '~' while inside a fenced block
	length int    // of the opening fence
	until  string // what ends the comment or the formula that is open, "" for none
	rest   bool   // up to the next blank line: a quote, a table, an HTML block or a footnote
	list   bool   // a list may be open: indented text is its continuation, not code
}

// skips takes the next line and tells whether it holds no prose. open tells that a paragraph is open.
func (s *blockSkipper) skips(l *lineScanner, open bool) bool {
	text := l.text()
	switch {
	case s.fence != 0:
		n := len(text) - len(bytes.TrimLeft(text, string(s.fence)))
		if n >= s.length && len(bytes.TrimSpace(text[n:])) == 0 {
			s.fence = 0
		}
		return true
	case s.until != "":
		if bytes.Contains(text, []byte(s.until)) {
			s.until = ""
		}
		return true
	case len(text) == 0:
		s.rest = false
		return false
	case s.opensFence(text[itemOpening(text):]):
		s.list = s.list || itemOpening(text) > 0
		return true
	case s.opensUntil(text):
		return true
	case s.rest:
		s.rest = !s.endsRest(l)
		return s.rest
	}
	if l.listMarker() > 0 {
		s.list = true
	} else if l.indent == 0 && !open {
		s.list = false
	}
	switch {
	case !open && isModuleLine(text):
		s.rest = true
		return true
	case l.indent >= 4 && !open && !s.list:
		return true
	case text[0] == '>', text[0] == '|', text[0] == '<' && !open && isTagStart(text), isDefinition(text), isTableRow(l):
		s.rest = true
		return true
	}
	return text[0] == '#' && isATX(text)
}

// comment tells that a comment is open.
func (s *blockSkipper) comment() bool { return s.until != "" && s.until != "$$" }

// opensUntil reports whether a comment or a formula begins, which go on to their end.
func (s *blockSkipper) opensUntil(text []byte) bool {
	begins, ends := commentMarks(string(text[:min(len(text), maxCommentMark)]))
	if bytes.HasPrefix(text, []byte("$$")) {
		begins, ends = "$$", "$$"
	}
	if begins != "" && !bytes.Contains(text[len(begins):], []byte(ends)) {
		s.until = ends
	}
	return begins != ""
}

// isModuleLine tells what a page of MDX imports and exports.
func isModuleLine(text []byte) bool {
	if rest, ok := bytes.CutPrefix(text, []byte("import ")); ok {
		return bytes.HasPrefix(rest, []byte("'")) || bytes.HasPrefix(rest, []byte("\"")) || bytes.Contains(rest, []byte(" from '")) ||
			bytes.Contains(rest, []byte(" from \""))
	}
	rest, ok := bytes.CutPrefix(text, []byte("export "))
	if !ok {
		return false
	}
	for _, word := range [...]string{"const ", "default ", "function ", "let ", "{"} {
		if bytes.HasPrefix(rest, []byte(word)) {
			return true
		}
	}
	return false
}

// endsRest tells whether a line starts something new although no blank line stands before it.
func (s *blockSkipper) endsRest(l *lineScanner) bool {
	return l.listMarker() > 0 && bytes.IndexByte(l.text(), '|') < 0
}

// opensFence reports whether a line opens a block of code, and keeps how it is closed.
func (s *blockSkipper) opensFence(text []byte) bool {
	run := Fence(text)
	if run == nil {
		return false
	}
	s.fence, s.length = text[0], len(run)
	return true
}

// isTagStart tells an HTML block from an autolink and from "<" in prose.
func isTagStart(text []byte) bool {
	if len(text) < 2 {
		return false
	}
	c := text[1]
	return (c == '/' || c == '!' || letter(c)) && !bytes.HasPrefix(text, []byte("<http")) && !marksWords(text)
}

// marksWords tells a line that begins with a tag around some of its words, as "<kbd>Ctrl</kbd> stops it":
// it is a paragraph.
func marksWords(text []byte) bool {
	name := text[1:]
	name = name[:len(name)-len(bytes.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"))]
	switch string(name) {
	case "abbr", "b", "code", "em", "i", "kbd", "mark", "s", "strong", "sub", "sup", "u", "var":
		return bytes.ContainsFunc(text[bytes.LastIndexByte(text, '>')+1:], unicode.IsLetter)
	}
	return false
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
