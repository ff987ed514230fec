package lsp

import (
	"fmt"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// buffer is a document as the editor has it, or a file of the work tree as it is.
type buffer struct {
	path    string // of the note, from the root of the repository
	uri     string // as the editor spells it
	version *int   // nil for a file that is not open
	utf8    bool   // positions count bytes
	text    []byte
	lines   lines
	marks   []mark

	parsed *markdown.Document // nil until it is asked for
}

// newBuffer takes the text over without a copy. Its version is nil, as of a file that is not open.
func (s *Server) newBuffer(path, uri string, text []byte) *buffer {
	return &buffer{path: path, uri: uri, utf8: s.utf8, text: text, lines: linesOf(text), marks: marksOf(text)}
}

// document is what the buffer says.
func (b *buffer) document() *markdown.Document {
	if b.parsed == nil {
		b.parsed = markdown.Parse(b.text)
	}
	return b.parsed
}

// apply changes the buffer as the editor did. Each change counts from the text that the one before left.
func (b *buffer) apply(changes []change) error {
	text := b.text
	for _, c := range changes {
		if c.Range == nil {
			text = []byte(c.Text)
		} else {
			start, end := b.offset(c.Range.Start), b.offset(c.Range.End)
			if end < start {
				return fmt.Errorf("a change whose range ends before it begins, at line %d", c.Range.Start.Line+1)
			}
			text = append(append(append(make([]byte, 0, len(text)+len(c.Text)), text[:start]...), c.Text...), text[end:]...)
		}
		if len(text) > git.MaxFile {
			return fmt.Errorf("%s is larger than %d bytes: it is no note", b.path, git.MaxFile)
		}
		b.text, b.lines, b.marks, b.parsed = text, linesOf(text), marksOf(text), nil
	}
	return nil
}

// linkAt is the link that holds a byte, nil for none.
func (b *buffer) linkAt(offset int) *markdown.Link {
	doc := b.document()
	for i := range doc.Links {
		if l := &doc.Links[i]; l.Start <= offset && offset < l.End {
			return l
		}
	}
	return nil
}

// headingAt is the section whose heading stands on the line of a byte, -1 for none.
func (b *buffer) headingAt(offset int) int {
	line := b.position(offset).Line
	for i := range b.document().Sections {
		s := &b.parsed.Sections[i]
		if s.Level > 0 && b.position(s.Span.Start).Line == line {
			return i
		}
	}
	return -1
}
