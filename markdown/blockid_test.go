package markdown

import (
	"strings"
	"testing"
)

func TestFindBlock(t *testing.T) {
	source := strings.Join([]string{
		"# Title ^top", // 1
		"Text below",   // 2
		"of two lines. ^para",
		"",
		"- one ^one", // 5
		"- two",
		"  goes on ^two",
		"1. three ^three",
		"",
		"| a | b |", // 10
		"|---|---|",
		"| 1 | 2 |",
		"",
		"^table",
		"", // 15
		"```go",
		"x ^code",
		"",
		"y",
		"```", // 20
		"^fenced",
		"",
		"> quoted",
		"> on ^Quote",
		"", // 25
		"x^not 2 ^ no ^-",
		"last ^para",
		"",
		"1. ```go",
		"   x ^listed",
		"   ```",
	}, "\n")
	for _, c := range []struct {
		id         string
		start, end int // lines, 0 for none
	}{
		{"top", 1, 1}, {"para", 2, 3}, {"one", 5, 5}, {"two", 6, 7}, {"three", 8, 8}, {"table", 10, 12}, {"fenced", 16, 20},
		{"quote", 23, 24}, {"QUOTE", 23, 24}, {"-", 26, 26},
		{"code", 0, 0}, {"listed", 0, 0}, {"not", 0, 0}, {"", 0, 0}, {"no such", 0, 0}, {"nothing", 0, 0},
	} {
		span, ok := FindBlock([]byte(source), c.id)
		if ok != (c.start > 0) || ok && (span.StartLine != c.start || span.EndLine != c.end) {
			t.Errorf("%q: lines %d–%d, %v; want %d–%d", c.id, span.StartLine, span.EndLine, ok, c.start, c.end)
		}
	}
}

func FuzzFindBlock(f *testing.F) {
	f.Add([]byte("a ^x\n\n^y\n"), "x")
	f.Add([]byte("^x"), "x")
	f.Add([]byte("```\n^x"), "x")
	f.Add([]byte("1\n\r^a"), "a")
	f.Fuzz(func(t *testing.T, source []byte, id string) {
		span, ok := FindBlock(source, id)
		if !ok {
			return
		}
		if span.Start < 0 || span.Start >= span.End || span.End > len(source) {
			t.Fatalf("[%d, %d) of %d bytes", span.Start, span.End, len(source))
		}
		if span.Start > 0 && source[span.Start-1] != '\n' {
			t.Fatal("begins within a line")
		}
	})
}
