package desk

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/markdown"
)

// Section is a part of a note, or all of it.
type Section struct {
	StartLine   int      `json:"start_line"` // 1-based, as EndLine, which is part of it
	EndLine     int      `json:"end_line"`
	HeadingPath []string `json:"heading_path"`
	Anchor      string   `json:"anchor"`
	Text        string   `json:"text"`
}

// SectionError is the error about a heading, or the id of a block, that a note does not have.
type SectionError struct {
	Place
	Headings, Anchors []string // of the note's sections
}

func (e *SectionError) Error() string {
	if id, ok := strings.CutPrefix(e.Heading, "^"); ok {
		return fmt.Sprintf("%s has no block ^%s", e.Path, id)
	}
	return fmt.Sprintf("%s has no section %q", e.Path, e.Heading)
}

// Section cuts out what the place names: the section under a heading (an anchor, a heading, or
// headings joined by '/' or " › "), the block that bears an Obsidian id, or without either the
// whole file.
func (p Place) Section(doc *markdown.Document, source []byte) (Section, error) {
	if p.Heading == "" {
		return Section{StartLine: 1, EndLine: max(1, lineCount(source)), Text: string(source)}, nil
	}
	if id, ok := strings.CutPrefix(p.Heading, "^"); ok {
		if span, ok := markdown.FindBlock(source, id); ok {
			return Section{StartLine: span.StartLine, EndLine: span.EndLine, Text: string(source[span.Start:span.End])}, nil
		}
	}
	none := &SectionError{Place: p}
	for i := range doc.Sections {
		sec := &doc.Sections[i]
		if sec.Level == 0 {
			continue
		}
		if isCalled(sec, p.Heading) {
			return Section{
				StartLine: sec.Span.StartLine, EndLine: sec.Span.EndLine, HeadingPath: sec.Path, Anchor: sec.Anchor,
				Text: string(source[sec.Span.Start:sec.Span.End]),
			}, nil
		}
		none.Headings, none.Anchors = append(none.Headings, sec.Heading), append(none.Anchors, sec.Anchor)
	}
	return Section{}, none
}

// isCalled reports whether a section goes by a name.
func isCalled(sec *markdown.Section, name string) bool {
	name = strings.TrimSpace(name)
	return strings.EqualFold(sec.Anchor, name) || strings.EqualFold(sec.Heading, name) ||
		strings.EqualFold(strings.Join(sec.Path, "/"), name) || strings.EqualFold(strings.Join(sec.Path, " › "), name)
}

// lineCount counts lines, the last one also without a line end.
func lineCount(source []byte) int {
	n := strings.Count(string(source), "\n")
	if len(source) > 0 && source[len(source)-1] != '\n' {
		n++
	}
	return n
}
