package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func bufferOf(text string) *buffer {
	return &buffer{path: "x.md", text: []byte(text), lines: linesOf([]byte(text)), marks: marksOf([]byte(text))}
}

// A line ends with LF, CR LF or CR; what ends it is none of it.
func TestLinesOfTexts(t *testing.T) {
	for text, want := range map[string][]string{
		"":                 {"0-0"},
		"a":                {"0-1"},
		"a\n":              {"0-1", "2-2"},
		"a\r\nb":           {"0-1", "3-4"},
		"a\rb\r":           {"0-1", "2-3", "4-4"},
		"\n\r\n\r":         {"0-0", "1-1", "3-3", "4-4"},
		"ab\n\ncd\r\n\r\n": {"0-2", "3-3", "4-6", "8-8", "10-10"},
	} {
		b := bufferOf(text)
		var got []string
		for i := range b.lines {
			got = append(got, fmt.Sprintf("%d-%d", b.lines[i], b.lines.end(b.text, i)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q has %v, want %v", text, got, want)
		}
	}
}

// In a text of any length a place is what counting from the beginning of its line, or of the text, gives.
func TestPlacesInLongTexts(t *testing.T) {
	b := bufferOf(strings.Repeat(strings.Repeat("aé🙂\xff", 700)+"\n\r\n🙂\r", 4))
	feeds := []int{0}
	for i := range len(b.text) + 1 {
		if i > 0 && b.text[i-1] == '\n' {
			feeds = append(feeds, i)
		}
		line := len(b.lines) - 1
		for b.lines[line] > i {
			line--
		}
		units := 0
		for _, r := range string(b.text[b.lines[line]:i]) {
			units += unitsOf(r)
		}
		if got := b.position(i); utf8.RuneStart(b.text[min(i, len(b.text)-1)]) && got != (Position{line, units}) {
			t.Fatalf("byte %d is at %+v, want %d:%d", i, got, line, units)
		}
	}
	for n, want := range feeds {
		if got := b.byteAt(n+1, 1); got != want {
			t.Errorf("line %d begins at byte %d, want %d", n+1, got, want)
		}
	}
}

// Every byte that begins a character has a position of its own, which leads back to it, in either way of counting.
func TestPositionsLeadBack(t *testing.T) {
	const text = "aé🙂\r\n🙂b\n\ncd"
	for _, counted := range []bool{false, true} {
		b := bufferOf(text)
		b.utf8 = counted
		seen := map[Position]bool{}
		for i := range text {
			p := b.position(i)
			if text[i] == '\n' && i > 0 && text[i-1] == '\r' { // it is behind the end of its line
				continue
			}
			if seen[p] || b.offset(p) != i {
				t.Errorf("bytes %v: byte %d is at %+v, which is byte %d", counted, i, p, b.offset(p))
			}
			seen[p] = true
		}
	}
	b := bufferOf(text)
	for want, p := range map[int]Position{
		0: {-1, 5}, 1: {0, 1}, 3: {0, 2}, 7: {0, 99}, 9: {1, 0}, 13: {1, 2}, 14: {1, 99}, 15: {2, 0}, 18: {3, 9}, 16: {3, -1},
	} {
		if got := b.offset(p); got != want {
			t.Errorf("%+v is byte %d, want %d", p, got, want)
		}
	}
	if got := b.offset(Position{0, 3}); got != 3 {
		t.Errorf("within a character: byte %d", got)
	}
	for _, c := range [][3]int{{1, 1, 0}, {1, 2, 1}, {1, 99, 8}, {3, 2, 15}, {2, 1, 9}, {2, 0, 9}, {4, 2, 17}, {9, 1, 18}} {
		if got := b.byteAt(c[0], c[1]); got != c[2] {
			t.Errorf("line %d, column %d is byte %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

// The front matter begins behind its first line and ends with its last; one without an end is bounded.
func TestInFrontMatter(t *testing.T) {
	for text, want := range map[string]string{
		"---\na: b\n---\nText": "4-8", "---\n---\n": "", "--\na: b\n---\n": "", "# A\n---\n": "",
		"---\nopen\n": "4-9", "---\n" + strings.Repeat("a\n", 50): "4-81",
	} {
		b := bufferOf(text)
		first, last := -1, -1
		for i := 0; i <= len(text); i++ {
			if b.inFront(i) {
				if last = i; first < 0 {
					first = i
				}
			}
		}
		got := ""
		if first >= 0 {
			got = fmt.Sprintf("%d-%d", first, last)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Changes are made one after another; one that cannot be made is told of by its line.
func TestChangesOfABuffer(t *testing.T) {
	at := func(l1, c1, l2, c2 int, text string) change {
		return change{Range: &Range{Position{l1, c1}, Position{l2, c2}}, Text: text}
	}
	b := bufferOf("one\ntwo\n")
	b.document()
	if err := b.apply([]change{at(0, 1, 0, 1, "X"), at(0, 4, 1, 1, ""), at(0, 0, 0, 0, "")}); err != nil || string(b.text) != "oXnewo\n" {
		t.Errorf("%q, %v", b.text, err)
	}
	if b.parsed != nil || len(b.lines) != 2 {
		t.Error("what was known of the text before is kept")
	}
	err := b.apply([]change{{Text: "all"}, at(0, 2, 0, 1, "")})
	if err == nil || err.Error() != "a change whose range ends before it begins, at line 1" || string(b.text) != "all" {
		t.Errorf("%q, %v", b.text, err)
	}
}

// The fragment of a link stands behind its #, up to what ends it.
func TestFragmentsOfLinks(t *testing.T) {
	for text, want := range map[string]string{
		"[a](b.md#c)": "c", "[a](b.md#c \"t\")": "c", "[[b#c d|e]]": "c d", "[[b]]": "", "[a](b.md)": "", "[[#c]]": "c", "[a](#c)": "c",
		"![[b#c]]": "c", "[a](b.md#)": "", "[1. C# basics](#c)": "c", "[see #2](<#c d> \"t#x\")": "c d",
		"[a](b.md#c's%20d(e))": "c's%20d(e)",
		"- relates [[b#c d]]":  "c d", "|[[b#c\\|d]]|": "c", "[a #1][r]\n\n[r]: b.md#c": "c",
	} {
		b := bufferOf("# B\n\n" + text + "\n")
		l := b.linkAt(strings.Index(string(b.text), "["))
		if l == nil {
			t.Fatalf("%s is no link", text)
		}
		from, to := b.fragment(l)
		if got := string(b.text[from:to]); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if b.linkAt(l.End) != nil || b.linkAt(l.End-1) == nil || b.linkAt(l.Start-1) != nil {
			t.Errorf("%s goes beyond its ends", text)
		}
	}
}

// A hover has the beginning of what is named: of the note, or of one of its sections.
func TestOpeningOfASection(t *testing.T) {
	b := bufferOf("# A\n\n## One\n\n## Two\n\nTwo's text.\n\n## Three\n\n![](x.png)\n\nThree's *text*.\n")
	for section, want := range map[int]string{-1: "Two's text.", 0: "Two's text.", 1: "", 2: "Two's text.", 3: "Three's text."} {
		if got := opening(b, section); got != want {
			t.Errorf("section %d begins %q, want %q", section, got, want)
		}
	}
	for fragment, want := range map[string]int{"": -1, "^two": -1, "none": -1, "two": 2, "Three": 3, "a": 0} {
		if got := b.section(fragment); got != want {
			t.Errorf("#%s is section %d, want %d", fragment, got, want)
		}
	}
}

// The words that are used most come first, those that are used alike by the alphabet.
func TestMostUsedWords(t *testing.T) {
	if got := mostUsed(map[string]int{"b": 2, "a": 2, "c": 3, "d": 1}); !slices.Equal(got, []string{"c", "a", "b", "d"}) {
		t.Errorf("%q", got)
	}
}
