package merge

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// How often a word must be in a merge, and which lines one copy stands for.
func TestWhatAMergeMustHave(t *testing.T) {
	for versions, want := range map[[3]int]int{{1, 2, 3}: 3, {1, 3, 2}: 3, {2, 1, 3}: 2, {2, 3, 1}: 2, {2, 1, 1}: 0, {3, 1, 1}: 0, {1,
		1, 0}: 0, {1, 0, 1}: 0,
		{2, 2, 1}: 1, {1, 1, 1}: 1, {0, 0, 0}: 0, {0, 1, 1}: 1} {
		if got := least(versions[0], versions[1], versions[2]); got != want {
			t.Errorf("%v: at least %d, want %d", versions, got, want)
		}
	}
	for _, tt := range []struct {
		base, ours, theirs string
		want               map[string]int
	}{
		{"a", "a\nx\nx", "x\nx\nx", map[string]int{"x": 2}}, {"x", "x\nx", "x\nx\nx", map[string]int{"x": 1}}, {"x\nx", "x\nx", "x\nx",
			map[string]int{}},
		{"", "", "x", map[string]int{}}, {"", "x", "x", map[string]int{"x": 1}}, {"x", "y", "x", map[string]int{}},
	} {
		if got := addedByBoth(tt.base, tt.ours, tt.theirs); !maps.Equal(got, tt.want) {
			t.Errorf("%q, %q and %q: %v, want %v", tt.base, tt.ours, tt.theirs, got, tt.want)
		}
	}
	for name, tt := range map[string]struct {
		base, ours, theirs, result string
		want                       bool
	}{
		"all words":           {"a", "a b", "a c", "a b c", true},
		"one is lost":         {"a", "a b", "a c", "a b", false},
		"one is lost of ours": {"a", "a b", "a c", "a c", false},
		"what one took away":  {"a b", "a", "a b c", "a c", true},
		"added by both, once": {"a", "a\nx y", "a\nx y", "a\nx y", true},
		"numbers of items":    {"1. a", "1. a\n2. b", "1. a", "1. a\n7. b", true},
		"numbers in a line":   {"a", "a 7", "a", "a", false},
	} {
		if got := keepsWords(tt.base, tt.ours, tt.theirs, []piece{{text: tt.result}}); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// What a text says, block by block, and how many of its tables and lists are broken.
func TestContentOfAText(t *testing.T) {
	for text, want := range map[string]string{
		"": "map[] 0", "# h\n\na  b\nc\n\n***\n\na b c": "map[# h:1 a b c:2] 0", "h\n===\nx": "map[h === x:1] 0",
		"- a\n- a\n* b": "map[a:2 b:1] 0",
		"1. a\n2. b":    "map[a:1 b:1] 0", "1. a\n3. b": "map[a:1 b:1] 1", "1. a\n3. b\n\ntext\n\n5. c\n7. c": "map[a:1 b:1 c:2 text:1] 2",
		"| a |\n|---|\n| b |\n| b |": "map[| a |:1 | b |:2 |---|:1] 0", "| a |\n|---|\n| b | c |": "map[| a |:1 | b | c |:1 |---|:1] 1",
		"```\na  b\n```": "map[```\na  b\n```:1] 0",
	} {
		c := count(text)
		if got := fmt.Sprint(c.times, " ", c.broken); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for name, tt := range map[string]struct {
		base, ours, theirs, result string
		want                       bool
	}{
		"said once":                      {"a b c", "a b c", "a b c", "a b c", true},
		"said twice":                     {"a b c", "a b c", "a b c", "a b c\n\na b c", false},
		"twice as in ours":               {"a b c", "a b c\n\na b c", "a b c", "a b c\n\na b c", true},
		"two words twice":                {"a b", "a b", "a b", "a b\n\na b", true},
		"a heading twice":                {"# a", "# a", "# a", "# a\n\n# a", false},
		"one word that both added":       {"", "x", "x", "x\n\nx", false},
		"one word that ours added":       {"", "x", "", "x\n\nx", true},
		"one word that theirs added":     {"", "", "x", "x\n\nx", true},
		"a table that was whole":         {"| a |\n|---|", "| a |\n|---|", "| a |\n|---|", "| a |\n|---|\n| b | c |", false},
		"a table that was broken before": {"| a |\n|---|\n| b | c |", "| a |\n|---|", "| a |\n|---|", "| a |\n|---|\n| b | c |", true},
	} {
		if got := sound([]piece{{text: tt.result}}, tt.base, tt.ours, tt.theirs); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	broken := []piece{{text: "| a |\n|---|\n| b | c |", sep: "\n"}, conflictOf("", "x", "y", "")}
	if !sound(broken, "", "x", "y") {
		t.Error("beside a conflict a table may be broken")
	}
}

// The parts of lists: items, what is below them, and what they are known by.
func TestPartsOfLists(t *testing.T) {
	for text, want := range map[string][2]string{
		"a\n  - b\n  - c": {"a", "  - b\n  - c"}, "a\n  more\n  - b": {"a\n  more", "  - b"}, "a\n- b": {"a\n- b", ""},
		"a\n - b": {"a\n - b", ""}, "a": {"a", ""},
		"a\n  ```\n  - b\n  ```": {"a\n  ```\n  - b\n  ```", ""}, "a\n  b": {"a\n  b", ""},
	} {
		if own, list := nested(text); [2]string{own, list} != want {
			t.Errorf("%q has %q and below it %q, want %q", text, own, list, want)
		}
	}
	for text, want := range map[string][]string{
		"- a\n  - b\n- c": {"- a\n  - b", "- c"}, "- a\n - b": {"- a", " - b"}, " - a\n- b": {" - a", "- b"}, "text\n- a": {"text",
			"- a"}, "  - a\n    - b\n  - c": {"  - a\n    - b", "  - c"},
		"- a\n  ```\n- x\n  ```\n- b": {"- a\n  ```\n- x\n  ```", "- b"}, "1. a\n2) b\n* c": {"1. a", "2) b", "* c"}, "": nil,
	} {
		var got []string
		for _, u := range items(text) {
			got = append(got, u.text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has the items %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"- [x] a  b": "[x] a b", "- a  b": "a b", "3. a": "a",
		"- a\n  ```\n  x  y\n  ```": "a\n  ```\n  x  y\n  ```",
		"- ~~~\n  x  y\n  ~~~":      "~~~\n  x  y\n  ~~~", "a  b": "a b"} {
		if got := itemKey(text); got != want {
			t.Errorf("%q is known by %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"- a\n\n- b": "\n\n", "- a\n- b": "\n", "- a": "\n", "": "\n", "- a\n- b\n\n- c": "\n"} {
		if got := listSep(text); got != want {
			t.Errorf("between the items of %q stands %q", text, got)
		}
	}
	for text, want := range map[string]string{"9. a\n    b": "10. a\n    b", "9. a\n   b": "10. a\n    b", "9. a\nb": "10. a\nb",
		"8. a\n   b": "10. a\n    b"} {
		p := piece{text: text}
		if then := renumber(&p, 10); p.text != want || then != 11 {
			t.Errorf("%q is %q, then %d", text, p.text, then)
		}
	}
	if p := (piece{text: "5. a"}); renumber(&p, 0) != 1 || p.text != "0. a" {
		t.Errorf("counted from 0: %q", p.text)
	}
}

// A numbered list is numbered anew where all versions count, and what both changed of an item is put together.
func TestListsOfTwo(t *testing.T) {
	for name, tt := range map[string]struct{ base, ours, theirs, want string }{
		"all count":             {"1. a a\n2. b b", "1. a a\n2. x x\n3. b b", "1. a a\n2. b b\n3. c c", "1. a a\n2. x x\n3. b b\n4. c c"},
		"the base does not":     {"1. a a\n1. b b", "1. a a\n2. x x\n3. b b", "1. a a\n1. b b\n1. c c", "1. a a\n2. x x\n3. b b\n1. c c"},
		"ours does not":         {"1. a a\n2. b b", "1. a a\n1. x x\n1. b b", "1. a a\n2. b b\n3. c c", "1. a a\n1. x x\n1. b b\n3. c c"},
		"theirs does not":       {"1. a a\n2. b b", "1. a a\n2. x x\n3. b b", "1. a a\n2. b b\n2. c c", "1. a a\n2. x x\n3. b b\n2. c c"},
		"a conflict":            {"1. a a\n2. b b", "1. a a\n2. b c\n3. x x", "1. a a\n2. b d", "1. a a\n<\n2. b c\n=\n2. b d\n>\n3. x x"},
		"ticked and edited":     {"- [ ] a b", "- [x] a b", "- [ ] a b c", "- [x] a b c"},
		"edited and ticked":     {"- [ ] a b", "- [ ] a b c", "- [x] a b", "- [x] a b c"},
		"edited, and below it":  {"- a b\n  - c d", "- a b x\n  - c d", "- a b\n  - c d e", "- a b x\n  - c d e"},
		"below it, and edited":  {"- a b\n  - c d", "- a b\n  - c d e", "- a b x\n  - c d", "- a b x\n  - c d e"},
		"a list below it":       {"- a b\n- c d", "- a b\n  - x\n- c d", "- a b y\n- c d", "- a b y\n  - x\n- c d"},
		"another mark":          {"- a b", "* a b", "- a b c", "* a b c"},
		"ticked by ours alone":  {"- [ ] a b", "- [x] a b c", "- [ ] a b", "- [x] a b c"},
		"one item in two ways":  {"- a b", "- a x", "- a y", "<\n- a x\n=\n- a y\n>"},
		"two sentences":         {"- One is. Two is.", "- One was. Two is.", "- One is. Two was.", "- One was. Two was."},
		"two paragraphs within": {"- a b\n\n  c", "- a x\n\n  c", "- a y\n\n  c", "<\n- a x\n=\n- a y\n>\n\n  c"},
	} {
		pieces := Options{}.mergeList(tt.base, tt.ours, tt.theirs, strings.HasPrefix(tt.base, "1"))
		if got, _ := render(pieces, Options{MarkerSize: 1}); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}

// Which block a text is, and by what a unit is known.
func TestSingleBlocks(t *testing.T) {
	for _, tt := range []struct {
		text string
		kind kind
		want bool
	}{
		{"a b", paragraph, true}, {"a\n\nb", paragraph, false}, {"- a", paragraph, false}, {"- a\n- b", bullets, true}, {"# a", heading,
			true}, {"a\n===", heading, true},
		{"```\na\n```", fence, true}, {"```\na\n```\nb", fence, false}, {"```\na\n```\n```", fence, false}, {"```\na", fence, true},
		{"", paragraph, false},
	} {
		if got := oneBlock(tt.text, tt.kind); got != tt.want {
			t.Errorf("%q is one block of kind %d: %v", tt.text, tt.kind, got)
		}
	}
	for _, tt := range []struct {
		text, want string
		kind       kind
	}{
		{"[A b]: x", "a b", definition}, {"text", "", definition}, {"| X y | z |", "x y", row}, {"", "", row}, {"- `Code` x", "code",
			item}, {"- [Link](x)", "link", item},
		{"- **Bold** x", "bold", item}, {"- plain", "", item}, {"- `open", "", item}, {"- a\n  `b`", "", item}, {"`a`", "", paragraph},
	} {
		if got := name(&unit{kind: tt.kind, text: tt.text}); got != tt.want {
			t.Errorf("%q is known by %q, want %q", tt.text, got, tt.want)
		}
	}
	alike := (&sequence{}).anyAlike
	a, b := unitsOf("x y z"), unitsOf("x y w|u v t")
	if !alike(a, b) || alike(a, b[1:]) || alike(nil, b) || !alike(unitsOf("a b"), unitsOf("a c")) || !alike(unitsOf("-"),
		b[1:]) {
		t.Error("new units that say the same are not told from others")
	}
	quoted := unitsOf("u v t")
	if quoted[0].kind = quote; !alike(a, quoted) {
		t.Error("units of two kinds stand beside each other")
	}
}

// Line ends and marks of files: those of who changed them, of the others where a version has none.
func TestFormOfFiles(t *testing.T) {
	for name, tt := range map[string]struct {
		base, ours, theirs string
		want               string // bom, crlf, mixed, tail
	}{
		"all of Unix":            {"a\n", "b\n", "c\n", "false false false \"\\n\""},
		"ours of Windows":        {"a\n", "a\r\n", "b\n", "false true false \"\\n\""},
		"theirs of Windows":      {"a\n", "b\n", "a\r\n", "false true false \"\\n\""},
		"back to Unix":           {"a\r\n", "a\n", "b\r\n", "false false false \"\\n\""},
		"all of Windows":         {"a\r\n", "b\r\n", "c\r\n", "false true false \"\\n\""},
		"both in one":            {"a\r\nb\n", "b\r\n", "c\n", "false false true \"\\n\""},
		"both in the last":       {"a\n", "b\n", "c\nd\r\n", "false false true \"\\n\""},
		"a base of one line":     {"a", "a\nb\n", "a\r\nc\r\n", "false false false \"\\n\""},
		"of one line each":       {"a", "b", "c", "false false false \"\""},
		"a line less at the end": {"a\n\n", "a\n", "b\n\n", "false false false \"\\n\""},
		"a mark":                 {"a\n", byteOrderMark + "a\n", "b\n", "true false false \"\\n\""},
		"no mark any more":       {byteOrderMark + "a\n", "a\n", byteOrderMark + "b\n", "false false false \"\\n\""},
		"Windows and one line":   {"x\r\ny\r\n", "x", "x\r\ny\r\nz\r\n", "false true false \"\""},
	} {
		s := newSource([]byte(tt.base), []byte(tt.ours), []byte(tt.theirs))
		if got := fmt.Sprintf("%v %v %v %q", s.bom, s.crlf, s.mixed, s.tail); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
		if text := s.base + s.ours + s.theirs; strings.Contains(text, "\r") != s.mixed {
			t.Errorf("%s: %q", name, text)
		}
	}
	for _, tt := range []struct {
		text      string
		conflicts int
		s         source
		want      string
	}{{"a", 0, source{}, "a"}, {"a", 1, source{}, "a\n"}, {"", 1, source{}, ""}, {"", 0, source{tail: "\n"}, ""}, {"a\nb", 0,
		source{tail: "\n", crlf: true}, "a\r\nb\r\n"},
		{"a", 0, source{bom: true, tail: "\n"}, byteOrderMark + "a\n"}} {
		if got := string(tt.s.restore(tt.text, tt.conflicts)); got != tt.want {
			t.Errorf("%q is written as %q, want %q", tt.text, got, tt.want)
		}
	}
	for text, want := range map[string]bool{"<<<<<<< a": true, "a\n>>>>>>> b": true, ">>>>>>>>> b": true, "<<<<<< a": false,
		"a <<<<<<<": false, "=======": false, "": false} {
		if hasMarkers(text) != want {
			t.Errorf("%q has marks of a conflict: %v", text, !want)
		}
	}
	for seps, want := range map[[3]string]string{{"", "", ""}: "x", {"a", "", ""}: "a", {"", "b", ""}: "b", {"", "", "c"}: "c", {"a",
		"a", "c"}: "c", {"a", "b", "c"}: "b",
		{"a", "", "c"}: "c", {"a", "b", ""}: "b", {"a", "b", "a"}: "b", {"", "b", "c"}: "b"} {
		if got := chooseSep(seps[0], seps[1], seps[2], "x"); got != want {
			t.Errorf("%q: %q, want %q", seps, got, want)
		}
	}
}

// A version is cut into front matter, what is between, and sections with what follows them.
func TestVersionsAreCut(t *testing.T) {
	for text, want := range map[string]string{
		"":                            `"" "" ""`,
		"---\na: 1\n---\n\n\nb":       `"---\na: 1\n---" "\n\n\n" "b" | 0 "b" ""`,
		"---\na: 1\n---\n":            `"---\na: 1\n---" "\n" ""`,
		"\n\na\n\n# B\n\nb\n\n\n## C": `"" "\n\n" "a\n\n# B\n\nb\n\n\n## C" | 0 "a" "\n\n" | 1 "# B\n\nb" "\n\n\n" | 2 "## C" ""`,
		"\n# A\nx\n":                  `"" "\n" "# A\nx\n" | 1 "# A\nx" "\n"`,
		"A\n=\n\n# B":                 `"" "" "A\n=\n\n# B" | 1 "A\n=" "\n\n" | 1 "# B" ""`,
	} {
		v := newVersion(text)
		got := fmt.Sprintf("%q %q %q", v.front, v.gap, v.body)
		for _, p := range v.parts {
			got += fmt.Sprintf(" | %d %q %q", p.level, p.text, p.sep)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for name, tt := range map[string]struct{ base, ours, theirs, want string }{
		"blank lines before the text":    {"a", "\n\na", "a\n\nb", "\n\na\n\nb"},
		"behind a front matter":          {"---\na: 1\n---\nx", "---\na: 1\n---\n\nx", "---\na: 2\n---\nx", "---\na: 2\n---\n\nx"},
		"of a text that ours began":      {"---\na: 1\n---", "---\na: 1\n---\n\nx", "---\na: 2\n---", "---\na: 2\n---\n\nx"},
		"of a front matter theirs began": {"x", "x y", "---\na: 1\n---\n\nx", "---\na: 1\n---\n\nx y"},
	} {
		if r := Merge([]byte(tt.base), []byte(tt.ours), []byte(tt.theirs), Options{}); string(r.Text) != tt.want || r.Conflicts != 0 {
			t.Errorf("%s: %q, want %q", name, r.Text, tt.want)
		}
	}
}

// A key of the front matter: who changed its value is right; two who did are put together by the rule of the key.
func TestValuesOfKeys(t *testing.T) {
	e := func(text string, value any) *entry { return &entry{text: text, value: value} }
	m := &frontMerge{note: &note{base: version{body: "x"}, ours: version{body: "x"}, theirs: version{body: "x"}}}
	for name, tt := range map[string]struct {
		rule                     KeyRule
		b, o, t                  *entry
		ourBody, theirBody, want string
	}{
		"theirs":                      {Single, e("k: 1", 1), e("k: 1", 1), e("k: 2", 2), "x", "x", "k: 2"},
		"ours":                        {Single, e("k: 1", 1), e("k: 2", 2), e("k: 1", 1), "x", "x", "k: 2"},
		"both the same":               {Single, e("k: 1", 1), e("k: 2", 2), e("k: 2", 2), "x", "x", "k: 2"},
		"both":                        {Single, e("k: 1", 1), e("k: 2", 2), e("k: 3", 3), "x", "x", "-"},
		"new on both sides":           {Single, nil, e("k: 2", 2), e("k: 3", 3), "x", "x", "-"},
		"new, in two forms":           {Single, nil, e("k: a", "a"), e("k: 'a'", "a"), "x", "x", "k: a"},
		"removed by ours":             {Single, e("k: 1", 1), nil, e("k: 1", 1), "x", "x", ""},
		"removed, and changed":        {Single, e("k: 1", 1), nil, e("k: 2", 2), "x", "x", "-"},
		"changed, and removed":        {Single, e("k: 1", 1), e("k: 2", 2), nil, "x", "x", "-"},
		"another form by theirs":      {Single, e("k: a", "a"), e("k: b", "b"), e("k: 'a'", "a"), "x", "x", "k: b"},
		"another form by ours":        {Single, e("k: a", "a"), e("k: 'a'", "a"), e("k: b", "b"), "x", "x", "k: b"},
		"the later day":               {Latest, nil, e("k: o", "2026-05-04"), e("k: t", "2026-05-05"), "x", "y", "k: t"},
		"no day":                      {Latest, nil, e("k: o", "2026-05-04"), e("k: t", 7), "x", "x", "-"},
		"no day of ours":              {Latest, nil, e("k: o", 7), e("k: t", "2026-05-04"), "x", "x", "-"},
		"checked by theirs":           {Checked, nil, e("k: o", "2026-05-04"), e("k: t", "2026-05-05"), "x", "y", "k: t"},
		"checked what ours changed":   {Checked, nil, e("k: o", "2026-05-04"), e("k: t", "2026-05-05"), "y", "x", "-"},
		"checked by ours":             {Checked, nil, e("k: o", "2026-05-06"), e("k: t", "2026-05-05"), "y", "x", "k: o"},
		"checked what theirs changed": {Checked, nil, e("k: o", "2026-05-06"), e("k: t", "2026-05-05"), "x", "y", "-"},
		"sets":                        {Set, nil, e("k: [a]", []any{"a"}), e("k: [b]", []any{"b"}), "x", "x", "k: [a, b]"},
	} {
		m.note.ours.body, m.note.theirs.body = tt.ourBody, tt.theirBody
		m.note.options.Rule = func(string) KeyRule { return tt.rule }
		got, ok := m.value("k", tt.b, tt.o, tt.t)
		if !ok {
			got = "-"
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// Front matter that cannot be merged key by key: no YAML, values that are shared, keys that are there twice.
func TestFrontMatterByKeys(t *testing.T) {
	for front, want := range map[string]bool{
		"": true, "---\na: 1\nb: [x]\n---": true, "---\na: &x 1\nb: *x\n---": false, "---\na: 1\nA: 2\n---": false,
		"---\na: R&D\nb: 2*3\n---": true,
	} {
		if _, ok := newBlock(front, "yaml"); ok != want {
			t.Errorf("%q is read by its keys: %v", front, ok)
		}
	}
	if _, ok := newBlock("+++\na = 1\n+++", "toml"); ok {
		t.Error("TOML is read by its keys")
	}
	b, ok := newBlock("---\n# first\na: 1\n\n# of b\nB:\n  - x\n# last\n---", "yaml")
	if !ok || b.open != "---" || b.tail != "# last" || b.close != "---" || !slices.Equal(b.keys, []string{"a", "b"}) ||
		b.entries["b"].text != "B:\n  - x" ||
		b.entries["a"].lead != "# first" || b.entries["b"].lead != "\n# of b" {
		t.Errorf("%+v, %v", b, ok)
	}
	n := &note{ours: version{front: "---\na: 1\n---"}, theirs: version{front: ""}}
	for front, want := range map[string]bool{"": true, "---\na: 1\n---": true, "---\na: [\n---": false, "---\na: 1": false,
		"a: 1": false, "---\na: 1\n---\nb: 2\n---": false} {
		if n.readable(front) != want {
			t.Errorf("%q can be read: %v", front, !want)
		}
	}
	for name, tt := range map[string]struct{ base, ours, theirs, want string }{
		"as it was":          {"a b c", "a b c", "a b c", "a b c"},
		"turned by ours":     {"a b c", "c a b", "a b c", "c a b"},
		"turned by theirs":   {"a b c", "a b c", "c a b", "c a b"},
		"turned by both":     {"a b c", "b a c", "c a b", "b a c"},
		"one added by each":  {"a b", "a x b", "a b y", "a x b y"},
		"two at one place":   {"a b", "a x b", "a y b", "a x y b"},
		"two at the front":   {"a b", "x a b", "y a b", "x y a b"},
		"removed and added":  {"a b c", "a c", "a b y c", "a b y c"},
		"added, and turned":  {"a b", "a x b", "b a", "b a x"},
		"turned, with a new": {"a b", "a b", "b y a", "b y a"},
		"new on both sides":  {"a", "a x", "x a", "a x"},
	} {
		of := func(keys string) *block {
			b := &block{keys: strings.Fields(keys), entries: map[string]*entry{}}
			for _, k := range b.keys {
				b.entries[k] = &entry{}
			}
			return b
		}
		m := &frontMerge{base: of(tt.base), ours: of(tt.ours), theirs: of(tt.theirs)}
		if got := strings.Join(m.order(), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}
