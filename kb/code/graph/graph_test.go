package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/golang"
	"github.com/9aea2451/kb/kb/record"
)

// buildOf builds the graph of Go files.
func buildOf(t *testing.T, files map[string]string) *Graph {
	t.Helper()
	var inputs []Input
	for name, text := range files {
		in := Input{Path: name, Uses: func() []code.Use { return nil }}
		if strings.HasSuffix(name, "go.mod") {
			in.File = code.File{Language: "go.mod", Package: strings.TrimSpace(strings.TrimPrefix(text, "module "))}
		} else {
			f, err := golang.Reader{}.Read(context.Background(), name, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			in.File, in.Uses = f, func() []code.Use { return f.Uses }
		}
		inputs = append(inputs, in)
	}
	return Build(inputs)
}

// show names a node.
func (g *Graph) show(n int32) string {
	f, s, ok := g.FileOf(n)
	if !ok {
		return f.Path
	}
	return f.Path + "#" + s.Path()
}

func one(t *testing.T, g *Graph, name string) int32 {
	t.Helper()
	found := g.Named(name)
	if len(found) != 1 {
		t.Fatalf("%q means %d symbols", name, len(found))
	}
	return found[0]
}

// A change of a method reaches those who call it, through an interface too, the nearest first.
func TestReach(t *testing.T) {
	g := buildOf(t, postOffice)
	reached := func(name string, back bool) (out []string) {
		for _, r := range g.Reach([]int32{one(t, g, name)}, 3, back) {
			out = append(out, fmt.Sprintf("%d %s %s", r.Distance, r.Bond, g.show(r.Node)))
		}
		return out
	}
	want := []string{
		"0 uses ink/ink.go#Well.Fill",
		"1 calls ink/ink.go#Pen.Draw", "1 calls post/more.go#helper", "1 calls post/post.go#Office.Open",
		"2 calls post/post.go#Desk.Write",
	}
	if diff := cmp.Diff(want, reached("Well.Fill", true)); diff != "" {
		t.Error(diff)
	}
	got := reached("helper", false)
	if !slices.Contains(got, "1 calls post/post.go#first") || !slices.Contains(got, "2 uses post/post.go#Desk") {
		t.Errorf("helper uses %q", got)
	}
}

// One of many callers is less likely concerned than the only one.
func TestManyCallersWeighLess(t *testing.T) {
	files := map[string]string{"a/a.go": "package a\n\nfunc Rare() {}\nfunc Common() {}\nfunc only() { Rare() }\n"}
	for i := range 20 {
		files[fmt.Sprintf("a/b%d.go", i)] = fmt.Sprintf("package a\n\nfunc b%d() { Common() }\n", i)
	}
	g := buildOf(t, files)
	rare, common := g.Reach([]int32{one(t, g, "Rare")}, 1, true), g.Reach([]int32{one(t, g, "Common")}, 1, true)
	if len(rare) != 2 || len(common) != 21 || rare[1].Weight <= 1.5*common[1].Weight || common[1].Weight <= 0 {
		t.Errorf("%v, %v", rare, common[:2])
	}
}

// Symbols are found by the names that people write.
func TestNamed(t *testing.T) {
	g := buildOf(t, postOffice)
	for name, want := range map[string]string{
		"Well.Fill": "ink/ink.go#Well.Fill", "Fill()": "ink/ink.go#Well.Fill", "ink.NewPen": "ink/ink.go#NewPen",
		"Desk.Write": "post/post.go#Desk.Write", "post.Desk.Write": "post/post.go#Desk.Write", "Desk::Write": "post/post.go#Desk.Write",
		"newpen": "ink/ink.go#NewPen", "more.helper": "post/more.go#helper", "office": "post/post.go#Office",
	} {
		if got := g.Named(name); len(got) != 1 || g.show(got[0]) != want {
			t.Errorf("%s means %v", name, got)
		}
	}
	for _, name := range []string{"", ".", "()", "Nothing", "ink.Desk", "Pen.Fill"} {
		if got := g.Named(name); len(got) != 0 {
			t.Errorf("%q means %s", name, g.show(got[0]))
		}
	}
	file := g.FileAt("post/post.go")
	if n := g.At(file, 20); n < 0 || g.show(n) != "post/post.go#Office.Open" {
		t.Errorf("line 20 is %d", n)
	}
	if members := g.WithMembers([]int32{one(t, g, "Desk")}); len(members) != 3 { // itself, pen and Write
		t.Errorf("Desk has %d members", len(members))
	}
}

// A method that has the name and is of an interface's types is reached through the interface.
func TestInterfaces(t *testing.T) {
	g := buildOf(t, map[string]string{
		"a.go": "package a\n\ntype Store interface { Put(k string); Get(k string) }\n\nfunc use(s Store) { s.Put(\"x\") }\n",
		"b.go": "package a\n\ntype disk struct{}\n\nfunc (disk) Put(k string) {}\nfunc (disk) Get(k string) {}\n\n" +
			"type half struct{}\n\nfunc (half) Put(k string) {}\n",
	})
	var users []string
	for _, r := range g.Reach([]int32{one(t, g, "disk.Put")}, 2, true) {
		users = append(users, g.show(r.Node))
	}
	if want := []string{"b.go#disk.Put", "a.go#Store.Put", "a.go#use"}; !slices.Equal(users, want) {
		t.Errorf("disk.Put is used by %q", users)
	}
	if r := g.Reach([]int32{one(t, g, "half.Put")}, 2, true); len(r) != 1 {
		t.Errorf("half.Put is used by %q", g.show(r[1].Node))
	}
}

// A graph that was written is the same when it is read, and damage is noticed.
func TestRecord(t *testing.T) {
	g := buildOf(t, postOffice)
	var w record.Writer
	g.Write(&w)
	back, err := Read(record.Read(string(w.Data)))
	if err != nil {
		t.Fatal(err)
	}
	if *g != *back {
		t.Error("another graph is read")
	}
	for i := range w.Data { // whatever is cut off or changed, it is read without a panic
		_, err := Read(record.Read(string(w.Data[:i])))
		if err == nil {
			t.Errorf("cut to %d bytes it is whole", i)
		}
		changed := slices.Clone(w.Data)
		changed[i] ^= 0x5a
		if g, err := Read(record.Read(string(changed))); err == nil {
			askAll(g)
		}
	}
}

// askAll asks a graph, which may be damaged, for all that it has.
func askAll(g *Graph) {
	g.Named("Fill")
	g.Common("Fill")
	g.FileAt("post/post.go")
	for n := range int32(g.Nodes()) {
		g.FileOf(n)
		g.Reach([]int32{n}, 2, true)
		g.Reach([]int32{n}, 2, false)
		g.WithMembers([]int32{n})
	}
	for i := range g.Files() {
		g.At(i, 3)
	}
}

// A name is found whatever its capitals, and each symbol that has it counts.
func TestCommon(t *testing.T) {
	g := Build([]Input{written{"a.py", "python", "", "func open\nfunc Open\nfunc ſtop\nfunc STOP\nclass Room\nmethod Room.open"}.input(t)})
	for name, want := range map[string]int{"open": 2, "Open": 1, "OPEN": 0, "ſtop": 1, "stop": 0, "": 0, "zzz": 0} {
		if got := g.Common(name); got != want {
			t.Errorf("%q is the name of %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]string{"open": "open Room.open", "OPEN": "open Open Room.open", "stop": "STOP", "ſTOP": "ſtop"} {
		var got []string
		for _, n := range g.Named(name) {
			s := g.Symbol(n)
			got = append(got, s.Path())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s means %q, want %q", name, got, want)
		}
	}
}
