package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The next chunk ends at the place of the highest rank, and of these at the one that divides most evenly.
func TestChoiceOfCuts(t *testing.T) {
	for name, tt := range map[string]struct {
		cuts        string // runes and rank of each
		done, total int
		want        int
	}{
		"half of an even part, and a better place": {"450/3 900/1 1800/3", 0, 1800, 0},
		"less than half":                      {"449/3 900/1 1800/3", 0, 1800, 1},
		"all that a chunk holds":              {"450/1 900/2 1800/3", 0, 1800, 1},
		"more than that":                      {"450/1 901/2 1801/3", 0, 1801, 0},
		"the better place first":              {"600/3 800/1 1800/3", 0, 1800, 0},
		"the better place later":              {"600/1 800/2 1800/3", 0, 1800, 1},
		"two equally near":                    {"750/1 850/1 1600/3", 0, 1600, 0},
		"the nearer one later":                {"750/1 840/1 1600/3", 0, 1600, 1},
		"two parts":                           {"600/1 900/1 1800/3", 0, 1800, 1},
		"three parts":                         {"600/1 900/1 1801/3", 0, 1801, 0},
		"behind what is done":                 {"700/1 1000/1 1900/3", 100, 1900, 1},
		"within lines only":                   {"500/0 800/0 1800/3", 0, 1800, 1},
		"a line end before them":              {"113/1 800/0 1800/3", 0, 1800, 0},
		"a line end too near":                 {"112/1 800/0 1800/3", 0, 1800, 1},
		"a line end too near to what is done": {"212/1 900/0 1800/3", 100, 1800, 1},
		"no other":                            {"102/3 1002/3", 0, 1002, 0},
	} {
		var cuts []cut
		for c := range strings.FieldsSeq(tt.cuts) {
			var x cut
			if _, err := fmt.Sscanf(c, "%d/%d", &x.runes, &x.rank); err != nil {
				t.Fatal(err)
			}
			cuts = append(cuts, x)
		}
		if got := choose(cuts, tt.done, tt.total); got != tt.want {
			t.Errorf("%s: cut %d, want %d", name, got, tt.want)
		}
	}
}

// Where long sections are divided: the lengths of their chunks.
func TestLengthsOfChunks(t *testing.T) {
	line := func(n int) string { return strings.Repeat("a", n-1) + "\n" }
	item := "- " + line(58)
	fence := func(n int) string {
		return "```\n" + strings.Repeat(line(9), (n-8)/9) + line((n-8)%9 + 1)[1:] + "```\n"
	}
	for name, tt := range map[string]struct {
		source string
		want   []int
	}{
		"as much as a chunk holds":      {line(900), []int{900}},
		"twice that":                    {strings.Repeat(line(90), 20), []int{900, 900}},
		"a blank line between items":    {strings.Repeat(item, 12) + "\n" + strings.Repeat(item, 18), []int{721, 540, 540}},
		"code that fits":                {line(101) + "\n" + fence(900), []int{102, 900}},
		"code that does not":            {line(101) + "\n" + fence(909), []int{502, 509}},
		"text before the first heading": {"a\n\n#### B\n\nc\n\n## D\n\ne\n", []int{14, 8}},
	} {
		var got []int
		doc := Parse([]byte(tt.source))
		for _, c := range doc.Chunks {
			got = append(got, c.Span.End-c.Span.Start)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v of %d, want %v", name, got, len(tt.source), tt.want)
		}
	}
}

// Of code the language is told that it begins with, not that of other code beside it.
func TestLanguageOfAChunk(t *testing.T) {
	blocks := []block{{span: span{0, 10}, kind: Code}, {span: span{10, 20}, kind: Code, language: "go"}, {span: span{20, 30},
		kind: Code, language: "sh"}}
	for end, want := range map[int]string{10: "", 20: "go", 30: "go"} {
		if kind, language := mostly(blocks, 0, end); kind != Code || language != want {
			t.Errorf("up to %d: %s in %q, want %q", end, kind, language, want)
		}
	}
}

// A quote whose code is never closed does not reach into the next section, whatever the lengths are.
func TestOpenCodeBeforeAHeading(t *testing.T) {
	for n := range 40 {
		source := []byte("# A\n\n" + strings.Repeat("word word\n", 70+n) + "\n> ```\n> x\n# B\n\ntext\n")
		doc := Parse(source)
		if wrong := checkCover(source, doc); wrong != "" {
			t.Fatalf("%d lines: %s", 70+n, wrong)
		}
		if len(doc.Sections) != 2 {
			t.Errorf("%d lines: %d sections", 70+n, len(doc.Sections))
		}
	}
}

func TestBlocksByID(t *testing.T) {
	source := strings.Join([]string{
		"````",       // 1
		"```",        // a shorter fence closes nothing
		"x ^inside",  // 3
		"~~~~",       // nor does another
		"",           // 5
		"````",       //
		"text ^text", // 7
		"Some",       //
		"2026",       //
		"words",      // 10
		"# Head ^head",
		"below ^below", // 12
		"1)\tone ^one",
		"^lone", // 14
		"",
		"~~~ `a`", // 16
		"y",
		"~~~",
		"^tilde", // 19
		"",
		"a ^b c", // 21
	}, "\n")
	for id, want := range map[string]string{"inside": "", "text": "7-7", "head": "11-11", "below": "12-12", "one": "13-13",
		"lone": "13-13", "tilde": "16-18",
		"ords": "", "026": "", "xt": "", "b": "", "c": ""} {
		got := ""
		if s, ok := FindBlock([]byte(source), id); ok {
			got = fmt.Sprintf("%d-%d", s.StartLine, s.EndLine)
		}
		if got != want {
			t.Errorf("%s is in lines %q, want %q", id, got, want)
		}
	}
	if _, ok := FindBlock([]byte("^first\n"), "first"); ok {
		t.Error("an id that stands below nothing has no block")
	}
}

// Where sentences end and where they do not.
func TestEndsOfSentences(t *testing.T) {
	for source, want := range map[string]string{
		"One. `a. B` two.": "One.|`a. B` two.", "a `": "a `", "See [x](a.) Next.": "See [x](a.) Next.", "One.  ": "One.",
		"Stop. and go.": "Stop. and go.",
		"Stop. zero.":   "Stop. zero.", "By Z. Smith. Done.": "By Z. Smith.|Done.", "10. First": "10. First", "9. First": "9. First",
		"It is 10. Then 9. Now.": "It is 10.|Then 9.|Now.",
		". Next":                 ".|Next", "One! two": "One! two", "Why? so": "Why?|so", "(see p.) Then": "(see p.)|Then",
		"a]b. C": "a]b.|C",
	} {
		var got []string
		for s := range Sentences([]byte(source)) {
			got = append(got, source[s[0]:s[1]])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
	for text, want := range map[string]string{"a  b": "a b", "a\tb": "a b", " a ": "a", "a\r\nb": "a b", "a b": "a b", "\xff": "\uFFFD",
		"": ""} {
		if got := joinLines([]byte(text)); got != want {
			t.Errorf("%q on one line: %q, want %q", text, got, want)
		}
	}
	for n, want := range map[int]int{maxLead: maxLead, maxLead + 1: maxLead, 5: 5} {
		if got := lastSentence([]byte("One. " + strings.Repeat("B", n))); len(got) != want {
			t.Errorf("of a lead of %d bytes %d are kept, want %d", n, len(got), want)
		}
	}
}

// Sentences from 8 to 2000 bytes are statements, with the heading that they stand below.
func TestLengthsOfStatements(t *testing.T) {
	for text, want := range map[string]bool{"It is a.": true, "It is a": false, strings.Repeat("a", maxStatement): true,
		strings.Repeat("a", maxStatement+1): false} {
		got := statementsOf("# Head\n\n" + text + "\n")
		if (len(got) == 1) != want || want && (len(got[0].HeadingPath) != 1 || got[0].Section != 0) {
			t.Errorf("%.10q of %d bytes: %.99v", text, len(text), got)
		}
	}
	for source, want := range map[string]string{
		"It is\n    cached.\n": "It is cached.", "It is\n<b>cached</b>.\n": "It is <b>cached</b>.",
		"import './a.css';\n\nimport \"./b.css\";\n\nimport A from \"a\";\n\nimport b from 'b';\n\nIt is cached.\n": "It is cached.",
		"export const size = {\n  The size is ten bytes.\n}\n\nIt is cached.\n":                                     "It is cached.",
		"import the list first.\n": "import the list first.",
		"X is one of XX values.\n": "X is one of XX values.", "XX is one of XX values.\n": "",
	} {
		if got := strings.Join(statementTexts(source), "|"); got != want {
			t.Errorf("%q states %q, want %q", source, got, want)
		}
	}
}

// What stands below these headings is weighed, told or asked, and not stated.
func TestHeadingsThatArgue(t *testing.T) {
	for heading, want := range map[string]bool{
		"Two examples": true, "FizzFAQ": false, "An FAQ!": true, "2029-09-19": true, "2026-05-04 one two three": true,
		"2026-05-04 one two three four": false,
		"2026-05-04 prize list draw":    true, "On May 4, 2026": true, "On May 4, 2026, again": false, "[1.4.0] - 2026-05-04": true,
		"May": false, "May 4": true,
		"3026-05-04": false, "2026-05": false, "Agenda": true, "Status": true, "Statuses": false, "Alternatives": true, "Limits": false,
	} {
		if got := Argues([]string{"Top", heading}); got != want {
			t.Errorf("%q argues: %v", heading, got)
		}
	}
}

// The lines that define links, with their labels and targets.
func TestDefinitionsOfLinks(t *testing.T) {
	for line, want := range map[string]string{
		"[a]: b": "a b", "   [A  b]:\tc 'd'": "a b c", "    [a]: b": "", "[a]:": "", "[a]: ": "", "[": "", "   ": "", "": "",
		"[^1]: b": "", "[]: b": "",
		"[a]: <b c> 'd'": "a b c", "[a]: b> (c)": "a b>", "[a]: x y>": "", "[a]: <b": "a <b", "[a] b": "", "a": "",
		"[a]: b c": "", "[a]: <b c> d": "", "[a]: b \"c d": "a b", "[a]: b \"c\" d": "", "[ ]: b": "",
		"[a](b) and [c]: d": "", "[[a]]: b": "", "[a][b]: c": "", "[a\\]b]: c": "a\\]b c",
		"> [a]: b": "a b", "> >    [a]: b": "a b", ">     [a]: b": "",
	} {
		got := ""
		if label, target, ok := readDefinition([]byte(line), 0, len(line)); ok {
			got = label + " " + line[target.start:target.end]
		}
		if got != want {
			t.Errorf("%q defines %q, want %q", line, got, want)
		}
	}
	for text, want := range map[string]string{"[a]: b \"title\"": "", "[a]: b 'title'": "", "[a]: b (title)": "",
		"[a]: b title": "[a]: b title", "Run\n\n[a]: b\n": "Run"} {
		if got := strings.TrimSpace(PlainText([]byte(text), Span{End: len(text)})); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
}

// More of links: at the very end of a file, beside code and comments, with empty titles.
func TestLinksAtTheEdges(t *testing.T) {
	for source, want := range map[string]string{
		"[a](": "", "[a]( ": "", "[a](<b": "", "a `": "", "see https://a.org": "url:https://a.org", "[a]: x.md\n\n[a]:": "markdown:x.md",
		"```\nx\n```\n[a]: b.md\n\n[a]": "markdown:b.md",
		"[a](b.md \"\") or \"c\"":       "markdown:b.md", "[a](%62.md#%63)": "markdown:b.md#c", "[[a] b](c.md)": "markdown:c.md",
		"[[Note]](a.md of it)": "wiki:Note mention:a.md",
		"- a[[B]]":             "relation:B (a)", "Refs: " + strings.Repeat("a", 199): "ref:" + strings.Repeat("a", 199),
		"Refs: " + strings.Repeat("a", 200): "", "refs: a,": "ref:a",
		"Refs:* a, a b ,c": "ref:a ref:a b ref:c", "https://a.org/" + strings.Repeat("x",
			3000): "url:https://a.org/" + strings.Repeat("x", maxTarget-14),
		"[a]({{< ref \"b.md\" >}}": "mention:b.md", "[a]({{b.md\n}})": "mention:b.md",
	} {
		var got []string
		for _, l := range Parse([]byte(source)).Links {
			got = append(got, linkText(l))
			if l.Image {
				t.Errorf("%q shows an image", source)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%.40q: %.90q, want %.90q", source, got, want)
		}
	}
	if d := Parse([]byte("Text.\n\n[a](b.md)\n=========\n")); len(d.Links) != 1 || d.Links[0].Section != 1 {
		t.Errorf("a link that is a heading: %+v", d.Links)
	}
	if d := Parse([]byte("---\na: 1\n---\n")); len(d.Sections)+len(d.Chunks) != 0 {
		t.Errorf("front matter alone has sections %v, chunks %v", d.Sections, d.Chunks)
	}
}

// Tags, observations and names of code are kept up to their limits.
func TestLimitsOfTagsAndNames(t *testing.T) {
	d := Parse([]byte("Text <!-- see #t--> #u\n- [ok] it works\n"))
	if strings.Join(d.Tags, " ") != "u" || len(d.Observations) != 1 || d.Observations[0].Category != "ok" {
		t.Errorf("tags %v, observations %v", d.Tags, d.Observations)
	}
	if d := Parse([]byte("#" + strings.Repeat("a", 300))); len(d.Tags) != 1 || len(d.Tags[0]) != 199 {
		t.Errorf("a long tag: %v", d.Tags)
	}
	var many, names strings.Builder
	for i := range maxTags + 1 {
		fmt.Fprintf(&many, "#a%d ", i)
		fmt.Fprintf(&names, "a_%d ", i)
	}
	if d := Parse([]byte(many.String())); len(d.Tags) != maxTags {
		t.Errorf("%d tags", len(d.Tags))
	}
	if got := Identifiers(names.String()); len(got) != maxIdentifiers {
		t.Errorf("%d names of code", len(got))
	}
	for text, want := range map[string]string{"foo(": "", "foo()": "foo", "a..bcd": "", "aAx": "aAx", "zZx": "zZx", "xaZ": "xaZ"} {
		if got := strings.Join(Identifiers(text), " "); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

// Marks that are text, and links whose ends are as far as may be.
func TestPlainTextAtTheEdges(t *testing.T) {
	wiki := strings.Repeat("a", maxTarget-2)
	for text, want := range map[string]string{
		"2 *": "2 *", "* a": "* a", "2*": "2", "[[" + wiki + "]]": wiki, "[[" + wiki + "a]]": "[[" + wiki + "a]]", "[[a|]]": "a",
		"[[a| ]]": "a", "[[a|b]]": "b",
	} {
		if got := plainInline(text); got != want {
			t.Errorf("%.30q reads %.30q, want %.30q", text, got, want)
		}
	}
	for text, want := range map[string]string{"a <!----> b": "a         b", "a %%%% b": "a      b", "~ <!-- x --> ~": "~            ~",
		"a `b": "a `b", "<!--": "    "} {
		if got := WithoutComments(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	d := Parse([]byte("intro\n\n# A\n\n## !!!\n"))
	for _, name := range []string{"???", "#???", "intro"} {
		if s, ok := named(d, name); ok {
			t.Errorf("%q is section %q", name, s.Heading)
		}
	}
	if s, ok := named(d, "!!!"); !ok || s.Heading != "!!!" {
		t.Errorf("%v, %v", s, ok)
	}
}

// passageLines writes the passages of a source.
func passageLines(source string) (got []string) {
	for _, p := range Passages(Parse([]byte(source)), []byte(source)) {
		got = append(got, fmt.Sprintf("%s %d-%d: %s", p.Kind, p.Span.StartLine, p.Span.EndLine, p.Text))
	}
	return got
}

func TestMoreLinesOfPassages(t *testing.T) {
	for source, want := range map[string]string{
		">quoted\n>more": "quote 1-2: quoted more", "100. one\n": "item 1-1: one", "<p\nclass=x>\n": "other 1-1: <p|other 2-2: class=x>",
		"a | b\n|---|---|\nc | d\n": "row 1-1: a | b|row 3-3: c | d", "- a\n\n  ###### six\n": "item 1-1: a|other 3-3: ###### six",
	} {
		if got := strings.Join(passageLines(source), "|"); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
	long := Passages(Parse([]byte(strings.Repeat("word\n", 2500))), []byte(strings.Repeat("word\n", 2500)))
	if len(long) != 2 || long[0].Span.EndLine != 2001 && long[0].Span.EndLine != 2000 || long[1].Span.StartLine != 2001 ||
		long[1].Span.EndLine != 2500 {
		t.Errorf("a passage of many lines: %d, %+v", len(long), long[len(long)-1].Span)
	}
}

// Front matter as deep and as large as may be is read, what is beyond is told.
func TestFrontMatterHasLimits(t *testing.T) {
	var chain strings.Builder
	chain.WriteString("k0: &k0 [1]\n")
	for i := 1; i <= 15; i++ {
		fmt.Fprintf(&chain, "k%d: &k%d [*k%d]\n", i, i, i-1)
	}
	lists := func(n int) string { return strings.Repeat("[", n) + "1" + strings.Repeat("]", n) }
	maps := func(n int) string { return strings.Repeat("{a: ", n) + "1" + strings.Repeat("}", n) }
	numbers := func(n int) string { return "[" + strings.Repeat("1,", n-1) + "1]" }
	dotted := func(n int) string { return "a" + strings.Repeat(".b", n-1) + " = " }
	for name, tt := range map[string]struct {
		block string
		bad   bool
	}{
		"lists": {"a: " + lists(32) + "\n", false}, "deeper lists": {"a: " + lists(33) + "\n", true},
		"maps": {"a: " + maps(32) + "\n", false}, "deeper maps": {"a: " + maps(33) + "\n", true},
		"aliases": {chain.String(), false}, "one more": {chain.String() + "k16: [*k15]\n", true},
		"numbers": {"a: " + numbers(maxValues-1) + "\n", false}, "more": {"a: " + numbers(maxValues) + "\n", true},
		"toml numbers": {"+a = " + numbers(maxValues-1) + "\n", false}, "more in toml": {"+a = " + numbers(maxValues) + "\n", true},
		"keys of keys": {"+" + dotted(33) + "1\n", false}, "deeper keys": {"+" + dotted(34) + "1\n", true},
		"lists below keys": {"+" + dotted(30) + lists(3) + "\n", false}, "deeper lists below keys": {"+" + dotted(30) + lists(4) + "\n",
			true},
	} {
		fence := "---\n"
		if block, toml := strings.CutPrefix(tt.block, "+"); toml {
			fence, tt.block = "+++\n", block
		}
		d := Parse([]byte(fence + tt.block + fence))
		if bad := len(d.Problems) > 0; bad != tt.bad || bad && !strings.Contains(d.Problems[0].Message, "too large or too deep") {
			t.Errorf("%s: %v", name, d.Problems)
		}
	}
	within := strings.Repeat("a: 1\n", 1)
	for n, want := range map[int]bool{maxFrontMatter - 4: true, maxFrontMatter - 3: false} {
		block := within + "# " + strings.Repeat("x", n-len(within)-3) + "\n"
		if got := Parse([]byte("---\n"+block+"---\n")).FrontMatter.Format != ""; got != want {
			t.Errorf("a block of %d bytes is read: %v", len(block), got)
		}
	}
}

// At most so many keys that are there twice are told, at any depth that is read.
func TestDuplicateKeysHaveLimits(t *testing.T) {
	d := Parse([]byte("---\n" + strings.Repeat("a: 1\n", maxDuplicates+5) + "---\n"))
	if len(d.Problems) != maxDuplicates {
		t.Errorf("%d problems", len(d.Problems))
	}
	for n, want := range map[int]string{31: "already", 32: "too large"} {
		d := Parse([]byte("---\nv: " + strings.Repeat("{a: ", n) + "{x: 1, x: 2}" + strings.Repeat("}", n) + "\n---\n"))
		if len(d.Problems) != 1 || !strings.Contains(d.Problems[0].Message, want) {
			t.Errorf("%d deep: %v, want %q", n, d.Problems, want)
		}
	}
	d = Parse([]byte("---\nx: **\nlonely\nlast: 1\n---\n"))
	if len(d.FrontMatter.Fields) != 2 || d.FrontMatter.Fields[1].Key != "last" {
		t.Errorf("read by its lines: %+v", d.FrontMatter.Fields)
	}
	source := []byte("---\na: 1\n---\nText\n")
	for name, f := range map[string]FrontMatter{
		"toml": {Format: "toml", Span: Span{End: 13}}, "beyond the end": {Format: "yaml", Span: Span{End: 99}},
		"turned round": {Format: "yaml", Span: Span{Start: 9, End: 4}},
	} {
		if line, col, ok := f.Place(source, "a"); ok {
			t.Errorf("%s: %d:%d", name, line, col)
		}
	}
	empty := []byte("---\n# nothing\n---\n")
	front := Parse(empty).FrontMatter
	if _, _, ok := front.Place(empty); ok {
		t.Error("an empty block has no values")
	}
	if v, ok := front.Get("a"); ok || v != nil {
		t.Errorf("a is %v", v)
	}
}

// Keys of keys and tables of tables make their first key a field, at the line where it stands first.
func TestDottedKeysOfTOML(t *testing.T) {
	d := Parse([]byte("+++\ntitle = \"A\"\nextra.team = \"core\"\nextra.size = 2\n[menu.main]\nweight = 1\n[menu.foot]\nweight = 3\n+++\n"))
	want := []Field{
		{Key: "title", Value: "A", Line: 2, Col: 1, ValueLine: 2, ValueCol: 9},
		{Key: "extra", Value: map[string]any{"team": "core", "size": int64(2)}, Line: 3, Col: 1, ValueLine: 3, ValueCol: 14},
		{Key: "menu", Value: map[string]any{"main": map[string]any{"weight": int64(1)}, "foot": map[string]any{"weight": int64(3)}},
			Line: 5, Col: 1,
			ValueLine: 5, ValueCol: 1},
	}
	if diff := cmp.Diff(want, d.FrontMatter.Fields); diff != "" || len(d.Problems) > 0 {
		t.Errorf("%v %s", d.Problems, diff)
	}
}
