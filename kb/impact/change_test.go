package impact

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/golang"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
)

// kitchen is a small program: an oven that recipes use, and what uses these.
func kitchen(t *testing.T) *graph.Graph {
	t.Helper()
	return graphOf(t, [][2]string{
		{"go.mod", "kitchen"},
		{"oven/oven.go", "package oven\n\n// Heat heats.\nfunc Heat(degrees int) int { return degrees }\n\n" +
			"type Oven struct{ hot bool }\n\n" +
			"func (o *Oven) Close() { o.hot = Heat(0) > 1 }\n\nfunc bake() { Heat(200) }\n"},
		{"oven/oven_test.go", "package oven\n\nfunc helper() { Heat(1) }\n"},
		{"recipes/bread.go", "package recipes\n\nimport \"kitchen/oven\"\n\nfunc Bread() { oven.Heat(220) }\n\n" +
			"type Door struct{}\n\nfunc (d Door) Close() {}\n"},
		{"menu/menu.go", "package menu\n\nimport \"kitchen/recipes\"\n\nfunc Menu() { recipes.Bread() }\n"},
	})
}

// graphOf is the graph of sources, each a path and a text.
func graphOf(t *testing.T, sources [][2]string) *graph.Graph {
	t.Helper()
	var inputs []graph.Input
	for _, s := range sources {
		in := graph.Input{Path: s[0], Uses: func() []code.Use { return nil }}
		if s[0] == "go.mod" {
			in.File = code.File{Language: "go.mod", Package: s[1]}
		} else {
			f, err := golang.Reader{}.Read(t.Context(), s[0], []byte(s[1]))
			if err != nil {
				t.Fatal(err)
			}
			in.File, in.Uses = f, func() []code.Use { return f.Uses }
		}
		inputs = append(inputs, in)
	}
	return graph.Build(inputs)
}

// entries are notes that speak of the kitchen in all the ways in which a note can, and of other things.
func entries() (out []*snapshot.Entry) {
	notes := [][2]string{
		{"symbol.md", "# Symbol\n\nSee `oven/oven.go#Heat`.\n"},
		{"gone.md", "---\nstatus: archived\n---\n# Gone\n\nSee `oven/oven.go#Heat`.\n"},
		{"method.md", "---\nkind: decision\n---\n# Method\n\nSee `oven/oven.go#Oven.Close`.\n"},
		{"file.md", "---\nkind: memory\ntype: gotcha\nfiles: [oven/oven.go]\n---\n# File\n"},
		{"user.md", "---\nfiles: [recipes/bread.go]\n---\n# User\n"},
		{"user of users.md", "---\nfiles: [menu/menu.go]\n---\n# User of users\n"},
		{"folder.md", "---\nfiles: [oven/]\n---\n# Folder\n"},
		{"glob.md", "---\nfiles: ['**/*.go']\n---\n# Glob\n"},
		{"narrow.md", "---\nfiles: ['oven/*.go']\n---\n# Narrow glob\n"},
		{"call.md", "# Call\n\nFirst call `Heat(200)`.\n"},
		{"words.md", "# Words\n\n`Heat` the water, `bake` the bread.\n"},
		{"qualified.md", "# Qualified\n\nThen `oven.Heat`, or `oven::Heat` or `x#Heat`.\n"},
		{"close.md", "# Close\n\n`Oven.Close()` and `Close()` and `menu.Close()`.\n"},
		{"late.md", "# Late\n\n`1 2 3 4 5 6 7 8 9 10 11 12 oven.Heat`\n"},
		{"twelfth.md", "# Twelfth\n\n`1 2 3 4 5 6 7 8 9 10 11 oven.Heat`\n"},
		{"other.md", "# Other\n\nSee `menu/none.go` and `Cool()`.\n"},
	}
	for _, n := range notes {
		out = append(out, snapshot.ReadEntry(git.File{Path: n[0]}, &kb.Config{}, []byte(n[1])))
	}
	return out
}

// What a change of a symbol, and of a file, concerns. UPDATE_GOLDEN=1 writes the golden file.
func TestChange(t *testing.T) {
	g := kitchen(t)
	var b strings.Builder
	tell := func(name string, answer any) {
		text, err := json.MarshalIndent(answer, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, text)
	}
	together := []Together{{"menu/menu.go", 0.5, 3}, {"menu/menu.go", 0.25, 4}, {"prices.csv", 1.5, 2}, {"oven/oven.go", 1, 9}}
	inactive := func(e *snapshot.Entry) string {
		if e.Note.Status == "archived" {
			return "archived"
		}
		return ""
	}
	for _, name := range []string{"Heat", "Oven.Close"} {
		c := Of(g, g.Named(name), 3)
		tell(name+" is touched", c.Touched(0))
		tell(name+" changes with", c.Files(together))
		tell(name+" in notes", c.Notes(entries(), git.Origin{}, inactive))
		c.Part = true
		var paths []string
		for _, n := range c.Notes(entries(), git.Origin{}, inactive) {
			paths = append(paths, n.Path)
		}
		tell(name+" in notes, by a part of the code", paths)
	}
	c := Of(g, []int32{g.FileNode(g.FileAt("recipes/bread.go"))}, 2)
	tell("a file is touched", c.Touched(1))
	tell("a file changes with", c.Files(nil))
	var places []string
	for n := range g.Nodes() {
		p := PlaceOf(g, int32(n))
		places = append(places, fmt.Sprintf("%s %s %d-%d", p, p.Kind, p.Line, p.EndLine))
	}
	slices.Sort(places)
	tell("places", places)
	name := filepath.Join("testdata", "change.txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("differs from %s:\n%s", name, b.String())
	}
}

func TestWhatWarns(t *testing.T) {
	for kind, want := range map[string]int{"gotcha": 0, "requirement": 0, "fact": 1, "doc": 1} {
		if got := rankOf(&NoteOfCode{Kind: kind}); got != want || rankOf(&NoteOfCode{Kind: kind, Inactive: "archived"}) != 2 {
			t.Errorf("%s: %d", kind, got)
		}
	}
}
