package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What counts as a name of code, and what is a word, a number or an address.
func TestIdentifierSpellings(t *testing.T) {
	for source, want := range map[string]string{
		`userID`:        "userID",
		`parseURL`:      "parseURL",
		`a.b`:           "",
		`ab.c`:          "",
		`ab.cd`:         "ab.cd",
		`e.g`:           "",
		`v1.2`:          "",
		`1.2.3`:         "",
		`x/y`:           "",
		`a/b/c`:         "a/b/c",
		`foo()`:         "foo",
		`foo(x)`:        "",
		`fo()`:          "",
		`--x`:           "",
		`--xy`:          "--xy",
		`-x`:            "",
		`a_b`:           "a_b",
		`__init__`:      "__init__",
		`a::b`:          "a::b",
		`http://x.org`:  "",
		`HTTPServer`:    "",
		`iPhone`:        "iPhone",
		`word`:          "",
		`@org/pkg`:      "@org/pkg",
		`$HOME`:         "",
		`$home/bin`:     "$home/bin",
		`pkg.Func.`:     "pkg.Func",
		`(maxRetries)`:  "maxRetries",
		`key:value`:     "",
		`a..b`:          "",
		`ab..cd`:        "ab..cd",
		`ID`:            "",
		`abC`:           "abC",
		`x.md`:          "",
		`Foo.bar()`:     "Foo.bar",
		`f()`:           "",
		`ab/`:           "",
		`file.go:12`:    "file.go:12",
		`A1b2C3`:        "",
		`2fast2Furious`: "",
		strings.Repeat("a", maxIdentifier-1) + "B": strings.Repeat("a", maxIdentifier-1) + "B",
		strings.Repeat("a", maxIdentifier) + "B":   "",
		"userID or userID":                         "userID",
	} {
		for _, text := range []string{source, "see " + source, source + " now", "(" + source + ")"} {
			if got := strings.Join(Identifiers(text), " "); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		}
	}
}

func TestPlainSpellings(t *testing.T) {
	for source, want := range map[string]string{
		`a\*b\*`:          `a*b*`,
		`\a`:              `\a`,
		`a_b_c _d_ e_`:    `a_b_c d e`,
		`![alt](p.png) x`: `alt x`,
		`[a](b (c) d) e`:  `a e`,
		`[a](b`:           `[a](b`,
		`[a] (b)`:         `[a] (b)`,
		`x <!-- c --> y`:  `x y`,
		`x <!-- c`:        `x`,
		`a < b > c`:       `a < b > c`,
		`a <br/> b`:       `a b`,
		`<b>x</b>`:        `x`,
		`x <3 y`:          `x <3 y`,
		`[a [b] c](d)`:    `a [b] c`,
		`[x][y] z`:        `x z`,
		`a]b`:             `a]b`,
		"**bold**`code`":  `boldcode`,
		`\`:               `\`,
		`[a](b)[c](d)`:    `ac`,
		`![x`:             `[x`,
		`<`:               `<`,
		`a<`:              `a<`,
		`</p>`:            ``,
		`<x://y>`:         `<x://y>`,
	} {
		if got := plainInline(source); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, tt := range []struct {
		source string
		want   []string
	}{
		{`One. Two.`, []string{`One.`, `Two.`}},
		{`One! Two? Three.`, []string{`One!`, `Two?`, `Three.`}},
		{`See e.g. this. Then.`, []string{`See e.g. this.`, `Then.`}},
		{`Is it? it is.`, []string{`Is it?`, `it is.`}},
		{`He said "yes." Then left.`, []string{`He said "yes."`, `Then left.`}},
		{`A. B. Smith came. He left.`, []string{`A. B. Smith came.`, `He left.`}},
		{`1. First`, []string{`1. First`}},
		{"Use `a. B`. Next.", []string{"Use `a. B`.", `Next.`}},
		{`See [x](a. B). Next.`, []string{`See [x](a. B).`, `Next.`}},
		{`End`, []string{`End`}},
		{``, []string{}},
		{`  x  `, []string{`x`}},
		{`Dr. No came (see Fig. 3). Bye.`, []string{`Dr. No came (see Fig. 3).`, `Bye.`}},
		{`Wait... What? Yes.`, []string{`Wait...`, `What?`, `Yes.`}},
		{`v1.2 is out. Get it.`, []string{`v1.2 is out.`, `Get it.`}},
		{`(One.) Two.`, []string{`(One.)`, `Two.`}},
		{`*One.* Two.`, []string{`*One.*`, `Two.`}},
		{`e.g. One. two`, []string{`e.g. One. two`}},
		{`etc. And so on.`, []string{`etc. And so on.`}},
		{"``a. ` B`` c. Next.", []string{"``a. ` B`` c.", `Next.`}},
		{"`a. B", []string{"`a.", `B`}},
		{`[x](a. B`, []string{`[x](a.`, `B`}},
	} {
		var got []string
		for r := range Sentences([]byte(tt.source)) {
			got = append(got, tt.source[r[0]:r[1]])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.source, got, tt.want)
		}
	}
}

// Front matter that is no YAML is read line by line: keys that are plain words, each with its place.
func TestLinesOfFrontMatterThatIsNoYAML(t *testing.T) {
	d := Parse(
		[]byte(
			"---\nglobs: **/*.ts\nx y: 1\n# c: 1\n- d: 2\n\"e\": 3\nf-g: [a, b]\nh_1: {a: 1}\n-i: 1\nj:\nk:   spaced  \nl: a: b\n---\n" +
				"body\n",
		),
	)
	want := []Field{
		{Key: "globs", Value: "**/*.ts", Line: 2, Col: 1, ValueLine: 2, ValueCol: 8},
		{Key: "f-g", Value: []any{"a", "b"}, Line: 7, Col: 1, ValueLine: 7, ValueCol: 6},
		{Key: "h_1", Value: map[string]any{"a": int64(1)}, Line: 8, Col: 1, ValueLine: 8, ValueCol: 6},
		{Key: "j", Line: 10, Col: 1, ValueLine: 10, ValueCol: 3},
		{Key: "k", Value: "spaced", Line: 11, Col: 1, ValueLine: 11, ValueCol: 6},
		{Key: "l", Value: "a: b", Line: 12, Col: 1, ValueLine: 12, ValueCol: 4},
	}
	if diff := cmp.Diff(want, d.FrontMatter.Fields); diff != "" {
		t.Error(diff)
	}
	if len(d.Problems) != 1 || d.Problems[0].Line != 2 || d.Problems[0].Col != 8 {
		t.Errorf("problems %+v", d.Problems)
	}
}

// Only what everyone reads as a number is one: a postal code or a version keeps its digits.
func TestScalars(t *testing.T) {
	for source, want := range map[string]any{
		"0": int64(0), "007": "007", "-5": int64(-5), "+7": int64(7), "-07": "-07", "-0": "-0", "1_000": int64(1000), "0x1F": "0x1F",
		"1.5": 1.5, "1e3": 1000.0, "true": true, "yes": "yes", "~": nil, "'5'": "5", "2026-01-02": "2026-01-02",
	} {
		d := Parse([]byte("---\nv: " + source + "\n---\nbody\n"))
		if got, ok := d.FrontMatter.Get("v"); !ok || got != want {
			t.Errorf("%s is %#v, want %#v", source, got, want)
		}
	}
}

func TestPlaceOfWhatIsNotThere(t *testing.T) {
	source := []byte("---\ntags: [a, b]\nmore: {c: 1}\n---\nbody\n")
	front := Parse(source).FrontMatter
	for path, want := range map[string]string{"tags": "2:7", "tags 0": "2:8", "tags 1": "2:11", "more c": "3:11",
		"tags 2": "", "tags -1": "", "tags x": "", "more d": "", "none": "", "tags 0 0": ""} {
		got := ""
		if line, col, ok := front.Place(source, strings.Fields(path)...); ok {
			got = fmt.Sprintf("%d:%d", line, col)
		}
		if got != want {
			t.Errorf("%s stands at %q, want %q", path, got, want)
		}
	}
}

// A chunk is called code or a table where most of it is.
func TestMostly(t *testing.T) {
	of := func(code, table, prose int) []block {
		return []block{{span: span{0, code}, kind: Code, language: "go"}, {span: span{code, code + table}, kind: Table},
			{span: span{code + table, code + table + prose}, kind: Prose}, {span: span{code + table + prose, 1000}, kind: Prose, level: 2}}
	}
	for _, c := range []struct {
		code, table, prose int
		want               ChunkKind
	}{{10, 0, 0, Code}, {0, 10, 0, Table}, {0, 0, 10, Prose}, {40, 60, 30, Prose}, {60, 40, 30, Prose}, {71, 40, 30, Code},
		{30, 71, 40, Table}, {70, 40, 30, Prose}, {30, 70, 40, Prose}, {0, 0, 0, Prose}} {
		kind, language := mostly(of(c.code, c.table, c.prose), 0, 1000)
		if kind != c.want || (language == "go") != (kind == Code) {
			t.Errorf("%+v is %s in %q", c, kind, language)
		}
	}
	if kind, _ := mostly(of(40, 60, 30), 0, 41); kind != Code {
		t.Errorf("its first 41 bytes are %s", kind)
	}
	if kind, _ := mostly(of(40, 60, 30), 40, 130); kind != Table {
		t.Errorf("without its code it is %s", kind)
	}
}

func TestTOMLHasLimits(t *testing.T) {
	for _, c := range []struct {
		name, block string
		line        int // at which it is too large, -1 for nowhere
	}{
		{"as many tables as may be", strings.Repeat("[a]\n", maxTables), -1},
		{"one more", strings.Repeat("[a]\n", maxTables+1), maxTables},
		{"as many dots as may be", "a" + strings.Repeat(".b", maxDots), -1},
		{"one more, on the second line", "\na" + strings.Repeat(".b", maxDots+1), 1},
		{"in comments", "# " + strings.Repeat("[", 2*maxTables) + "\n[a]\n", -1},
		{"in a comment without an end", "#" + strings.Repeat("[", 2), -1},
		{"in strings", `a = "` + strings.Repeat("[", 2*maxTables) + `"`, -1},
		{"after a string of several lines", "a = \"\"\"x\ny\n\"\"\"\n" + strings.Repeat("[", maxDepth+1), 3},
		{"as deep as may be", strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth) + "[", -1},
		{"deeper", strings.Repeat("{", maxDepth+1), 0},
		{"closed more than opened", strings.Repeat("]", 9) + strings.Repeat("[", maxDepth+1), 0},
	} {
		reason, line := tomlTooLarge([]byte(c.block))
		if (reason != "") != (c.line >= 0) || reason != "" && line != c.line {
			t.Errorf("%s: %q in line %d, want %d", c.name, reason, line, c.line)
		}
	}
}

// Entities read as the characters that they stand for, in headings as well, whose anchors are those
// of GitHub. Within code they are text, and so is what only looks like one.
func TestEntities(t *testing.T) {
	for source, want := range map[string]string{
		"Q&amp;A": "Q&A", "Vec&lt;T&gt;": "Vec<T>", "a&nbsp;b": "a b", "&#8212; &#x2014;": "— —", "AT&T; x": "AT&T; x", "`&amp;`": "&amp;",
		"a=1&copy=2;": "a=1&copy=2;", "&copyx;": "&copyx;", "&": "&", "&;": "&;", `\&amp;`: "&amp;", "R&D & more; so": "R&D & more; so",
	} {
		if got := plainInline(source); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
	d := Parse([]byte("# R&amp;D and Vec&lt;T&gt;\n\n## Q&amp;A\n\nText.\n"))
	if d.Title != "R&D and Vec<T>" || d.Sections[1].Heading != "Q&A" || d.Sections[1].Anchor != "qa" {
		t.Errorf("%q: %+v", d.Title, d.Sections)
	}
	if _, ok := named(d, "Q&A"); !ok {
		t.Error("no section Q&A")
	}
}

// The # at the end of a heading belongs to it where no blank parts them.
func TestSharpAtTheEndOfAHeading(t *testing.T) {
	for source, want := range map[string]string{
		"# Using C#": "Using C#", "# Using C# ##": "Using C#", "# F # #": "F #", "# x ###": "x", "# #": "", "# C#\t#": "C#",
	} {
		if _, got := atxHeading(source); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
		if got := Parse([]byte(source + "\n")).Sections[0].Heading; got != want {
			t.Errorf("the block parser reads %q as %q, not as %q", source, got, want)
		}
	}
	if got := Digest("# Using C#\n\nText."); got != "Using C# · Text." {
		t.Errorf("%q", got)
	}
}

// The mark that begins the files of some editors is no text of the first chunk.
func TestTextWithoutByteOrderMark(t *testing.T) {
	for _, source := range []string{byteOrderMark + "# Title\n\nText.\n", "# Title\n\nText.\n"} {
		d := Parse([]byte(source))
		if got := d.Chunks[0].Text([]byte(source)); got != "# Title\n\nText.\n" {
			t.Errorf("%q: %q", source, got)
		}
	}
}
