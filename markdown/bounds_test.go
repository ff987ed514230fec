package markdown

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Which bytes belong to a name of code, a path, a word, a block id and so on, of all that there are.
func TestBytesOfNames(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	const names = letters + "0123456789"
	for name, tt := range map[string]struct {
		holds func(c byte) bool
		ascii string
		above bool // every byte of a character beyond ASCII, too
	}{
		"letter": {letter, letters, false}, "identifier": {identifierByte, names + "_./:-$@", false}, "path": {pathByte, names + "_./-",
			true},
		"word": {wordByte, names, true}, "word of a sentence": {isWordByte, letters + "'", true},
		"block id": {func(c byte) bool { return isBlockID([]byte{c}) }, names + "-", false},
		"key":      {func(c byte) bool { return plainKey("a" + string([]byte{c})) }, names + "-_", false},
		"scheme":   {func(c byte) bool { return isURL("a" + string([]byte{c}) + "://x") }, names + "+-.", false},
		"mark":     {punctuation, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", false},
		"tag":      {tagBoundary, " \t\n\r,", false},
	} {
		for c := range 256 {
			want := c < 0x80 && strings.IndexByte(tt.ascii, byte(c)) >= 0 || c >= 0x80 && tt.above
			if got := tt.holds(byte(c)); got != want {
				t.Errorf("%s: byte %#x is one: %v", name, c, got)
			}
		}
	}
	for key, want := range map[string]bool{"a": true, "A-b_9": true, "-a": false, "_a": true, "a b": false, "ä": false} {
		if plainKey(key) != want {
			t.Errorf("%q is a plain key: %v", key, !want)
		}
	}
	if id := strings.Repeat("a", 100); !isBlockID([]byte(id)) || isBlockID([]byte(id+"a")) || isBlockID(nil) {
		t.Error("a block id has 1 to 100 bytes")
	}
}

// How deep a line nests blocks, and how far the last of them is indented.
func TestNesting(t *testing.T) {
	for line, want := range map[string][2]int{
		"": {0, 0}, "a": {0, 0}, "- a": {1, 2}, "* a": {1, 2}, "+ a": {1, 2}, "-\ta": {1, 5}, "-a": {0, 0}, "-": {0, 0}, "_ a": {0, 0},
		">": {1, 1}, ">> a": {2, 3}, "> - a": {2, 4}, "\t- a": {1, 6}, "  - a": {1, 4}, "1. a": {1, 2}, "0) a": {1, 2}, "9. a": {1, 2},
		"10. a": {1, 2}, "19) a": {1, 2}, "90. a": {1, 2}, "9. ": {1, 2}, "9.": {0, 0}, "9": {0, 0}, "10.a": {0, 0}, "1: a": {0, 0},
		"1a. b":    {0, 0},
		"- 1. - a": {3, 6}, "-- a": {0, 0}, "->": {0, 0},
	} {
		if depth, indent := nesting([]byte(line)); [2]int{depth, indent} != want {
			t.Errorf("%q nests %d deep behind %d columns, want %v", line, depth, indent, want)
		}
	}
}

// Up to its limits a text is given to the parser of markdown, beyond them it is read as lines.
func TestTameTexts(t *testing.T) {
	for name, tt := range map[string]struct {
		text, reason string
		offset       int
	}{
		"as deep as may be":     {strings.Repeat(">", maxNesting) + " a\n", "", 0},
		"deeper":                {"a\n" + strings.Repeat(">", maxNesting+1) + " b", "blocks nested too deep", 2},
		"as far in as may be":   {strings.Repeat(" ", maxIndent-2) + "- a", "", 0},
		"further":               {"a\n\n" + strings.Repeat(" ", maxIndent-1) + "- a\n", "blocks nested too deep", 3},
		"far in without a list": {strings.Repeat(" ", maxIndent+9) + "a", "", 0},
		"as long as may be":     {strings.Repeat("a", maxLine) + "\n" + strings.Repeat("b", maxLine), "", 0},
		"longer":                {"a\n" + strings.Repeat("b", maxLine+1) + "\n", "line too long", 2},
		"as many lines":         {strings.Repeat("\n", maxLines), "", 0},
		"more lines":            {strings.Repeat("\n", maxLines+1), "too many lines", 0},
		"nothing":               {"", "", 0},
	} {
		if reason, offset := untame([]byte(tt.text)); reason != tt.reason || offset != tt.offset {
			t.Errorf("%s: %q at %d, want %q at %d", name, reason, offset, tt.reason, tt.offset)
		}
	}
}

// Of blank lines in a row two stay, whatever they hold, and every byte its place; the text itself is not changed.
func TestBlankLinesAreJoined(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\n\nb\n": "a\n\n\nb\n", "a\n\n\n\nb": "a\n\n \nb", "a\n\n\n\n\nb": "a\n\n  \nb", "\n\na\n\n\nb\n": "\n\na\n\n\nb\n", "": "",
		"\n \n\t\n  \nb": "\n  \t   \nb", "a\n\n\n ": "a\n\n\n ",
	} {
		given := []byte(text)
		if got := string(joinBlankLines(given)); got != want || string(given) != text {
			t.Errorf("%q: %q, want %q; the text is now %q", text, got, want, given)
		}
	}
}

// A text that is read as lines has a block for each heading, each stretch of code and what is between them.
func TestPlainBlocks(t *testing.T) {
	p := &parse{source: []byte("a\nb\n# H #\nc\nd\n``` go\nx\n```\ne\n~~~\n"), doc: &Document{}}
	p.lines = newLines(p.source)
	p.readPlainBlocks()
	var got []string
	for _, b := range p.blocks {
		got = append(got, fmt.Sprint(b.start, "-", b.end, " ", b.kind, " ", b.level, b.heading, b.language))
	}
	want := []string{"0-4 prose 0", "4-10 prose 1H", "10-14 prose 0", "14-27 code 0go", "27-29 prose 0", "29-33 code 0"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	p = &parse{source: []byte("```` go\n```\n# no heading\n```\n````\n# H\n```a``` b\n"), doc: &Document{}}
	p.lines = newLines(p.source)
	p.readPlainBlocks()
	if len(p.blocks) != 3 || p.blocks[1].heading != "H" || p.blocks[2].kind != Prose {
		t.Errorf("fences of four marks, and code at the beginning of a line: %+v", p.blocks)
	}
	for line, want := range map[string]string{"# a": "1a", "##": "2", "###### a ##": "6a", "####### a": "0", "#a": "0", "#\ta": "1a",
		"": "0", "a": "0"} {
		if level, heading := atxHeading(line); strconv.Itoa(level)+heading != want {
			t.Errorf("%q is a heading of level %d, %q", line, level, heading)
		}
	}
}

// The lines of a source, and the line and column of each byte.
func TestLinesOfASource(t *testing.T) {
	for source, want := range map[string][]int{"": {0}, "a": {0}, "a\n": {0}, "a\nb": {0, 2}, "\n\nb\n": {0, 1, 2}} {
		if got := newLines([]byte(source)).starts; !slices.Equal(got, want) {
			t.Errorf("%q has lines at %v, want %v", source, got, want)
		}
	}
	y := newYAMLBlock([]byte("---\na: b\nc\n---\n"), span{4, 11}, newLines([]byte("---\na: b\nc\n---\n")))
	for at, want := range map[int][2]int{0: {2, 1}, 4: {2, 5}, 5: {3, 1}, 6: {3, 2}, 7: {3, 2}, 9: {3, 2}} {
		if line, col := y.position(at); [2]int{line, col} != want {
			t.Errorf("byte %d of the block stands at %d:%d, want %v", at, line, col, want)
		}
	}
}

// What kind of line one is by its marks.
func TestMarksOfLines(t *testing.T) {
	for text, want := range map[string]string{ // "break", "underline" and the length of a list marker
		"": "0", "  ": "0", "---": "break underline 0", "***": "break 0", "___": "break 0", "===": "break underline 0", "--": "underline 0",
		"- - -": "break 2", "--a": "0", "+++": "0", "-*-": "0", "   --- ": "break underline 0", "=": "underline 0", "- ": "underline 2",
		"=-":  "0",
		"- a": "2", "* a": "2", "+ a": "2", "-a": "0", "-": "underline 0", "-  a": "3", "-\ta": "2", "1. a": "3", "9) a": "3",
		"0. a": "3", "1.": "0", "1": "0",
		"123456789. a": "11", "1234567890. a": "0", "1.a": "0", "- [ ] a": "6", "- [x] a": "6", "- [X] a": "6", "- [y] a": "2",
		"- [ ]": "2", "- [ ]a": "2",
		"_ a": "0", "1: a": "0", ". a": "0",
	} {
		l := newLineScanner([]byte(text), 0)
		l.next()
		got := ""
		if l.isBreak() {
			got += "break "
		}
		if l.isSetext() {
			got += "underline "
		}
		if got += strconv.Itoa(l.listMarker()); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for white, want := range map[string]int{"": 0, "  ": 2, "\t": 4, " \t": 4, "  \t": 4, "\t\t": 8, "   \t ": 5, "     \t": 8} {
		if got := columns([]byte(white)); got != want {
			t.Errorf("%q is %d columns wide, want %d", white, got, want)
		}
	}
	for text, want := range map[string]string{"```": "```", "~~~~": "~~~~", "```go": "```", "~~~ `x`": "~~~", "```a`b": "", "``": "",
		"~~": "", "```` ": "````",
		"```` `": "", "```~": "```", "": "", "--- ": ""} {
		if got := string(Fence([]byte(text))); got != want {
			t.Errorf("%q begins with the fence %q, want %q", text, got, want)
		}
	}
	for row, want := range map[string]bool{"|---|": true, ":--": true, "--- | ---\r\n": true, "---": false, "| |": false, "": false,
		"|--a|": false} {
		if isDelimiterRow([]byte(row)) != want {
			t.Errorf("%q parts a table: %v", row, !want)
		}
	}
}

// A line of a scenario begins with a key word in capitals, or in bold letters.
func TestWordsOfScenarios(t *testing.T) {
	for line, want := range map[string]string{
		"WHEN x": "WHEN 5", "**When** x": "WHEN 9", "_Given_ x": "GIVEN 8", "When x": " 0", "GIVENS x": " 0", "AND": "AND 3",
		"IF, x": "IF 4", "BUT: x": "BUT 5",
		"THENx": " 0", "": " 0", "**": " 0", "WHEN \t\n x": "WHEN 8",
	} {
		if word, n := scenarioWord([]byte(line)); fmt.Sprint(word, " ", n) != want {
			t.Errorf("%q begins with %s, %d bytes; want %s", line, word, n, want)
		}
	}
	if got := statementTexts("- AND the cache is shared\n- BUT it is small.\n"); !slices.Equal(got, []string{"the cache is shared",
		"it is small."}) {
		t.Errorf("without a condition before them they state %q", got)
	}
}
