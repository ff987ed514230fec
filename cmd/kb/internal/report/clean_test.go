package report

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ in, text, line string }{
		{"plain – ünï", "plain – ünï", "plain – ünï"},
		{"a\x1b[31mb", `a\x1b[31mb`, `a\x1b[31mb`},
		{"a\nb\tc", "a\nb\tc", `a\x0ab\x09c`},
		{"a\r\nb", "a\nb", `a\x0d\x0ab`},
		{"over\rwrite", `over\x0dwrite`, `over\x0dwrite`},
		{"\u009b31m", `\u009b31m`, `\u009b31m`},
		{"bad \xff byte", `bad \xff byte`, `bad \xff byte`},
		{"real \uFFFD stays", "real \uFFFD stays", "real \uFFFD stays"},
		{"\u202egpj.exe", `\u202egpj.exe`, `\u202egpj.exe`},
		{"\x7f\x00", `\x7f\x00`, `\x7f\x00`},
	} {
		if got := Clean(c.in); got != c.text {
			t.Errorf("Clean(%q) = %q, want %q", c.in, got, c.text)
		}
		if got := CleanLine(c.in); got != c.line {
			t.Errorf("CleanLine(%q) = %q, want %q", c.in, got, c.line)
		}
	}
}

// Whatever a note holds, what is printed moves no cursor and stays on its line.
func TestCleanLineIsHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		out := CleanLine(in)
		if !utf8.ValidString(out) || strings.ContainsFunc(out, unicode.IsControl) {
			t.Fatalf("%q became %q", in, out)
		}
		if again := CleanLine(out); again != out {
			t.Fatalf("cleaned twice: %q, %q", out, again)
		}
	})
}

func TestIndent(t *testing.T) {
	if got := Indent("a\nb\n", "  "); got != "  a\n  b" {
		t.Errorf("got %q", got)
	}
}
