package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/worktree"
)

func pathsOf(a *Answer) string {
	var out []string
	for _, h := range a.Hits {
		out = append(out, h.Path)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// What must not stand in a note is left out whether words are looked for or filters alone; of a
// phrase all of it must stand in a section.
func TestWhatMustNotStandInANote(t *testing.T) {
	s := shelved(prose("a.md", "# A\n\nTea with milk.\n"), prose("b.md", "# B\n\nTea with a spoon of milk.\n"),
		prose("c.md", "# C\n\nBread.\n"), prose("d.md", "# D\n\nSpoon and tea.\n", "# D\n\nOf milk.\n"))
	for text, want := range map[string]string{
		"kind:doc -tea": "c.md", "-tea": "c.md", "kind:doc -tea -bread": "", "kind:doc -zebra": "a.md b.md c.md d.md",
		`tea -"spoon of milk"`: "a.md d.md", `kind:doc -"Spoon  OF milk"`: "a.md c.md d.md", `tea -"milk with"`: "a.md b.md d.md",
		`tea -spoon`: "a.md", `tea -milk-spoon`: "a.md",
	} {
		if got := pathsOf(ask(t, s, query.Query{Text: text, Mode: query.Keyword})); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := pathsOf(ask(t, s, query.Query{Text: "kind:doc", Exclude: []string{"b.md"}})); got != "a.md c.md d.md" {
		t.Errorf("without b.md: %s", got)
	}
}

// A folder that is left out is meant as it is typed, too: in the folder of the run.
func TestFolderThatIsLeftOutIsTypedInAFolder(t *testing.T) {
	s := shelved(prose("docs/a/x.md", "# X\n\nTea.\n"), prose("docs/b/y.md", "# Y\n\nTea.\n"), prose("z.md", "# Z\n\nTea.\n"))
	s.x.Repo = &kb.Repo{Repo: worktree.Repo{Repo: &git.Repo{Root: "/wiki"}}}
	for text, want := range map[string]string{
		"tea -path:a": "docs/b/y.md z.md", "path:. -path:a": "docs/b/y.md", "tea -path:/wiki/docs": "z.md",
		"tea -path:docs/b": "docs/a/x.md z.md",
	} {
		q := query.Query{Text: text, Folder: "docs", Mode: query.Keyword}
		if got := pathsOf(ask(t, s, q)); got != want {
			t.Errorf("search %s: %s, want %s", text, got, want)
		}
		held, _, err := s.Exactly(t.Context(), Exact{Query: q})
		if err != nil {
			t.Fatal(err)
		}
		var exact []string
		for _, h := range held {
			exact = append(exact, h.Path)
		}
		if slices.Sort(exact); strings.Join(exact, " ") != want {
			t.Errorf("exactly %s: %s, want %s", text, exact, want)
		}
	}
	list, err := s.List(t.Context(), query.Query{Text: "-path:a", Folder: "docs"})
	if err != nil || len(list) != 2 || list[0].Path != "docs/b/y.md" {
		t.Errorf("list: %v, %v", list, err)
	}
}
