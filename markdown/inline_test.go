package markdown

import (
	"slices"
	"strings"
	"testing"
)

// Everyday and odd spellings of links: what each is, its text, and the bytes that it stands in.
func TestLinkSpellings(t *testing.T) {
	for _, tt := range []struct {
		source string
		want   []string // link | text | bytes of the source
	}{
		{`<https://a.org/x>`, []string{`url:https://a.org/x | https://a.org/x | <https://a.org/x>`}},
		{`<ftp+ssl://a.b>`, []string{`url:ftp+ssl://a.b | ftp+ssl://a.b | <ftp+ssl://a.b>`}},
		{`<a://b>`, nil},
		{`<mailto:ann@example.org>`, []string{`url:mailto:ann@example.org | mailto:ann@example.org | <mailto:ann@example.org>`}},
		{`<tel:+49-30-1234>`, []string{`url:tel:+49-30-1234 | tel:+49-30-1234 | <tel:+49-30-1234>`}},
		{`<urn:isbn:123>`, []string{`url:urn:isbn:123 | urn:isbn:123 | <urn:isbn:123>`}},
		{`<doi:10.1/x>`, []string{`url:doi:10.1/x | doi:10.1/x | <doi:10.1/x>`}},
		{`<note:x>`, nil},
		{`<b>bold</b> [a](b.md)`, []string{`markdown:b.md | a | [a](b.md)`}},
		{`<https://a b>`, nil},
		{`<https:>`, nil},
		{`1 < 2 [a](b.md) > 3`, []string{`markdown:b.md | a | [a](b.md)`}},
		{`[a](mailto:ann@example.org)`, []string{`url:mailto:ann@example.org | a | [a](mailto:ann@example.org)`}},
		{`[a](javascript:alert(1))`, []string{`url:javascript:alert(1) | a | [a](javascript:alert(1))`}},
		{`[a](data:text/plain,hi)`, []string{`url:data:text/plain,hi | a | [a](data:text/plain,hi)`}},
		{`[a](x:y.md)`, []string{`markdown:x:y.md | a | [a](x:y.md)`}},
		{`[a](http2+tls://h/p)`, []string{`url:http2+tls://h/p | a | [a](http2+tls://h/p)`}},
		{`[a](9p://h/p)`, []string{`markdown:9p://h/p | a | [a](9p://h/p)`}},
		{`[a](memory://notes/x)`, []string{`wiki:notes/x | a | [a](memory://notes/x)`}},
		{`[a](b.md "title")`, []string{`markdown:b.md | a | [a](b.md "title")`}},
		{`[a](b.md 'a (b) title')`, []string{`markdown:b.md | a | [a](b.md 'a (b) title')`}},
		{`[a](  b.md  )`, []string{`markdown:b.md | a | [a](  b.md  )`}},
		{"[a](\nb.md\n)", []string{"markdown:b.md | a | [a](\nb.md\n)"}},
		{`[a](<b.md> "t")`, []string{`markdown:b.md | a | [a](<b.md> "t")`}},
		{`[a](<b c)d.md>)`, []string{`markdown:b c)d.md | a | [a](<b c)d.md>)`}},
		{`[a](b(c(d)e).md)`, []string{`markdown:b(c(d)e).md | a | [a](b(c(d)e).md)`}},
		{`[a](b.md`, []string{`mention:b.md | b.md | b.md`}},
		{`[a](b c.md)`, []string{`mention:c.md | c.md | c.md`}},
		{`[a]()`, []string{`markdown: | a | [a]()`}},
		{`[](b.md)`, []string{`markdown:b.md |  | [](b.md)`}},
		{`[a]({{< ref "x.md" >}})`, []string{`markdown:{{< ref "x.md" >}} | a | [a]({{< ref "x.md" >}})`}},
		{`[a]({% link x.md %})`, []string{`markdown:{% link x.md %} | a | [a]({% link x.md %})`}},
		{`[a]({{x)`, []string{`markdown:{{x | a | [a]({{x)`}},
		{`[a](x%2) [b](y%20z.md#p%20q)`, []string{`markdown:x%2 | a | [a](x%2)`, `markdown:y z.md#p q | b | [b](y%20z.md#p%20q)`}},
		{`![alt](p.png)`, []string{`markdown:p.png | alt | ![alt](p.png)`}},
		{"![a][r]\n\n[r]: p.png", []string{`markdown:p.png | a | ![a][r]`}},
		{"[a][]\n\n[a]: x.md", []string{`markdown:x.md | a | [a][]`}},
		{"[A  b]\n\n[a B]: <x y.md> \"t\"", []string{`markdown:x y.md | A b | [A  b]`}},
		{"[a]: x.md\n[a]: y.md\n\n[a]", []string{`markdown:x.md | a | [a]`}},
		{"   [a]:   x.md\n\n[a]", []string{`markdown:x.md | a | [a]`}},
		{"    [a]: x.md\n\n[a]", nil},
		{`[a]: y.md`, nil},
		{`[x]: [b](c.md)`, nil},
		{"a [b]: c\n\n[b]: x.md", []string{`markdown:x.md | b | [b]`}},
		{"<!-- a\n[b](c.md) -->\n\n[d](e.md)", []string{`markdown:e.md | d | [d](e.md)`}},
		{"> ```\n> a\n[b](c.md)", []string{`markdown:c.md | b | [b](c.md)`}},
		{"> ```\n> a\n> ```\n[b](c.md)", []string{`markdown:c.md | b | [b](c.md)`}},
		{"[a](x.md) and [b]: c", []string{`markdown:x.md | a | [a](x.md)`}},
		{"[[Note]]: see [a](x.md)", []string{`wiki:Note |  | [[Note]]`, `markdown:x.md | a | [a](x.md)`}},
		{"[Ann]: see [a](x.md) there", []string{`markdown:x.md | a | [a](x.md)`}},
		{"[a][b]: c\n\n[b]: x.md", []string{`markdown:x.md | a | [a][b]`}},
		{"> See [a].\n>\n> [a]: x.md", []string{`markdown:x.md | a | [a]`}},
		{`[a](x.md (title))`, []string{`markdown:x.md | a | [a](x.md (title))`}},
		{`[a](b (c) d)`, nil},
		{"> a `b\n> docs/x.md` [c](d.md)", []string{`markdown:d.md | c | [c](d.md)`}},
		{"> a `b\n>\n> docs/x.md` c", []string{`mention:docs/x.md | docs/x.md | docs/x.md`}},
		{"> a `b\n> > docs/x.md` c", []string{`mention:docs/x.md | docs/x.md | docs/x.md`}},
		{"a `b\n> docs/x.md` c", []string{`mention:docs/x.md | docs/x.md | docs/x.md`}},
		{"> [a\n> b](x.md)", []string{"markdown:x.md | a b | [a\n> b](x.md)"}},
		{"``a ` docs/x.md`` `docs/y.md`", []string{"mention:docs/y.md | docs/y.md | `docs/y.md`"}},
		{"``docs/x.md``", []string{"mention:docs/x.md | docs/x.md | ``docs/x.md``"}},
		{"`docs/x.md", []string{`mention:docs/x.md | docs/x.md | docs/x.md`}},
		{"`a\n\nb` [c](d.md)", []string{`markdown:d.md | c | [c](d.md)`}},
		{"`a [c](d.md) ``b`", nil},
		{"a ` b\n\n[c](d.md) ` e", []string{`markdown:d.md | c | [c](d.md)`}},
		{"a ` b\r\n\r\n[c](d.md) ` e", []string{`markdown:d.md | c | [c](d.md)`}},
		{"a ` b\n \t\n[c](d.md) `` ` e", []string{`markdown:d.md | c | [c](d.md)`}},
		{"a ` b\n[c](d.md) ` e", nil},
		{`\[a](b.html) [c](d.md)`, []string{`markdown:d.md | c | [c](d.md)`}},
		{`\\[a](b.md)`, []string{`markdown:b.md | a | [a](b.md)`}},
		{`x <!-- [a](b.md)`, []string{`markdown:b.md | a | [a](b.md)`}},
		{"[a\n\nb](c.html)", nil},
		{"[a\nb](c.md)", []string{"markdown:c.md | a b | [a\nb](c.md)"}},
		{`[[a](b.md)`, []string{`markdown:b.md | a | [a](b.md)`}},
		{`[a]](b.html)`, nil},
		{`![[pic.PNG]] ![[note]] ![[a.pdf|300]]`,
			[]string{`embed:pic.PNG |  | ![[pic.PNG]]`, `embed:note |  | ![[note]]`, `embed:a.pdf | 300 | ![[a.pdf|300]]`}},
		{`[[a\|b]]`, []string{`wiki:a | b | [[a\|b]]`}},
		{`[[#Head]]`, []string{`wiki:#Head |  | [[#Head]]`}},
		{`[[ a # b | c ]]`, []string{`wiki:a#b | c | [[ a # b | c ]]`}},
		{`[[]]`, nil},
		{`[[a]`, nil},
		{"[[a\nb]]", nil},
		{`[[a[b]]]`, nil},
		{`- 'part of' [[A]]`, []string{`relation:A (part_of) |  | [[A]]`}},
		{`* uses [[A]]`, []string{`relation:A (uses) |  | [[A]]`}},
		{`+ uses [[A]]`, []string{`relation:A (uses) |  | [[A]]`}},
		{`- two words [[A]]`, []string{`wiki:A |  | [[A]]`}},
		{`-uses [[A]]`, []string{`wiki:A |  | [[A]]`}},
		{`- a_b-c [[A]]`, []string{`relation:A (a_b-c) |  | [[A]]`}},
		{`1. uses [[A]]`, []string{`wiki:A |  | [[A]]`}},
		{`docs/a.md.`, []string{`mention:docs/a.md | docs/a.md | docs/a.md`}},
		{`see docs/a, docs/b-`, nil},
		{`./a.md ../a.md .a.md a.md a.mdx a.markdown .md`,
			[]string{`mention:./a.md | ./a.md | ./a.md`, `mention:../a.md | ../a.md | ../a.md`, `mention:a.md | a.md | a.md`,
				`mention:a.mdx | a.mdx | a.mdx`, `mention:a.markdown | a.markdown | a.markdown`}},
		{`ann@docs/a.md x:docs/a.md docs/a.md@1 docs/call(x) #docs/a`, nil},
		{`docs/a.txt /etc/passwd a//b a/b/1 docs/1a`, []string{`mention:docs/1a | docs/1a | docs/1a`}},
		{`a/bb x/yy/zz aa/bb/cc/dd/ee/ff/gg/hh/ii aa/bb/cc/dd/ee/ff/gg/hh/ii/jj`,
			[]string{`mention:aa/bb/cc/dd/ee/ff/gg/hh/ii | aa/bb/cc/dd/ee/ff/gg/hh/ii | aa/bb/cc/dd/ee/ff/gg/hh/ii`}},
		{`[docs/a](b.md) (docs/c)`, []string{`markdown:b.md | docs/a | [docs/a](b.md)`}},
		{`https://a.org. https://a.org/x, (https://a.org/y) [https://a.org/z] *https://a.org/w*`,
			[]string{`url:https://a.org | https://a.org | https://a.org`, `url:https://a.org/x | https://a.org/x | https://a.org/x`,
				`url:https://a.org/y | https://a.org/y | https://a.org/y`, `url:https://a.org/z | https://a.org/z | https://a.org/z`,
				`url:https://a.org/w | https://a.org/w | https://a.org/w`}},
		{`https://a.org/f_(g) "https://a.org/q" <b>https://a.org/r</b>`,
			[]string{`url:https://a.org/f_(g) | https://a.org/f_(g) | https://a.org/f_(g)`,
				`url:https://a.org/q | https://a.org/q | https://a.org/q`, `url:https://a.org/r | https://a.org/r | https://a.org/r`}},
		{`https:// http://a ftp://a.org/x memory://`, []string{`url:ftp://a.org/x | ftp://a.org/x | ftp://a.org/x`}},
		{`see memory://notes/b, now`, []string{`wiki:notes/b |  | memory://notes/b`}},
		{"Refs: docs/a, `b`, *c*.", []string{`ref:docs/a | docs/a | docs/a`, `ref:b | b | b`, `ref:c | c | c`}},
		{`**Refs:** docs/a`, []string{`ref:docs/a | docs/a | docs/a`}},
		{`> refs: x`, []string{`ref:x | x | x`}},
		{`Refs:x, [[y]], https://a.org, ,`, []string{`ref:x | x | x`, `wiki:y |  | [[y]]`,
			`url:https://a.org | https://a.org | https://a.org`}},
		{`Refs:`, nil},
		{`the Refs: x`, nil},
		{`- Refs: x`, []string{`ref:x | x | x`}},
	} {
		var got []string
		for _, l := range Parse([]byte(tt.source)).Links {
			got = append(got, linkText(l)+" | "+l.Text+" | "+tt.source[l.Start:l.End])
			target := unescape(strings.TrimSpace(tt.source[l.TargetStart:l.TargetEnd]))
			if strings.TrimPrefix(target, "memory://") != l.Target {
				t.Errorf("%q: the target of %s is said to stand at %q", tt.source, linkText(l), target)
			}
			if image := strings.HasPrefix(tt.source[l.Start:], "!"); l.Image != (image && l.Target != "note") {
				t.Errorf("%q: %s shows an image: %v", tt.source, linkText(l), l.Image)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q:\n got  %q\n want %q", tt.source, got, tt.want)
		}
	}
}

// Brackets that were never closed are forgotten, the oldest first; the link itself is found behind
// any number of them.
func TestLinkBehindOpenBrackets(t *testing.T) {
	for _, n := range []int{1, maxOpen - 1, maxOpen, maxOpen + 1, 10 * maxOpen} {
		links := Parse([]byte(strings.Repeat("[x ", n) + "[a](b.md)")).Links
		if len(links) != 1 || links[0].Target != "b.md" || links[0].Text != "a" {
			t.Errorf("behind %d open brackets: %v", n, links)
		}
	}
}

// A mark whose end is too far away is text, and what comes after it is still read.
func TestFarEndsOfLinks(t *testing.T) {
	long := strings.Repeat("x", maxTarget)
	for _, source := range []string{
		"[a](" + long + ") [b](c.md)",
		"[[" + long + "]] [b](c.md)",
		"<https://a.org/" + long + "> [b](c.md)",
		"`" + strings.Repeat("x ", maxSpan) + "` [b](c.md)",
		"[a][" + long + "] [b](c.md)",
	} {
		links := Parse([]byte(source)).Links
		if len(links) == 0 || links[len(links)-1].Target != "c.md" {
			t.Errorf("%.20q…: %d links", source, len(links))
		}
	}
}

func TestCodeSpans(t *testing.T) {
	d := Parse(
		[]byte(
			"# T\n\nRun `kb index`,\n`` a`b `` or ` `, not `two\nlines`.\n\n`" + strings.Repeat("x",
				maxCode) + "` `" + strings.Repeat("y", maxCode+1) + "`\n",
		),
	)
	want := []CodeSpan{{Text: "kb index", Line: 3}, {Text: "a`b", Line: 4}, {Text: strings.Repeat("x", maxCode), Line: 7}}
	if !slices.Equal(d.Code, want) {
		t.Errorf("%v", d.Code)
	}
}

// The section of a link is the innermost one that it stands in.
func TestLinksKnowTheirSection(t *testing.T) {
	d := Parse([]byte("[before](a.md)\n\n# One\n\n[x](b.md)\n\n## Two [h](c.md)\n\n[y](d.md)\n\n# Three\n\n[z](e.md)\n"))
	var got []string
	for _, l := range d.Links {
		name := "none"
		if l.Section >= 0 {
			name = d.Sections[l.Section].Heading
		}
		got = append(got, l.Target+" in "+name)
	}
	if want := "a.md in , b.md in One, c.md in Two h, d.md in Two h, e.md in Three"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	if l := Parse([]byte("[a](b.md)")).Links[0]; l.Line != 1 || l.Col != 1 {
		t.Errorf("the first link stands at %d:%d", l.Line, l.Col)
	}
}

func TestTagSpellings(t *testing.T) {
	for source, want := range map[string]string{
		"#one":                     "one",
		"#One and #one":            "one",
		"a #b, #c; (#d) x#e":       "b c",
		"#1 #2024-01 #v2 #a1":      "v2 a1",
		"#a/b/ #-c- #d_e #_":       "a/b c d_e",
		"# Heading #tag":           "tag",
		"#ärger #日本":               "ärger 日本",
		"#a.b #c!":                 "a c",
		"\\#no `#code` #yes":       "yes",
		"a ` b\n\n#yes ` c":        "yes",
		"see [x](a.md#frag) #t,#u": "t u",
		"#":                        "",
	} {
		if got := strings.Join(Parse([]byte(source)).Tags, " "); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestObservationSpellings(t *testing.T) {
	for source, want := range map[string]string{
		"- [fact] tea is hot #drink #Hot (at noon)": "fact|tea is hot|drink hot|at noon",
		"* [my idea] use it":                        "my idea|use it||",
		"  - [fact] indented":                       "fact|indented||",
		"- [fact] call f(x)":                        "fact|call f(x)||",
		"- [fact] # alone":                          "fact|# alone||",
		"- [x] done":                                "",
		"- [ ] to do":                               "",
		"- [fact](a.md) a link":                     "",
		"- [fact][ref] a link":                      "",
		"- [fact]: a definition":                    "",
		"- [fact]":                                  "",
		"- [42] a number":                           "",
		"- [a(b)] odd":                              "",
		"+ [fact] another mark":                     "",
		"- fact] x":                                 "",
	} {
		got := ""
		for _, o := range Parse([]byte(source)).Observations {
			got += strings.Join([]string{o.Category, o.Text, strings.Join(o.Tags, " "), o.Context}, "|")
			if o.Line != 1 {
				t.Errorf("%q: line %d", source, o.Line)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

// What opens in a paragraph, a list item or a row and is not closed there is text: the links below it
// are read.
func TestLoneMarksEndWithTheirBlock(t *testing.T) {
	for _, source := range []string{
		"The sign ` opens.\n\n[a](b.md)\n\nAnd `code`.",
		"The sign ` opens.\r\n\r\n[a](b.md)\r\n\r\nAnd `code`.",
		"The sign `` opens.\n \t\n[a](b.md) `` [c](b.md)",
		"- a sign `\n- [a](b.md) and `code`",
		"| ` | sign |\n| `x` | [a](b.md) |",
		"A sign `\n# Head [a](b.md)\n`x`",
		"Where a <b holds.\n\n[a](b.md)\n\n> quoted",
		"Where a <b holds, see [a](b.md), and x -> y.",
		"Where a <b holds, `x->y`, [a](b.md) and `z`.",
	} {
		if links := Parse([]byte(source)).Links; len(links) == 0 || links[0].Target != "b.md" || links[0].Text != "a" {
			t.Errorf("%q: %v", source, links)
		}
	}
	for _, source := range []string{"`one\n[a](b.md)`", "<a\ntitle=\"docs/x.md\">", "- `one\n  [a](b.md)`"} {
		if links := Parse([]byte(source)).Links; len(links) > 0 {
			t.Errorf("%q: %v", source, links)
		}
	}
}

// A backslash before a sign is no part of a target; before a letter it is one.
func TestEscapesInTargets(t *testing.T) {
	for source, want := range map[string]string{
		`[a](b\_c.md)`: "b_c.md", `[a](b\(c\).md)`: "b(c).md", `[a](b\c.md)`: `b\c.md`, `[a](b%5Fc.md)`: "b_c.md",
		"[a]\n\n[a]: b\\_c.md": "b_c.md", `[a](b.md#c\_d)`: "b.md#c_d",
	} {
		links := Parse([]byte(source)).Links
		if len(links) == 0 {
			t.Errorf("%q has no link", source)
			continue
		}
		got := links[0].Target
		if links[0].Fragment != "" {
			got += "#" + links[0].Fragment
		}
		if got != want {
			t.Errorf("%q leads to %q, want %q", source, got, want)
		}
	}
}
