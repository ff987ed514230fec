package chunk

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

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
