package graph

import (
	"fmt"
	"strings"
	"testing"
)

// Each step halves the weight, many users of one thing share it, and several ways add up as chances do.
func TestWeights(t *testing.T) {
	var inputs []Input
	for _, w := range []written{{"a.c", "c", "", "func a\nfunc b\n> a\nfunc c\n> b\nfunc d\n> b\n> c\nfunc e\n> a\n> b"}} {
		inputs = append(inputs, w.input(t))
	}
	g := Build(inputs)
	reached := func(depth int, back bool, from ...int32) string {
		var out []string
		for _, r := range g.Reach(from, depth, back) {
			out = append(out, fmt.Sprintf("%s %d %.3f by %s", g.show(r.Node)[len("a.c#"):], r.Distance, r.Weight,
				g.show(r.From)[len("a.c#"):]))
		}
		return strings.Join(out, ", ")
	}
	// a has two users: .5 ÷ √(1 + 1/4). b has three: .5 ÷ √(1 + 2/4).
	for _, c := range []struct {
		got, want string
	}{
		{reached(1, true, 0), "a 0 1.000 by a, b 1 0.447 by a, e 1 0.447 by a"},
		{reached(0, true, 0), "a 0 1.000 by a"},
		{reached(2, true, 0), "a 0 1.000 by a, b 1 0.447 by a, e 1 0.447 by a, c 2 0.183 by b, d 2 0.183 by b"},
		{reached(1, false, 3), "d 0 1.000 by d, c 1 0.500 by d, b 1 0.408 by d"},
		{reached(1, true, 0, 1), "a 0 1.000 by a, b 0 1.000 by b, e 1 0.673 by a, c 1 0.408 by b, d 1 0.408 by b"},
		{reached(1, true, 2, 2, -1, int32(g.Nodes())), "c 0 1.000 by c, d 1 0.500 by c"},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
	if g.Fan(1) != 3 || g.Fan(4) != 0 {
		t.Errorf("%d and %d edges lead to b and e, want 3 and 0", g.Fan(1), g.Fan(4))
	}
}

// A type by another name has the members of what it stands for; one of another package has none of the tree's.
func TestMembersOfTypes(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"another name": {"class Room\nmethod Room.lock\ntype Hall -> Room\nfunc f\n> [Hall] h.lock",
			[]string{"a.ts#f → a.ts#Room.lock imported"}},
		"two bases": {"class A\nclass B\nmethod B.lock\nclass C < A, B\nfunc f\n> [C] c.lock",
			[]string{"a.ts#f → a.ts#B.lock imported"}},
		"a base of itself":                   {"class A < A\nfunc f\n> [A] a.nothing", nil},
		"a base among the members of itself": {"class A < A.b.c\nfunc f\n> [A] a.nothing", nil},
		"a result": {"class Room\nmethod Room.lock\nfunc open -> Room\nfunc f\n> [open()] ?.lock",
			[]string{"a.ts#f → a.ts#Room.lock imported"}},
		"a field of a field": {"class Key\nmethod Key.turn\nclass Room\nfield Room.key -> Key\nfunc f\n> [Room] r.key.turn",
			[]string{"a.ts#f → a.ts#Key.turn imported"}},
		"a list itself":      {"class Room\nmethod Room.lock\nfunc f\n> [[]Room] r.lock", nil},
		"of another package": {"import react: Component\nclass A < Component\nclass B\nmethod B.render\nfunc f\n> [A] a.render", nil},
		"within a function":  {"func f\n> g\nfunc f.g\nfunc g", []string{"a.ts#f → a.ts#f.g same file"}},
		"a static member":    {"class A\nmethod A.make\nfunc f\n> A.make", []string{"a.ts#f → a.ts#A.make same file"}},
	} {
		expectEdges(t, name, edgesOf(t, false, written{"a.ts", "typescript", "", c.text}), c.want...)
	}
}

// The first symbol of a tree is a symbol like the others, however it is found.
func TestFirstSymbol(t *testing.T) {
	room := written{"a.py", "python", "", "method Room.lock\nclass Room\nfunc close"}
	for name, c := range map[string]struct {
		files []written
		want  string
	}{
		"of all names": {[]written{{"a.py", "python", "", "func close"}, {"b.py", "python", "",
			"import a: *\nfunc f\n> close"}}, "b.py#f → a.py#close imported"},
		"a member of a type": {[]written{room, {"b.py", "python", "", "import a: Room\nfunc f\n> [Room] r.lock"}},
			"b.py#f → a.py#Room.lock imported"},
		"a type of a module": {[]written{{"a.py", "python", "", "class Room\nmethod Room.lock"}, {"b.py", "python", "",
			"import a\nfunc f\n> [a.Room] r.lock"}},
			"b.py#f → a.py#Room.lock imported"},
		"behind a module": {[]written{{"a.py", "python", "", "class Room\nmethod Room.lock"}, {"b.py", "python", "",
			"import a\nfunc f\n> a.Room.lock"}},
			"b.py#f → a.py#Room.lock imported"},
		"of its package": {[]written{{"a.go", "go", "p", "func g"}, {"b.go", "go", "p", "func f\n> g"}},
			"b.go#f → a.go#g same package"},
		"inherited": {[]written{{"A.java", "java", "p", "method A.g\nclass A"}, {"B.java", "java", "p",
			"class B < A\nmethod B.f\n> g"}}, "B.java#B.f → A.java#A.g imported"},
		"passed on": {[]written{{"a.ts", "typescript", "", "func g"}, {"b.ts", "typescript", "", "import ./a: *"}, {"c.ts",
			"typescript", "", "import ./b: g\nfunc f\n> g"}}, "c.ts#f → a.ts#g imported"},
		"within another": {[]written{{"a.ts", "typescript", "", "func f.g\nfunc f\n> g"}}, "a.ts#f → a.ts#f.g same file"},
		"of the file":    {[]written{{"a.ts", "typescript", "", "func g\nfunc f\n> g"}}, "a.ts#f → a.ts#g same file"},
		"the default": {[]written{{"a.ts", "typescript", "", "class Only"}, {"b.ts", "typescript", "",
			"import ./a: default=x\nfunc f\n> x"}}, "b.ts#f → a.ts#Only imported"},
		"of a base": {[]written{{"a.ts", "typescript", "", "method A.g\nclass A\nclass B < A\nfunc f\n> [B] b.g"}},
			"a.ts#f → a.ts#A.g imported"},
		"of the same name": {[]written{{"a.py", "python", "", "method A.g\nclass A"}, {"b.py", "python", "", "func f\n> x.g"}},
			"b.py#f → a.py#A.g by name alone"},
	} {
		expectEdges(t, name, edgesOf(t, false, c.files...), c.want)
	}
}

// The same symbols are found by their names, by their packages, and with other capitals where none has these.
func TestNamesPeopleWrite(t *testing.T) {
	g := Build([]Input{written{"net/serve.py", "python", "http", "class Server\nmethod Server.close\nfunc Close\nfunc closes"}.input(t)})
	for name, want := range map[string]string{
		"close": "Server.close", "Close": "Close", "CLOSE": "Server.close Close", "Server.close": "Server.close",
		"server.close":      "Server.close",
		"http.Server.close": "Server.close", "http.close": "Server.close", "serve.Close": "Close", "http.Close": "Close",
		"https.Close": "",
		"HTTP.close":  "Close", "x.Server.close": "", "closes": "closes", "close()": "Server.close",
	} {
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

// A header that was reached by a long way, from which no step is left, is looked at again by a shorter one.
func TestHeadersInManyWays(t *testing.T) {
	files := []written{
		{"a.c", "c", "", "import b.h\nfunc f\n> deep\n> far\n> deep"},
		{"b.h", "c", "", "import c.h\nimport x.h"},
		{"c.h", "c", "", "import d.h\nimport b.h"},
		{"d.h", "c", "", "import x.h\nimport c.h"},
		{"x.h", "c", "", "import z.h"},
		{"z.h", "c", "", "func deep\nimport y.h"},
		{"y.h", "c", "", "import w.h"},
		{"w.h", "c", "", "class far"},
	}
	expectEdges(t, "headers", edgesOf(t, false, files...), "a.c#f → z.h#deep imported")
}
