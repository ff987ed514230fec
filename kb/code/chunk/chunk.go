// Package chunk cuts source files into chunks at the boundaries of their symbols. It has no I/O.
//
// # Limitations
//
// What is one statement is told by its indentation, since a file's symbols do not say: of a body that
// is not indented the cuts are between lines.
package chunk

import (
	"bytes"
	"slices"
	"unicode"

	"github.com/9aea2451/kb/kb/code"
)

// Most is how many characters (bytes of the source) a chunk has at most; one that a symbol fits in
// is never cut within it.
const Most = 900

// Chunk is a piece of a file: whole lines, but of a line that is longer than a chunk.
type Chunk struct {
	code.Span
	// Symbols are those whose names stand in the chunk, as numbers of the file's symbols; the
	// outermost come first.
	Symbols []int
	// In is the innermost symbol that the chunk lies in as a part of it, -1 for none.
	In int
}

// Main is the symbol that a chunk is about: the first that it declares, or else the one that it is a
// part of; -1 for none.
func (c *Chunk) Main() int {
	if len(c.Symbols) > 0 {
		return c.Symbols[0]
	}
	return c.In
}

// Cut cuts a file into chunks, in the order of their places. Every letter and digit of the source is
// in one of them, and in no other.
func Cut(f *code.File, source []byte) []Chunk {
	c := cutter{source: source, file: f}
	// A tab counts as 8 columns of indentation, wherever it stands.
	for at := 0; at < len(c.source); {
		end := len(c.source)
		if n := bytes.IndexByte(c.source[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		text := c.source[at:end]
		rest := bytes.TrimLeft(text, " \t")
		own := bytes.TrimSpace(rest)
		l := line{start: at, blank: len(own) == 0, goes: continues(own), says: len(own) > 0 && bytes.IndexByte([]byte("/*#@"), own[0]) >= 0}
		for _, b := range text[:len(text)-len(rest)] {
			if l.indent++; b == '\t' {
				l.indent += 7
			}
		}
		c.lines = append(c.lines, l)
		at = end
	}
	// Symbols that share a line with one before them are taken to lie in it.
	order := make([]int, len(c.file.Symbols))
	for i := range order {
		order[i] = i
	}
	spans := func(i int) code.Span { return c.file.Symbols[i].Span }
	slices.SortStableFunc(order, func(a, b int) int {
		if d := spans(a).Line - spans(b).Line; d != 0 {
			return d
		}
		return spans(b).EndLine - spans(a).EndLine
	})
	var open []*unit
	last := 0 // the line after all units so far that are no longer open
	for _, i := range order {
		u := &unit{piece{spans(i).Line - 1, min(spans(i).EndLine, len(c.lines))}, i, nil}
		for len(open) > 0 && open[len(open)-1].to <= u.from {
			last = max(last, open[len(open)-1].to)
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			u.from = c.comment(u.from, last)
			c.top, open = append(c.top, u), append(open, u)
			continue
		}
		around := open[len(open)-1]
		if u.to > around.to || u.from <= around.from { // not nested: one line belongs to both
			around.to = max(around.to, u.to)
			for _, o := range open {
				o.to = max(o.to, around.to)
			}
			continue
		}
		u.from = c.comment(u.from, max(last, around.from+1))
		around.inner, open = append(around.inner, u), append(open, u)
	}
	c.cut(piece{0, len(c.lines)}, c.top, -1)
	return c.chunks
}

// piece is some lines of a file: [from, to), counted from 0.
type piece struct{ from, to int }

// unit is a symbol with its lines, those of the comment above it included, and with the units in it.
type unit struct {
	piece
	symbol int
	inner  []*unit
}

// line is where a line begins, how far it is indented, and what it begins with.
type line struct {
	start, indent int
	blank         bool // nothing but blanks
	goes          bool // goes on with what stands above it: a closing bracket, an operator, else
	says          bool // is a comment or an annotation: of what stands below it
}

// cutter cuts one file.
type cutter struct {
	source []byte
	file   *code.File
	lines  []line
	top    []*unit
	chunks []Chunk
	named  int // of the symbols by place, those whose names stand before the next chunk
}

// continues tells a line that goes on with a statement that began above it.
func continues(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	switch text[0] {
	case ')', ']', '}', '.', ',', '+', '|', '&', '?', ':':
		return true
	}
	for _, word := range []string{"else", "elif", "except", "catch", "finally", "case ", "default:"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return true
		}
	}
	return false
}

// start is the byte at which a line begins; the end of the source for the one after the last.
func (c *cutter) start(line int) int {
	if line >= len(c.lines) {
		return len(c.source)
	}
	return c.lines[line].start
}

// size counts the bytes of some lines, line ends included.
func (c *cutter) size(p piece) int { return c.start(p.to) - c.start(p.from) }

// comment is where the comment and the annotations right above a symbol begin, but not before least.
func (c *cutter) comment(from, least int) int {
	at := from
	for at > least && c.lines[at-1].says {
		at--
	}
	return at
}

// cut cuts some lines with the units in them, as a part of the symbol in.
func (c *cutter) cut(p piece, units []*unit, in int) {
	at := p.from
	for i := 0; i < len(units); {
		u := units[i]
		if u.from > at {
			c.pack(piece{at, u.from}, in)
		}
		end := i + 1
		switch {
		case c.size(u.piece) > Most:
			c.cut(u.piece, u.inner, u.symbol)
			at = u.to
		case small(c.file.Symbols[u.symbol].Kind):
			for end < len(units) && small(c.file.Symbols[units[end].symbol].Kind) && c.size(piece{u.from, units[end].to}) <= Most {
				end++
			}
			at = units[end-1].to
			c.add(piece{u.from, at}, in)
		default:
			at = u.to
			c.add(u.piece, in)
		}
		i = end
	}
	c.pack(piece{at, p.to}, in)
}

// small tells the symbols several of which make a chunk.
func small(k code.Kind) bool {
	switch k {
	case code.Constant, code.Variable, code.Field:
		return true
	}
	return false
}

// pack cuts lines between statements: as many as fit into a chunk, and one that does not fit between
// those within it.
func (c *cutter) pack(p piece, in int) {
	if c.size(p) <= Most {
		c.add(p, in)
		return
	}
	begin := p.from
	starts := append(c.statements(p, c.head(p, in)), p.to)
	for i := 0; i+1 < len(starts); i++ {
		s := piece{starts[i], starts[i+1]}
		if s.from > begin && c.size(piece{begin, s.to}) > Most {
			c.add(piece{begin, s.from}, in)
			begin = s.from
		}
		if c.size(s) > Most {
			c.split(s, in)
			begin = s.to
		}
	}
	c.add(piece{begin, p.to}, in)
}

// split cuts one statement that does not fit: its first line stays with what is within.
func (c *cutter) split(s piece, in int) {
	if s.to-s.from > 1 {
		c.pack(s, in)
		return
	}
	for at, end := c.start(s.from), c.start(s.to); at < end; {
		part := len(code.Clip(string(c.source[at:min(end, at+2*Most)]), Most))
		if part == 0 {
			part = Most // no text
		}
		c.addBytes(code.Span{Start: at, End: at + part, Line: s.from + 1, EndLine: s.from + 1}, in)
		at += part
	}
}

// head is the last line of what a piece begins with and is not cut from: where the symbol that it is
// a part of is declared there, the line with its name.
func (c *cutter) head(p piece, in int) int {
	if in >= 0 {
		if named := c.file.Symbols[in].NameSpan.Line - 1; named >= p.from && named < p.to-1 && c.start(named)-c.start(p.from) < Most/2 {
			return named
		}
	}
	return p.from
}

// statements are the lines at which the statements of some lines begin: those of the least
// indentation there is below the head. Where that leaves nothing to cut, every line is one.
func (c *cutter) statements(p piece, head int) []int {
	least := -1
	for i := head + 1; i < p.to; i++ {
		if l := &c.lines[i]; !l.blank && !l.goes && (least < 0 || l.indent < least) {
			least = l.indent
		}
	}
	starts := []int{p.from}
	for i := head + 1; i < p.to; i++ {
		if l := &c.lines[i]; !l.blank && !l.goes && l.indent == least {
			starts = append(starts, i)
		}
	}
	if len(starts) == 1 {
		for i := p.from + 1; i < p.to; i++ {
			starts = append(starts, i)
		}
	}
	return starts
}

// add makes a chunk of some lines, of those that are not blank; none of brackets alone.
func (c *cutter) add(p piece, in int) {
	for p.from < p.to && c.lines[p.from].blank {
		p.from++
	}
	for p.to > p.from && c.lines[p.to-1].blank {
		p.to--
	}
	if p.from < p.to {
		c.addBytes(code.Span{Start: c.start(p.from), End: c.start(p.to), Line: p.from + 1, EndLine: p.to}, in)
	}
}

// addBytes makes a chunk of a span with the symbols that are named in it, unless no letter or digit
// is there. Spans come in the order of the file: each symbol is looked at once.
func (c *cutter) addBytes(s code.Span, in int) {
	chunk := Chunk{Span: s, In: in}
	for ; c.named < len(c.file.Symbols) && c.file.Symbols[c.named].NameSpan.Start < s.End; c.named++ {
		if at := c.file.Symbols[c.named].NameSpan.Start; at >= s.Start {
			chunk.Symbols = append(chunk.Symbols, c.named)
		}
	}
	if says := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }; bytes.ContainsFunc(c.source[s.Start:s.End], says) {
		c.chunks = append(c.chunks, chunk)
	}
}
