package lsp

import "testing"

// A missing note is made beside the one that links to it, unless the link says where it lies.
func TestWhereAMissingNoteLies(t *testing.T) {
	for _, c := range []struct {
		from, target string
		wiki         bool
		want         string
	}{
		{"a/b.md", "tea", true, "a/tea.md"}, {"a/b.md", "tea.md", false, "a/tea.md"}, {"a/b.md", "c/tea", true, "c/tea.md"},
		{"a/b.md", "c/tea.md", false, "a/c/tea.md"}, {"a/b.md", "../tea.md", false, "tea.md"}, {"a/b.md", "/c/tea.md", false, "c/tea.md"},
		{"a/b.md", "/tea", true, "tea.md"}, {"b.md", "tea.markdown", false, "tea.markdown"}, {"b.md", "", true, ""},
	} {
		if got := missingPath(c.from, c.target, c.wiki); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	for file, want := range map[string]string{
		"a/green-tea_tins.md": "Green tea tins", "übung.md": "Übung", "---.md": "---", "Tea.md": "Tea",
	} {
		if got := titleOf(file); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
