package grammar

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/code"
)

// hostile are sources that make parsers slow, deep or large.
func hostile() map[string]string {
	const size = 1 << 18
	pieces := []string{"if ", "(", "x", " = ", "class ", ")", "{", "\n", ": ", "<", "'", "def ", "}", ",", "1", "*"}
	random := rand.New(rand.NewPCG(1, 2))
	bytes, ascii, words := make([]byte, size), make([]byte, size), strings.Builder{}
	for i := range bytes {
		bytes[i], ascii[i] = byte(1+random.Uint32N(255)), byte(32+random.Uint32N(95))
	}
	for words.Len() < size {
		words.WriteString(pieces[random.IntN(len(pieces))])
	}
	many := func(text string, n int) string { return strings.Repeat(text, n) }
	return map[string]string{
		"brackets.py":   many("(", 200_000),
		"brackets.ts":   many("[", 50_000),
		"braces.java":   many("{", 50_000),
		"pairs.rs":      many("(", 50_000) + many(")", 50_000),
		"random.py":     string(bytes),
		"ascii.py":      string(ascii),
		"ascii.cpp":     string(ascii),
		"words.ts":      words.String(),
		"words.rs":      words.String(),
		"table.py":      many("2020-01-02,a b c,\"text\",3.5,,x@y\n", 8_000),
		"unclosed.py":   "'''" + many("text of a string that never ends ", 8_000),
		"unclosed.ts":   many("`${", 50_000),
		"generics.ts":   many("a<b,", 40_000),
		"templates.cpp": many("a<", 60_000),
		"conditions.js": many("a?b:", 25_000),
		"casts.java":    many("(a)", 25_000),
		"indents.py":    indents(600),
		"comment.c":     "/*" + many("*", size),
		"macros.c":      many("#if a\n", 30_000),
		"annotated.c":   many("TEST_X(a)", 50_000),
		"declarators.c": "int " + many("*(", 50_000),
		"rawstring.rs":  many(`r#"`, 100_000),
		"lines.py":      many("\n", size),
		"chain.js":      "a" + many(".b()", 30_000),
		"calls.java":    "class A { int a = a" + many(".b()", 30_000) + "; }",
		"members.java":  "class A { int a = a" + many(".b", 30_000) + "; }",
		"members.py":    "a" + many(".b", 30_000),
		"members.js":    "a" + many(".b", 30_000),
		"members.c":     "int f() { a" + many(".b", 30_000) + "; }",
		"members.rs":    "fn f() { a" + many(".b", 30_000) + "; }",
		"paths.rs":      "fn f() { a" + many("::b", 30_000) + "; }",
		"sums.java":     "class A { int a = 1" + many(" + 1", 50_000) + "; }",
		"arrows.tsx":    many("(a=>", 20_000),
		"elements.tsx":  many("<a>", 30_000),
		"emoji.py":      many("😀", 100_000),
		"zeros.c":       many("\x00", size),
		"latin.c":       "/* caf\xe9 */ int size(void) { return 1; }\n",
		"empty.py":      "",
	}
}

func indents(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if a:\n")
	}
	return b.String()
}

// Whatever the bytes, a file is read, or refused, within its limit of steps; and an instance that
// has grown is not kept.
func TestHostile(t *testing.T) {
	if !Available() {
		t.Skip(ErrUnavailable)
	}
	e := New(keptHere)
	defer e.Close()
	r := e.Reader()
	defer r.Close()
	for name, source := range hostile() {
		f, err := r.Read(context.Background(), name, []byte(source))
		if err != nil && !errors.Is(err, code.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
		if err := f.Check(len(source)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for language, i := range r.instances {
			if size := i.module.Memory().Size(); size > bigMemory {
				t.Errorf("%s: the instance of %s keeps %d MB", name, language, size>>20)
			}
		}
	}
}

// What a hostile file must not do to the next one: the reader goes on after an instance that ran out
// of memory, of steps or of time.
func TestReadAfterFailure(t *testing.T) {
	if !Available() {
		t.Skip(ErrUnavailable)
	}
	e := New(keptHere)
	defer e.Close()
	r := e.Reader()
	defer r.Close()
	everyday := func() {
		t.Helper()
		f, err := r.Read(context.Background(), "room.py", []byte("def open_room(name):\n    return Room(name)\n"))
		if err != nil || len(f.Symbols) != 1 || len(f.Uses) != 1 || f.Partial {
			t.Fatalf("an everyday file afterwards: %+v, %v", f, err)
		}
	}
	everyday()
	m, err := e.module(context.Background(), "python")
	if err != nil {
		t.Fatal(err)
	}
	source := []byte(strings.Repeat("x = [1, 2]\n", 1000))
	i := r.instances["python"]
	if _, _, err := i.parse(context.Background(), source, 10_000, maxDepth); !errors.Is(err, code.ErrUnreadable) {
		t.Errorf("beyond its steps: %v", err)
	}
	everyday()
	over, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := i.parse(over, source, 1<<40, maxDepth); !errors.Is(err, code.ErrUnreadable) {
		t.Errorf("after the end of its context: %v", err)
	}
	if _, _, err := r.parse(over, m, "python", source); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of a context that is over: %v", err)
	}
	everyday()
	if _, err := i.call(context.Background(), "buf", 1<<30); err == nil {
		t.Log("a buffer of 1 GiB was given")
	}
	brackets := []byte(strings.Repeat("(", 30) + "1" + strings.Repeat(")", 30))
	if n, deep, err := r.parse(context.Background(), m, "python", brackets); err != nil || deep || len(n) < 30 {
		t.Errorf("30 brackets: %d records, deep %v, %v", len(n), deep, err)
	}
	everyday()
}

// A tree is cut where it gets too deep: whatever lies above the cut is read without what lies below.
func TestCutTrees(t *testing.T) {
	if !Available() {
		t.Skip(ErrUnavailable)
	}
	e := New(keptHere)
	defer e.Close()
	r := e.Reader()
	defer r.Close()
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if filepath.Ext(file) == ".listing" {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(context.Background(), file, source); err != nil {
			t.Fatal(err)
		}
		language, deep := languageOf(file, source), true
		for depth := 1; deep; depth++ {
			var nodes []record
			nodes, deep, err = r.instances[language].parse(context.Background(), source, 1<<40, depth)
			if err != nil {
				t.Fatal(err)
			}
			f := read(newTree(source, nodes, e.modules[language]), language)
			if err := f.Check(len(source)); err != nil {
				t.Errorf("%s cut at a depth of %d: %v", file, depth, err)
			}
		}
	}
}

// Languages that nobody reads, and bytes that are no text, are told from errors of the machine.
func TestUnreadable(t *testing.T) {
	r := New(keptHere).Reader()
	defer r.Close()
	for name, source := range map[string]string{
		"a.go": "package a", "README.md": "# a", "a.py": "\x00", "b.py": strings.Repeat("\xff", 1000),
		"c.py": strings.Repeat("x", code.MaxSize+1),
	} {
		if _, err := r.Read(context.Background(), name, []byte(source)); !errors.Is(err, code.ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	if !Available() {
		f.Skip(ErrUnavailable)
	}
	names := []string{"a.py", "a.js", "a.ts", "a.tsx", "a.rs", "a.java", "a.c", "a.cpp"}
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		f.Fatal("no files", err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if i := slices.Index(names, "a"+filepath.Ext(file)); i >= 0 {
			f.Add(uint8(i), source)
		}
	}
	r := New(keptHere).Reader() // one for all inputs of a process, as when a repository is read
	f.Cleanup(func() { r.Close() })
	for _, name := range names { // what is compiled is compiled here: an input that takes ten seconds counts as one that hangs
		if _, err := r.Read(context.Background(), name, nil); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, language uint8, source []byte) {
		read, err := r.Read(context.Background(), names[int(language)%len(names)], source)
		if err != nil && !errors.Is(err, code.ErrUnreadable) {
			t.Fatal(err)
		}
		if err := read.Check(len(source)); err != nil {
			t.Fatal(err)
		}
	})
}
