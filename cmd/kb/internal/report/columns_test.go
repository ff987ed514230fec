package report

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

// Characters of East Asia and pictures take two columns, marks on others none.
func TestColumnsOfCharacters(t *testing.T) {
	for want, characters := range map[int][]rune{
		0: {0x300, 0x200d, 0x20dd, 0xfe0f},
		1: {'a', 0x2ff, 0x37f, 0x10ff, 0x2fff, 0x303f, 0xff00, 0xff61, 0x1f2ff, 0x1fb00, '…', '─'},
		2: {0x1100, 0x3000, 0x303e, 0xff01, 0xff60, 0x1f300, 0x1faff, '日', 'あ', 'カ', '한'},
	} {
		for _, r := range characters {
			if got := columnsOf(r); got != want {
				t.Errorf("%U takes %d columns, want %d", r, got, want)
			}
		}
	}
}

// Lines are broken at blanks where they are too wide on a screen, whatever colours stand in them.
func TestWrapByColumns(t *testing.T) {
	for _, c := range []struct {
		line    string
		columns int
		want    string
	}{
		{"one two three", 13, "one two three"}, {"one two three", 12, "one two\n    three"}, {"one two three", 0, "one two three"},
		{"one two three", -1, "one two three"}, {"onetwothree", 5, "onetwothree"}, {"日本 日本 日本", 9, "日本 日本\n   日本"},
		{"\x1b[1mone\x1b[0m two", 7, "\x1b[1mone\x1b[0m two"}, {"\x1b[1mone\x1b[0m two", 6, "\x1b[1mone\x1b[0m\n  two"},
		{"    one two three", 12, "    one two\n    three"}, {"one  two", 6, "one\n  two"}, {"a b c d e f", 4, "a b\n c d\n e f"},
	} {
		if got := wrap(c.line, c.columns); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.line, c.columns, got, c.want)
		}
	}
	var out bytes.Buffer
	w := Wrapper{W: &out, Columns: 7}
	for _, part := range []string{"one t", "wo three\nfo", "ur\n"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Errorf("%q: %d, %v", part, n, err)
		}
	}
	w.Write([]byte("five six"))
	w.Columns = 0
	w.Write([]byte(" seven"))
	if out.String() != "one two\n  three\nfour\n" {
		t.Errorf("before the end: %q", out.String())
	}
	if err := w.Flush(); err != nil || out.String() != "one two\n  three\nfour\nfive six seven" {
		t.Errorf("at the end: %q, %v", out.String(), err)
	}
}

// Only the sequences that kb itself writes are let through, and they count as no characters.
func TestSequencesOfColour(t *testing.T) {
	for text, want := range map[string]int{
		"\x1b[m": 3, "\x1b[0m": 4, "\x1b[1;38;5m": 9, "\x1b[1;31mx": 7, "\x1b[2J": 0, "\x1b[12;34;5m": 10, "\x1b[12;34;56m": 0,
		"\x1b[": 0, "": 0,
		"\x1b[:m": 0, "\x1b[/m": 0, "\x1b[9m": 4,
	} {
		if got := sequence(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	for _, c := range []struct {
		line    string
		longest int
		want    string
	}{
		{"abcd", 4, "abcd"}, {"abcde", 4, "abcd… (1 more characters)"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äöü… (1 more characters)"},
		{"abcde", 0, "abcde"}, {"abcde", -1, "abcde"}, {"\x1b[1mabc\x1b[0m", 3, "\x1b[1mabc\x1b[0m"},
		{"\x1b[1mabcd\x1b[0m", 3, "\x1b[1mabc\x1b[0m… (5 more characters)"}, {"\x1b[1mab\x1b[0mcd", 3,
			"\x1b[1mab\x1b[0mc… (1 more characters)"},
	} {
		if got := ClipLine(c.line, c.longest); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.line, c.longest, got, c.want)
		}
	}
}

// What steers a terminal is written as an escape in JSON; all else stays as it is.
func TestEscapesOfJSON(t *testing.T) {
	for text, want := range map[string]string{
		"{\"a\": \"b\"}\n": "{\"a\": \"b\"}\n", "\"\u009b\"": `"\u009b"`, "\"\u202e\"": `"\u202e"`, "\"\x7f\"\n": "\"\\u007f\"\n",
		"\"é\"":      "\"é\"",
		"\"\ufffd\"": "\"\ufffd\"", "\"\ufffd\u009b\"": "\"\ufffd\\u009b\"",
	} {
		if got := string(Escape([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	none := func(rune) bool { return false }
	for text, want := range map[string]bool{
		"": true, " ~": true, "\x1f": false, "\x7f": false, "é": true, "\u0080": false, "\u009f": false, "\u00a0": true, "\xff": false,
		string(utf8.RuneError): false,
	} {
		if got := harmless(text, none); got != want {
			t.Errorf("%q is harmless: %v", text, got)
		}
	}
	if !harmless("\t", func(r rune) bool { return r == '\t' }) || harmless("\t\x1b", func(r rune) bool { return r == '\t' }) {
		t.Error("what is kept is not that alone")
	}
}

// Headings, fences and spans of markdown are told as a reader of markdown tells them.
func TestMarksOfMarkdown(t *testing.T) {
	for line, want := range map[string]bool{
		"# A": true, "###### A": true, "####### A": false, "#": true, "#\tA": true, "#A": false, "": false, "A": false,
	} {
		if isHeading(line) != want {
			t.Errorf("%q is a heading: %v", line, !want)
		}
	}
	for line, want := range map[string]string{
		"```": "```", "````go": "````", "~~~ x": "~~~", "``": "", "```a``` b": "", "~~~a~~~": "~~~", "text": "",
	} {
		if got := fenceOf(line); got != want {
			t.Errorf("%q opens %q, want %q", line, got, want)
		}
	}
	r := &renderer{style: Style{Colour: true}}
	for text, want := range map[string]int{
		"`a` b": 3, "`` b": 1, "`a": 1, "[[a]] b": 5, "[[]] b": 4, "[[a": 2, "[a](b) c": 6, "[a](b": 1, "[](b)": 5, "[a] b": 1,
		"[a]() c": 5,
	} {
		if got, _ := r.span(text); got != want {
			t.Errorf("%q begins with a span of %d, want %d", text, got, want)
		}
	}
	page := &renderer{style: Style{Colour: true}}
	faint := Style{Colour: true}.Faint
	for _, l := range [][2]string{{"---", faint("---")}, {"a: b", faint("a: b")}, {"---", faint("---")}, {"---", "---"}} {
		if got := page.line(l[0]); got != l[1] {
			t.Errorf("%q is %q, want %q", l[0], got, l[1])
		}
	}
}
