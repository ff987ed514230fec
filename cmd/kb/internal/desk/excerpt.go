package desk

import (
	"fmt"
	"strings"

	"github.com/9aea2451/kb/markdown"
)

// Excerpt is what was asked for of a note, from a line on.
type Excerpt struct {
	Section     // with the text from From on
	From    int // the first line that is given
	Lines   int // of the whole note
}

// Rest is how many lines of the section there are from the first given one on.
func (e Excerpt) Rest() int { return e.EndLine - e.From + 1 }

// BeyondError is the error about a line behind what was asked for.
type BeyondError struct{ Line, End int }

func (e *BeyondError) Error() string {
	return fmt.Sprintf("line %d is beyond the end, line %d", e.Line, e.End)
}

// Excerpt cuts out of the note what its place names, from a line on, and skips as many lines more.
func (t Text) Excerpt(doc *markdown.Document, start, skip int) (Excerpt, error) {
	section, err := t.Section(doc, t.Source)
	if err != nil {
		return Excerpt{}, err
	}
	lines := strings.SplitAfter(string(t.Source), "\n")
	if lines[len(lines)-1] == "" && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	e := Excerpt{Section: section, From: max(section.StartLine, start) + skip, Lines: len(lines)}
	if e.EndLine = min(e.EndLine, len(lines)); e.From > e.EndLine {
		return Excerpt{}, &BeyondError{e.From, e.EndLine}
	}
	e.Text = strings.Join(lines[e.From-1:e.EndLine], "")
	return e, nil
}
