package desk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

// Where no memory says how work is done the documents for contributors and agents do: those nearest to
// the root first, in an order of their names.
func TestGuidesWhereNoMemorySays(t *testing.T) {
	r := gittest.New(t)
	for _, path := range []string{
		"docs/coding-conventions.md", "CONTRIBUTING.md", "AGENTS.md", "style_guide.md", "pkg/a/HACKING.md", "README.md", "pkg/CLAUDE.md",
	} {
		r.Write(path, "# How we work in "+path+"\n\nWith care.\n")
	}
	r.Write("docs/agents.md", "---\nstatus: archived\n---\n# Old\n")
	r.Commit("Begin")
	_, v := at(t, r, Options{})
	order := func(category string, files ...string) (string, int) {
		found, known, err := v.Patterns(t.Context(), category, files)
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, h := range found {
			paths = append(paths, h.Path)
		}
		return strings.Join(paths, " "), known
	}
	for name, want := range map[string]int{
		"STYLE.md": 1, "styleguide.md": 1, "Style-Guide.md": 1, "code_style.md": 1,
		"copilot-instructions.md": 5, "stylesheet.md": -1, "guide.md": -1,
	} {
		if place, ok := guide("docs/" + name); place != want || ok != (want >= 0) {
			t.Errorf("%s comes at %d, %v", name, place, ok)
		}
	}
	want := "CONTRIBUTING.md style_guide.md AGENTS.md docs/coding-conventions.md pkg/CLAUDE.md pkg/a/HACKING.md"
	if got, known := order("", "a.go"); got != want || known != 6 {
		t.Errorf("%d: %s", known, got)
	}
	if got, known := order("brewing"); got != "" || known != 0 {
		t.Errorf("of a category: %q, %d", got, known)
	}
}

// Notes that cover the files come first, then those for all files; those for other files are left
// out, and what binds more comes before what binds less.
func TestPatternsOfFiles(t *testing.T) {
	r := gittest.New(t)
	for name, front := range map[string]string{
		"a": "type: gotcha\nfiles: [a.go]", "b": "type: standard\nfiles: [b.go]", "all": "type: standard", "pref": "type: preference",
		"fact": "type: fact", "a2": "type: standard\nfiles: ['*.go']",
	} {
		r.Write(".memory/memories/"+name+".md", "---\nkind: memory\n"+front+"\n---\n# Of "+name+"\n\nText.\n")
	}
	r.Write("CONTRIBUTING.md", "# Contributing\n")
	r.Commit("Begin")
	_, v := at(t, r, Options{})
	for file, want := range map[string]string{"a.go": "a2 a all pref", "b.go": "a2 b all pref",
		"": "a2 all b pref a", "c.py": "all pref"} {
		var files []string
		if file != "" {
			files = []string{file}
		}
		found, known, err := v.Patterns(t.Context(), "", files)
		var names []string
		for _, h := range found {
			names = append(names, strings.TrimSuffix(strings.TrimPrefix(h.Path, ".memory/memories/"), ".md"))
		}
		if got := strings.Join(names, " "); err != nil || got != want || known != 5 {
			t.Errorf("%q: %q of %d, %v", file, got, known, err)
		}
	}
}

// What looks like code in a problem is searched for first.
func TestWordsOfAProblem(t *testing.T) {
	for text, want := range map[string]string{
		"panic in BrewTime: lib.rs:10 failed":        "BrewTime lib.rs:10 panic lib failed",
		"std::vector grows, std::vector grows":       "std::vector std vector grows",
		"it was 42 and v1.2.3 of utf8":               "v1.2.3 utf8 was and",
		"./a/b.go: no such_file (HTTP) x_y. Started": "a/b.go such_file HTTP x_y Started",
		"":                              "",
		"a\u00a0b “odd” file: 3rdParty": "3rdParty odd file",
	} {
		if got := NewProblem(text).Query(); got != PlainQuery(want) {
			t.Errorf("%q is %q, want %q", text, got, PlainQuery(want))
		}
	}
	long := strings.Repeat("some_name_1 ", 3)
	for i := range 100 {
		long += fmt.Sprintf(" word%d_x plain%c%c", i, 'a'+i/26, 'a'+i%26)
	}
	if words := strings.Fields(NewProblem(long).Query()); len(words) != queryWords || words[0] != "some_name_1" {
		t.Errorf("%d words: %q", len(words), words)
	}
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"one two three", "zero one two three four", 1}, {"one two three four", "one two three five", .5}, {"one two", "one two", 0},
		{"one two three", "one twos three", 0}, {"one, two: three!", "one two three", 1},
	} {
		if got := sharedWording(c.a, c.b); got != c.want {
			t.Errorf("%q and %q share %v", c.a, c.b, got)
		}
	}
}
