package markdown

import "strings"

// Parse reads one markdown file. It accepts any bytes, never fails and never panics;
// what it could not read stands in Document.Problems.
func Parse(source []byte) *Document { return &Document{} }

// Text returns the bytes of the chunk as text, invalid UTF-8 replaced.
func (c *Chunk) Text(source []byte) string {
	return strings.ToValidUTF8(string(source[c.Span.Start:c.Span.End]), "\uFFFD")
}

func equalFold(a, b string) bool { return strings.EqualFold(a, b) }
