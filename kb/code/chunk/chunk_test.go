package chunk

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/golang"
)

// read reads a Go file and cuts it.
func read(t *testing.T, source string) (code.File, []Chunk) {
	t.Helper()
	f, err := golang.Reader{}.Read(context.Background(), "a.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return f, Cut(&f, []byte(source))
}

// shown writes the chunks with the symbols that they are about, each by its first and last line.
func shown(f *code.File, chunks []Chunk) (out []string) {
	for _, c := range chunks {
		name := "-"
		if m := c.Main(); m >= 0 {
			name = f.Symbols[m].Path()
		}
		out = append(out, fmt.Sprintf("%d-%d %s", c.Line, c.EndLine, name))
	}
	return out
}

func TestCutAtSymbols(t *testing.T) {
	body := strings.Repeat("\tprintln(\"a line of forty characters, or so\")\n", 15)
	f, chunks := read(t, `// Package post sends.
package post

import "net/http"

const (
	first  = 1
	second = 2
)

// Short fits.
func Short() {}

// Long does not.
func Long(a int) {
	if a > 1 {
`+strings.ReplaceAll(body, "\t", "\t\t")+`	}
`+body+`}

// Room is a type.
type Room struct {
	A, B int
}

func (r *Room) Close() {}
`)
	want := []string{"1-6 -", "7-8 first", "11-12 Short", "14-35 Long", "36-48 Long", "50-53 Room", "55-55 Room.Close"}
	if got := shown(&f, chunks); !slices.Equal(got, want) {
		t.Fatalf("%q", got)
	}
	if c := chunks[3]; c.Line != 14 || len(c.Symbols) != 1 || chunks[4].In < 0 {
		t.Errorf("the comment of a long function begins it: %+v, %+v", c, chunks[4])
	}
}

// Methods of a class that does not fit are chunks of their own, and what stands between them is kept.
func TestCutWithinClasses(t *testing.T) {
	var f code.File
	var source strings.Builder
	add := func(kind code.Kind, name, container, text string) {
		start, line := source.Len(), strings.Count(source.String(), "\n")+1
		source.WriteString(text)
		at := start + strings.Index(text, name)
		f.Symbols = append(f.Symbols, code.Symbol{Kind: kind, Name: name, Container: container,
			NameSpan: code.Span{Start: at, End: at + len(name), Line: line, EndLine: line},
			Span:     code.Span{Start: start, End: source.Len() - 1, Line: line, EndLine: line + strings.Count(text, "\n") - 1}})
	}
	source.WriteString("import os\n\n")
	add(code.Class, "Room", "", "class Room:\n")
	method := strings.Repeat("        self.call(\"a line of forty characters\")\n", 12)
	add(code.Method, "open", "Room", "    def open(self):\n"+method)
	source.WriteString("\n    between = here()\n\n    # It ends.\n")
	add(code.Method, "close", "Room", "    def close(self):\n"+method)
	f.Symbols[0].Span.End, f.Symbols[0].Span.EndLine = source.Len(), strings.Count(source.String(), "\n")
	want := []string{"1-1 -", "3-3 Room", "4-16 Room.open", "18-18 Room", "20-33 Room.close"}
	if got := shown(&f, Cut(&f, []byte(source.String()))); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// long is a line of so many bytes.
func long(text string, bytes int) string { return text + strings.Repeat("x", bytes-1-len(text)) + "\n" }

// Where lines are cut: between statements, as many as fit. Symbols are given as "name kind from-to", of lines; the
// name stands where it is found first in these.
func TestWhereLinesAreCut(t *testing.T) {
	kinds := map[string]code.Kind{"class": code.Class, "function": code.Function, "field": code.Field}
	for _, tt := range []struct {
		name    string
		lines   []string
		symbols []string
		want    string
	}{
		{"what fits just so", []string{long("a", 450), long("b", 450)}, nil, "1-2 -"},
		{"one byte more", []string{long("a", 450), long("b", 451)}, nil, "1-1 -, 2-2 -"},
		{"as many as fit", []string{long("a", 450), long("b", 450), long("c", 450)}, nil, "1-2 -, 3-3 -"},
		{"no more", []string{long("a", 450), long("b", 451), long("c", 449)}, nil, "1-1 -, 2-3 -"},
		{"blank lines", []string{"\n", "\n"}, nil, ""},
		{"a tab is eight blanks", []string{long("a", 400), long("\tb", 300), long("        c", 550)}, nil, "1-2 -, 3-3 -"},
		{"eight blanks are a tab", []string{long("a", 400), long("        b", 300), long("\tc", 550)}, nil, "1-2 -, 3-3 -"},
		{"what is deeper stays", []string{long("a", 400), long("b", 300), long("  c", 550)}, nil, "1-1 -, 2-3 -"},
		{"what goes on stays", []string{long("a", 400), long("if b", 300), long("else c", 550)}, nil, "1-1 -, 2-3 -"},
		{"a blank line is no shallow one", []string{long("a", 400), long("    b", 300), long("      c", 300), "\n", long("    d",
			200)}, nil, "1-1 -, 2-5 -"},
		{"nor is a bracket", []string{long("a", 400), long("    b", 300), long("      c", 299), ")\n", long("    d", 200)}, nil,
			"1-1 -, 2-5 -"},
		{"a statement that does not fit", []string{long("a", 400), long("b", 300), long("  c", 300), long("  d", 400), long("e",
			100)}, nil, "1-1 -, 2-3 -, 4-4 -, 5-5 -"},
		{"a line that does not fit", []string{"a\n", "x" + strings.Repeat("é", 600) + "\n", "b\n"}, nil, "1-1 -, 2-2 -, 2-2 -, 3-3 -"},
		{"functions side by side", []string{"open() {\n", "}\n", "shut() {\n", "}\n"}, []string{"open function 1-2",
			"shut function 3-4"}, "1-2 open, 3-4 shut"},
		{"fields that fit", []string{long("a", 450), long("b", 450), long("c", 10)}, []string{"a field 1-1", "b field 2-2",
			"c field 3-3"}, "1-2 a b, 3-3 c"},
		{"a class that fits", []string{long("Room", 300), long("open", 300), long("shut", 300)}, []string{"Room class 1-3",
			"open function 2-2", "shut function 3-3"}, "1-3 Room open shut"},
		{"a class that does not", []string{long("Room", 300), long("open", 300), long("shut", 301)}, []string{"Room class 1-3",
			"open function 2-2", "shut function 3-3"},
			"1-1 Room, 2-2 open, 3-3 shut"},
		{"a name at the end", []string{"struct {\n", long("open", 500), long("shut", 500), "} Room;\n"},
			[]string{"open function 2-2", "shut function 3-3", "Room class 1-4"},
			"1-1 in Room, 2-2 open, 3-3 shut, 4-4 Room"},
		{"two on one line", []string{"struct { open\n", long(" a", 500), long(" b", 500), long(" c", 500), "} Room;\n", "shut\n", "lock\n"},
			[]string{"open field 1-1", "Room class 1-5", "shut function 6-6", "lock function 7-7"},
			"1-2 open, 3-3 in Room, 4-5 Room, 6-6 shut, 7-7 lock"},
		{"a comment within a class", []string{"@is Room\n", "# opens\n", long("open", 450), "# shuts\n", long("shut", 450)},
			[]string{"Room class 1-5", "open function 3-3", "shut function 5-5"}, "1-1 Room, 2-3 open, 4-5 shut"},
		{"the line with the name", []string{long("import", 300), "\n", long("@deep", 100), long("Room", 100), long("    a", 400),
			long("    b", 400)}, []string{"Room class 3-6"},
			"1-1 -, 3-5 Room, 6-6 in Room"},
		{"a name far below", []string{long("@deep", 450), long("Room", 50), long("    a", 200), long("    b", 250)},
			[]string{"Room class 1-4"}, "1-1 in Room, 2-4 Room"},
	} {
		source, f := strings.Join(tt.lines, ""), code.File{}
		for _, symbol := range tt.symbols {
			var s code.Symbol
			var kind string
			fmt.Sscanf(symbol, "%s %s %d-%d", &s.Name, &kind, &s.Span.Line, &s.Span.EndLine)
			s.Kind, s.Span.Start = kinds[kind], len(strings.Join(tt.lines[:s.Span.Line-1], ""))
			s.Span.End = len(strings.Join(tt.lines[:s.Span.EndLine], "")) - 1
			s.NameSpan.Start = s.Span.Start + strings.Index(source[s.Span.Start:], s.Name)
			s.NameSpan.Line = 1 + strings.Count(source[:s.NameSpan.Start], "\n")
			f.Symbols = append(f.Symbols, s)
		}
		var got []string
		for _, c := range Cut(&f, []byte(source)) {
			text := fmt.Sprintf("%d-%d", c.Line, c.EndLine)
			for _, s := range c.Symbols {
				text += " " + f.Symbols[s].Name
			}
			if len(c.Symbols) == 0 && c.In >= 0 {
				text += " in " + f.Symbols[c.In].Name
			} else if len(c.Symbols) == 0 {
				text += " -"
			}
			got = append(got, text)
			if part := source[c.Start:c.End]; !utf8.ValidString(part) || len(part) > Most {
				t.Errorf("%s: %q", tt.name, part)
			}
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := Cut(&code.File{}, []byte(strings.Repeat("\x80", 1000)+"ab")); len(got) != 1 || got[0].Start != 900 || got[0].End != 1002 {
		t.Errorf("what is no text: %+v", got)
	}
}

// Nothing with a letter or a digit is lost or told twice, no chunk is too long, and no symbol that
// fits is cut, whatever the bytes and wherever symbols are said to be.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[ \t]{0,6}(|}|else|// é|[a-z(]{1,8}|[a-zé ]{300}|x{950})`), 1, 60).Draw(t, "lines")
		source := strings.Join(lines, "\n")
		starts := []int{0}
		for i, b := range []byte(source) {
			if b == '\n' {
				starts = append(starts, i+1)
			}
		}
		f := code.File{}
		for range rapid.IntRange(0, 8).Draw(t, "symbols") {
			from := rapid.IntRange(0, len(starts)-1).Draw(t, "from")
			to := rapid.IntRange(from, len(starts)-1).Draw(t, "to")
			end := len(source)
			if to+1 < len(starts) {
				end = starts[to+1] - 1
			}
			kind := rapid.SampledFrom([]code.Kind{code.Function, code.Field, code.Class}).Draw(t, "kind")
			f.Symbols = append(f.Symbols, code.Symbol{Kind: kind, Name: "x",
				NameSpan: code.Span{Start: starts[from], End: starts[from], Line: from + 1, EndLine: from + 1},
				Span:     code.Span{Start: starts[from], End: end, Line: from + 1, EndLine: to + 1}})
		}
		slices.SortStableFunc(f.Symbols, func(a, b code.Symbol) int { return a.NameSpan.Start - b.NameSpan.Start })
		chunks := Cut(&f, []byte(source))
		at := 0
		for _, c := range chunks {
			if c.Start < at || c.End <= c.Start || c.End-c.Start > Most+1 {
				t.Fatalf("%+v after %d", c, at)
			}
			if rest := source[at:c.Start]; strings.ContainsFunc(rest, unicode.IsLetter) {
				t.Fatalf("lost %q", rest)
			}
			at = c.End
		}
		if strings.ContainsFunc(source[at:], unicode.IsLetter) {
			t.Fatalf("lost %q", source[at:])
		}
	})
}
