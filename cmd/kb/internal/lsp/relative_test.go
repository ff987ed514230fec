package lsp

import "testing"

func TestRelative(t *testing.T) {
	for _, c := range [][3]string{
		{"a.md", "b/c.md", "b/c.md"}, {"x/a.md", "b.md", "../b.md"}, {"x/a.md", "x/b.md", "b.md"}, {"x/a.md", "x/y/b.md", "y/b.md"},
		{"x/y/a.md", "x/b.md", "../b.md"}, {"x/y/a.md", "x/z/b.md", "../z/b.md"}, {"x/y/a.md", "y/b.md", "../../y/b.md"},
		{"x/a.md", "x", "../x"},
	} {
		if got := relative(c[0], c[1]); got != c[2] {
			t.Errorf("from %s to %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
