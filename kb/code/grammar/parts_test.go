package grammar

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/code"
)

// A header is of C++ when a line of it begins with what C has not.
func TestLanguageOfHeaders(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"hall.h", "int open(void);\n", "c"}, {"hall.h", "namespace town {", "cpp"}, {"hall.H", "int a;\n  class Hall;\n", "cpp"},
		{"hall.h", "struct class_of { int a; };\n", "c"}, {"hall.h", "// a class of halls, using class names\nint a;\n", "c"},
		{"hall.h", "// a class of halls\nclass Hall {};\n", "cpp"}, {"hall.h", "template<int n> void f();", "cpp"},
		{"hall.h", "\ttemplate <int n> void f();", "cpp"}, {"hall.h", "using Hall = int;", "cpp"}, {"hall.h", "x public:\n", "c"},
		{"hall.h", "public:\n", "cpp"}, {"hall.h", " private:\n", "cpp"}, {"hall.h", "", "c"}, {"hall.c", "class Hall {};", "c"},
		{"hall.py", "class Hall:", "python"}, {"hall.txt", "", ""},
	} {
		if got := languageOf(c.name, []byte(c.source)); got != c.want {
			t.Errorf("%s with %q is %q, want %q", c.name, c.source, got, c.want)
		}
	}
	for _, language := range append(Languages(), "go", "") {
		if known := rulesOf(language) != nil; known != slices.Contains(Languages(), language) {
			t.Errorf("there are rules of %q: %v", language, known)
		}
	}
}

// A file is read up to its greatest length, and with a bad byte here and there, which is a question mark.
func TestReadableSources(t *testing.T) {
	bad := func(n, all int) string { return strings.Repeat("\xe9", n) + strings.Repeat("a", all-n) }
	for _, c := range []struct{ source, text, why string }{
		{"a", "a", ""}, {"", "", ""}, {"caf\xe9 \xff é �", "caf? ? é �", ""}, {"a\x00", "", "it is no text"}, {"\x00", "",
			"it is no text"},
		{strings.Repeat("a", code.MaxSize), strings.Repeat("a", code.MaxSize), ""},
		{strings.Repeat("a", code.MaxSize+1), "", "it is too long"},
		{bad(65, 100), strings.Repeat("?", 65) + strings.Repeat("a", 35), ""}, {bad(66, 100), "", "it is no UTF-8"},
		{bad(65, 99), "", "it is no UTF-8"},
	} {
		if text, why := readable([]byte(c.source)); string(text) != c.text || why != c.why {
			t.Errorf("%.20q of %d bytes: %.20q, %q, want %.20q, %q", c.source, len(c.source), text, why, c.text, c.why)
		}
	}
}

func TestTextsWithoutMarks(t *testing.T) {
	for text, want := range map[string]string{
		"/** Opens.\n *  The hall.\n */": "Opens.\nThe hall.", "// Opens.\n// Shuts.": "Opens.\nShuts.", "//! Of it.": "Of it.",
		"/// Opens.": "Opens.", "# Opens.\n#: Shuts.": "Opens.\nShuts.", "/* Opens. */": "Opens.", "/*! Opens */": "Opens", "": "",
		"// caf\xe9": "caf",
	} {
		if got := plainComment(text); got != want {
			t.Errorf("comment %q says %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`"""Opens.` + "\n\n    The hall.\n" + `    """`: "Opens.\n\nThe hall.", "'''Opens.'''": "Opens.", `"Opens."`: "Opens.",
		`'Opens.'`:   "Opens.",
		`rb"Opens."`: "Opens.", `R"""O"""`: "O", "Opens": "Opens",
	} {
		if got := plainDocstring(text); got != want {
			t.Errorf("docstring %q says %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"int  open(\n\tint n) {": "int open( int n)", "def open(n):": "def open(n)", "const a = (b) =>": "const a = (b)",
		"int a =;": "int a =",
		"A,":       "A", "": "", strings.Repeat("a", code.MaxText): strings.Repeat("a", code.MaxText),
	} {
		if got := signature([]byte(text)); got != want {
			t.Errorf("signature of %.30q is %q, want %q", text, got, want)
		}
	}
	for name, want := range map[string][2]bool{"Hall": {true, false}, "HALL_1": {true, true}, "_HALL": {true, true},
		"hall": {false, false},
		"":     {false, false}, "9A": {false, false}, "Ärger": {true, false}, "ÄRGER": {true, true}} {
		if got := [2]bool{isClassName(name), isConstantName(name)}; got != want {
			t.Errorf("%q is the name of a class, of a constant: %v", name, got)
		}
	}
	for name, want := range map[string]string{"a.b.c": "c", "c": "c", "a.": "", "": ""} {
		if got := lastPart(name); got != want {
			t.Errorf("the last part of %q is %q", name, got)
		}
	}
	if got := firstLine("one\ntwo"); got != "one" {
		t.Errorf("the first line is %q", got)
	}
}

// Lines count from 1; a span that ends with its line does not reach into the next.
func TestPlacesInATree(t *testing.T) {
	tr := newTree([]byte("ab\n  cd\n\tef"), nil, nil)
	for at, want := range []int{1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3} {
		if got := tr.line(at); got != want {
			t.Errorf("byte %d is on line %d, want %d", at, got, want)
		}
	}
	for at, want := range map[int]bool{0: true, 1: false, 3: true, 4: true, 5: true, 6: false, 8: true, 9: true, 10: false} {
		if got := tr.beginsLine(at); got != want {
			t.Errorf("byte %d begins its line: %v", at, got)
		}
	}
	for span, want := range map[[2]int]code.Span{{0, 2}: {Start: 0, End: 2, Line: 1, EndLine: 1},
		{0, 3}: {Start: 0, End: 3, Line: 1, EndLine: 1}, {0, 4}: {Start: 0, End: 4, Line: 1, EndLine: 2},
		{3, 3}: {Start: 3, End: 3, Line: 2, EndLine: 2}} {
		if got := tr.span(span[0], span[1]); got != want {
			t.Errorf("%v is %+v, want %+v", span, got, want)
		}
	}
	if got := tr.kind(none) + tr.text(none) + tr.textUntil(0, none); got != "" || tr.child(none, "name") != none {
		t.Errorf("what is not there says %q", got)
	}
}

// A name is local to the scopes around it, but a class shows its names to its own body alone; what is no
// variable hides one, and a file has symbols.
func TestLocalNames(t *testing.T) {
	// 0 file, 1 function in it, 2 class in that, 3 method in the class, 4 block in the method
	r := &reading{scopes: []scope{{outer: -1}, {outer: 0}, {outer: 1, class: true}, {outer: 2}, {outer: 3}}}
	for _, d := range []struct {
		at        int
		name, typ string
	}{{0, "door", "Door"}, {1, "key", "Key"}, {2, "lamp", "Lamp"}, {3, "seat", ""}, {3, "seat", "Seat"}, {3, "seat", "Other"},
		{4, "", "T"},
		{4, "key", notLocal}, {3, "late", "Late"}, {3, "late", notLocal}, {3, "late", "Again"}} {
		r.declareIn(d.at, d.name, d.typ)
	}
	for _, c := range []struct {
		at    int
		name  string
		typ   string
		local bool
	}{
		{0, "door", "", false}, {4, "door", "", false}, {1, "key", "Key", true}, {3, "key", "Key", true}, {4, "key", notLocal, false},
		{2, "lamp", "Lamp", true}, {3, "lamp", "", false}, {4, "seat", "Seat", true}, {2, "seat", "", false}, {3, "late",
			notLocal, false},
	} {
		if typ, local := r.local(c.at, c.name); typ != c.typ || local != c.local {
			t.Errorf("%s from %d: %q, %v, want %q, %v", c.name, c.at, typ, local, c.typ, c.local)
		}
	}
}

// The type of an expression is followed through local names, to the element of a list, and no further than
// names lead.
func TestTypesAreFollowed(t *testing.T) {
	r := &reading{scopes: []scope{{outer: -1}, {outer: 0}}}
	for name, typ := range map[string]string{"hall": "Hall", "halls": "[]Hall", "self": "self", "nothing": "", "a": "b.next",
		"b":   "a.next",
		"one": "two.door", "two": "hall.rooms", "long": strings.Repeat("x", code.MaxText)} {
		r.declareIn(1, name, typ)
	}
	for typ, want := range map[string]string{
		"Hall": "Hall", "hall.door": "Hall.door", "halls[]": "Hall", "[]hall.door": "[]hall.door", "[]Hall[]": "Hall",
		"[][]Hall[][]": "Hall",
		"self.door":    "", "nothing.door": "", "a.x": "", "one.key()": "Hall.rooms.door.key()", "long.door": "",
		"other.door": "other.door",
		"hall()":     "Hall()", "hall[0]": "Hall[0]", "": "", "[][]": "[][]",
	} {
		if got := r.expand(typ, 1); got != want {
			t.Errorf("%q is %q, want %q", typ, got, want)
		}
	}
}

// Without a folder nothing is kept, and every engine compiles for itself.
func TestNothingIsKeptWithoutAFolder(t *testing.T) {
	c := newCompiled("", "c-1111")
	if err := c.open().Close(context.Background()); err != nil || c.fresh || c.dir != "" {
		t.Errorf("%+v, %v", c, err)
	}
	c.seal()
	for name, want := range map[string]string{"\x01async": `"async" 1`, "\x01await": `"await" 0`, "comment": "comment 2",
		"string": "string 2",
		"gap":    "gap 0", "call": "call 1"} {
		l := &rules{tokens: []string{"async"}, leaves: []string{"string"}, dropped: []string{"gap"}}
		mark, what := l.mark(name)
		if got := fmt.Sprint(mark, " ", what); got != want {
			t.Errorf("%q is marked %q, want %q", name, got, want)
		}
	}
}
