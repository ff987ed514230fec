package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// visible writes styles as tags, so that expectations can be read.
func visible(s string) string {
	return strings.NewReplacer("\x1b[0m", ")", "\x1b[1;34m", "H(", "\x1b[32m", "C(", "\x1b[2m", "F(", "\x1b[4m", "L(").Replace(s)
}

func TestMarkdown(t *testing.T) {
	in := "---\ntitle: A\n---\n# Head\ntext `code` and ``` [[wiki|x]] [a](b) [lone `x\n> quote\n" +
		"````go\n# no heading\n```\n[a](b)\n````\n#tag\n####### seven\n~~~\nx\n~~~"
	want := "F(---)\nF(title: A)\nF(---)\nH(# Head)\ntext C(`code`) and ``C(` [[wiki|x]] [a](b) [lone `)x\nF(> quote)\n" +
		"F(````go)\nC(# no heading)\nC(```)\nC([a](b))\nF(````)\n#tag\n####### seven\nF(~~~)\nC(x)\nF(~~~)\n"
	var b strings.Builder
	if err := Markdown(&b, Style{Colour: true}, in); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, visible(b.String())); diff != "" {
		t.Error(diff)
	}
}

func TestMarkdownSpans(t *testing.T) {
	for in, want := range map[string]string{
		"see [[a]] and [b](c).": "see L([[a]]) and L([b])F((c)).",
		"open [[a":              "open [[a",
		"open [a](b":            "open [a](b",
		"one ` tick":            "one ` tick",
		"--- no front matter":   "--- no front matter",
		"\x1b[31mred":           `\x1b[31mred`,
	} {
		var b strings.Builder
		if err := Markdown(&b, Style{Colour: true}, in); err != nil {
			t.Fatal(err)
		}
		if got := visible(b.String()); got != want+"\n" {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// Style takes nothing away and moves nothing: without its sequences a rendered note is the cleaned note.
func TestMarkdownKeepsTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.SampledFrom([]string{
			"`", "```", "~~~", "[", "]", "(", ")", "[[", "]]", "](", "#", " ", "\n", "\r\n", "> ", "---\n", "+++\n", "a", "é", "\x1b[2J",
			"\xff",
		})).Draw(t, "text")
		in := strings.Join(pieces, "")
		var plain, coloured strings.Builder
		if Markdown(&plain, Style{}, in) != nil || Markdown(&coloured, Style{Colour: true}, in) != nil {
			t.Fatal("a builder refused text")
		}
		want := Clean(in)
		if in != "" && !strings.HasSuffix(in, "\n") {
			want += "\n"
		}
		if plain.String() != want {
			t.Fatalf("plain: got %q, want %q", plain.String(), want)
		}
		for _, sgr := range []string{"0", "1;34", "32", "2", "4"} {
			in = strings.ReplaceAll(coloured.String(), "\x1b["+sgr+"m", "")
			coloured.Reset()
			coloured.WriteString(in)
		}
		if coloured.String() != want {
			t.Fatalf("coloured: got %q, want %q", coloured.String(), want)
		}
	})
}
