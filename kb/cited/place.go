package cited

import (
	"bytes"
	"strings"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/stale"
	"github.com/9aea2451/kb/markdown"
)

// Place is where a citation stands first in the bytes of its note: line and column, from 1.
func Place(e *snapshot.Entry, source []byte, c *stale.Citation) (line, col int) {
	all := Spans(e.Code(), source, c.Text+"#"+c.Symbol)
	if len(all) == 0 {
		return max(c.Line, 1), 1
	}
	start := all[0].Start
	return 1 + bytes.Count(source[:start], []byte("\n")), start - bytes.LastIndexByte(source[:start], '\n')
}

// Spans lists where a text stands by itself in the front matter of a note and in its code spans, in the
// order of places.
func Spans(code []markdown.CodeSpan, source []byte, text string) (out []markdown.Span) {
	if text == "" {
		return nil
	}
	body := markdown.Body(source)
	out = alone(out, source, 0, body, text)
	starts := []int{0}
	for i, c := range source {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	lines := append(starts, len(source))
	last := 0
	for _, span := range code {
		if span.Line <= last || span.Line >= len(lines) || !strings.Contains(span.Text, text) {
			continue
		}
		last = span.Line
		start, end := lines[span.Line-1], lines[span.Line]
		for _, s := range alone(nil, source, start, end, text) {
			if s.Start >= body && bytes.IndexByte(source[start:s.Start], '`') >= 0 && bytes.IndexByte(source[s.End:end], '`') >= 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

// alone adds the places of a text between two bytes of a source where it is no part of a longer name.
func alone(out []markdown.Span, source []byte, from, to int, text string) []markdown.Span {
	for from < to {
		n := bytes.Index(source[from:to], []byte(text))
		if n < 0 {
			break
		}
		start := from + n
		end := start + len(text)
		from = end
		if start > 0 && (code.InName(source[start-1]) || strings.IndexByte("./-#:", source[start-1]) >= 0) ||
			end < len(source) && code.InName(source[end]) || end+1 < len(source) && source[end] == '.' && code.InName(source[end+1]) ||
			end+2 < len(source) && source[end] == ':' && source[end+1] == ':' {
			continue
		}
		out = append(out, markdown.Span{Start: start, End: end})
	}
	return out
}
