package notes

import (
	"bytes"
	"slices"
	"strings"

	"github.com/9aea2451/kb/contradict/choice"
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

// chosen returns what a decision that holds chooses: by its title, and by the first sentences below the headings that say
// what was decided, or of a decision without such a heading the first ones at all.
func chosen(n *kb.Note, doc *markdown.Document, source []byte, all []markdown.Statement) choice.Decision {
	const few = 6 // sentences
	if n.Kind != "decision" || n.Status != "" && n.Status != "accepted" {
		return choice.Decision{}
	}
	title := choice.Place{Line: 1, Col: 1, Text: unnumbered(n.Title)}
	for i := range doc.Sections {
		if s := &doc.Sections[i]; s.Level == 1 {
			title.Line = s.Span.StartLine
			break
		}
	}
	var said, rest []choice.Place
	for i := range all {
		st := &all[i]
		p := choice.Place{Line: st.Line, Col: st.Col, Text: st.Text}
		switch {
		case slices.ContainsFunc(st.HeadingPath, decides) && len(said) < few:
			said = append(said, p)
		case st.Line > title.Line && len(rest) < few:
			rest = append(rest, p)
		}
	}
	if len(said) == 0 {
		said = rest
	}
	return choice.Read(title, said, optionsOf(doc, source))
}

// decides reports whether what stands below a heading says what was decided.
func decides(heading string) bool {
	switch word, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(heading, "0123456789.) ")), " "); strings.TrimRight(word, ":") {
	case "decision", "outcome", "resolution", "conclusion", "recommendation":
		return true
	}
	return false
}

// optionsOf returns what a decision weighed: the headings and the fronts of the items below those of what it weighed.
func optionsOf(doc *markdown.Document, source []byte) (options []string) {
	for i := range doc.Sections {
		s := &doc.Sections[i]
		if markdown.SectionStanding("", s.Path) != markdown.NotChosen {
			continue
		}
		if len(s.Path) > 0 && markdown.SectionStanding("", s.Path[:len(s.Path)-1]) == markdown.NotChosen {
			options = append(options, option(s.Heading))
			continue
		}
		end := s.Span.End
		if i+1 < len(doc.Sections) {
			end = min(end, doc.Sections[i+1].Span.Start)
		}
		for line := range bytes.Lines(source[s.Span.Start:end]) {
			if item := bytes.TrimLeft(line, "-*+0123456789.) \t"); len(item) < len(line) && !bytes.HasPrefix(line, []byte(" ")) {
				options = append(options, option(string(item)))
			}
		}
	}
	return options
}

// option returns the name at the front of an option: "Option 2: **Redis** - fast" is of Redis.
func option(text string) string {
	if before, after, ok := strings.Cut(text, ": "); ok && strings.ContainsAny(before, "0123456789") {
		text = after
	}
	for _, sign := range []string{" - ", " – ", " — ", ": ", "; ", ", ", " (", ". "} {
		text, _, _ = strings.Cut(text, sign)
	}
	return strings.TrimSpace(text)
}
