package report

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestGuard(t *testing.T) {
	long := strings.Repeat("ä", 30)
	for _, tt := range []struct {
		what     string
		colour   bool
		longest  int
		in, want string
	}{
		{"plain", false, 0, "a\tb\nc", "a\tb\nc"},
		{"controls", false, 0, "a\x1b[31mb\u009b\x07\r\n\xff\n", `a\x1b[31mb\u009b\x07\x0d` + "\n\\xff\n"},
		{"styles", true, 0, "\x1b[1;34mH\x1b[0m \x1b]0;x\x07 \x1b[2J\n", "\x1b[1;34mH\x1b[0m " + `\x1b]0;x\x07 \x1b[2J` + "\n"},
		{"a long line", false, 10, long + "\nshort", long[:20] + "… (20 more characters)\nshort"},
		{"a long style", true, 10, "\x1b[31m" + long + "\x1b[0m\n", "\x1b[31m" + long[:20] + "\x1b[0m… (24 more characters)\n"},
		{"an exact line", true, 30, "\x1b[31m" + long + "\x1b[0m\n", "\x1b[31m" + long + "\x1b[0m\n"},
	} {
		var b strings.Builder
		g := Guard{W: &b, Colour: tt.colour, Longest: tt.longest}
		for i := range len(tt.in) {
			if _, err := g.Write([]byte(tt.in[i : i+1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.Flush(); err != nil || b.String() != tt.want {
			t.Errorf("%s: %q, want %q (%v)", tt.what, b.String(), tt.want, err)
		}
	}
	var b strings.Builder
	g := Guard{W: &b, Raw: true}
	if _, err := g.Write([]byte("\x1b\xff")); err != nil || b.String() != "\x1b\xff" {
		t.Errorf("raw: %q, %v", b.String(), err)
	}
}

// Whatever is written, in whatever pieces, nothing harmful passes.
func TestGuardLetsNothingPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		g := Guard{W: &b, Longest: rapid.IntRange(0, 40).Draw(t, "longest")}
		for _, piece := range rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "pieces") {
			g.Write(piece)
		}
		g.Flush()
		harm := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
		if out := b.String(); !utf8.ValidString(out) || strings.ContainsFunc(out, harm) {
			t.Fatalf("%q", out)
		}
	})
}
