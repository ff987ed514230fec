package markdown

import "slices"

// Statement is one assertion of a document: a sentence or list item that states a rule, a fact, a
// choice or a value.
type Statement struct {
	Text        string // as written, its lines joined by one space; without list marker or GIVEN/THEN key word
	Kind        StatementKind
	Force       string   // "MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY"; empty for a plain assertion
	HeadingPath []string // outermost first, with the title of the tab that it stands in; shared between statements: do not modify
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

// Statements returns the assertions of a document in source order. Code, tables, comments, quotes, questions,
// footnotes and text under headings that argue or illustrate instead of asserting ("Alternatives",
// "Examples", …) have none. source must be the bytes that doc was parsed from.
func Statements(doc *Document, source []byte) []Statement {
	var all []Statement
	text := Uncommented(doc, source)
	for i := range doc.Sections {
		all = append(all, SectionStatements(doc, text, i)...)
	}
	return all
}

// SectionStatements returns those of one section, an index into doc.Sections, without its subsections, in the time that it
// takes to read the section. text is what Uncommented makes of the source.
func SectionStatements(doc *Document, text []byte, section int) []Statement {
	s := &doc.Sections[section]
	end := len(text)
	if section+1 < len(doc.Sections) {
		end = doc.Sections[section+1].Span.Start
	}
	text, parts := unboxed(text[s.Span.Start:end], true)
	r := statementReader{
		source: text,
		parts:  parts,
		common: Statement{HeadingPath: s.Path, Section: section},
		start:  s.Span.Start,
		silent: silentPath(s.Path),
		warns:  warns(s.Path),
		lines:  newLineScanner(text, 0),
		lineNo: s.Span.StartLine - 1,
	}
	r.block.start = -1
	for line := newLineScanner(text, 0); line.next(); {
		if s.Level == 0 || line.start > 0 {
			l := &line
			switch {
			case r.skip.skips(l, r.block.start >= 0), l.blank():
				r.flush()
			case l.isSetext() && r.block.start < 0:
			case l.isBreak():
				r.flush()
			default:
				marker := l.listMarker()
				if marker > 0 || opensScenarioLine(l.text()) {
					r.flush()
				}
				if r.block.start < 0 {
					r.block = textBlock{start: l.start + l.indentBytes() + marker, indent: l.indent, item: marker > 0}
				}
				r.block.end = l.end
			}
		}
	}
	r.flush()
	return r.statements
}

// statementReader collects the lines of one paragraph or list item at a time.
type statementReader struct {
	source     []byte // of the section, without the marks of boxes
	parts      []boxPart
	statements []Statement

	common Statement // what all of them have
	start  int       // of the section
	silent bool      // its heading path asserts nothing
	warns  bool      // below its headings stands what is not to be

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
		st := r.common
		st.Text, st.Conditions, st.Span = text, conditions, Span{Start: s[0], End: s[1]}
		if st.Kind, st.Force = forceOf(text); r.warns && !forbids(text, st.Force) {
			continue
		}
		r.place(&st)
	}
}

// place adds the statement with its place in the source.
func (r *statementReader) place(st *Statement) {
	for len(r.parts) > 1 && r.parts[1].start <= st.Span.Start {
		r.parts = r.parts[1:]
	}
	if tab := r.parts[0].tab; tab != "" {
		st.HeadingPath = append(slices.Clip(st.HeadingPath), tab)
	}
	r.seek(st.Span.Start)
	st.Line, st.Col = r.lineNo, st.Span.Start-r.lines.start+1
	st.Span.StartLine = r.lineNo
	r.seek(st.Span.End - 1)
	st.Span.EndLine = r.lineNo
	st.Span.Start += r.start
	st.Span.End += r.start
	r.statements = append(r.statements, *st)
}

// seek moves on to the line that holds the byte at pos.
func (r *statementReader) seek(pos int) {
	for r.lines.following <= pos && r.lines.next() {
		r.lineNo++
	}
}
