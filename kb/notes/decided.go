package notes

import (
	"bytes"
	"strings"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/markdown"
)

// decided is the title of an accepted decision as a statement: "Use Redis for sessions" is what was
// decided. A title of one or two words names a topic, no more.
func decided(n *kb.Note, doc *markdown.Document, source []byte) (st markdown.Statement, ok bool) {
	const few = 3 // words
	if n.Kind != "decision" || n.Status != "accepted" {
		return st, false
	}
	for i := range doc.Sections {
		s := &doc.Sections[i]
		if s.Level != 1 {
			continue
		}
		text := unnumbered(s.Heading)
		if len(strings.Fields(text)) < few || strings.HasSuffix(text, "?") {
			return st, false
		}
		end := len(source)
		if n := bytes.IndexByte(source[s.Span.Start:], '\n'); n >= 0 {
			end = s.Span.Start + n
		}
		line := s.Span.StartLine
		span := markdown.Span{Start: s.Span.Start, End: end, StartLine: line, EndLine: line}
		return markdown.Statement{Text: text, Kind: markdown.Rule, Section: i, Span: span, Line: line, Col: 1}, true
	}
	return st, false
}

// unnumbered is a title without the number of its note: "12. Use Redis", "ADR-0012: Use Redis".
func unnumbered(title string) string {
	first, rest, ok := strings.Cut(title, " ")
	if ok && strings.ContainsAny(first, "0123456789") {
		return strings.TrimSpace(strings.TrimLeft(rest, "-–—: "))
	}
	return title
}
