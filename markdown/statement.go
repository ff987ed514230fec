package markdown

import "slices"

// Statement is one assertion of a document: a sentence or list item that states a rule, a fact, a
// choice or a value.
type Statement struct {
	Text        string // as written, its lines joined by one space; without list marker or GIVEN/THEN key word
	Kind        StatementKind
	Force       string   // "MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"; empty for a plain assertion
	HeadingPath []string // outermost first; shared between statements: do not modify
	Conditions  []string // what it stands under: GIVEN and WHEN lines, the lead-in of its list, outermost first
	Section     int      // index into Document.Sections, -1 for none
	Span        Span     // of the sentence in the source
	Line, Col   int      // 1-based; Col counts bytes
}

// StatementKind tells rules from plain assertions.
type StatementKind string

const (
	Rule StatementKind = "rule" // binds: must, should, may, never, always, required
	Fact StatementKind = "fact" // states what is so
)

// Limits of what is read as one statement, in bytes.
const (
	minStatement = 8
	maxStatement = 2000
)

// Statements returns the assertions of a document in source order. Code, tables, quotes, questions,
// footnotes and text under headings that argue or illustrate instead of asserting ("Alternatives",
// "Examples", …) have none. source must be the bytes that doc was parsed from.
func Statements(doc *Document, source []byte) []Statement {
	r := statementReader{doc: doc, source: source, section: -1, lines: newLineScanner(source, 0)}
	return r.read(doc.FrontMatter.Span.End, len(source))
}

// SectionStatements returns those of one section, an index into doc.Sections, without its
// subsections: what Statements returns of it, in the time that it takes to read the section.
func SectionStatements(doc *Document, source []byte, section int) []Statement {
	s := &doc.Sections[section]
	end := len(source)
	if section+1 < len(doc.Sections) {
		end = doc.Sections[section+1].Span.Start
	}
	r := statementReader{
		doc:     doc,
		source:  source,
		section: section - 1,
		lines:   newLineScanner(source, s.Span.Start),
		lineNo:  s.Span.StartLine - 1,
	}
	return r.read(s.Span.Start, end)
}

// read reads the lines from start, which begins one, to end.
func (r *statementReader) read(start, end int) []Statement {
	r.block.start = -1
	for line := newLineScanner(r.source, start); line.following < end && line.next(); {
		r.enterSections(line.start)
		r.line(&line)
	}
	r.flush()
	return r.statements
}

// statementReader collects the lines of one paragraph or list item at a time.
type statementReader struct {
	doc        *Document
	source     []byte
	statements []Statement

	section int  // innermost section of the current line
	silent  bool // its heading path asserts nothing
	warns   bool // below its headings stands what is not to be
	heading bool // the current line is the heading itself

	lines  lineScanner // the line of the last statement placed
	lineNo int

	block    textBlock
	skip     blockSkipper
	leads    leadStack
	scenario scenario
}

// textBlock is the paragraph or list item that is being read.
type textBlock struct {
	start, end int // bytes; start < 0: none is open
	indent     int // columns before the text's own line
	item       bool
}

// enterSections moves on to the innermost section that begins at or before pos.
func (r *statementReader) enterSections(pos int) {
	r.heading = false
	for r.section+1 < len(r.doc.Sections) && r.doc.Sections[r.section+1].Span.Start <= pos {
		r.flush()
		r.open(r.section + 1)
		s := &r.doc.Sections[r.section]
		r.heading = s.Level > 0 && s.Span.Start >= pos
	}
}

// open starts a section: what was inherited from the one before ends.
func (r *statementReader) open(section int) {
	r.block.start = -1
	r.leads = r.leads[:0]
	r.scenario = scenario{}
	r.section = section
	r.silent = silentPath(r.doc.Sections[section].Path)
	r.warns = warns(r.doc.Sections[section].Path)
}

// line takes one line of the source.
func (r *statementReader) line(l *lineScanner) {
	switch {
	case r.heading:
		return
	case r.skip.skips(l, r.block.start >= 0), l.blank():
		r.flush()
	case l.isSetext() && r.block.start < 0:
	case l.isBreak():
		r.flush()
	default:
		r.text(l)
	}
}

// text adds a line to the open block or opens a new one.
func (r *statementReader) text(l *lineScanner) {
	marker := l.listMarker()
	if marker > 0 || opensScenarioLine(l.text()) {
		r.flush()
	}
	if r.block.start < 0 {
		r.block = textBlock{start: l.start + l.indentBytes() + marker, indent: l.indent, item: marker > 0}
	}
	r.block.end = l.end
}

// flush ends the open block: its sentences become statements or conditions.
func (r *statementReader) flush() {
	b := r.block
	r.block.start = -1
	if b.start < 0 || b.start >= b.end || r.silent {
		return
	}
	conditions := r.leads.enter(b, r.source)
	if asserts(r.source[b.start:b.end]) && !slices.ContainsFunc(conditions, illustrates) {
		r.sentences(b, conditions)
	}
}

// sentences makes a statement of each sentence of a block.
func (r *statementReader) sentences(b textBlock, conditions []string) {
	start := b.start
	if n, done := r.scenario.take(r.source[b.start:b.end]); done {
		return
	} else if n > 0 {
		start += n
	}
	conditions = append(conditions, r.scenario.conditions()...)
	for s := range sentences(r.source, start, b.end) {
		text := joinLines(r.source[s[0]:s[1]])
		if s[0] == start && isQuestion(text) {
			return // what follows answers it
		}
		if len(text) < minStatement || len(text) > maxStatement || endsOpen(text) || isLink(text) || hasBlank(text) || isLabel(text) {
			continue
		}
		st := Statement{Text: text, Conditions: conditions, Section: r.section, Span: Span{Start: s[0], End: s[1]}}
		if st.Kind, st.Force = forceOf(text); r.warns && !forbids(text, st.Force) {
			continue
		}
		r.place(&st)
	}
}

// place adds the statement with its heading path and its lines.
func (r *statementReader) place(st *Statement) {
	r.seek(st.Span.Start)
	st.Line, st.Col = r.lineNo, st.Span.Start-r.lines.start+1
	st.Span.StartLine = r.lineNo
	r.seek(st.Span.End - 1)
	st.Span.EndLine = r.lineNo
	if r.section >= 0 {
		st.HeadingPath = r.doc.Sections[r.section].Path
	}
	r.statements = append(r.statements, *st)
}

// seek moves on to the line that holds the byte at pos.
func (r *statementReader) seek(pos int) {
	for r.lines.following <= pos && r.lines.next() {
		r.lineNo++
	}
}
