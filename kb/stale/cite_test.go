package stale

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/record"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/store"
)

func cite(text string) citations {
	e := snapshot.ReadEntry(git.File{Path: "docs/n.md"}, &kb.Config{}, []byte(text))
	return citationsOf(e, git.Origin{Host: "github.com", Path: "o/r"})
}

func TestCitations(t *testing.T) {
	for _, c := range []struct{ text, paths, names string }{
		{"plain `word` and `two words`", "", ""},
		{"`pkg/a.go`", "pkg/a.go,docs/pkg/a.go", ""},
		{"`./pkg/a.go:12:3`", "pkg/a.go,docs/pkg/a.go", ""},
		{"`pkg/a.go#L3-L9`.", "pkg/a.go,docs/pkg/a.go", ""},
		{"`../pkg/a.go`", "pkg/a.go", ""},
		{"`../../out.go`", "", ""},
		{"`go test ./pkg/...`", "pkg,docs/pkg", ""},
		{"`task_types.go` `main.go` `README.md`", "docs/task_types.go,task_types.go", ""},
		{"`pkg/*.go` `<dir>/x` `$HOME/x` `~/x` `a=b/c`", "", ""},
		{"`/etc/passwd`", "etc/passwd", ""},
		{"[x](a.go) [y](/b.go) [z](#z) ![i](i.png)", "docs/a.go,a.go;b.go;docs/i.png,i.png", ""},
		{"[x](https://github.com/o/r/blob/main/pkg/a.go#L1) [y](https://github.com/o/r/tree/v1.2/pkg) " +
			"[z](https://github.com/o/other/blob/main/a.go)", "pkg/a.go", ""},
		{"`ParseTree()` `Tree.max_depth` `HTTPServer2Go` `camelCase`", "", "ParseTree,max_depth,HTTPServer2Go,camelCase"},
		{"`--feature-gates=ClusterTopology=true` `a_b` `__init__` `FOO` `Plain` `1e5Foo`", "", "ClusterTopology"},
		{"```\ncode_block in/a/block.go\n```\n", "", ""},
	} {
		got := cite(c.text)
		var paths, names []string
		for _, p := range got.paths {
			paths = append(paths, strings.Join(p.paths, ","))
		}
		for _, n := range got.names {
			names = append(names, n.text)
		}
		if strings.Join(paths, ";") != c.paths || strings.Join(names, ",") != c.names {
			t.Errorf("%s:\n got %q and %q\nwant %q and %q", c.text, strings.Join(paths, ";"), strings.Join(names, ","), c.paths, c.names)
		}
	}
}

// Whatever a note holds, what it cites lies within the repository, and is bounded.
func FuzzCitations(f *testing.F) {
	f.Add("---\nfiles: ['a/**']\n---\n`../x/../../y.go:1` [a](/../b?c#d) `Foo.bar_baz()`")
	f.Add("`a::1` `///` `.` `..` `./..` [x](%2e%2e/%2e%2e/y)")
	f.Fuzz(func(t *testing.T, text string) {
		got := cite(text)
		if len(got.paths) > maxCited || len(got.names) > maxCited {
			t.Fatalf("%d paths, %d names", len(got.paths), len(got.names))
		}
		tree := newTree([]git.File{{Path: "a/b.go", Blob: "1"}})
		for _, c := range got.paths {
			for _, p := range c.paths {
				if p == "" || strings.HasPrefix(p, "/") || slices.Contains(strings.Split(p, "/"), "..") {
					t.Fatalf("%q leads out of the repository", p)
				}
			}
			tree.resolve(c)
		}
	})
}

// A cache that is damaged is no cache.
func FuzzNameTable(f *testing.F) {
	t := nameTable{commits: []string{"c1", "c2"}, paths: []string{"a.go"}, names: []nameEntry{{1, 0, 0, true}, {5, 1, 0, false}}}
	var s store.Stream
	t.write(&s)
	f.Add(string(s.Data))
	f.Fuzz(func(t *testing.T, data string) {
		table := nameTable{commits: []string{"c1", "c2"}}
		if table.read(record.Read(data)) {
			for _, n := range table.names {
				_, _ = table.commits[n.tree], table.paths[n.path]
			}
		}
	})
}

func TestNameTableIsOfItsCommits(t *testing.T) {
	table := nameTable{
		commits: []string{"c1", "c2"},
		paths:   []string{"a.go", "b.go"},
		names:   []nameEntry{{hash: hashName([]byte("parseTree")), tree: 1, path: 1, wide: true}},
	}
	var w store.Stream
	table.write(&w)
	data := string(w.Data)
	same, other := nameTable{commits: []string{"c1", "c2"}}, nameTable{commits: []string{"c1", "c3"}}
	if !same.read(record.Read(data)) || other.read(record.Read(data)) {
		t.Fatal("the cache of other commits was taken, or that of the same was not")
	}
	if e, ok := same.last("parseTree"); !ok || same.paths[e.path] != "b.go" || same.commits[e.tree] != "c2" || !e.wide {
		t.Errorf("parseTree: %+v %v", e, ok)
	}
	if _, ok := same.last("parseTrees"); ok {
		t.Error("a name that was never there was found")
	}
	if same.read(record.Read(data[:len(data)-1])) || same.read(record.Read(data+"\x00")) {
		t.Error("a damaged cache was taken")
	}
}

// Which files a note can be about, and in which of them names of code are looked for.
func TestKindsOfFiles(t *testing.T) {
	for _, c := range []struct {
		file               string
		code, names, about bool // about: it is material
	}{
		{"src/a.go", true, true, false},
		{"docs/archive/a.go", true, true, false},
		{"vendor/x/a.go", false, false, false},
		{"third-party/a.go", false, false, false},
		{"CHANGELOG.md", false, false, false},
		{"docs/changelog-2.rst", false, false, false},
		{"docs/changelog_2.py", true, true, false},
		{"go.mod", false, true, false},
		{"LICENSE", false, true, false},
		{"Makefile", true, true, false},
		{"a.pb.go", false, true, false},
		{"a.min.js", false, true, false},
		{"zz_generated_a.go", false, true, false},
		{"a_generated.go", false, true, false},
		{"a.generated.ts", false, true, false},
		{"logo.PNG", false, false, false},
		{"flow.puml", false, true, false},
		{"data.csv", true, false, false},
		{".golangci.yml", true, false, false},
		{"a/.github/x.yml", true, false, false},
		{"web/static/a.js", true, false, true},
		{"a/testdata/x.go", true, false, true},
		{"a/testdata.go", true, true, false},
		{"notes.txt", false, false, false},
	} {
		got := []bool{isCode(c.file), holdsNames(c.file), isMaterial(c.file)}
		if want := []bool{c.code, c.names, c.about}; !slices.Equal(got, want) {
			t.Errorf("%s: code, with names, material: %v, want %v", c.file, got, want)
		}
	}
}

// Names of a text have an underscore or a capital within, and are neither short nor long.
func TestEachName(t *testing.T) {
	for text, want := range map[string]string{
		"parseTree(max_depth)": "parseTree max_depth", "plain Words only": "", "a_b": "", "openAtoZ openA openZ": "openAtoZ openA openZ",
		"x9_y8_z7": "x9_y8_z7", strings.Repeat("a", maxName-1) + "B": strings.Repeat("a", maxName-1) + "B",
		strings.Repeat("a", maxName) + "B":     "",
		strings.Repeat("a", minName-2) + "B c": "", strings.Repeat("a", minName-1) + "B c": strings.Repeat("a", minName-1) + "B",
	} {
		var got []string
		eachName([]byte(text), func(word []byte) bool { got = append(got, string(word)); return true })
		if strings.Join(got, " ") != want {
			t.Errorf("names of %q are %q, want %q", text, got, want)
		}
	}
	n := 0
	eachName([]byte("parseTree max_depth openRooms"), func([]byte) bool { n++; return n < 2 })
	if n != 2 {
		t.Errorf("%d names were given, want no more than asked for: 2", n)
	}
}

// A folder went where the file that left it last went with the rest of its path.
func TestMovedFolder(t *testing.T) {
	for _, c := range []struct{ folder, from, to, want string }{
		{"a/b", "a/b/c.go", "x/c.go", "x"}, {"a/b", "a/b/c.go", "x/d.go", ""}, {"a/b", "a/b/c.go", "", ""}, {"a/b", "q/c.go",
			"x/c.go", ""},
	} {
		if got, ok := movedFolder(c.folder, c.from, c.to); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s, of which %s went to %q: %q, %v; want %q", c.folder, c.from, c.to, got, ok, c.want)
		}
	}
}
