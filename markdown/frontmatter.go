package markdown

import (
	"bytes"
	"strings"
)

// maxFrontMatter bounds the metadata block in bytes; what is longer is text.
const maxFrontMatter = 64 << 10

// byteOrderMark begins the files of some editors; it is no text.
const byteOrderMark = "\xEF\xBB\xBF"

// frontMatter reads the metadata block at the head of the file and returns where the body begins.
// A byte order mark before it belongs to it; without a block the mark belongs to the body.
func (p *parse) frontMatter() int {
	start := 0
	if bytes.HasPrefix(p.source, []byte(byteOrderMark)) {
		start = len(byteOrderMark)
	}
	fence, format := "", ""
	switch first := p.line(start); {
	case strings.TrimRight(first, " \t\r\n") == "---":
		fence, format = "---", "yaml"
	case strings.TrimRight(first, " \t\r\n") == "+++":
		fence, format = "+++", "toml"
	default:
		return 0
	}
	inner := p.lineEnd(start)
	for at := inner; at < len(p.source) && at-start <= maxFrontMatter; {
		end := p.lineEnd(at)
		line := strings.TrimRight(p.line(at), " \t\r\n")
		if line == fence || line == "..." && format == "yaml" {
			p.doc.FrontMatter.Format = format
			p.doc.FrontMatter.Span = p.span(0, end)
			p.readFields(format, span{inner, at})
			return end
		}
		at = end
	}
	p.unclosed(start, inner)
	return 0
}

// unclosed reports a block that is opened and never closed, where the next line looks like
// metadata: a lone rule is no block.
func (p *parse) unclosed(start, inner int) {
	key, _, ok := strings.Cut(p.line(inner), ":")
	if ok && key != "" && !strings.ContainsAny(key, " \t#*") {
		p.problem(start, "front matter is not closed within %d bytes", maxFrontMatter)
	}
}

// line is the line that begins at a byte, of which 4096 bytes at most are looked at.
func (p *parse) line(start int) string {
	end := p.lineEnd(start)
	return string(p.source[start:min(end, start+4096)])
}

// readFields reads the keys of a block in the language of its fences.
func (p *parse) readFields(format string, s span) {
	if format == "toml" {
		p.readTOML(s)
		return
	}
	p.readYAML(s)
}

// addField adds a key unless it is there already.
func (p *parse) addField(f Field) {
	for i := range p.doc.FrontMatter.Fields {
		if p.doc.FrontMatter.Fields[i].Key == f.Key {
			return
		}
	}
	p.doc.FrontMatter.Fields = append(p.doc.FrontMatter.Fields, f)
}
