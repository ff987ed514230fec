package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The first symbol of all, and what stands before others in a list, is found as any other is.
func TestFirstOfAll(t *testing.T) {
	for name, c := range map[string]struct {
		files []written
		want  []string
	}{
		"a function of the name of a method": {[]written{{"a.go", "go", "p", "func put\nclass D\nmethod D.put"}, {"z.go", "go", "p",
			"interface S\nmethod S.put"}},
			[]string{"z.go#S.put → a.go#D.put by name alone"}},
		"a type that is the first symbol": {[]written{{"a.go", "go", "p", "class D\nmethod D.put"}, {"z.go", "go", "p",
			"interface S\nmethod S.put"}},
			[]string{"z.go#S.put → a.go#D.put by name alone"}},
		"a method that is the first symbol": {[]written{{"a.go", "go", "p", "method D.put\nclass D"}, {"z.go", "go", "p",
			"interface S\nmethod S.put"}},
			[]string{"z.go#S.put → a.go#D.put by name alone"}},
		"a call outside of all functions": {[]written{{"a.py", "python", "", "func f\nfunc g"}, {"b.py", "python", "",
			"import a: f\n> f\nfunc h"}},
			[]string{"b.py → a.py imported", "b.py → a.py#f imported"}},
		"a function by itself": {[]written{{"a.go", "go", "p", "func f\n> f"}}, nil},
		"a type of a module that is the first symbol": {[]written{{"d/a.go", "go", "d", "class Door\nmethod Door.open"},
			{"go.mod", "go.mod", "x.org/m", ""}, {"b.go", "go", "b", "import x.org/m/d\nfunc f\n> [d.Door] v.open"}},
			[]string{"b.go#f → d/a.go#Door.open imported"}},
		"none of all names": {[]written{{"a.py", "python", "", "func f"}, {"b.py", "python", "", "import a: *\nfunc h\n- g\n> f"},
			{"c.py", "python", "", "func g"}},
			[]string{"b.py → a.py imported", "b.py#h → a.py#f imported"}},
		"none of a package whose names are meant": {[]written{{"d/a.go", "go", "d", "func f"}, {"go.mod", "go.mod", "x.org/m", ""},
			{"b.go", "go", "b", "import x.org/m/d: *\nfunc h\n- Zed\n> f"}, {"c/c.go", "go", "c", "func Zed"}},
			[]string{"b.go#h → d/a.go#f imported"}},
		"classes that extend each other": {[]written{{"a.py", "python", "", "class A < B\nmethod A.f\n> self.g\nclass B < A"}}, nil},
		"a module of the folder above": {[]written{{"p/q/b.py", "python", "", "import ..: a\nfunc h\n> a.f"}, {"p/a.py", "python", "",
			"func f"}},
			[]string{"p/q/b.py → p/a.py imported", "p/q/b.py#h → p/a.py#f imported"}},
		"a file at the top by its root": {[]written{{"util.ts", "typescript", "", "func f"}, {"src/a.ts", "typescript", "",
			"import @/util: f\nfunc h\n> f"}},
			[]string{"src/a.ts → util.ts imported", "src/a.ts#h → util.ts#f imported"}},
		"a module of which another begins alike": {[]written{{"go.mod", "go.mod", "x.org/app", ""}, {"le/x/x.go", "go", "x", "func f"},
			{"b.go", "go", "b", "import x.org/apple/x\nfunc h\n> x.f"}}, nil},
	} {
		expectEdges(t, name, edgesOf(t, true, c.files...), c.want...)
	}
}

// Of two ways to a node that weigh the same the one that is found first is told.
func TestWaysThatWeighTheSame(t *testing.T) {
	in := written{"a.go", "go", "p", "func from\n> one\n> two\nfunc one\n> to\nfunc two\n> to\nfunc to\n"}.input(t)
	g := Build([]Input{in})
	node := func(name string) int32 { return one(t, g, name) }
	for _, r := range g.Reach([]int32{node("from")}, 3, false) {
		if r.Node == node("to") && (r.Distance != 2 || r.From != node("one")) {
			t.Errorf("reached in %d steps from %s", r.Distance, g.show(r.From))
		}
	}
}

// To a type its members are added, whatever stands before it.
func TestMembersBesideFiles(t *testing.T) {
	g := Build([]Input{written{"a.go", "go", "p", "class Door\nmethod Door.open\nfunc f\n"}.input(t)})
	file := int32(g.Nodes() - 1)
	if g.IsSymbol(file) {
		t.Fatalf("%s is no file", g.show(file))
	}
	var got []string
	for _, n := range g.WithMembers([]int32{file, one(t, g, "Door")}) {
		got = append(got, g.show(n))
	}
	if want := []string{"a.go#Door", "a.go#Door.open", "a.go"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if n := g.Precise(); n != 0 {
		t.Errorf("%d files are resolved by an index", n)
	}
	if got := fmt.Sprint(strings.Join(told(g, true), " ")); got != "" {
		t.Errorf("edges %s", got)
	}
}
