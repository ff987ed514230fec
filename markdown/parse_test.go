package markdown

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// linkText writes a link as kind:target#fragment, with its place.
func linkText(l Link) string {
	s := string(l.Kind) + ":" + l.Target
	if l.Fragment != "" {
		s += "#" + l.Fragment
	}
	if l.Type != "" {
		s += " (" + l.Type + ")"
	}
	return s
}

func TestLinks(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"inline", "see [a](../b%20c.md#Top \"title\") now", "markdown:../b c.md#Top"},
		{"parentheses", "[a](b_(c).md)", "markdown:b_(c).md"},
		{"angle brackets", "[a](<b c.md>)", "markdown:b c.md"},
		{"image in link", "[![alt](pic.png)](page.md)", "markdown:pic.png markdown:page.md"},
		{"reference", "[a][ref] and [Ref]\n\n[ref]: ../x.md#h\n", "markdown:../x.md#h markdown:../x.md#h"},
		{"unknown reference", "[a][nowhere] [b]", ""},
		{"wiki", "[[folder/Note#Head|text]] ![[embed]]", "wiki:folder/Note#Head embed:embed"},
		{"relation", "- part_of [[Whole]] (ctx)\n- see also [[Other]]", "relation:Whole (part_of) wiki:Other"},
		{"link in brackets", "[[1]](https://a.b/c) [[2]](b.md#x) [[[3]](c.md)]", "url:https://a.b/c markdown:b.md#x markdown:c.md"},
		{"references in brackets", "[[Ref]], [[Ref], [other]], [[text][ref]]\n\n[ref]: x.md\n[Other]: y.md",
			"markdown:x.md markdown:x.md markdown:y.md markdown:x.md"},
		{"wiki before parentheses", "[[Note]](s) and [[Other]] (see b) and [[Last|x]](no)", "wiki:Note wiki:Other wiki:Last"},
		{"memory url", "memory://notes/a.", "wiki:notes/a"},
		{"url", "<https://a.b/c> https://d.e/f_(g), (https://h.i/j).", "url:https://a.b/c url:https://d.e/f_(g) url:https://h.i/j"},
		{"mention", "as specs/auth says, docs/x.md too, and/or e.g. 1/2", "mention:specs/auth mention:docs/x.md mention:and/or"},
		{"code span mention", "`docs/a.md` but not `docs/b` or `x docs/c.md`", "mention:docs/a.md"},
		{"refs", "Refs: auth, users\n", "ref:auth ref:users"},
		{"code", "```\n[a](b.md) [[c]]\n```\n\n    [d](e.md)\n\n`[f](g.md)`\n", ""},
		{"html block", "<div>\n[a](b.md)\n</div>\n", ""},
		{"escaped", `\[a](b.html)`, ""},
		{"comment", "x <!-- [a](b.md) --> [c](d.md)", "markdown:d.md"},
	} {
		var got []string
		for _, l := range Parse([]byte(tt.source)).Links {
			got = append(got, linkText(l))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, s, tt.want)
		}
	}
}

func TestLinkTargetIsWhatARenameRewrites(t *testing.T) {
	source := "# T\n\n[a](old.md#x) [[old|t]] [r][d]\n\n[d]: <old.md>\n"
	for _, l := range Parse([]byte(source)).Links {
		if got := source[l.TargetStart:l.TargetEnd]; got != "old.md" && got != "old" {
			t.Errorf("target of %s is %q", l.Kind, got)
		}
		if l.Line != 3 {
			t.Errorf("%s stands in line %d, want 3", l.Kind, l.Line)
		}
	}
}

func TestFrontMatter(t *testing.T) {
	d := Parse(
		[]byte("---\ntitle: \"A b\"\nn: 7\noctal: 012\ndate: 2026-01-02\ntags: [x, y]\nnested: {a: {b: [1]}}\nempty:\n---\n# Other\n"),
	)
	want := map[string]any{
		"title":  "A b",
		"n":      int64(7),
		"octal":  "012",
		"date":   "2026-01-02",
		"tags":   []any{"x", "y"},
		"nested": map[string]any{"a": map[string]any{"b": []any{int64(1)}}},
		"empty":  nil,
	}
	got := map[string]any{}
	for _, f := range d.FrontMatter.Fields {
		got[f.Key] = f.Value
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if f := d.FrontMatter.Fields[1]; f.Line != 3 || f.Col != 1 || f.ValueLine != 3 || f.ValueCol != 4 {
		t.Errorf("n stands at %d:%d, value %d:%d", f.Line, f.Col, f.ValueLine, f.ValueCol)
	}
	if d.Title != "A b" {
		t.Errorf("title %q", d.Title)
	}
}

func TestTOMLFrontMatter(t *testing.T) {
	d := Parse([]byte("+++\ntitle = \"T\"\ndate = 2026-01-02\ndraft = true\n[params]\nx = 1\n+++\nbody\n"))
	if v, _ := d.FrontMatter.Get("date"); v != "2026-01-02" {
		t.Errorf("date %v", v)
	}
	if v, _ := d.FrontMatter.Get("draft"); v != true {
		t.Errorf("draft %v", v)
	}
	if f := d.FrontMatter.Fields[3]; f.Key != "params" || f.Line != 5 {
		t.Errorf("params: %+v", f)
	}
}

func TestBadFrontMatterIsReportedAndTheRestRead(t *testing.T) {
	d := Parse([]byte("---\ntitle: x\nglobs: **/*.ts\nbad: [\n---\n# Head\n\ntext\n"))
	if len(d.Problems) != 1 || d.Problems[0].Line < 3 || d.Problems[0].Line > 5 {
		t.Errorf("problems %+v", d.Problems)
	}
	if v, _ := d.FrontMatter.Get("globs"); v != "**/*.ts" {
		t.Errorf("globs %v", v)
	}
	if len(d.Sections) != 1 || d.Sections[0].Heading != "Head" {
		t.Errorf("sections %+v", d.Sections)
	}
}

func TestAliasBombIsRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString("---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		line := strings.ReplaceAll("aN: &aN [*aM, *aM, *aM, *aM, *aM, *aM, *aM, *aM, *aM, *aM]\n", "N",
			string(rune('0'+i%10))+string(rune('a'+i/10)))
		prev := "0"
		if i > 1 {
			prev = string(rune('0'+(i-1)%10)) + string(rune('a'+(i-1)/10))
		}
		b.WriteString(strings.ReplaceAll(line, "M", prev))
	}
	b.WriteString("---\ntext\n")
	if d := Parse([]byte(b.String())); len(d.Problems) == 0 {
		t.Error("no problem reported")
	}
}

func TestSections(t *testing.T) {
	d := Parse([]byte("intro\n\n# One `code` & more!\n\nText\n====\n\n## Two\n\n## Two\n\n### [Link](x.md)\n\n#### Deep\n\n# Last\n"))
	var got []string
	for _, s := range d.Sections {
		got = append(got, strings.Join(s.Path, "/")+" #"+s.Anchor)
	}
	want := []string{
		" #",
		"One code & more! #one-code--more",
		"Text #text",
		"Text/Two #two",
		"Text/Two #two-1",
		"Text/Two/Link #link",
		"Text/Two/Link/Deep #deep",
		"Last #last",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, anchor := range map[string]string{"two-1": "two-1", "Two": "two", "Two#Link": "link", "deep": "deep"} {
		if s, ok := named(d, name); !ok || s.Anchor != anchor {
			t.Errorf("section %q is %q", name, s.Anchor)
		}
	}
	if _, ok := named(d, "none"); ok {
		t.Error("found a section that is not there")
	}
}

func TestChunksKeepCodeAndRowsWhole(t *testing.T) {
	code := "```go\n" + strings.Repeat("line of code\n\n", 40) + "```\n"
	prose := strings.Repeat("A sentence of the text. ", 25) + "\n\n"
	rows := "| a | b |\n|---|---|\n" + strings.Repeat("| "+strings.Repeat("x", 60)+" | y |\n", 40)
	source := "# H\n\n" + prose + code + "\n" + prose + prose + rows
	d := Parse([]byte(source))
	if wrong := checkCover([]byte(source), d); wrong != "" {
		t.Fatal(wrong)
	}
	begin := strings.Index(source, "```go")
	end := begin + len(code)
	for _, c := range d.Chunks {
		if c.Span.Start > begin && c.Span.Start < end {
			t.Errorf("a chunk begins within the code, at line %d", c.Span.StartLine)
		}
		if c.Span.Start > 0 && source[c.Span.Start-1] != '\n' {
			t.Errorf("a chunk begins within line %d", c.Span.StartLine)
		}
		if c.Span.End-c.Span.Start < 100 {
			t.Errorf("a chunk of %d bytes is left over", c.Span.End-c.Span.Start)
		}
	}
	kinds := map[ChunkKind]bool{}
	for _, c := range d.Chunks {
		kinds[c.Kind] = true
	}
	if !kinds[Code] || !kinds[Table] || !kinds[Prose] {
		t.Errorf("kinds %v", kinds)
	}
}

func TestHeadingStaysWithItsText(t *testing.T) {
	source := "# H\n\n" + strings.Repeat("word ", 165) + "\n\n#### Sub\n\n" + strings.Repeat("more ", 100) + "\n"
	for _, c := range Parse([]byte(source)).Chunks {
		if strings.HasSuffix(strings.TrimSpace(c.Text([]byte(source))), "Sub") {
			t.Error("a chunk ends with a heading")
		}
	}
}

func TestHostileFilesAreReadAsLines(t *testing.T) {
	for name, source := range map[string]string{
		"deep list":  "# T\n\n" + strings.Repeat("- ", 100000) + "x\n",
		"deep quote": "# T\n\n" + strings.Repeat(">", 100000) + "x\n",
		"long line":  "# T\n\n" + strings.Repeat("word [a](b ", 1<<15) + "\n",
		"brackets":   "# T\n\n" + strings.Repeat("[", 200000) + "\n",
	} {
		d := Parse([]byte(source))
		if wrong := checkCover([]byte(source), d); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
		if d.Title != "T" {
			t.Errorf("%s: title %q", name, d.Title)
		}
	}
}

func TestTagsAndObservations(t *testing.T) {
	d := Parse(
		[]byte(
			"#Alpha and #a/b-c, #123 x#no `#code`\n\n# Heading #inhead\n- [fact] The sky is blue #sky (seen)\n- [ ] task\n- [x] done\n- " +
				"[link](a.md)\n",
		),
	)
	if diff := cmp.Diff([]string{"alpha", "a/b-c", "inhead", "sky"}, d.Tags); diff != "" {
		t.Error(diff)
	}
	want := []Observation{{Category: "fact", Text: "The sky is blue", Context: "seen", Tags: []string{"sky"}, Line: 4}}
	if diff := cmp.Diff(want, d.Observations); diff != "" {
		t.Error(diff)
	}
}

func TestIdentifiers(t *testing.T) {
	got := Identifiers(
		"call maxRetries() or max_retries, see pkg.Func and a/b.go; use --dry-run, std::vec; e.g. this and HTTP, i.e. plain words.",
	)
	want := []string{"maxRetries", "max_retries", "pkg.Func", "a/b.go", "--dry-run", "std::vec"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPlainTextKeepsBracketsThatAreNoLinks(t *testing.T) {
	for source, want := range map[string]string{"a [b] c": "a [b] c", "a [2J": "a [2J", "[![i](x)](y) z": "i z", "[a][r] ] [": "a ] [",
		"- [x] done":           "- [x] done",
		"set `a*b_` and **c**": "set a*b_ and c", "``x`y``, 2 * 3": "x`y, 2 * 3", "an `open mark": "an open mark",
		"by [[ada]], see [[dir/Sub note|that]]": "by ada, see that", "[[a#B]] [[#c]] ![[p.png]] [[dir/e\\|f]]": "a > B c p.png f",
		"[[open and [[x]]": "[[open and x", "$$s^*_1$$ *e*": "$$s^*_1$$ e", "costs $$5 *now*": "costs $$5 now"} {
		if got := plainInline(source); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestPlainTextLeavesDefinitionsOfLinksOut(t *testing.T) {
	for source, want := range map[string]string{
		"[summary]: #summary\n\nWe keep it.": "We keep it.", "[a]: <x y> 'title'\nThen.": "Then.",
		"```go run .``` starts it.": "go run . starts it.", "```go\nrun\n```\nThen.": "run Then.",
		"[^1]: a footnote": "[^1]: a footnote", "[note]: see the manual": "[note]: see the manual",
	} {
		if got := PlainText([]byte(source), Span{End: len(source)}); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	source := []byte(
		strings.Repeat("## Section with `code`\n\nSome text with a [link](x.md) and words that go on.\n\n- item one\n- item two\n\n", 2000),
	)
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		Parse(source)
	}
}

// A section begins at its heading: blank lines between the front matter and the first heading are no part of it, though of its chunk.
func TestSectionBeginsAtItsHeading(t *testing.T) {
	source := []byte("---\nid: a\n---\n\n \n# One\n\ntext\n")
	doc := Parse(source)
	if s := doc.Sections[0]; s.Heading != "One" || s.Span.StartLine != 6 || !strings.HasPrefix(string(source[s.Span.Start:]), "# One") {
		t.Errorf("%q begins at line %d: %q", s.Heading, s.Span.StartLine, source[s.Span.Start:s.Span.End])
	}
	if c := doc.Chunks[0]; c.Span.Start != doc.FrontMatter.Span.End {
		t.Errorf("the bytes %d to %d are of no chunk", doc.FrontMatter.Span.End, c.Span.Start)
	}
}

// Only the H1 that a text begins with is its title.
// A title in the front matter reads as one in the text: no tags, no entities.
func TestTitleWithoutTags(t *testing.T) {
	for in, want := range map[string]string{
		"Set up <em>before</em> day 1":    "Set up before day 1",
		"Logging in &amp; Networks":       "Logging in & Networks",
		`a <span class=x>b</span><br/> c`: "a b c",
		"Vec<u> and Option<T>":            "Vec<u> and Option<T>",
		"1 < 2":                           "1 < 2",
	} {
		if got := Parse([]byte("---\ntitle: '" + in + "'\n---\n")).Title; got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestTitleIsTheOpeningH1(t *testing.T) {
	for source, want := range map[string]string{"# One\n\n## Two\n": "One", "words\n\n# One\n": "One",
		"## Summary\n\ntext\n\n# Open questions\n":       "",
		"# Summary\n\ntext\n\n## Part\n":                 "Summary",
		"# Summary\n\ntext\n\n# Detailed design\n":       "",
		"words\n\n# TL;DR:\n\n## Part\n\n# Motivation\n": "",
		"# Summary of 2025\n\ntext\n\n# Costs\n":         "Summary of 2025",
		"# Costs\n\ntext\n\n# Summary\n":                 "Costs"} {
		if got := Parse([]byte(source)).Title; got != want {
			t.Errorf("%q: title %q, want %q", source, got, want)
		}
	}
}

// A heading in HTML at the head of a note is its title, as pages show it.
func TestTitleInHTML(t *testing.T) {
	for source, want := range map[string]string{
		"<h1 align=\"center\">Acme Router</h1>\n\n# Install\n":                                            "Acme Router",
		"<h1>\n  <img src=x alt=logo>\n  <b>Acme</b><br>Router &amp; co\n</h1>\n":                         "Acme Router & co",
		"<div>\n<p>\n<H1>Acme\nRouter</H1 >\n</p></div>\n\n## Use\n":                                      "Acme Router",
		"<p align=center>\n  <img src=\"a>b\">\n</p>\n\n<h1><a href='https://x.org/?a>b'>Acme</a></h1>\n": "Acme",
		"<h1 align=center>\n\nAcme\n\n</h1>\n":                                                            "Acme",
		"<h1><img src=\"x\" alt=\"Acme Router\"></h1>\n":                                                  "Acme Router",
		"# <img alt='Acme &amp; co' src=\"acme.png\">\n":                                                  "Acme & co",
		"<h1></h1>\n<h1>Acme</h1>\n\n# Install\n":                                                         "Acme",
		"<h1><img src=x></h1>\n\n# Install\n":                                                             "Install",
		"<!-- <h1>Old</h1> -->\n\n# Acme\n":                                                               "Acme",
		"```html\n<h1>Hello</h1>\n```\n\n# Acme\n":                                                        "Acme",
		"    <h1>Hello</h1>\n\n# Acme\n":                                                                  "Acme",
		"Write `<h1>Hello</h1>` there.\n\n# Acme\n":                                                       "Acme",
		"# Acme\n\n<h1>Hello</h1>\n":                                                                      "Acme",
		"---\ntitle: Acme\n---\n<h1>Hello</h1>\n":                                                         "Acme",
		"<h1>{title}</h1>\n\n## Use\n":                                                                    "",
		"<h1>Open\n\n# Acme\n":                                                                            "Acme",
		"<h1x>No</h1x>\n\n# Acme\n":                                                                       "Acme",
	} {
		if got := Parse([]byte(source)).Title; got != want {
			t.Errorf("%q: title %q, want %q", source, got, want)
		}
	}
}

// A title has no tags, no marks of footnotes and no images, unless it has nothing else.
func TestTitleOfWordsAlone(t *testing.T) {
	for heading, want := range map[string]string{
		`Title <a href="https://x">here</a>`: "Title here",
		`<a name="x"></a>Title`:              "Title",
		`Title<br>below`:                     "Title below",
		`x<sup>2</sup> &lt; y`:               "x2 < y",
		`Title[^1]`:                          "Title",
		`Title [^note-a] more`:               "Title more",
		`The class [^a-z]+ of [^0]+`:         "The class [^a-z]+ of [^0]+",
		`Footnotes [^1]: how`:                "Footnotes [^1]: how",
		`Acme [![Build](https://x/y.svg)](https://x) ![npm](b.svg)`: "Acme",
		`<img src="a.svg" alt="logo" width=40> Acme {#top}`:         "Acme",
		`![Acme](acme.png)`:                    "Acme",
		`a < b and c > d`:                      "a < b and c > d",
		`Write <https://x.org> to <ann@x.org>`: "Write https://x.org to ann@x.org",
		`<see https://x.org for more>`:         "<see https://x.org for more>",
		`List<a b="open`:                       `List<a b="open`,
		`<span title="1 > 0">Sum</span>`:       "Sum",
	} {
		for _, source := range []string{"# " + heading + "\n\ntext\n", heading + "\n===\n"} {
			if got := Parse([]byte(source)).Title; got != want {
				t.Errorf("%q: title %q, want %q", source, got, want)
			}
		}
	}
}

// A heading of any length is cut where it is told, and kept in the text.
func TestHeadingIsCut(t *testing.T) {
	long := strings.Repeat("ä", 60_000)
	doc := Parse([]byte("# " + long + "\n\ntext\n\n## Below\n"))
	for _, s := range []string{doc.Title, doc.Sections[0].Heading, doc.Sections[1].Path[0], doc.Chunks[0].HeadingPath[0]} {
		if want := strings.Repeat("ä", MaxHeading-1) + "…"; s != want {
			t.Errorf("%d characters: %.20s", utf8.RuneCountInString(s), s)
		}
	}
	if n := utf8.RuneCountInString(doc.Sections[0].Anchor); n > MaxHeading {
		t.Errorf("an anchor of %d characters", n)
	}
	exact := strings.Repeat("ä", MaxHeading)
	if got := Parse([]byte("# " + exact + "\n")).Title; got != exact {
		t.Errorf("a heading of %d characters was cut", MaxHeading)
	}
	if got := Parse([]byte("---\ntitle: " + long[:4000] + "\n---\n")).Title; utf8.RuneCountInString(got) != MaxHeading {
		t.Errorf("a title of %d characters", utf8.RuneCountInString(got))
	}
}

// An excerpt tells apart what the text has in lines of its own, and has none of the marks.
func TestDigest(t *testing.T) {
	for in, want := range map[string]string{
		"We use:\n\n- one\n- two **b**\n  more [x](y)\n- [ ] three\n\nPara\n\nNext.": "We use: one · two b more x · three · Para · Next.",
		"A reason.\n- one.\n- two.":                        "A reason. one. two.",
		"#### Head\nText":                                  "Head · Text",
		"1. a\n1. b\n2. [x] c":                             "1. a · 1. b · 2. c",
		"| a | b |\n|---|---|\n| c | |":                    "a | b · c",
		"See [a\nb]({% page\n \"/x\" %}) now":              "See a b now",
		"Run:\n```\ngo run x\nmake *t*\n```\nThen":         "Run: go run x · make *t* · Then",
		"Run:\n````\n```\n# a\n```\n*b*\n````\nThen *c*":   "Run: ``` · # a · ``` · *b* · Then c",
		"```go run .``` *starts* it.\nThen.":               "go run . starts it. Then.",
		"1. ```sh\n   *a*\n   ```\n2. *b*":                 "*a* · 2. b",
		"ID: `x`\nLinks: y or z\n\nSync.":                  "ID: x · Links: y or z · Sync.",
		"> [!NOTE]\n> It is.":                              "Note: It is.",
		":::note\nIt is.\n:::":                             "Note: It is.",
		"::: tip Use it\nIt is.\n:::\n\nMore":              "Tip: Use it · It is. More",
		"!!! danger \"Hot\"\n    It is.":                   "Danger: Hot · It is.",
		"=== \"Linux\"\n\n    It is.":                      "Linux · It is.",
		"```{note}\n`a` is.\n```\nMore":                    "Note: a is. More",
		"{% hint style=\"info\" %}\nIt is.\n{% endhint %}": "Hint: It is.",
		"{{< alert title=\"Hot\" >}}It is.{{< /alert >}}":  "It is.",
		"<details><summary>*More*</summary>\nIt is.":       "More · It is.",
		"<Note>\nIt is.\n</Note>":                          "Note: It is.",
		"- GitHub: ann ^github":                            "GitHub: ann",
		"wrapped\nline":                                    "wrapped line",
		"(a.)\n\nb":                                        "(a.) b",
	} {
		if got := Digest(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
