package markdown

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// block is a block of the top level with the blank lines after it.
type block struct {
	span
	kind     ChunkKind
	language string
	level    int // of a heading, else 0
	heading  string
	id       string // that the heading names, "" for none
	raw      string // the heading as it is written, without its marks
	line     int    // where the heading's own line begins: the first block begins with the blank lines before it
}

// blockParser is goldmark for blocks alone. Links are read by a scanner of our own, in linear time
// and with the place of their targets; tables and link definitions too, since goldmark's
// transformers for them take quadratic time and memory.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
})

// readBlocks divides the body into blocks.
func (p *parse) readBlocks() {
	body := p.source[p.body:]
	if reason, offset := untame(body); reason != "" {
		p.problem(p.body+offset, "%s: read as plain lines", reason)
		p.readPlainBlocks()
		return
	}
	if bytes.HasPrefix(body, []byte(byteOrderMark)) {
		body = append([]byte("   "), body[len(byteOrderMark):]...) // of the same length, so that places hold
	}
	root := blockParser().Parse(text.NewReader(joinBlankLines(body)))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		b := block{span: span{start: p.lines.start(min(p.body+n.Pos(), len(p.source)))}, kind: Prose}
		switch n := n.(type) {
		case *ast.Heading:
			b.level = n.Level
			b.head(p.headingText(n))
		case *ast.FencedCodeBlock:
			b.kind = Code
			b.language = string(n.Language(p.source[p.body:]))
		case *ast.CodeBlock:
			if !p.boxed(b.start) {
				b.kind = Code
			}
		case *ast.Paragraph:
			if at := p.tableStart(n); at >= 0 {
				p.appendBlock(b)
				b = block{span: span{start: p.lines.start(p.body + at)}, kind: Table}
			}
		}
		p.appendBlock(b)
	}
	p.findOpaque(root)
	p.close()
}

// appendBlock keeps the blocks in order: one whose place is not after the one before it belongs to
// that one. A table that begins with its paragraph takes the paragraph's place.
func (p *parse) appendBlock(b block) {
	b.start = max(b.start, p.body)
	last := len(p.blocks) - 1
	switch {
	case last < 0 || b.start > p.blocks[last].start:
		p.blocks = append(p.blocks, b)
	case b.start == p.blocks[last].start && b.kind == Table:
		p.blocks[last] = b
	}
}

// headingText is a heading as it is written, without its marks.
func (p *parse) headingText(n *ast.Heading) string {
	var b bytes.Buffer
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(bytes.TrimSpace(line.Value(p.source[p.body:])))
		b.WriteByte('\n')
	}
	return b.String()
}

// head gives a block the heading that is written so.
func (b *block) head(raw string) {
	raw = strings.TrimSpace(raw)
	text, id := CutID(raw)
	b.heading, b.id, b.raw = ClipHeading(plainInline(text)), id, raw
}

// MaxHeading is the greatest length of a heading or title in characters (runes); what is longer is
// cut, and ends with "…". The text of the chunk has all of it.
const MaxHeading = 1000

// ClipHeading cuts a heading or title that is longer than MaxHeading.
func ClipHeading(s string) string {
	if len(s) <= MaxHeading {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == MaxHeading {
			if rest := s[i:]; utf8.RuneCountInString(rest) > 1 {
				return s[:i] + "…"
			}
		}
	}
	return s
}

// findOpaque notes where no links are read: code and HTML blocks, at any depth.
func (p *parse) findOpaque(n ast.Node) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		p.addOpaque(n)
	case *ast.Heading:
		if lines := n.Lines(); lines.Len() > 0 && n.Parent().Kind() != ast.KindDocument {
			b := block{span: span{start: p.body + lines.At(0).Start}}
			b.head(p.headingText(n))
			p.nested = append(p.nested, b)
		}
	}
	for below := n.FirstChild(); below != nil && below.Type() != ast.TypeInline; below = below.NextSibling() {
		p.findOpaque(below)
	}
}

// addOpaque keeps where a block stands whose inside is no markdown, such as code.
func (p *parse) addOpaque(n ast.Node) {
	segments := n.Lines()
	start := n.Pos()
	end := start
	if segments.Len() > 0 {
		start = min(start, segments.At(0).Start)
		end = segments.At(segments.Len() - 1).Stop
	}
	s := span{p.lines.start(p.body + start), min(p.body+end, len(p.source))}
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		if next := p.lineEnd(s.end); Fence(bytes.TrimLeft(p.source[s.end:next], " \t>")) != nil {
			s.end = next // the closing fence
		}
	case *ast.HTMLBlock:
		if n.HasClosure() {
			s.end = max(s.end, p.body+n.ClosureLine.Stop)
		}
		p.opaque, p.html = append(p.opaque, s), append(p.html, s)
		p.htmlHeadings(s)
		return
	case *ast.CodeBlock:
		if p.boxed(s.start) {
			// The code and headings of its body; the rest is read like other text.
			var open []byte // the run that opened the code we are in
			code := span{}
			for at := s.start; at < s.end; at = p.lineEnd(at) {
				text := bytes.TrimSpace(p.source[at:p.lineEnd(at)])
				switch level, heading := atxHeading(string(text[:min(len(text), maxSpan)])); {
				case open == nil && Fence(text) != nil:
					open, code.start = Fence(text), at
				case open != nil && ClosesFence(text, open):
					open, code.end = nil, p.lineEnd(at)
					p.opaque, p.fences = append(p.opaque, code), append(p.fences, code)
				case open == nil && level > 0:
					b := block{span: span{start: at}}
					b.head(heading)
					p.nested = append(p.nested, b)
				}
			}
			if open != nil {
				code.end = s.end
				p.opaque, p.fences = append(p.opaque, code), append(p.fences, code)
			}
			return
		}
	}
	p.opaque = append(p.opaque, s)
	p.fences = append(p.fences, s)
}

// lineEnd is the end of the line that begins at or holds an offset.
func (p *parse) lineEnd(offset int) int {
	if n := bytes.IndexByte(p.source[min(offset, len(p.source)):], '\n'); n >= 0 {
		return offset + n + 1
	}
	return len(p.source)
}

// close gives every block its end: the beginning of the next. Text before the first block belongs to it.
func (p *parse) close() {
	if p.body >= len(p.source) {
		p.blocks = nil
		return
	}
	if len(p.blocks) == 0 {
		p.blocks = []block{{kind: Prose}}
	}
	for i := range p.blocks {
		p.blocks[i].line = p.blocks[i].start
	}
	p.blocks[0].start = p.body
	for i := range p.blocks {
		p.blocks[i].end = len(p.source)
		if i+1 < len(p.blocks) {
			p.blocks[i].end = p.blocks[i+1].start
		}
	}
}

// tableStart is the place of the header row of the table that a paragraph holds, -1 when it holds
// none. Text above the table is a paragraph of its own.
func (p *parse) tableStart(n *ast.Paragraph) int {
	body := p.source[p.body:]
	lines := n.Lines()
	for i := 1; i < lines.Len(); i++ {
		header, delimiter := lines.At(i-1), lines.At(i)
		if row := delimiter.Value(body); isDelimiterRow(row) && cells(row) == cells(header.Value(body)) {
			return header.Start
		}
	}
	return -1
}

// isDelimiterRow reports whether a row is that of dashes between a table's header and its rows.
func isDelimiterRow(row []byte) bool {
	dashes, bars := 0, 0
	for _, c := range row {
		switch c {
		case '-':
			dashes++
		case '|', ':':
			bars++
		case ' ', '\t', '\r', '\n':
		default:
			return false
		}
	}
	return dashes > 0 && bars > 0
}

// cells counts the cells of a table row.
func cells(row []byte) int {
	row = bytes.TrimPrefix(bytes.TrimSpace(row), []byte("|"))
	if bytes.HasSuffix(row, []byte("|")) && !bytes.HasSuffix(row, []byte(`\|`)) {
		row = row[:len(row)-1]
	}
	return 1 + bytes.Count(row, []byte("|")) - bytes.Count(row, []byte(`\|`))
}
