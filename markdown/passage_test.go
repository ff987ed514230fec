package markdown

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

func TestPassages(t *testing.T) {
	source := `---
title: T
---
Before it
all. Two!

# Head

- [ ] A task. Its second
  sentence.
- [x] Done
1. First

> Quoted words
> go on. And end.

| a | b |
|---|---|
| 1 | 2 |

` + "```go\nx := 1\n\n  y(x)\n```\n" + `
Under
=====
<!-- hidden
  note -->
[link]: http://example.org
`
	var got []string
	doc := Parse([]byte(source))
	for _, p := range Passages(doc, []byte(source)) {
		got = append(got, fmt.Sprintf("%d %s %d-%d %s", p.Section, p.Kind, p.Span.StartLine, p.Span.EndLine, p.Text))
	}
	want := []string{
		"0 paragraph 4-5 Before it all.", "0 paragraph 5-5 Two!",
		"1 item 9-9 [ ] A task.", "1 item 9-10 Its second sentence.", "1 item 11-11 [x] Done", "1 item 12-12 First",
		"1 quote 14-15 Quoted words go on.", "1 quote 15-15 And end.",
		"1 row 17-17 | a | b |", "1 row 19-19 | 1 | 2 |",
		"1 code 21-21 ```go", "1 code 22-22 x := 1", "1 code 24-24   y(x)",
		"2 other 29-29 <!-- hidden", "2 other 30-30 note -->", "2 other 31-31 [link]: http://example.org",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// checkPassages tells how passages fail what holds for any bytes, "" when they do not.
func checkPassages(source []byte) string {
	doc := Parse(source)
	at := doc.FrontMatter.Span.End
	said := map[rune]int{}
	for i, p := range Passages(doc, source) {
		switch {
		case p.Span.Start < at || p.Span.End <= p.Span.Start || p.Span.End > len(source):
			return fmt.Sprintf("passage %d has %d–%d after %d", i, p.Span.Start, p.Span.End, at)
		case p.Span.StartLine != 1+strings.Count(string(source[:p.Span.Start]), "\n"):
			return fmt.Sprintf("passage %d at byte %d is not in line %d", i, p.Span.Start, p.Span.StartLine)
		case p.Text == "" || p.Section >= len(doc.Sections):
			return fmt.Sprintf("passage %d is %+v", i, p)
		}
		at = p.Span.End
		count(said, p.Text, 1)
	}
	count(said, string(source[:doc.FrontMatter.Span.End]), 1)
	for _, s := range doc.Sections {
		if s.Level > 0 {
			count(said, headingLines(source[s.Span.Start:s.Span.End]), 1)
		}
	}
	count(said, string(source), -1)
	for c, n := range said {
		if n < 0 {
			return fmt.Sprintf("%q stands %d times outside of the passages", c, -n)
		}
	}
	return ""
}

// headingLines are the lines among which a heading is.
func headingLines(section []byte) string {
	var out strings.Builder
	atx := strings.HasPrefix(strings.TrimLeft(string(section), " \t>-*+0123456789.)"), "#")
	for line := range strings.Lines(string(section)) {
		out.WriteString(line)
		if atx || strings.Trim(line, "=- \t\r\n") == "" {
			break
		}
	}
	return out.String()
}

// count counts letters of ASCII; other characters may be replaced.
func count(into map[rune]int, text string, by int) {
	for _, c := range text {
		if c < unicode.MaxASCII && unicode.IsLetter(c) {
			into[c] += by
		}
	}
}

func FuzzPassages(f *testing.F) {
	for _, s := range fuzzSeeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		if wrong := checkPassages(source); wrong != "" {
			t.Errorf("%q: %s", source, wrong)
		}
	})
}

// The statements of the sections, one after the other, are those of the document.
func FuzzSectionStatements(f *testing.F) {
	for _, s := range fuzzSeeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		doc := Parse(source)
		var got []Statement
		for i := range doc.Sections {
			got = append(got, SectionStatements(doc, source, i)...)
		}
		if d := cmp.Diff(Statements(doc, source), got); d != "" {
			t.Errorf("%q (-whole +sections):\n%s", source, d)
		}
	})
}
