package markdown

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkCover tells how a document fails the properties that hold for any bytes, "" when it does not.
func checkCover(source []byte, d *Document) string {
	at := d.FrontMatter.Span.End
	if d.FrontMatter.Span.Start != 0 {
		return "front matter does not begin the file"
	}
	for i, c := range d.Chunks {
		switch {
		case c.Ordinal != i:
			return fmt.Sprintf("chunk %d has ordinal %d", i, c.Ordinal)
		case c.Span.Start != at:
			return fmt.Sprintf("chunk %d begins at %d, not %d", i, c.Span.Start, at)
		case c.Span.End <= c.Span.Start:
			return fmt.Sprintf("chunk %d is empty", i)
		case utf8.RuneCount(source[c.Span.Start:c.Span.End]) > MaxChunk:
			return fmt.Sprintf("chunk %d has %d characters", i, utf8.RuneCount(source[c.Span.Start:c.Span.End]))
		case c.Span.StartLine != 1+strings.Count(string(source[:c.Span.Start]), "\n"):
			return fmt.Sprintf("chunk %d at byte %d is not in line %d", i, c.Span.Start, c.Span.StartLine)
		case c.Span.EndLine != 1+strings.Count(string(source[:c.Span.End-1]), "\n"):
			return fmt.Sprintf("chunk %d does not end in line %d", i, c.Span.EndLine)
		}
		at = c.Span.End
	}
	if at != len(source) {
		return fmt.Sprintf("chunks end at %d of %d", at, len(source))
	}
	head, n := Head(source), 0
	for n < len(d.Problems) && d.Problems[n].Line <= d.FrontMatter.Span.EndLine {
		n++
	}
	if fmt.Sprint(head.FrontMatter, head.Problems) != fmt.Sprint(d.FrontMatter, d.Problems[:n]) && d.FrontMatter.Format != "" {
		return fmt.Sprintf("its head is read alone as %+v", head)
	}
	for _, l := range d.Links {
		if l.Start < 0 || l.End > len(source) || l.Start >= l.End || l.TargetStart > l.TargetEnd || l.TargetEnd > len(source) ||
			l.TargetStart < 0 {
			return fmt.Sprintf("link %+v is out of the file", l)
		}
		if l.Section >= len(d.Sections) {
			return fmt.Sprintf("link %+v names no section", l)
		}
	}
	for _, p := range d.Problems {
		if p.Line < 1 || p.Col < 1 || p.Line > 1+strings.Count(string(source), "\n") {
			return fmt.Sprintf("problem %+v is out of the file", p)
		}
	}
	for i, s := range d.Sections {
		if s.Span.Start > s.Span.End || s.Span.End > len(source) || i > 0 && s.Span.Start < d.Sections[i-1].Span.Start {
			return fmt.Sprintf("section %+v is out of order", s)
		}
	}
	return ""
}

func FuzzParse(f *testing.F) {
	for _, s := range fuzzSeeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		if len(source) > 1<<20 {
			return
		}
		d := Parse(source)
		if wrong := checkCover(source, d); wrong != "" {
			t.Fatal(wrong)
		}
		for _, s := range d.Sections {
			plainInline(string(source[s.Span.Start:s.Span.End]))
		}
		named(d, "a#b")
	})
}

func fuzzSeeds() []string {
	long := strings.Repeat("word ", 400)
	return []string{
		"",
		"\n",
		" \n\t\n",
		"# A\n\ntext\n",
		"\xEF\xBB\xBF# BOM\r\n\r\ntext\r\n",
		"---\na: 1\nb: [x, y]\n---\n# T\n",
		"+++\ntitle = \"x\"\n+++\ntext",
		"---\na: [\n---\nrest",
		"---\nglobs: **/*.ts\ntitle: x\n---\n",
		"---\nnot closed: 1\n",
		"Setext\n===\n\nsub\n---\n\ntext",
		"# \n## \n###### x\n",
		"```go\nfunc a() {}\n",
		"~~~\n" + long + "\n~~~\n\n" + long,
		"| a | b |\n|---|---|\n" + strings.Repeat("| cell one | cell two |\n", 80),
		strings.Repeat("> ", 80) + "deep",
		strings.Repeat("- ", 80) + "deep",
		strings.Repeat("  ", 20) + "- x\n",
		"[a](b.md \"t\") ![i](c.png) [r][d] [s]\n\n[d]: ../x%20y.md#frag\n[s]: <z.md>\n",
		"[[Note#Head|text]] ![[e.png]] - rel [[T]]\n- part_of [[Whole]] (ctx)\n",
		"see specs/auth and `docs/a.md`.\nRefs: auth, users\n",
		"#tag #a/b #123 `#no`\n- [fact] text #t (ctx)\n- [ ] task\n",
		"<div>\n[no](x.md)\n</div>\n\n<http://a.b> https://c.d/e_(f) <!-- [n](m) -->",
		"\xff\xfe bad \xc3( utf8",
		long + long,
		strings.Repeat("x", 3000),
		"1. a\n\n   ```\n   code\n   ```\n\n2. b\n",
		"[^1]: note\n\ntext[^1]\n",
		"a\r\rb\r\n",
		"\x00\x00",
		"[[[[[[[[[[[[" + strings.Repeat("[", 200),
		strings.Repeat("`", 99),
		"- a\n  > - b\n    1. c\n",
	}
}

func TestSeedsAreCovered(t *testing.T) {
	for _, s := range fuzzSeeds() {
		if wrong := checkCover([]byte(s), Parse([]byte(s))); wrong != "" {
			t.Errorf("%s: %.60q", wrong, s)
		}
	}
}

// named is the section that a fragment names.
func named(d *Document, fragment string) (Section, bool) {
	_, i, ok := d.Find(nil, fragment)
	if !ok {
		return Section{}, false
	}
	return d.Sections[i], true
}
