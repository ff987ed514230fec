package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/record"
)

// Which symbol a name means where something else has the name too: what is told beats the name alone, and what is
// told to lie outside of the tree is nothing of it.
func TestWhatANameMeans(t *testing.T) {
	other := func(language string) written {
		return written{"z/z." + strings.TrimSuffix(language, "thon"), language, "z",
			"class Z\nmethod Z.close\nmethod Z.lock\nmethod Z.turn\nmethod Z.render"}
	}
	for name, c := range map[string]struct {
		language, text, want string
	}{
		"a static member that is the first symbol": {"typescript", "method A.make\nclass A\nfunc f\n> A.make",
			"a.typescript#f → a.typescript#A.make same file"},
		"behind a name from elsewhere": {"python", "import os: path\nfunc f\n> path.close",
			"a.python#f → z/z.py#Z.close by name alone"},
		"behind a class from elsewhere": {"java", "import org.Path\nclass A\nmethod A.f\n> Path.close", ""},
		"behind what is not imported": {"java", "class A\nmethod A.f\n> x.close",
			"a.java#A.f → z/z.java#Z.close by name alone"},
		"a member of the class around, in Java": {"java", "class A\nmethod A.lock\nmethod A.f\n> lock",
			"a.java#A.f → a.java#A.lock same file"},
		"a member of the class around, in C++": {"cpp", "class A\nmethod A.lock\nmethod A.f\n> lock",
			"a.cpp#A.f → a.cpp#A.lock same file"},
		"a member of the class around, in Python": {"python", "class A\nmethod A.lock\nmethod A.f\n> lock", ""},
		"of a module that is not here":            {"python", "import os\nfunc f\n> os.close", ""},
		"of a module that has no such name": {"python", "import z.z as z\nfunc f\n> z.close",
			"a.python#f → z/z.py#Z.close by name alone"},
		"of a type that nothing tells": {"python", "func f\n> [Ghost] x.close",
			"a.python#f → z/z.py#Z.close by name alone"},
		"of a type that nothing tells, in Go": {"go", "func f\n> [Ghost] x.close", ""},
		"of a module as a type": {"python", "import z.z as z\nfunc f\n> [z] x.close",
			"a.python#f → z/z.py#Z.close by name alone"},
		"of an element": {"typescript",
			"class A\nmethod A.lock\nvar all -> []A\nfunc f\n> [all[]] x.lock", "a.typescript#f → a.typescript#A.lock imported"},
		"of an element of an element": {"typescript",
			"class A\nmethod A.lock\nvar all -> []A\nfunc f\n> [all[][]] x.lock",
			"a.typescript#f → a.typescript#A.lock by name alone, a.typescript#f → z/z.typescript#Z.lock by name alone"},
		"of a field that is the first symbol": {"typescript",
			"field A.key -> Key\nclass A\nclass Key\nmethod Key.turn\nfunc f\n> [A] x.key.turn",
			"a.typescript#f → a.typescript#Key.turn imported"},
		"of bases that go round": {"typescript", "class A < B\nclass B < A\nfunc f\n> [A] x.close",
			"a.typescript#f → z/z.typescript#Z.close by name alone"},
		"of the second base": {"python", "class B\nmethod B.lock\nclass A < Ghost, B\nfunc f\n> [A] x.lock",
			"a.python#f → a.python#B.lock imported"},
		"of the base of a base from elsewhere": {"typescript",
			"import react: Component\nclass A < Component\nclass B < A\nfunc f\n> [B] x.render", ""},
	} {
		got := edgesOf(t, false, written{"a." + c.language, c.language, "a", c.text}, other(c.language))
		if slices.Sort(got); strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	expectEdges(t, "of another language before", edgesOf(t, false, written{"a.ts", "typescript", "", "class A\nmethod A.close"},
		written{"b.py", "python", "", "class B\nmethod B.close"},
		written{"c.py", "python", "", "func f\n> x.close"}), "c.py#f → b.py#B.close by name alone")
	for text, want := range map[string]string{"class C\nclass D": "", "method Only.x\nclass Only": "b.ts#f → a.ts#Only imported",
		"class C\nclass D\nfunc A": "b.ts#f → a.ts#A imported"} {
		got := edgesOf(t, false, written{"a.ts", "typescript", "", text}, written{"b.ts", "typescript", "",
			"import ./a: default=x\nfunc f\n> x"})
		if strings.Join(got, ", ") != want {
			t.Errorf("the default of %q: %q", text, got)
		}
	}
}

// By which name a package of Go is called that the tree does not have: what stands behind it is nothing of the tree.
func TestNamesOfForeignPackages(t *testing.T) {
	for path, name := range map[string]string{
		"example.com/ink/v2": "ink", "example.com/vat": "vat", "example.com/ink/v": "v", "example.com/v2x": "v2x",
		"gopkg.in/ink.v3": "ink", "example.com/ink.view": "ink.view", "example.com/x2": "x2",
	} {
		for _, called := range []string{"ink", "v2", "vat", "v", "v2x", "x2", "x", "2"} {
			got := edgesOf(t, false, written{"main.go", "go", "main", "import " + path + "\nfunc f\n> " + called + ".Draw"},
				written{"pen/pen.go", "go", "pen", "class Pen\nmethod Pen.Draw"})
			if foreign := len(got) == 0; foreign != (called == name) {
				t.Errorf("%s is called %s: %v", path, called, foreign)
			}
		}
	}
	files := []written{{"go.mod", "go.mod", "example.org/post", ""}, {"ink/ink.go", "go", "ink", "func Draw"}, {"ink/z_test.go",
		"go", "ink_test", "func Draw"},
		{"main.go", "go", "main",
			"import example.org/post/ink\nimport example.org/post\nimport example.com/pen\nfunc f\n> ink.Draw\n> post.Start\n> pen.Write"},
		{"root.go", "go", "post", "func Start"}, {"vendor/example.com/pen/pen.go", "go", "pen", "func Write"}}
	expectEdges(t, "of the root, vendored, tested", edgesOf(t, false, files...), "main.go#f → ink/ink.go#Draw imported",
		"main.go#f → root.go#Start imported", "main.go#f → vendor/example.com/pen/pen.go#Write imported")
	expectEdges(t, "without a module", edgesOf(t, false, written{"ink/ink.go", "go", "ink", "func Draw"}, written{"main.go", "go",
		"main", "import ink\nfunc f\n> ink.Draw"}), "main.go#f → ink/ink.go#Draw imported")
}

// Which file an import means where several could be meant.
func TestWhichFileIsImported(t *testing.T) {
	for name, c := range map[string]struct {
		files []written
		want  string
	}{
		"a package of the tree": {[]written{{"lib/package.json", "package.json", "shop", ""}, {"lib/src/key.ts", "typescript", "",
			"func turn"}, {"other/package.json", "package.json", "shops", ""},
			{"z.ts", "typescript", "", "import shop/key: turn\nfunc f\n> turn"}}, "z.ts#f → lib/src/key.ts#turn imported"},
		"a package of a longer name": {[]written{{"lib/package.json", "package.json", "shop", ""}, {"lib/ping/key.ts", "typescript",
			"", "func turn"},
			{"z.ts", "typescript", "", "import shopping: turn\nfunc f\n> turn"}}, ""},
		"a file at the root": {[]written{{"store.ts", "typescript", "", "func turn"}, {"src/z.ts", "typescript", "",
			"import @/store: turn\nfunc f\n> turn"}}, "src/z.ts#f → store.ts#turn imported"},
		"a name, not a module": {[]written{{"a/__init__.py", "python", "", "func b"}, {"a/b.py", "python", "", "func turn"},
			{"a/c.py", "python", "", "func lock"},
			{"z.py", "python", "", "import a: b c\nfunc f\n> b\n> c.lock"}},
			"z.py#f → a/__init__.py#b imported, z.py#f → a/c.py#lock imported"},
		"the first of two headers": {[]written{{"m/a.c", "c", "", "import b.h\nfunc f\n> turn"}, {"x/b.h", "c", "", "func turn"},
			{"y/b.h", "c", "", "func turn"}}, "m/a.c#f → x/b.h#turn imported"},
		"the nearer of two headers": {[]written{{"y/m/a.c", "c", "", "import b.h\nfunc f\n> turn"}, {"x/b.h", "c", "", "func turn"},
			{"y/b.h", "c", "", "func turn"}}, "y/m/a.c#f → y/b.h#turn imported"},
		"above, in Rust": {[]written{{"src/a.rs", "rust", "", "func turn"}, {"src/a/b.rs", "rust", "",
			"import super: turn\nfunc f\n> turn"}}, "src/a/b.rs#f → src/a.rs#turn imported"},
		"a crate without a root": {[]written{{"a.rs", "rust", "", "import crate.b: turn\nfunc f\n> turn"}, {"b.rs", "rust", "",
			"func turn"}}, "a.rs#f → b.rs#turn imported"},
		"all of a class, and one": {[]written{{"A.java", "java", "p", "class A\nmethod A.max"}, {"B.java", "java", "q",
			"import p.A: * max\nclass B\nmethod B.f\n> max"}}, "B.java#B.f → A.java#A.max imported"},
	} {
		got := edgesOf(t, false, c.files...)
		if slices.Sort(got); strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A type implements an interface that has all of its methods, where not too many types do.
func TestImplementers(t *testing.T) {
	const store = "interface Store\nmethod Store.put\nmethod Store.get\n"
	class := func(n int) (text string) {
		for i := range n {
			text += fmt.Sprintf("class D%d\nmethod D%d.put\nmethod D%d.get\n", i, i, i)
		}
		return text
	}
	for name, c := range map[string]struct {
		a, b written
		want int
	}{
		"both methods":        {written{"a.go", "go", "p", store + class(1)}, written{}, 2},
		"one method":          {written{"a.go", "go", "p", store + "class D\nmethod D.put"}, written{}, 0},
		"functions":           {written{"a.go", "go", "p", store + "func put\nfunc get"}, written{}, 0},
		"an interface":        {written{"a.go", "go", "p", store + "interface D\nmethod D.put\nmethod D.get"}, written{}, 0},
		"a field of it":       {written{"a.go", "go", "p", store + "field Store.size\n" + class(1)}, written{}, 2},
		"fields":              {written{"a.go", "go", "p", store + "class D\nfield D.put\nfield D.get"}, written{}, 0},
		"no type":             {written{"a.go", "go", "p", store + "method D.put\nmethod D.get"}, written{}, 0},
		"another package":     {written{"a.go", "go", "p", store}, written{"b/b.go", "go", "q", class(1)}, 2},
		"in another language": {written{"a.go", "go", "p", store}, written{"b.ts", "typescript", "", class(1)}, 0},
		"as many as may":      {written{"a.go", "go", "p", store + class(maxImplementers)}, written{}, 2 * maxImplementers},
		"one too many":        {written{"a.go", "go", "p", store + class(maxImplementers+1)}, written{}, 0},
	} {
		files := []written{c.a, c.b}
		if c.b.path == "" {
			files = files[:1]
		}
		got := edgesOf(t, true, files...)
		if len(got) != c.want {
			t.Errorf("%s: %d edges, want %d: %q", name, len(got), c.want, got)
		}
	}
}

// What a type has lies in its file, in files of its package beside it, and within its members; of a name with other
// capitals only where none has these.
func TestMembersInOtherFiles(t *testing.T) {
	g := Build([]Input{
		written{"a/more.go", "go", "p",
			"method Room.open\nfield Room.key\nfield Room.key.teeth\nmethod Roomy.open\nfunc azure\nfunc Zebra"}.input(t),
		written{"a/room.go", "go", "p", "class Room\nmodule hall\nfunc hall.walk\nfunc Room.helper"}.input(t),
		written{"a/room.py", "python", "p", "method Room.snake"}.input(t),
		written{"a/room_test.go", "go", "p_test", "method Room.test"}.input(t),
		written{"a/sub/deep.go", "go", "p", "method Room.deep"}.input(t),
		written{"b/room.go", "go", "p", "method Room.other\nclass room\nmethod room.open"}.input(t),
		written{"web/Cart.java", "java", "org.shop.web", "class Cart\nmethod Cart.Pay"}.input(t),
	})
	names := func(nodes []int32) (out string) {
		for _, n := range nodes {
			s := g.Symbol(n)
			out += " " + s.Path()
		}
		return strings.TrimSpace(out)
	}
	for name, want := range map[string]string{"Room": "Room.open Room.key Room.key.teeth Room Room.helper",
		"hall": "hall hall.walk", "azure": "azure", "Cart": "Cart Cart.Pay"} {
		if got := names(g.WithMembers(g.Named(name))); got != want {
			t.Errorf("%s has %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"Room.open": "Room.open", "ROOM.open": "Room.open room.open", "AZURE": "azure", "aZUREs": "", "zebrA": "Zebra",
		"web.Cart": "Cart", "org.shop.web.Cart": "Cart", "shop.web.Cart": "Cart",
		"cart.Cart": "Cart", "shop.Cart": "", "Web.Cart": "", "org.shop.web.Pay": "Cart.Pay", "web.Pay": "",
	} {
		if got := names(g.Named(name)); got != want {
			t.Errorf("%s means %q, want %q", name, got, want)
		}
	}
	first, end := g.SymbolsOf(1)
	if nodes := g.NodesOf(1); !slices.Equal(nodes, []int32{g.FileNode(1), first, first + 1, first + 2,
		end - 1}) || g.FileIndex(g.FileNode(6)) != 6 || g.FileIndex(first) != 1 {
		t.Errorf("nodes of a file %v, from %d to %d", nodes, first, end)
	}
	for path, want := range map[string]int{"a/more.go": 0, "web/Cart.java": 6, "": -1, "a": -1, "a/room.g": -1, "z": -1} {
		if got := g.FileAt(path); got != want {
			t.Errorf("%q is file %d", path, got)
		}
	}
}

// Edges that are alike are one, with the sum of their places and the surest way; and a walk comes to each node once.
func TestEdgesAreJoined(t *testing.T) {
	got := joined([]Edge{{1, 2, Calls, ByName, 3}, {1, 2, Uses, ByName, 1}, {1, 2, Calls, SameFile, 4}, {1, 3, Calls, ByName, 1},
		{0, 2, Calls, ByName, 1<<16 - 2}, {0, 2, Calls, ByName, 5}})
	want := []Edge{{0, 2, Calls, ByName, 1<<16 - 1}, {1, 2, Uses, ByName, 1}, {1, 2, Calls, SameFile, 7}, {1, 3, Calls, ByName, 1}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	g := Build([]Input{written{"a.c", "c", "", "func a\nfunc b\n> a\n> c\nfunc c\n> b\nfunc d\n> c\n> b"}.input(t)})
	var reached []string
	for _, r := range g.Reach([]int32{0}, 9, true) {
		reached = append(reached, fmt.Sprintf("%s %d", g.show(r.Node), r.Distance))
	}
	if want := []string{"a.c#a 0", "a.c#b 1", "a.c#c 2", "a.c#d 2"}; !slices.Equal(reached, want) {
		t.Errorf("reached %q, want %q", reached, want)
	}
}

// Modules within modules, files that name themselves, and what stands at the top of a file.
func TestNamesAtTheEdges(t *testing.T) {
	nested := func(uses string) []written {
		return []written{{"go.mod", "go.mod", "example.org/shop", ""}, {"package.json", "package.json", "@shop/a-name-longer-than-all", ""},
			{"other/go.mod", "go.mod", "example.org/shop/tools", ""}, {"tools/x/x.go", "go", "x", "func Outer"},
			{"other/x/x.go", "go", "x", "func Inner"}, {"tools/y/y.go", "go", "y", "func Only"}, {"main.go", "go", "main", uses}}
	}
	for name, c := range map[string]struct {
		files []written
		want  []string
	}{
		"of the innermost module": {nested("import example.org/shop/tools/x\nfunc f\n> x.Inner\n> x.Outer"),
			[]string{"main.go#f → other/x/x.go#Inner imported"}},
		"of the outer one, where the inner has none": {nested("import example.org/shop/tools/y\nfunc f\n> y.Only"),
			[]string{"main.go#f → tools/y/y.go#Only imported"}},
		"of a package that has no such name": {[]written{{"a/a.go", "go", "a", "func Draw"}, {"b/b.go", "go", "b", "func Fill"},
			{"go.mod", "go.mod", "example.org/post", ""}, {"main.go", "go", "main", "import example.org/post/a\nfunc f\n> a.Fill"}}, nil},
		"a header that includes itself": {[]written{{"a.c", "c", "", "import b.h\nfunc f\n> deep"}, {"b.h", "c", "",
			"import b.h\nimport c.h"},
			{"c.h", "c", "", "func deep"}}, []string{"a.c#f → c.h#deep imported"}},
		"a header by its whole path": {[]written{{"src/a.c", "c", "", "import lib/x.h\nfunc f\n> g"}, {"lib/x.h", "c", "", "func g"},
			{"y.h", "c", "", "func g"}}, []string{"src/a.c#f → lib/x.h#g imported"}},
		"a header by the end of another's": {[]written{{"src/a.c", "c", "", "import b/x.h\nfunc f\n> g"}, {"lib/ab/x.h", "c", "", "func g"},
			{"src/c.c", "c", "", "func g"}}, []string{"src/a.c#f → lib/ab/x.h#g by name alone", "src/a.c#f → src/c.c#g by name alone"}},
		"a method of Rust in another file": {[]written{{"src/lib.rs", "rust", "", ""}, {"src/a.rs", "rust", "", "struct Room"},
			{"src/b.rs", "rust", "", "method Room.lock"}, {"src/c.rs", "rust", "", "struct Cup\nmethod Cup.lock"},
			{"src/d.rs", "rust", "", "import crate.a: Room\nfunc f\n> [Room] r.lock"}},
			[]string{"src/d.rs#f → src/b.rs#Room.lock imported"}},
		"at the top of a file": {[]written{{"a.ts", "typescript", "", "> this.lock\n> open\nclass A\nmethod A.lock\nfunc open"}},
			[]string{"a.ts → a.ts#A.lock by name alone", "a.ts → a.ts#open same file"}},
	} {
		expectEdges(t, name, edgesOf(t, false, c.files...), c.want...)
	}
}

// A question reaches so many nodes, no more.
func TestReachedNodesAreBounded(t *testing.T) {
	var text strings.Builder
	text.WriteString("func g\n")
	for i := range maxReached + 5 {
		fmt.Fprintf(&text, "func f%d\n> g\n", i)
	}
	g := Build([]Input{written{"a.py", "python", "", text.String()}.input(t)})
	if got := g.Reach([]int32{0}, 3, true); len(got) != maxReached || got[0].Node != 0 || got[1].Distance != 1 {
		t.Errorf("%d nodes are reached, want %d", len(got), maxReached)
	}
	if got := g.Reach([]int32{0, 0, -1, int32(g.Nodes())}, 0, true); len(got) != 1 {
		t.Errorf("of one node: %v", got)
	}
}

// The graph of no file is read back, and one of symbols without a file is none; of a text that is not there nothing is told.
func TestEmptyGraph(t *testing.T) {
	var w record.Writer
	Build(nil).Write(&w)
	g, err := Read(record.Read(string(w.Data)))
	if err != nil || g.Files() != 0 || g.Nodes() != 0 || g.Precise() != 0 {
		t.Errorf("%+v, %v", g, err)
	}
	one := Build([]Input{written{"a.py", "python", "", "func zip\nfunc Zip\nfunc apply\nfunc z"}.input(t)})
	if got := one.text(one.count.texts); got != "" {
		t.Errorf("behind the last text stands %q", got)
	}
	for name, want := range map[string]int{"zip": 1, "Zip": 1, "ZIP": 0, "apply": 1, "APPLY": 0, "z": 1, "zz": 0, "": 0, "~": 0} {
		if got := one.Common(name); got != want {
			t.Errorf("%q is the name of %d symbols, want %d", name, got, want)
		}
	}
	for name, want := range map[string]int{"ZIP": 2, "ZiP": 2, "zip": 1, "APPLY": 1, "Z": 1, "AP": 0} {
		if got := one.Named(name); len(got) != want {
			t.Errorf("%q means %d symbols, want %d", name, len(got), want)
		}
	}
	var odd record.Writer
	for _, n := range []int{0, 1, 0, 0, 0, 0} {
		odd.Int(n)
	}
	if _, err := Read(record.Read(string(odd.Data) + strings.Repeat("\x00", 1000))); err == nil {
		t.Error("a symbol without a file is read")
	}
}
