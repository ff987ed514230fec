package markdown

import (
	"bytes"
	"cmp"
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
	p := begin(source)
	p.readBlocks()
	p.sections()
	p.chunks()
	p.readInline()
	p.readLabels()
	p.readBadges()
	p.title()
	slices.SortStableFunc(p.doc.Anchors, func(a, b NamedPlace) int { return a.Start - b.Start })
	return p.doc
}

// Outline is Parse without chunks, links and what else stands within lines: front matter, title and
// sections, in half the time. Statements and Passages need no more.
func Outline(source []byte) *Document {
	p := begin(source)
	p.readBlocks()
	p.sections()
	p.title()
	return p.doc
}

// Head is Parse of the front matter alone: the Document has it and its problems, and nothing of the text.
func Head(source []byte) *Document { return begin(source).doc }

// Body returns where the text of a file begins, in bytes: behind its front matter.
func Body(source []byte) int { return begin(source).body }

// begin reads the front matter of a file.
func begin(source []byte) *parse {
	p := &parse{source: source, doc: &Document{}, lines: newLines(source)}
	p.body = p.frontMatter()
	return p
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

// title is the front matter's, else that of a heading in HTML at the head of the text, else the H1 that
// the text begins with: one that stands below other headings names a part, and so does "Summary" where
// other H1s follow, as in RFCs.
func (p *parse) title() {
	if v, ok := p.doc.FrontMatter.Get("title"); ok {
		if s, ok := v.(string); ok && strings.TrimSpace(s) != "" {
			p.doc.Title = PlainTitle(s)
			return
		}
	}
	first := slices.IndexFunc(p.blocks, func(b block) bool { return b.level > 0 })
	if first < 0 {
		p.doc.Title = p.titleInHTML(len(p.source))
		return
	}
	if p.doc.Title = p.titleInHTML(p.blocks[first].start); p.doc.Title != "" || p.blocks[first].level > 1 {
		return
	}
	another := slices.ContainsFunc(p.blocks[first+1:], func(b block) bool { return b.level == 1 })
	if !another || !NamesPart(p.blocks[first].heading) {
		p.doc.Title = p.withoutImages(first)
	}
}

// withoutImages is a heading without its images and what they stand for, unless it has nothing else.
func (p *parse) withoutImages(at int) string {
	b, end := p.blocks[at], len(p.source)
	if at+1 < len(p.blocks) {
		end = p.blocks[at+1].start
	}
	raw := p.source[b.line:end]
	if !anyImage().Match(raw) {
		return b.heading
	}
	words := anyImage().ReplaceAll(raw, nil)
	text, _ := CutID(PlainText(words, Span{End: len(words)}))
	if strings.Trim(text, "#") == "" { // the marks of the heading
		text = cmp.Or(b.heading, plainInline(altText(raw)))
	}
	return ClipHeading(text)
}

// titleInHTML returns what the first heading of the first order says that stands as HTML before a byte; "" where
// there is none, or one that a program fills in.
func (p *parse) titleInHTML(end int) string {
	head := p.source[p.body:min(end, p.body+maxTitleHead)]
	if len(p.opaque) == 0 || !bytes.Contains(head, []byte("</")) {
		return ""
	}
	for _, m := range topHeading().FindAllSubmatchIndex(head, maxTitleTags) {
		at, inner := p.body+m[0], head[m[2]:m[3]]
		holds := func(s span) bool { return s.start <= at && at < s.end }
		if !slices.ContainsFunc(p.opaque, holds) || slices.ContainsFunc(p.fences, holds) ||
			bytes.LastIndex(head[:m[0]], []byte("<!--")) > bytes.LastIndex(head[:m[0]], []byte("-->")) {
			continue
		}
		title := plainInline(strings.ToValidUTF8(string(inner), "\uFFFD"))
		if title = cmp.Or(title, plainInline(altText(inner))); title != "" && !strings.Contains(title, "{") {
			return ClipHeading(title)
		}
	}
	return ""
}

const (
	maxTitleHead = 8 << 10 // bytes in which a title is looked for in HTML
	maxTitleTags = 20
)

var (
	// topHeading is a heading of the first order in HTML.
	topHeading = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?is)<h1(?:\s[^<>]*)?>(.*?)</h1\s*>`) })
	// anyImage is an image, in markdown or in HTML.
	anyImage = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<img\s[^<>]*>`)
	})
	// imageText is what an image in HTML stands for.
	imageText = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?is)<img\s(?:[^<>]*\s)?alt\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	})
)

// altText returns what the images in HTML of a text stand for.
func altText(text []byte) string {
	if m := imageText().FindSubmatch(text); m != nil {
		return strings.ToValidUTF8(string(m[1])+string(m[2]), "\uFFFD")
	}
	return ""
}

// NamesPart reports whether a heading is one of those that forms and templates begin with.
func NamesPart(heading string) bool {
	switch strings.ToLower(strings.TrimRight(heading, ":.")) {
	case "summary", "abstract", "tl;dr", "meta", "metadata", "preamble", "overview", "introduction", "motivation", "background",
		"purpose", "context", "problem", "problem statement", "goals", "contents", "table of contents":
		return true
	}
	return false
}

// PlainTitle returns a title of front matter as a page shows it: without the tags of HTML that mark a
// stretch of text, and with the characters that entities stand for. What no tag closes, as in "Vec<u>", stays.
func PlainTitle(s string) string {
	if strings.ContainsAny(s, "<&") {
		for _, m := range tag().FindAllStringSubmatch(s, maxTitleTags) {
			switch end := "</" + m[1] + ">"; {
			case m[1] == "br":
				s = strings.ReplaceAll(s, m[0], " ")
			case m[1] == "wbr" || strings.Contains(s, end):
				s = strings.ReplaceAll(strings.ReplaceAll(s, m[0], ""), end, "")
			}
		}
		s = strings.Join(strings.Fields(html.UnescapeString(s)), " ")
	}
	return ClipHeading(strings.TrimSpace(s))
}

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
