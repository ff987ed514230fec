package fact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a unit of a note is.
type kind uint8

const (
	prose kind = iota // a sentence of a paragraph or list item
	row               // of a table
	code              // a line of a code block
	field             // a line of the front matter
)

// unit is a piece of a note that says something by itself.
type unit struct {
	kind      kind
	text      string   // of prose: its lines joined by one space
	line      int      // 1-based
	col       int      // 1-based, bytes
	endLine   int      // inclusive
	headings  []string // outermost first; shared: do not modify
	item      bool     // begins a list item
	indent    int      // of a list item, in bytes
	header    []string // of a row: the cells of the head of its table
	paragraph int      // number of the paragraph or table
}

// Bounds of what is read of a note.
const (
	maxUnits = 20_000
	maxText  = 2000 // bytes of a unit
)

// reader cuts a note into units, line by line.
type reader struct {
	units    []unit
	headings []string
	levels   []int
	fields   bool   // the front matter is open
	fence    string // that ends the code block which is open, "" for none
	comment  bool
	header   []string
	before   string // the line before, of a possible head of a table
	open     []string
	start    unit // of the open paragraph
	lines    []int
	number   int
}

// read cuts a note into units.
func read(body string) []unit {
	r := &reader{units: make([]unit, 0, min(strings.Count(body, "\n")/2, maxUnits)+8)}
	if first, rest, ok := strings.Cut(body, "\n"); ok && strings.TrimRight(first, "\r") == "---" {
		r.fields = strings.Contains("\n"+rest, "\n---\n") || strings.Contains("\n"+rest, "\n---\r\n")
	}
	for no := 1; body != "" && len(r.units) < maxUnits; no++ {
		line := body
		if i := strings.IndexByte(body, '\n'); i >= 0 {
			line, body = body[:i], body[i+1:]
		} else {
			body = ""
		}
		r.line(strings.TrimRight(line, "\r"), no)
	}
	r.flush()
	return r.units
}

// line takes a line to what is open above it: front matter and code go line by line, as each of their
// lines says something, prose is gathered into paragraphs first.
func (r *reader) line(line string, no int) {
	text := strings.TrimSpace(line)
	switch {
	case r.fields:
		if r.fields = text != "---" || no == 1; r.fields && no > 1 && text != "" {
			r.add(unit{kind: field, text: text, line: no, endLine: no, col: 1})
		}
	case r.fence != "":
		if strings.HasPrefix(text, r.fence) && strings.Trim(text, r.fence[:1]) == "" {
			r.fence = ""
		} else if text != "" {
			r.add(unit{kind: code, text: text, line: no, endLine: no, col: 1 + strings.Index(line, text)})
		}
	case r.comment || strings.HasPrefix(text, "<!--"):
		r.flush()
		r.comment = !strings.Contains(text, "-->")
	case opensCode(text):
		r.flush()
		r.fence = text[:len(text)-len(strings.TrimLeft(text, text[:1]))]
	case text == "":
		r.flush()
	case strings.HasPrefix(text, "#") && strings.HasPrefix(strings.TrimLeft(text, "#"), " "):
		r.flush()
		level := len(text) - len(strings.TrimLeft(text, "#"))
		n := 0
		for n < len(r.levels) && r.levels[n] < level {
			n++
		}
		r.levels = append(r.levels[:n:n], level) // new lists, as the units above keep the old ones
		r.headings = append(r.headings[:n:n], headingText(text))
	case strings.Contains(text, "|") && (r.header != nil || isRule(text)):
		r.row(text, line, no)
	default:
		// The marker of a list item ends what is open and begins anew.
		r.header = nil
		indent := strings.Index(line, text)
		if body, is := itemBody(text); is {
			r.flush()
			r.start = unit{line: no, col: indent + 1 + len(text) - len(body), item: true, indent: indent}
			text = body
		} else if len(r.open) == 0 {
			r.start = unit{line: no, col: indent + 1, indent: indent}
		}
		r.open, r.lines = append(r.open, text), append(r.lines, no)
	}
	r.before = text
}

// opensCode tells the fence of a block of code from a span of code that a line begins with.
func opensCode(text string) bool {
	return strings.HasPrefix(text, "~~~") || strings.HasPrefix(text, "```") && !strings.Contains(strings.TrimLeft(text, "`"), "`")
}

// headingText is a heading without the signs in front and a closing row of them, which a blank
// stands before: "# C#" is "C#".
func headingText(text string) string {
	text = strings.TrimSpace(strings.TrimLeft(text, "#"))
	if open := strings.TrimRight(text, "#"); open == "" || strings.HasSuffix(open, " ") {
		return strings.TrimSpace(open)
	}
	return text
}

// isRule tells the line below the head of a table.
func isRule(text string) bool {
	return strings.Contains(text, "--") && strings.Trim(text, "|-: \t") == ""
}

// row takes a line of a table. The head of one was taken for a paragraph.
func (r *reader) row(text, line string, no int) {
	if isRule(text) {
		if r.header == nil && len(r.open) > 0 {
			r.open, r.lines = r.open[:len(r.open)-1], r.lines[:len(r.lines)-1]
			head := r.before
			r.flush()
			r.header = cells(head)
		}
		return
	}
	r.add(unit{kind: row, text: text, line: no, endLine: no, col: 1 + strings.Index(line, text), header: r.header})
}

// cells splits a row of a table; a bar in a code span or behind a backslash is text.
func cells(text string) (out []string) {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "|"), "|")
	from, inCode := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '`':
			inCode = !inCode
		case text[i] == '|' && !inCode && (i == 0 || text[i-1] != '\\'):
			out = append(out, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(out, strings.TrimSpace(text[from:]))
}

// itemBody is the text of a list item behind its marker.
func itemBody(text string) (body string, is bool) {
	if len(text) > 2 && strings.IndexByte("-*+", text[0]) >= 0 && text[1] == ' ' {
		return strings.TrimSpace(text[2:]), true
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits > 0 && digits < 4 && len(text) > digits+2 && (text[digits] == '.' || text[digits] == ')') && text[digits+1] == ' ' {
		return strings.TrimSpace(text[digits+2:]), true
	}
	return text, false
}

// flush ends the paragraph that is open: its sentences are units.
func (r *reader) flush() {
	r.header = nil
	r.number++
	from, whole := 0, strings.Join(r.open, " ")
	line, before := 0, 0         // the line that was asked for last, and the bytes in front of it
	lineOf := func(at int) int { // asked for in order, so that no line is passed twice
		for ; at > before+len(r.open[line]); line++ {
			before += len(r.open[line]) + 1
		}
		return r.lines[line]
	}
	first := true
	for end := 0; end < len(whole); {
		end = sentenceEnd(whole, from)
		u := r.start
		u.text = strings.TrimSpace(whole[from:min(end, from+maxText)])
		if !first {
			u.item, u.line, u.col = false, lineOf(from), 1
		}
		u.endLine = lineOf(end - 1)
		if u.text != "" {
			r.add(u)
		}
		first, from = false, end
	}
	r.open, r.lines = r.open[:0], r.lines[:0]
}

// sentenceEnd is where the sentence ends that begins at from: behind a stop that white space and a
// capital, a code span or an emphasis follow.
func sentenceEnd(text string, from int) int {
	inCode := false
	for i := from; i+2 < len(text); i++ {
		switch {
		case text[i] == '`':
			inCode = !inCode
		case inCode || text[i] != '.' && text[i] != '!' && text[i] != '?' || text[i+1] != ' ':
		case text[i+2] == '`' || text[i+2] == '*' || beginsUpper(text[i+2:]):
			if i-from > 3 && text[i-2] != '.' && text[i-2] != ' ' {
				return i + 2
			}
		}
	}
	return len(text)
}

// beginsUpper tells whether a text begins with a capital, of whatever script.
func beginsUpper(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(first)
}

// add appends a unit below the headings that are open, its text cut at maxText bytes, which may be
// within a rune.
func (r *reader) add(u unit) {
	u.headings, u.paragraph = r.headings, r.number
	u.text = u.text[:min(len(u.text), maxText)]
	r.units = append(r.units, u)
}
