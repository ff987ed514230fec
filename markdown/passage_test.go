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

// How lines are told apart: fences that close and that do not, HTML, tables, lists, breaks, line ends.
func TestLinesOfPassages(t *testing.T) {
	for _, tt := range []struct {
		source string
		want   []string
	}{
		{"a\n\n~~~\ncode\n```\nmore\n~~~~\nb\n", []string{"paragraph 1-1: a", "code 4-4: code", "code 6-6: more", "paragraph 8-8: b"}},
		{"````\n```\nx\n````\ny\n", []string{"code 3-3: x", "paragraph 5-5: y"}},
		{"```a`b\nnot code\n", []string{"paragraph 1-2: ```a`b not code"}},
		{"``\nnot code\n``\n", []string{"paragraph 1-3: `` not code ``"}},
		{"```\n```x\nstill\n``` \nout\n", []string{"code 2-2: ```x", "code 3-3: still", "paragraph 5-5: out"}},
		{"```\nnever closed\n", []string{"code 2-2: never closed"}},
		{"$$\nx = y\n$$\nafter\n", []string{"code 1-1: $$", "code 2-2: x = y", "code 3-3: $$", "paragraph 4-4: after"}},
		{"$$x = y$$\nafter\n", []string{"code 1-1: $$x = y$$", "paragraph 2-2: after"}},
		{"<!-- one line --> rest\nafter\n", []string{"other 1-1: <!-- one line --> rest", "paragraph 2-2: after"}},
		{"<!-- two\nlines -->\nafter\n", []string{"other 1-1: <!-- two", "other 2-2: lines -->", "paragraph 3-3: after"}},
		{"<!-- a\n\nb -->\n\nafter\n", []string{"other 1-1: <!-- a", "other 3-3: b -->", "paragraph 5-5: after"}},
		{"<div>\ninside\n</div>\n\nafter\n", []string{"other 1-1: <div>", "other 2-2: inside", "other 3-3: </div>",
			"paragraph 5-5: after"}},
		{"</p>\nx\n\ny\n", []string{"other 1-1: </p>", "other 2-2: x", "paragraph 4-4: y"}},
		{"<!DOCTYPE x>\ny\n", []string{"other 1-1: <!DOCTYPE x>", "other 2-2: y"}},
		{"<https://a.org> is\n", []string{"paragraph 1-1: <https://a.org> is"}},
		{"< 5 is small\n", []string{"paragraph 1-1: < 5 is small"}},
		{"<\n", []string{"paragraph 1-1: <"}},
		{"text\n<b>goes</b> on\n", []string{"paragraph 1-2: text <b>goes</b> on"}},
		{"> quoted\nlazy\n\nafter\n", []string{"quote 1-1: quoted", "other 2-2: lazy", "paragraph 4-4: after"}},
		{"> quoted\n- item\n", []string{"quote 1-1: quoted", "item 2-2: item"}},
		{"| a | b |\n|---|---|\n| c | d |\nrow\n\nafter\n",
			[]string{"row 1-1: | a | b |", "row 3-3: | c | d |", "other 4-4: row", "paragraph 6-6: after"}},
		{"| a | b |\n- item\n", []string{"row 1-1: | a | b |", "item 2-2: item"}},
		{"a | b\n--- | ---\nc | d\n\nafter\n", []string{"row 1-1: a | b", "row 3-3: c | d", "paragraph 5-5: after"}},
		{"a | b\nc | d\n", []string{"paragraph 1-2: a | b c | d"}},
		{"a | b\n", []string{"paragraph 1-1: a | b"}},
		{"a | b\n- - -\n", []string{"paragraph 1-1: a | b"}},
		{"[^1]: note\nmore\n\nafter\n", []string{"other 1-1: [^1]: note", "other 2-2: more", "paragraph 4-4: after"}},
		{"[x]: y.md\n", []string{"other 1-1: [x]: y.md"}},
		{"[x] y\n", []string{"paragraph 1-1: [x] y"}},
		{"[x]\n", []string{"paragraph 1-1: [x]"}},
		{"[x]:\n", []string{"other 1-1: [x]:"}},
		{"[:\n", []string{"paragraph 1-1: [:"}},
		{"    code\n\ntext\n", []string{"code 1-1:     code", "paragraph 3-3: text"}},
		{"text\n    goes on\n", []string{"paragraph 1-2: text goes on"}},
		{"- item\n\n    goes on\n\ntext\n\n    code\n",
			[]string{"item 1-1: item", "paragraph 3-3: goes on", "paragraph 5-5: text", "code 7-7:     code"}},
		{"\tcode\n", []string{"code 1-1: \tcode"}},
		{"- item\n\ttext\n", []string{"item 1-2: item text"}},
		{"  \tx\n", []string{"code 1-1:   \tx"}},
		{"   x\n", []string{"paragraph 1-1: x"}},
		{"# H\n\ntext\n\n####### seven\n\n#x\n\n- # in list\n",
			[]string{"paragraph 3-3: text", "paragraph 5-5: ####### seven", "paragraph 7-7: #x", "item 9-9: # in list"}},
		{"- #\n", []string{"item 1-1: #"}},
		{"Head\n====\ntext\n\n---\n\nmore\n\n***\n\n===\n\nlast\n",
			[]string{"paragraph 3-3: text", "paragraph 7-7: more", "paragraph 13-13: last"}},
		{"a\n--\nb\n", []string{"paragraph 3-3: b"}},
		{"- - -\n", nil},
		{"* * *x\n", []string{"item 1-1: * *x"}},
		{"==\n", nil},
		{"1. one\n2) two\n10. ten\n1234567890. no\n1.no\n-no\n- \n-\tx\n+ y\n",
			[]string{"item 1-1: one", "item 2-2: two", "item 3-6: ten 1234567890. no 1.no -no", "item 8-8: x", "item 9-9: y"}},
		{"- [x] done\n- [ ] open\n- [X] big\n- [y] no\n- [x]no\n- [ ]\n",
			[]string{"item 1-1: [x] done", "item 2-2: [ ] open", "item 3-3: [X] big", "item 4-4: [y] no", "item 5-5: [x]no",
				"item 6-6: [ ]"}},
		{"1. [x] done\n", []string{"item 1-1: [x] done"}},
		{"a\r\nb\r\n\r\nc\r\n", []string{"paragraph 1-2: a b", "paragraph 4-4: c"}},
		{"a\rb\n", []string{"paragraph 1-1: a b"}},
		{"", nil},
		{"\n\n", nil},
		{"2026\n", []string{"paragraph 1-1: 2026"}},
		{"**\n", []string{"paragraph 1-1: **"}},
		{"no end", []string{"paragraph 1-1: no end"}},
	} {
		var got []string
		for _, p := range Passages(Parse([]byte(tt.source)), []byte(tt.source)) {
			got = append(got, fmt.Sprintf("%s %d-%d: %s", p.Kind, p.Span.StartLine, p.Span.EndLine, p.Text))
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q:\n%s", tt.source, d)
		}
	}
}

// A passage of more than the limit goes on in another one, and no byte of it is left out.
func TestLongPassages(t *testing.T) {
	source := strings.Repeat("word ", 2*maxPassage/5) + "end\nmore\n"
	got := Passages(Parse([]byte(source)), []byte(source))
	if len(got) != 3 || got[0].Span.End-got[0].Span.Start != maxPassage || got[2].Text != "end more" {
		t.Errorf("%d passages: %+v", len(got), got)
	}
	if end := got[2].Span.EndLine; got[0].Span.StartLine != 1 || got[2].Span.StartLine != 1 || end != 2 {
		t.Errorf("the last one stands in lines %d-%d", got[2].Span.StartLine, end)
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
			got = append(got, SectionStatements(doc, Uncommented(doc, source), i)...)
		}
		if d := cmp.Diff(Statements(doc, source), got); d != "" {
			t.Errorf("%q (-whole +sections):\n%s", source, d)
		}
	})
}
