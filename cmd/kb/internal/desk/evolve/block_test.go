package evolve

import (
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
)

// What is put somewhere is found there, and nothing else of the file changes.
func TestPlaces(t *testing.T) {
	const begin, end = kb.DerivedBegin + "\n", kb.DerivedEnd + "\n"
	for _, c := range []struct{ name, old, had, want string }{
		{"nothing", "", "", begin + "new\n" + end},
		{"without a line end", "# A", "", "# A\n\n" + begin + "new\n" + end},
		{"at the end", "# A\n", "", "# A\n\n" + begin + "new\n" + end},
		{"after a blank line", "# A\n\n", "", "# A\n\n" + begin + "new\n" + end},
		{"CRLF", "# A\r\n\r\n", "", "# A\r\n\r\n" + strings.ReplaceAll(begin+"new\n"+end, "\n", "\r\n")},
		{"between marks", "# A\n" + begin + "old\n" + end + "b\n", "old\n", "# A\n" + begin + "new\n" + end + "b\n"},
		{
			"what kb init wrote", "# A\nNothing is summed up yet. `kb categories show a` lists them.\nb\n", "",
			"# A\n" + begin + "new\n" + end + "b\n",
		},
		{
			"what a person wrote", "Nothing is summed up yet. Later.\n", "",
			"Nothing is summed up yet. Later.\n\n" + begin + "new\n" + end,
		},
	} {
		at, err := find([]byte(c.old))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := string(at.put([]byte(c.old), []string{"new"}))
		if got != c.want || at.text([]byte(c.old)) != c.had {
			t.Errorf("%s: %q, had %q", c.name, got, at.text([]byte(c.old)))
		}
		again, err := find([]byte(got))
		if err != nil || strings.TrimSpace(again.text([]byte(got))) != "new" {
			t.Errorf("%s: found %q, %v", c.name, again.text([]byte(got)), err)
		}
	}
}

func TestItems(t *testing.T) {
	for _, c := range []struct {
		s    Cited
		want string
	}{
		{Cited{Path: "a/tea.md", Title: "Tea", Line: 3, EndLine: 3}, "[Tea](tea.md), line 3"},
		{Cited{Path: "b c/tea.md", Title: "Tea", Line: 3, EndLine: 4}, "[Tea](../b%20c/tea.md), lines 3–4"},
		{Cited{Path: "a/tea.md", Title: "Tea", Section: "Hot", Anchor: "hot", Line: 3}, "[Tea › Hot](tea.md#hot), line 3"},
		{Cited{Path: "a/tea.md", Title: "[x] `y`", Section: "[x] `y`", Anchor: "tea", Line: 3}, "[(x) y](tea.md#tea), line 3"},
		{Cited{Path: "a/tea.md", Title: strings.Repeat("t", 90), Line: 3}, "[" + strings.Repeat("t", 79) + "…](tea.md), line 3"},
	} {
		c.s.Text = "Tea."
		if got := c.s.item("a/sum.md"); got != "- Tea. ("+c.want+")" {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestTarget(t *testing.T) {
	for _, c := range [][3]string{
		{"a.md", "b.md", "b.md"}, {"x/a.md", "b.md", "../b.md"}, {"x/a.md", "x/y/b c.md", "y/b%20c.md"},
		{"x/y/a.md", "z/b?.md", "../../z/b%3F.md"},
		{"x/a.md", "x/ADR: tea.md", "./ADR:%20tea.md"},
	} {
		if got := Target(c[0], c[1]); got != c[2] {
			t.Errorf("%s → %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
