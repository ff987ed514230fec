package report

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"short\n", "short\n"},
		{"one two three four five six\n", "one two three four\n    five six\n"},
		{"  - one two three four\n", "  - one two three\n      four\n"},
		{"averyveryveryverylongword\n", "averyveryveryverylongword\n"},
		{"averyveryveryverylongword after\n", "averyveryveryverylongword\n    after\n"},
		{"\x1b[1mone two\x1b[0m three \x1b[2mfour\x1b[0m\n", "\x1b[1mone two\x1b[0m three \x1b[2mfour\x1b[0m\n"},
		{"日本語 日本語 日本語 日本語\n", "日本語 日本語\n    日本語 日本語\n"},
		{"twelve chars, no end", "twelve chars, no\n    end"},
		{strings.Repeat(" ", 30) + "x y\n", strings.Repeat(" ", 30) + "x\n      y\n"},
	} {
		if got := wrap(tt.line, 18); got != tt.want {
			t.Errorf("%q is\n%q, not\n%q", tt.line, got, tt.want)
		}
	}
	blanks := strings.Repeat(" ", 1<<20) // in a time that grows with the line, not with its square
	if got := wrap("x"+blanks+"y\n", 18); !strings.HasPrefix(got, "x\n") || !strings.HasSuffix(got, "y\n") {
		t.Errorf("a line of blanks is %q…", got[:40])
	}
	if long := strings.Repeat("a b ", 100); wrap(long, 0) != long {
		t.Error("a line is broken where nothing has a width")
	}
}

func TestFill(t *testing.T) {
	text := "One paragraph that was\nbroken for another width.\n\nA list:\n- one item\n- two\n\n    code stays\n    as it is"
	want := "One paragraph that was broken\nfor another width.\n\nA list:\n- one item\n- two\n\n    code stays\n    as it is"
	if got := Fill(text, 30); got != want {
		t.Errorf("%q, not\n%q", got, want)
	}
	if Fill(text, 0) != text {
		t.Error("a text is laid out anew where nothing has a width")
	}
}

// However a text is cut into writes, the words come out in their order, and no line is wide that
// has a blank to break at.
func TestWrapperKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var out strings.Builder
		columns := rapid.IntRange(8, 40).Draw(t, "columns")
		w := &Wrapper{W: &out, Columns: columns}
		pieces := rapid.SliceOf(rapid.StringMatching(`[a-z  \n]{0,30}`)).Draw(t, "pieces")
		for _, p := range pieces {
			if n, err := w.Write([]byte(p)); n != len(p) || err != nil {
				t.Fatal(n, err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(pieces, "")
		if got, want := strings.Fields(out.String()), strings.Fields(text); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("%q became %q", text, out.String())
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimRight(line, " \n"); len(line) > columns && len(strings.Fields(line)) > 1 {
				t.Fatalf("%q is wider than %d", line, columns)
			}
		}
	})
}
