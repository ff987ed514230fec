package merge

import (
	"slices"
	"strings"
	"testing"
)

// mergedFront merges three front matters, and gives that of the result; conflicts are between < and >.
func mergedFront(base, ours, theirs string) string {
	wrap := func(front string) []byte { return []byte("---\n" + front + "\n---\n# N\n") }
	r := Merge(wrap(base), wrap(ours), wrap(theirs), Options{Ours: "o", Base: "b", Theirs: "t", Rule: frontRule})
	front, _, _ := strings.Cut(strings.TrimPrefix(string(r.Text), "---\n"), "\n---\n")
	for _, mark := range [][2]string{{"<<<<<<< o\n", "<"}, {"=======\n", "|"}, {">>>>>>> t", ">"}} {
		front = strings.ReplaceAll(front, mark[0], mark[1])
	}
	return front
}

// Lists of the front matter are merged item by item, however they are written; where that cannot be
// done without a doubt, a person is asked.
func TestListsOfTheFrontMatter(t *testing.T) {
	for _, tt := range []struct{ name, base, ours, theirs, want string }{
		{"both add", "tags: [a]", "tags: [a, b]", "tags: [a, c]", "tags: [a, b, c]"},
		{"both add the same", "tags: [a]", "tags: [a, b]", "tags: [b, a, c]", "tags: [a, b, c]"},
		{"both remove", "tags: [a, b, c]", "tags: [b, c]", "tags: [a, c]", "tags: [c]"},
		{"to nothing", "tags:\n  - a\n  - b", "tags:\n  - b", "tags:\n  - a", "tags: []"},
		{"a flow to nothing", "tags: [a, b]", "tags: [b] # c", "tags: [a]", "tags: [] # c"},
		{"new on both sides", "x: 1", "x: 1\ntags: [a]", "x: 1\ntags: [b]", "x: 1\ntags: [a, b]"},
		{"of nothing", "tags:", "tags: [a]", "tags: [b]", "tags: [a, b]"},
		{"quoted commas", `tags: ["a, b"]`, `tags: ["a, b", 'c, d']`, `tags: ["a, b", "e\", f"]`, `tags: ["a, b", 'c, d', "e\", f"]`},
		{"quotes within a word", "tags: [it's]", "tags: [it's, a]", "tags: [it's, b]", "tags: [it's, a, b]"},
		{"lists within", "tags: [[a, b], c]", "tags: [[a, b], c, d]", "tags: [[a, b]]", "tags: [[a, b], d]"},
		{"words of one", "tags: a", "tags: b", "tags: c", "<tags: b\n|tags: c\n>"},
		{"words of two and one", "tags: a", "tags: a, b", "tags: c", "tags: b, c"},
		{"words and a flow", "tags: a, b", "tags: a, b, c", "tags: [a]", "tags: [a, c]"},
		{"words with a colon", "tags: a, b", "tags: 'a, b: c'", "tags: a, c", "<tags: 'a, b: c'\n|tags: a, c\n>"},
		{"dashes with a comment within", "tags:\n  - a", "tags:\n  - a\n  # why\n  - b", "tags:\n  - a\n  - c",
			"tags:\n  - a\n  # why\n  - b\n  - c"},
		{"dashes without indentation", "tags:\n- a", "tags:\n- a\n- b", "tags:\n- a\n- c", "tags:\n- a\n- b\n- c"},
		{"items of several lines", "tags:\n  - {name: x}", "tags:\n  - {name: x}\n  - name: y\n    type: tool",
			"tags:\n  - {name: x}\n  - {name: z}",
			"tags:\n  - {name: x}\n  - name: y\n    type: tool\n  - {name: z}"},
		{"one changes an entity, one removes it", "tags: [{name: x, a: 1}, b]", "tags: [{name: x, a: 2}, b]", "tags: [b, c]",
			"<tags: [{name: x, a: 2}, b]\n|tags: [b, c]\n>"},
		{"one removes an entity, one changes it", "tags: [{name: x, a: 1}, b]", "tags: [b, c]", "tags: [{name: x, a: 2}, b]",
			"<tags: [b, c]\n|tags: [{name: x, a: 2}, b]\n>"},
		{"both change an entity", "tags: [{name: x, a: 1}, b]", "tags: [{name: x, a: 2}, b]", "tags: [{name: x, a: 3}, b]",
			"<tags: [{name: x, a: 2}, b]\n|tags: [{name: x, a: 3}, b]\n>"},
		{"both change two entities", "tags: [{name: x, a: 1}, {name: y, a: 1}]", "tags: [{name: x, a: 2}, {name: y, a: 1}]",
			"tags: [{name: x, a: 1}, {name: y, a: 2}]", "tags: [{name: x, a: 2}, {name: y, a: 2}]"},
		{"entities of two types", "tags: []", "tags: [{type: a, name: x}]", "tags: [{type: b, name: x}]",
			"tags: [{type: a, name: x}, {type: b, name: x}]"},
		{"an item twice", "tags: [a, a]", "tags: [a, a, b]", "tags: [a, c]", "<tags: [a, a, b]\n|tags: [a, c]\n>"},
		{"no list", "tags: [a]", "tags: {a: b}", "tags: [a, c]", "<tags: {a: b}\n|tags: [a, c]\n>"},
		{"a number and a word", "tags: [1]", "tags: [1, '1']", "tags: [1, 2]", "tags: [1, '1', 2]"},
		{"lines in a flow of theirs", "tags: [a]", "tags: [a, b]", "tags:\n  - a\n  - name: c\n    type: tool",
			"<tags: [a, b]\n|tags:\n  - a\n  - name: c\n    type: tool\n>"},
		{"the form alone", "tags: [a]", "tags:\n  - a", "tags: [a, b]", "tags: [a, b]"},
		{"the form alone, theirs", "tags: [a]", "tags: [a, b]", "tags:\n  - a", "tags: [a, b]"},
		{"removed and changed", "x: 1\ntags: [a]", "x: 1", "x: 1\ntags: [a, b]", "x: 1\n<|tags: [a, b]\n>"},
	} {
		if got := mergedFront(tt.base, tt.ours, tt.theirs); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// How the lines of a key are cut into items, and which cannot be.
func TestCutLists(t *testing.T) {
	for text, want := range map[string][]string{
		"tags: a, b ": {"a", "b"}, "tags: [a, b]": {"a", "b"}, "tags: []": nil, "tags: [ ]": nil, "tags:\n  - a\n  - b": {"a", "b"},
		"tags: # why\n- a": {"a"}, "tags: [a, [b, c], {d: e, f: g}] # h": {"a", "[b, c]", "{d: e, f: g}"},
		"tags:\n  - a\n    b\n\n  - c": {"a\n  b\n", "c"},
		`tags: ["a]", 'b,c', "d\",e"]`: {`"a]"`, `'b,c'`, `"d\",e"`}, "tags: [a": {"none"}, "tags: [a}": {"none"}, "tags: a\n  b": {"none"},
		"tags:\n  a: b": {"none"}, "tags:\n  - a\n b": {"none"}, "tags:\n  - a\nb": {"none"}, "tags:": {"none"}, "tags: \"a, b\"": {"none"},
		"tags: a # b": {"none"}, "tags: a: b": {"none"}, "tags: |": {"none"}, "tags: *a": {"none"}, "tags": {"none"},
		"\"tags\": a":                {"none"},
		"tags:\n  - a\n  # b\n  - c": {"a\n# b", "c"}, "tags:\n  - a\n# b\n  - c": {"a\n# b", "c"}, "tags: [a, 'it''s, b']": {"a",
			"'it''s, b'"},
	} {
		got := []string{"none"}
		if l, ok := cutList(text); ok {
			got = nil
			for _, i := range l.items {
				got = append(got, i.text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Rows and columns of a table, and the cells of a row that both sides changed.
func TestRowsOfTables(t *testing.T) {
	const head = "| a | b |\n|---|---|\n"
	for _, tt := range []struct{ name, base, ours, theirs, want string }{
		{"cells of one row", head + "| 1 | 2 |\n", head + "| 9 | 2 |\n", head + "| 1 | 8 |\n", head + "| 9 | 8 |\n"},
		{"one cell", head + "| 1 | 2 |\n", head + "| 9 | 2 |\n", head + "| 8 | 2 |\n",
			head + "<<<<<<< o\n| 9 | 2 |\n=======\n| 8 | 2 |\n>>>>>>> t\n"},
		{"the same cell", head + "| 1 | 2 |\n", head + "| 9 | 2 |\n", head + "| 9 | 8 |\n", head + "| 9 | 8 |\n"},
		{"a header", head + "| 1 | 2 |\n", "| c | b |\n|---|---|\n| 1 | 2 |\n", head + "| 1 | 8 |\n", "| c | b |\n|---|---|\n| 1 | 8 |\n"},
		{"wider dashes", head + "| 1 | 2 |\n", "| a | b |\n|-----|---|\n| 1 | 2 |\n", head + "| 1 | 8 |\n",
			"| a | b |\n|-----|---|\n| 1 | 8 |\n"},
		{"rows at both ends", head + "| 1 | 2 |\n", head + "| 0 | 0 |\n| 1 | 2 |\n", head + "| 1 | 2 |\n| 3 | 3 |\n",
			head + "| 0 | 0 |\n| 1 | 2 |\n| 3 | 3 |\n"},
		{"two names of one value", head + "| 1 | 2 |\n", head + "| 1 | 2 |\n| x | 5 s |\n", head + "| 1 | 2 |\n| y | 5 s |\n",
			head + "| 1 | 2 |\n| x | 5 s |\n| y | 5 s |\n"},
	} {
		r := Merge([]byte(tt.base), []byte(tt.ours), []byte(tt.theirs), Options{Ours: "o", Base: "b", Theirs: "t", Rule: frontRule})
		if string(r.Text) != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, r.Text, tt.want)
		}
	}
	for rows, want := range map[string]bool{"| 1 | 2 |": false, "| 1 |": true, "| 1 | 2 | 3 |": true, "| 1 | 2 |\n| 3 |": true} {
		if got := uneven(head + rows); got != want {
			t.Errorf("%q is uneven: %v", rows, got)
		}
	}
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{head, head, true}, {head, "| c | b |\n|---|---|\n", true}, {head, "| b | c |\n|---|---|\n", false}, {head, "| a |\n|---|\n",
			false},
		{head, "| a | b |\n|---|\n", false}, {"| a | a |\n|---|---|\n", "| a | a |\n|---|---|\n", true}, {"|  | b |\n|---|---|\n",
			"| b |  |\n|---|---|\n", false},
		{"|  | x |\n|---|---|\n", "| c |  |\n|---|---|\n", true},
	} {
		if got := sameColumns(perLine(tt.a, row), perLine(tt.b, row)); got != tt.want {
			t.Errorf("%q and %q have the same columns: %v", tt.a, tt.b, got)
		}
	}
}

// A paragraph is cut at the ends of sentences, and before lines that are fields of their own.
func TestSentencesOfAParagraph(t *testing.T) {
	for text, want := range map[string][]string{
		"One. Two.":                              {"One.", "Two."},
		"One goes\non. Two.":                     {"One goes\non.", "Two."},
		"Status: draft\nDate: today":             {"Status: draft", "Date: today"},
		"**Status:** draft\n  **Date**: today\n": {"**Status:** draft", "**Date**: today\n"},
		"One  \ntwo":                             {"One", "two"},
		"One\\\ntwo":                             {"One\\", "two"},
		"it says so: a\nand b":                   {"it says so: a\nand b"},
		" One.":                                  {" One."},
		"":                                       nil,
	} {
		var got []string
		for _, u := range sentences(text) {
			got = append(got, u.text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
