package session

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/markdown"
	"github.com/9aea2451/kb/text/wording"
)

// Section is a part of a note, or all of it.
type Section struct {
	StartLine   int      `json:"start_line"` // 1-based, as EndLine, which is part of it
	EndLine     int      `json:"end_line"`
	HeadingPath []string `json:"heading_path"`
	Anchor      string   `json:"anchor"`
	Text        string   `json:"text"`
}

// Cut cuts out the section under a heading: an anchor, a heading, or headings joined by '/' or
// " › ". Without one it is the whole file.
func Cut(source []byte, at desk.Place) (Section, error) {
	doc := markdown.Parse(source)
	if at.Heading == "" {
		return Section{StartLine: 1, EndLine: max(1, lineCount(source)), Text: string(source)}, nil
	}
	if id, ok := strings.CutPrefix(at.Heading, "^"); ok {
		return block(source, at, id)
	}
	var headings []string
	for i := range doc.Sections {
		sec := &doc.Sections[i]
		if sec.Level == 0 {
			continue
		}
		if names(sec, at.Heading) {
			return Section{
				StartLine: sec.Span.StartLine, EndLine: sec.Span.EndLine, HeadingPath: sec.Path, Anchor: sec.Anchor,
				Text: string(source[sec.Span.Start:sec.Span.End]),
			}, nil
		}
		headings = append(headings, sec.Heading)
	}
	return Section{}, noHeading(at, headings)
}

// block cuts out the block that bears an Obsidian id.
func block(source []byte, at desk.Place, id string) (Section, error) {
	span, ok := markdown.FindBlock(source, id)
	if !ok {
		return Section{}, app.WithHint(fmt.Errorf("%s has no block ^%s", at.Path, id),
			"a block is marked by \" ^%s\" at the end of its last line", id)
	}
	return Section{StartLine: span.StartLine, EndLine: span.EndLine, Text: string(source[span.Start:span.End])}, nil
}

// names tells whether a section goes by a name.
func names(sec *markdown.Section, name string) bool {
	name = strings.TrimSpace(name)
	return strings.EqualFold(sec.Anchor, name) || strings.EqualFold(sec.Heading, name) ||
		strings.EqualFold(strings.Join(sec.Path, "/"), name) || strings.EqualFold(strings.Join(sec.Path, " › "), name)
}

// noHeading offers the headings that there are.
func noHeading(at desk.Place, headings []string) error {
	err := fmt.Errorf("%s has no section %q", at.Path, at.Heading)
	near := wording.Nearest(at.Heading, headings, ShownCandidates)
	switch {
	case len(headings) == 0:
		return app.WithHint(err, "it has no headings at all")
	case len(near) > 0:
		return app.WithHint(err, "did you mean:\n  %s", strings.Join(near, "\n  "))
	}
	return app.WithHint(err, "its sections are:\n  %s", strings.Join(headings[:min(len(headings), 2*ShownCandidates)], "\n  "))
}

// lineCount counts lines, the last one also without a line end.
func lineCount(source []byte) int {
	n := strings.Count(string(source), "\n")
	if len(source) > 0 && source[len(source)-1] != '\n' {
		n++
	}
	return n
}
