package markdown

import (
	"bytes"
	"strings"
)

// Passage is a stretch of a document that can change by itself: a sentence of a paragraph, a list
// item or a quote, or one line of what is no prose. The passages of a document leave out nothing
// but front matter, headings and layout.
type Passage struct {
	Text    string // prose: its lines joined by one space, without list marker or quote mark, but with a task box; else the line
	Kind    PassageKind
	Section int // index into Document.Sections, -1 for none
	Span    Span
}

// PassageKind tells what a passage is a part of.
type PassageKind string

const (
	Paragraph PassageKind = "paragraph"
	Item      PassageKind = "item" // of a list
	Quotation PassageKind = "quote"
	CodeLine  PassageKind = "code" // formulas included
	TableRow  PassageKind = "row"
	OtherLine PassageKind = "other" // HTML, comments, definitions of links and footnotes
)

// maxPassage is the greatest length of a passage in bytes; what is longer goes on in another one.
const maxPassage = 10_000

// Passages returns the passages of a document in source order. source must be the bytes that doc
// was parsed from.
func Passages(doc *Document, source []byte) []Passage {
	body := doc.FrontMatter.Span.End
	text, _ := unboxed(source[body:], false)
	r := passageReader{doc: doc, source: append(source[:body:body], text...), section: -1}
	r.lineNo = 1 + bytes.Count(source[:body], []byte{'\n'})
	r.open.start = -1
	for line := newLineScanner(r.source, body); line.next(); r.lineNo++ {
		l := &line
		heading := false
		for r.section+1 < len(r.doc.Sections) && r.doc.Sections[r.section+1].Span.Start <= l.start+l.indentBytes() {
			r.flush()
			r.section++
			s := &r.doc.Sections[r.section]
			heading = s.Level > 0 && s.Span.StartLine >= r.lineNo
		}
		if !heading {
			fenced, comment := r.skip.fence != 0, r.skip.comment()
			inside := fenced || r.skip.until != ""
			skipped := r.skip.skips(l, r.open.start >= 0 && r.open.kind != Quotation)
			text := l.text()
			switch {
			case len(text) == 0 && !inside:
				r.flush()
			case fenced && r.skip.fence == 0: // the fence that ends the code
			case inside, skipped && text[0] != '>':
				r.flush()
				begins, _ := commentMarks(string(text[:min(len(text), maxCommentMark)]))
				r.single(l, r.kindOf(l, inside, comment || !inside && begins != ""))
			case skipped:
				r.text(l, Quotation, bytes.IndexFunc(text, func(c rune) bool { return c != '>' && c != ' ' && c != '\t' }))
			case l.isBreak(), l.isSetext() && r.open.start < 0:
				r.flush()
			default:
				r.prose(l)
			}
		}
		if mark := bytes.TrimSpace(source[line.start:line.following]); line.blank() && len(bytes.Trim(mark, "> \t:`~/")) > 0 {
			r.add(line.start, line.start+len(mark), r.lineNo, OtherLine, string(bytes.TrimLeft(mark, "> "))) // of a box, with its title
		}
	}
	r.flush()
	return r.passages
}

// passageReader collects the lines of one paragraph, list item or quote at a time.
type passageReader struct {
	doc      *Document
	source   []byte
	passages []Passage

	section int // innermost section of the current line
	lineNo  int
	skip    blockSkipper
	open    struct {
		start, end, line int // bytes, and the line of start; start < 0: none is open
		kind             PassageKind
	}
}

// prose adds a line to the open paragraph or list item, or opens a new one.
func (r *passageReader) prose(l *lineScanner) {
	marker := l.listMarker()
	if marker == 0 && r.open.kind == Item && r.open.start >= 0 {
		r.text(l, Item, 0)
		return
	}
	if marker == 0 {
		r.text(l, Paragraph, 0)
		return
	}
	r.flush()
	text := l.text()
	if marker > 4 && taskBox(text[marker-4:]) > 0 {
		marker -= 4 // to tick a box is to say something
	}
	r.text(l, Item, marker)
}

// text adds what stands behind the mark of a line.
func (r *passageReader) text(l *lineScanner, kind PassageKind, mark int) {
	if mark < 0 {
		r.flush()
		return
	}
	if r.open.start >= 0 && r.open.kind != kind {
		r.flush()
	}
	if r.open.start < 0 {
		r.open.start, r.open.kind, r.open.line = l.start+l.indentBytes()+mark, kind, r.lineNo
	}
	r.open.end = l.end
}

// kindOf tells lines that are no prose apart.
func (r *passageReader) kindOf(l *lineScanner, inside, comment bool) PassageKind {
	text := l.text()
	switch {
	case comment:
		return OtherLine
	case inside, r.skip.fence != 0, r.skip.until == "$$", bytes.HasPrefix(text, []byte("$$")):
		return CodeLine
	case l.indent >= 4 && !r.skip.rest:
		return CodeLine
	case bytes.IndexByte(text, '|') >= 0 && text[0] != '<':
		return TableRow
	}
	return OtherLine
}

// single adds a line that is a passage by itself.
func (r *passageReader) single(l *lineScanner, kind PassageKind) {
	text := bytes.TrimRight(l.source[l.start:l.end], " \t")
	if kind != CodeLine {
		text = bytes.TrimSpace(text)
	}
	if kind == TableRow && len(bytes.Trim(text, "|:- \t")) == 0 || len(text) == 0 || len(bytes.Trim(text, "`~ \t")) == 0 {
		return
	}
	r.add(l.start, l.end, r.lineNo, kind, string(text))
}

// flush ends the open block: each of its sentences is a passage.
func (r *passageReader) flush() {
	b := r.open
	r.open.start = -1
	if b.start < 0 || b.start >= b.end {
		return
	}
	line, at := b.line, b.start
	for s := range sentences(r.source, b.start, b.end) {
		line += bytes.Count(r.source[at:s[0]], []byte{'\n'})
		at = s[0]
		r.add(s[0], s[1], line, b.kind, "")
	}
}

// add makes a passage of source[start:end]; text is made of the bytes where it is "".
func (r *passageReader) add(start, end, line int, kind PassageKind, text string) {
	for end-start > maxPassage {
		cut := start + maxPassage
		r.add(start, cut, line, kind, "")
		line += bytes.Count(r.source[start:cut], []byte{'\n'})
		start, text = cut, ""
	}
	raw := r.source[start:end]
	if text == "" {
		if kind == Quotation {
			raw = withoutQuoteMarks(raw)
		}
		text = joinLines(raw)
	}
	if text == "" {
		return
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	span := Span{Start: start, End: end, StartLine: line, EndLine: line + bytes.Count(r.source[start:end], []byte{'\n'})}
	r.passages = append(r.passages, Passage{Text: text, Kind: kind, Section: r.section, Span: span})
}

// withoutQuoteMarks drops the '>' at the head of each line but the first, which has lost it before.
func withoutQuoteMarks(text []byte) []byte {
	var out []byte
	for i, line := range bytes.Split(text, []byte{'\n'}) {
		if i > 0 {
			line = bytes.TrimLeft(line, "> \t")
		}
		out = append(append(out, line...), '\n')
	}
	return out
}
