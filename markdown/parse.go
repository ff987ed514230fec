package markdown

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Parse reads one markdown file. It accepts any bytes, never fails and never panics;
// what it could not read stands in Document.Problems.
func Parse(source []byte) *Document {
	p := &parse{source: source, doc: &Document{}, lines: newLines(source)}
	p.body = p.frontMatter()
	p.readBlocks()
	p.sections()
	p.chunks()
	p.readInline()
	p.title()
	slices.SortStableFunc(p.doc.Anchors, func(a, b NamedPlace) int { return a.Start - b.Start })
	return p.doc
}

// Outline is Parse without chunks, links and what else stands within lines: front matter, title and
// sections, in half the time. Statements and Passages need no more.
func Outline(source []byte) *Document {
	p := &parse{source: source, doc: &Document{}, lines: newLines(source)}
	p.body = p.frontMatter()
	p.readBlocks()
	p.sections()
	p.title()
	return p.doc
}

// Body is where the text of a file begins, behind its front matter; nothing else is read.
func Body(source []byte) int {
	return (&parse{source: source, doc: &Document{}, lines: newLines(source)}).frontMatter()
}

// parse is one run of Parse.
type parse struct {
	source []byte
	doc    *Document
	lines  lines
	body   int     // where the front matter ends
	blocks []block // of the top level, in order; together they are the body
	opaque []span  // code and HTML, nested blocks included: no links in there but those of tags
	fences []span  // code blocks, nested ones included
	html   []span  // those of opaque that are HTML
	nested []block // headings that are not of the top level, in order
}

// span is a half-open range of bytes.
type span struct{ start, end int }

// problem tells what is wrong at a byte.
func (p *parse) problem(offset int, format string, args ...any) {
	line, col := p.lines.position(offset)
	p.doc.Problems = append(p.doc.Problems, Problem{Line: line, Col: col, Message: fmt.Sprintf(format, args...)})
}

// span is a stretch of bytes with its lines; the end is not part of it.
func (p *parse) span(start, end int) Span {
	return Span{Start: start, End: end, StartLine: p.lines.at(start), EndLine: p.lines.at(max(start, end-1))}
}

// title is the front matter's, else the H1 that the text begins with: one that stands below other
// headings names a part, and so does "Summary" where other H1s follow, as in RFCs.
func (p *parse) title() {
	if v, ok := p.doc.FrontMatter.Get("title"); ok {
		if s, ok := v.(string); ok && strings.TrimSpace(s) != "" {
			p.doc.Title = ClipHeading(strings.TrimSpace(withoutTags(s)))
			return
		}
	}
	headed := slices.DeleteFunc(slices.Clone(p.doc.Sections), func(s Section) bool { return s.Level == 0 })
	if len(headed) == 0 || headed[0].Level != 1 {
		return
	}
	another := slices.ContainsFunc(headed[1:], func(s Section) bool { return s.Level == 1 })
	if first := headed[0].Heading; !another || !namesPart(first) {
		p.doc.Title = first
	}
}

// namesPart tells the headings of what forms begin with.
func namesPart(heading string) bool {
	switch strings.ToLower(strings.TrimRight(heading, ":.")) {
	case "summary", "abstract", "tl;dr", "meta", "metadata", "preamble", "overview", "introduction", "motivation", "background",
		"context", "problem", "problem statement", "goals", "contents", "table of contents":
		return true
	}
	return false
}

// withoutTags is a title as a page shows it: without the tags of HTML that mark a stretch of text, and
// with the characters that entities stand for. What no tag closes, as in "Vec<u>", stays.
func withoutTags(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	for _, m := range tag().FindAllStringSubmatch(s, maxTitleTags) {
		if strings.Contains(s, "</"+m[1]+">") || m[1] == "br" || m[1] == "wbr" {
			s = strings.ReplaceAll(strings.ReplaceAll(s, m[0], ""), "</"+m[1]+">", "")
		}
	}
	return html.UnescapeString(s)
}

const maxTitleTags = 20

// tag opens a stretch that HTML marks.
var tag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<(abbr|a|br|b|cite|code|del|em|font|ins|i|kbd|mark|q|small|span|strong|sub|sup|s|u|wbr)(?:\s[^<>]*)?/?>`)
})

// Text returns the bytes of the chunk as text, invalid UTF-8 replaced, without a mark of the byte order.
func (c *Chunk) Text(source []byte) string {
	text := source[c.Span.Start:c.Span.End]
	if c.Span.Start == 0 {
		text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}

// lines finds the line of a byte.
type lines struct {
	starts []int
}

// newLines finds where the lines of a source begin.
func newLines(source []byte) lines {
	starts := make([]int, 1, 16+len(source)/40)
	for i := 0; ; {
		n := bytes.IndexByte(source[i:], '\n')
		if n < 0 {
			return lines{starts}
		}
		i += n + 1
		if i < len(source) {
			starts = append(starts, i)
		}
	}
}

// at is the 1-based line of a byte.
func (l lines) at(offset int) int {
	lo, hi := 0, len(l.starts)
	for lo < hi {
		if m := (lo + hi) / 2; l.starts[m] <= offset {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return max(lo, 1)
}

// position is the 1-based line and column, in bytes.
func (l lines) position(offset int) (line, col int) {
	line = l.at(offset)
	return line, offset - l.starts[line-1] + 1
}

// start is the beginning of the line that holds a byte.
func (l lines) start(offset int) int { return l.starts[l.at(offset)-1] }
