package merge

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// blocksOf names the blocks of a text with the number of their lines, and whether blank lines follow.
func blocksOf(text string, level int) string {
	names := [...]string{
		"paragraph",
		"heading",
		"bullets",
		"numbers",
		"table",
		"fence",
		"quote",
		"markup",
		"definitions",
		"verbatim",
		"item",
		"row",
		"definition",
		"sentence",
	}
	var all []string
	for _, u := range blocks(text, level) {
		all = append(all,
			fmt.Sprintf("%s %d%s", names[u.kind], 1+strings.Count(u.text, "\n"), strings.Repeat("_", max(0, strings.Count(u.sep, "\n")-1))))
	}
	return strings.Join(all, ", ")
}

// What begins at a line, and where it ends: the number of lines of each block, with a _ for each
// blank line behind it.
func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		text  string
		level int // of the heading that the text begins with
		want  string
	}{
		{"a\nb\n\nc", 0, "paragraph 2_, paragraph 1"},
		{"a\n\n\nb\n", 0, "paragraph 1__, paragraph 2"},
		{"# h\ntext", 0, "heading 1, paragraph 1"},
		{"a\n# h", 0, "paragraph 1, heading 1"},
		{"    # code", 0, "verbatim 1"},
		{"####### x\ny", 0, "heading 1, paragraph 1"},
		{"```\na\n\nb\n```\nc", 0, "fence 5, paragraph 1"},
		{"```\na", 0, "fence 2"},
		{"~~~\n```\n~~~\nb", 0, "fence 3, paragraph 1"},
		{"````\n```\n````\nb", 0, "fence 3, paragraph 1"},
		{"```a`b\nc", 0, "paragraph 2"},
		{"    ```\n    x", 0, "verbatim 2"},
		{"  ```\n  x\n  ```\ny", 0, "fence 3, paragraph 1"},
		{"``\na", 0, "paragraph 2"},
		{"***\na", 0, "paragraph 1, paragraph 1"},
		{"- - -\na", 0, "paragraph 1, paragraph 1"},
		{"---\na", 0, "paragraph 1, paragraph 1"},
		{"___", 0, "paragraph 1"},
		{"--", 0, "paragraph 1"},
		{"-", 0, "bullets 1"},
		{"a\n---", 0, "paragraph 2"},
		{"- a\n- b\n\n- c\n\ntext", 0, "bullets 4_, paragraph 1"},
		{"- a\n  b\n\n  c\nd", 0, "bullets 5"},
		{"- a\nlazy\n\nnot", 0, "bullets 2_, paragraph 1"},
		{"* a\n- b", 0, "bullets 2"},
		{"- a\n  - b\n- c", 0, "bullets 3"},
		{"- a\n\n  ```\n  x\n\n- y\n  ```\n- z", 0, "bullets 8"},
		{"    - a", 0, "verbatim 1"},
		{"   - a\n", 0, "bullets 2"},
		{"- a\n# h", 0, "bullets 1, heading 1"},
		{"- a\n> q", 0, "bullets 1, quote 1"},
		{"- a\n---\nb", 0, "bullets 1, paragraph 1, paragraph 1"},
		{"- a\n1. b", 0, "bullets 1, numbers 1"},
		{"- a\n[x]: y", 0, "bullets 1, definitions 1"},
		{"- a\n<p>", 0, "bullets 1, markup 1"},
		{"-a", 0, "paragraph 1"},
		{"-\na", 0, "bullets 2"},
		{"1. a\n2. b\n\n3. c", 0, "numbers 4"},
		{"1) a\n2) b", 0, "numbers 2"},
		{"12. a\ntext\n2. b", 0, "numbers 3"},
		{"a\n2. b", 0, "paragraph 2"},
		{"a\n1. b", 0, "paragraph 1, numbers 1"},
		{"a\n1) b", 0, "paragraph 1, numbers 1"},
		{"1234567890. a", 0, "paragraph 1"},
		{"1. a\n   b\n  c", 0, "numbers 3"},
		{"| a | b |\n|---|---|\n| c | d |\ntext", 0, "table 3, paragraph 1"},
		{"a | b\n--- | ---\nc | d", 0, "table 3"},
		{"| a |\n\n|---|", 0, "paragraph 1_, paragraph 1"},
		{"a | b\nc | d", 0, "paragraph 2"},
		{"| a |\n|---|", 0, "table 2"},
		{"| a |\n| - | x |", 0, "paragraph 2"},
		{"[a]: b\n[c]: d\ntext", 0, "definitions 2, paragraph 1"},
		{"[^1]: x\n  y", 0, "definitions 1, paragraph 1"},
		{"[]: b", 0, "paragraph 1"},
		{"a\n[x]: y", 0, "paragraph 2"},
		{"    [a]: b", 0, "verbatim 1"},
		{"<div>\na\n</div>\n\nb", 0, "markup 3_, paragraph 1"},
		{"<!-- a\n\nb -->\nc", 0, "markup 3, paragraph 1"},
		{"<!-- a", 0, "markup 1"},
		{"<!-- a --> b\nc", 0, "markup 1, paragraph 1"},
		{"< a", 0, "paragraph 1"},
		{"<a", 0, "markup 1"},
		{"    <p>", 0, "verbatim 1"},
		{"a\n<!-- b -->\nc", 0, "paragraph 1, markup 1, paragraph 1"},
		{"> a\n> b\nlazy\n\nc", 0, "quote 3_, paragraph 1"},
		{"> a\n- b", 0, "quote 1, bullets 1"},
		{"> a\n> - b\n> # c", 0, "quote 3"},
		{"> a\n# b", 0, "quote 1, heading 1"},
		{"a\n> b", 0, "paragraph 1, quote 1"},
		{"    > a", 0, "verbatim 1"},
		{"> a\n```\nb\n```", 0, "quote 1, fence 3"},
		{"    a\n    b\n\n    c\nd", 0, "verbatim 2_, verbatim 1, paragraph 1"},
		{"a\n    b", 0, "paragraph 2"},
		{"\ta\nb", 0, "verbatim 1, paragraph 1"},
		{"   a", 0, "paragraph 1"},
		{"# h\ntext", 1, "heading 1, paragraph 1"},
		{"h\n===\ntext", 1, "heading 2, paragraph 1"},
		{"h\nmore\n---\ntext", 1, "heading 3, paragraph 1"},
		{"h\ntext\n\n---", 1, "heading 1, paragraph 1_, paragraph 1"},
		{"  # h\n===", 1, "heading 1, paragraph 1"},
	} {
		if got := blocksOf(c.text, c.level); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestBlocksLeaveNothingOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom(
			[]string{
				"",
				"a b",
				"# h",
				"- x",
				"  y",
				"1. z",
				"```",
				"> q",
				"| a |",
				"|---|",
				"<p>",
				"<!--",
				"-->",
				"[l]: m",
				"    c",
				"---",
				"\t",
			},
		)
		text := strings.Join(rapid.SliceOfN(line, 0, 12).Draw(t, "lines"), "\n")
		if first, _, _ := strings.Cut(text, "\n"); blank(first) { // parts have lost them before
			return
		}
		if got := joined(blocks(text, rapid.IntRange(0, 1).Draw(t, "level"))); got != text {
			t.Fatalf("%q became %q", text, got)
		}
		if got := joined(items(text)); got != text {
			t.Fatalf("%q as a list became %q", text, got)
		}
	})
}

func TestCells(t *testing.T) {
	for row, want := range map[string][]string{
		"| a | b |":     {"a", "b"},
		"a | b":         {"a", "b"},
		"|a|":           {"a"},
		"| a \\| b |":   {"a \\| b"},
		"a \\|":         {"a \\|"},
		"| a || b |":    {"a", "", "b"},
		"":              {""},
		"|":             {""},
		"||":            {""},
		"  | a | b |  ": {"a", "b"},
	} {
		if got := cells(row); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", row, got, want)
		}
	}
}

func TestNumbersCount(t *testing.T) {
	for list, want := range map[string]bool{
		"1. a\n2. b\n3. c": true, "4. a\n5. b": true, "1. a": true, "": true, "1. a\n1. b": false, "1. a\n3. b": false, "2. a\n1. b": false,
		"1. a\n- b": false, "- a": false,
	} {
		if counts(list) != want {
			t.Errorf("%q counts: %v", list, !want)
		}
	}
	for _, c := range []struct {
		text       string
		next, then int
		want       string
	}{
		{"1. a", -1, 2, "1. a"},
		{"1. a", 4, 5, "4. a"},
		{"4. a", 4, 5, "4. a"},
		{"9. a\n   b\n\n   c\nd", 10, 11, "10. a\n    b\n\n    c\nd"},
		{"10. a\n    b", 9, 10, "9. a\n    b"},
		{"9. a\n      deep", 10, 11, "10. a\n      deep"},
		{"  9) a", 10, 11, "  10) a"},
		{"- a", 3, 3, "- a"},
	} {
		p := piece{text: c.text}
		if then := renumber(&p, c.next); then != c.then || p.text != c.want {
			t.Errorf("%q as number %d: %q, then %d; want %q, then %d", c.text, c.next, p.text, then, c.want, c.then)
		}
	}
}
