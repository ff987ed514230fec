package impact

import (
	"fmt"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/snapshot"
)

// A path that can mean several files means the likeliest of those that are touched, though another is touched more.
func TestCitationThatCanMeanSeveralFiles(t *testing.T) {
	g := graphOf(t, [][2]string{
		{"go.mod", "kitchen"}, {"bread.go", "package kitchen\n\nfunc Knead() {}\n"},
		{"recipes/bread.go", "package recipes\n\nimport \"kitchen\"\n\nfunc Bread() { kitchen.Knead() }\n"},
	})
	c := Of(g, g.Named("Knead"), 3)
	for _, tt := range []struct {
		note, want string
		distance   int
	}{{"recipes/n.md", "recipes/bread.go", 1}, {"menu/n.md", "bread.go", 0}} {
		e := snapshot.ReadEntry(git.File{Path: tt.note}, &kb.Config{}, []byte("# Note\n\nSee [bread](bread.go).\n"))
		got := c.Notes([]*snapshot.Entry{e}, git.Origin{}, func(*snapshot.Entry) string { return "" })
		if len(got) != 1 || got[0].Place != tt.want || got[0].Distance != tt.distance {
			t.Errorf("%s: %+v, want %s", tt.note, got, tt.want)
		}
	}
}

// placeIn is the place of a change that a note at a path speaks of, "" for none.
func placeIn(c *Change, path, text string) string {
	e := snapshot.ReadEntry(git.File{Path: path}, &kb.Config{}, []byte(text))
	for _, n := range c.Notes([]*snapshot.Entry{e}, git.Origin{}, func(*snapshot.Entry) string { return "" }) {
		return n.Place
	}
	return ""
}

// A name in a code span means a symbol as far as it tells which one: not a word, nor a name that very many have, nor
// the method of any type, unless the span says of what.
func TestNamesInCodeSpans(t *testing.T) {
	of := func(names int, sources ...[2]string) *Change {
		sources = append(sources, [2]string{"go.mod", "kitchen"}, [2]string{"oven/oven.go", "package oven\n\nfunc Boil() {}\n\n" +
			"type Lid struct{}\n\nfunc (l Lid) Shut() {}\n\nfunc (l Lid) PutOn() {}\n\nfunc (l Lid) Wash() {}\n"})
		for i := range names - 1 {
			sources = append(sources, [2]string{fmt.Sprintf("p%d/p.go", i), fmt.Sprintf("package p%d\n\nfunc Boil() {}\n", i)})
		}
		g := graphOf(t, sources)
		return Of(g, append(g.InFile(g.Named("Boil"), g.FileAt("oven/oven.go")), g.InFile(append(append(g.Named("Lid.Shut"),
			g.Named("Lid.PutOn")...), g.Named("Lid.Wash")...), g.FileAt("oven/oven.go"))...), 2)
	}
	pot := [2]string{"pot/pot.go", "package pot\n\ntype Pot struct{}\n\nfunc (p Pot) PutOn() {}\n\nfunc (p Pot) Wash() {}\n"}
	for _, tt := range []struct {
		c    *Change
		span string
		want string
	}{
		{of(6, pot), "Boil()", "oven/oven.go#Boil"}, {of(7, pot), "Boil()", ""}, {of(7, pot), "oven.Boil", "oven/oven.go#Boil"},
		{of(1, pot), "Boil", ""}, {of(1, pot), "1 2 3 4 5 6 7 8 9 10 11 Boil()", "oven/oven.go#Boil"},
		{of(1, pot), "1 2 3 4 5 6 7 8 9 10 11 12 13 Boil()", ""},
		{of(1, pot), "Shut()", "oven/oven.go#Lid.Shut"}, {of(1, pot), "Wash()", ""}, {of(1, pot), "Lid.Wash", "oven/oven.go#Lid.Wash"},
		{of(1, pot), "PutOn()", "oven/oven.go#Lid.PutOn"}, {of(1, pot), "Wash() Boil()", "oven/oven.go#Boil"},
	} {
		if got := placeIn(tt.c, "n.md", "# Note\n\nThen `"+tt.span+"`.\n"); got != tt.want {
			t.Errorf("%s means %q, want %q", tt.span, got, tt.want)
		}
	}
	part := of(1, pot)
	part.Part = true
	for span, want := range map[string]string{"Boil()": "", "Boil() oven.Boil": "oven/oven.go#Boil", "PutOn()": "oven/oven.go#Lid.PutOn"} {
		if got := placeIn(part, "n.md", "# Note\n\nThen `"+span+"`.\n"); got != want {
			t.Errorf("of a part of the code %s means %q, want %q", span, got, want)
		}
	}
}

// A pattern means the first of the files that are touched most, if one is near.
func TestPatternsMeanTheNearest(t *testing.T) {
	g := graphOf(t, [][2]string{
		{"go.mod", "kitchen"}, {"oven/oven.go", "package oven\n\nfunc Heat() {}\n"},
		{"b/use.go", "package b\n\nimport \"kitchen/oven\"\n\nfunc Bake() { oven.Heat() }\n"},
		{"a/use.go", "package a\n\nimport \"kitchen/oven\"\n\nfunc Bake() { oven.Heat() }\n"},
		{"far/use.go", "package far\n\nimport \"kitchen/a\"\n\nfunc Serve() { a.Bake() }\n"},
	})
	c := Of(g, g.Named("Heat"), 3)
	for pattern, want := range map[string]string{"**/*.go": "oven/oven.go", "*/use.go": "a/use.go", "[bf]*/use.go": "b/use.go",
		"far/*.go": "", "none/*.go": ""} {
		if got := placeIn(c, "n.md", "---\nfiles: ['"+pattern+"']\n---\n# Note\n"); got != want {
			t.Errorf("%s means %q, want %q", pattern, got, want)
		}
	}
}

// Of what uses a change as many are listed as are asked for, and all are counted; a file counts by each of its uses.
func TestUsesAreCounted(t *testing.T) {
	g := graphOf(t, [][2]string{
		{"go.mod", "kitchen"}, {"oven/oven.go", "package oven\n\nfunc Heat() {}\n"},
		{"a/use.go", "package a\n\nimport \"kitchen/oven\"\n\nfunc One() { oven.Heat() }\n\nfunc Two() { oven.Heat() }\n"},
		{"b/use.go", "package b\n\nimport \"kitchen/oven\"\n\nfunc Three() { oven.Heat() }\n"},
	})
	c := Of(g, g.Named("Heat"), 1)
	for most, want := range map[int]int{0: 3, 1: 1, 2: 2, 3: 3, 4: 3} {
		if l := c.Touched(most); len(l.Code) != want || l.CodeTotal != 3 {
			t.Errorf("of at most %d %d of %d are listed", most, len(l.Code), l.CodeTotal)
		}
	}
	files := c.Files(nil)
	if len(files) != 2 || files[0].Path != "a/use.go" || files[1].Path != "b/use.go" {
		t.Fatalf("%+v", files)
	}
	w := c.Back[1].Weight
	if one, two := files[1].Code, files[0].Code; two != round(1-(1-w)*(1-w)) || one != round(w) {
		t.Errorf("one use counts %v, two %v", one, two)
	}
}
