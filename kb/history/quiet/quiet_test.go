package quiet

import (
	"strings"
	"testing"
)

func TestLayout(t *testing.T) {
	same := [][2]string{
		{"Summary\n=======\n\nOne line.\n", "## Summary\n\nOne line.\n"},
		{"# A #\n", "### A\n"},
		{"A sentence that\nis wrapped.\n", "A sentence\r\nthat is   wrapped.\r\n"},
		{"* one\n* two\n", "- one\n- two\n"},
		{"| a | b |\n", "| a  |  b |\n"},
		{"text\n\n---\n", "text\n"},
		{"```\na = 1\n```\n", "\n```\na = 1  \n```\n\n"},
		{"~~~\n```\n~~~\nx  y\n", "~~~\n```\n~~~\nx y\n"},
		{"```x``` is run\nby  kb.\n", "```x``` is run\nby kb.\n"},
		{"~~~~\na\n~~~~~\nx  y\n", "~~~~\na\n~~~~~\nx y\n"},
	}
	for _, c := range same {
		if !Same([]byte(c[0]), []byte(c[1])) {
			t.Errorf("%q and %q are told apart", c[0], c[1])
		}
	}
	other := [][2]string{
		{"The limit is 20.\n", "The limit is 25.\n"},
		{"Do it.\n", "Do not do it.\n"},
		{"- a\n", "- b\n"},
		{"limit 1.5\n", "limit 15\n"},
		{"a\n", "- a\n"},
		{"`a`\n", "a\n"},
		{"```python\nif a:\n  b\nc\n```\n", "```python\nif a:\n  b\n  c\n```\n"},
		{"```\n# a\n```\n", "```\n## a\n```\n"},
		{"```\na\n```\n", "a\n"},
		{"~~~\n```\na  b\n~~~\n", "~~~\n```\na b\n~~~\n"}, {"-\n", "\n"}, {"#\n", "\n"}, {"# #\n", "\n"}, {"A #\n", "A\n"},
		{"# A ## b\n", "# A b\n"}, {"````\n```\na  b\n```\n````\n", "````\n```\na b\n```\n````\n"},
		{"```\n```sh\na  b\n```\n", "```\n```sh\na b\n```\n"},
		{"---\na:\n  b: 1\n---\n", "---\na:\nb: 1\n---\n"},
		{"status: draft\n", "status: accepted\n"},
	}
	for _, c := range other {
		if Same([]byte(c[0]), []byte(c[1])) {
			t.Errorf("%q and %q are taken for the same", c[0], c[1])
		}
	}
}

func TestIgnored(t *testing.T) {
	id := strings.Repeat("ab", 20)
	got := Ignored{commits: parseIgnored("# headings\n" + strings.ToUpper(id) + " # all of them\nmain\nabc\n\n")}
	if !got.Has(id) || len(got.commits) != 1 {
		t.Errorf("%v, want %s alone", got.commits, id)
	}
}
