package codebase

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/pack"
	"github.com/9aea2451/kb/text/diff"
)

const desk = "package post\n\nfunc Open() {\n\tfirst()\n}\n\nfunc first() {\n}\nvar size = 1\n"

// names writes nodes by their symbols, files by their paths.
func names(g *graph.Graph, nodes []int32) string {
	var out []string
	for _, n := range nodes {
		f, s, ok := g.FileOf(n)
		if ok {
			out = append(out, s.Name)
		} else {
			out = append(out, f.Path)
		}
	}
	return strings.Join(out, " ")
}

// Which source files differ between two commits and what is staged, where, and which symbols stand there.
func TestChangesOfCode(t *testing.T) {
	r := repository(t)
	r.Write("desk.go", desk)
	r.Commit("desk")
	first := r.Git("rev-parse", "HEAD")
	b := open(t, r.Dir, t.TempDir())
	before, err := b.Tree(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	staged := func() string {
		t.Helper()
		files, err := b.FilesStaged(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, f := range files {
			paths = append(paths, f.Path)
		}
		return strings.Join(paths, " ")
	}
	if got := staged(); got != "desk.go go.mod ink/ink.go post.go" {
		t.Errorf("nothing is staged: %s", got)
	}
	r.Write("new.go", "package post\n")
	r.Git("add", "new.go")
	b = open(t, r.Dir, t.TempDir())
	if got := staged(); got != "desk.go go.mod ink/ink.go new.go post.go" {
		t.Errorf("a file is added: %s", got)
	}
	r.Git("rm", "-q", "ink/ink.go")
	b = open(t, r.Dir, t.TempDir())
	if got := staged(); got != "desk.go go.mod new.go post.go" {
		t.Errorf("a file is removed: %s", got)
	}
	r.Write("desk.go", strings.Replace(desk, "\tfirst()\n", "\tfirst()\n\tfirst()\n", 1))
	r.Commit("change")
	after, err := b.Tree(t.Context(), r.Git("rev-parse", "HEAD"))
	if err != nil {
		t.Fatal(err)
	}
	changes, err := b.Changed(t.Context(), before, after)
	want := "[{desk.go false false [{4 4 4 5}]} {ink/ink.go false true []} {new.go true false []}]"
	if got := fmt.Sprint(changes); err != nil || got != want {
		t.Errorf("%s, want %s; %v", got, want, err)
	}
	g, err := b.GraphOf(t.Context(), before)
	if err != nil {
		t.Fatal(err)
	}
	nodes, added := Touched(g, append(changes, Change{Path: "gone.go"})) // which could not be read
	if got := names(g, nodes); got != "Open Draw ink/ink.go" || !slices.Equal(added, []string{"new.go"}) {
		t.Errorf("touched %s, added %v", got, added)
	}
}

// Lines that differ stand in the innermost symbol around them, or in the file alone.
func TestSymbolsOfLines(t *testing.T) {
	r := repository(t)
	r.Write("desk.go", desk)
	b := open(t, r.Dir, t.TempDir())
	files, err := b.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g, err := b.GraphOf(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		hunk diff.Hunk
		want string
	}{
		{diff.Hunk{OldStart: 3, OldEnd: 4}, "Open"}, {diff.Hunk{OldStart: 3, OldEnd: 5}, "Open Open"}, {diff.Hunk{OldStart: 1,
			OldEnd: 2}, "desk.go"},
		{diff.Hunk{OldStart: 4, OldEnd: 8}, "Open desk.go first first"}, {diff.Hunk{OldStart: 3, OldEnd: 3}, "Open"},
		{diff.Hunk{OldStart: 5, OldEnd: 5}, "desk.go"},
		{diff.Hunk{}, "desk.go"}, {diff.Hunk{OldStart: 6, OldEnd: 6}, "desk.go"}, {diff.Hunk{OldStart: 2, OldEnd: 2}, "desk.go"},
	} {
		if got := names(g, touched(g, nil, g.FileAt("desk.go"), []diff.Hunk{tt.hunk})); got != tt.want {
			t.Errorf("%+v touches %s, want %s", tt.hunk, got, tt.want)
		}
	}
}

// Files of two trees that are not the same in both, as far as they are asked for.
func TestDifferingFiles(t *testing.T) {
	tree := func(files string) (out []git.File) {
		for f := range strings.FieldsSeq(files) {
			path, blob, _ := strings.Cut(f, ":")
			out = append(out, git.File{Path: path, Blob: blob})
		}
		return out
	}
	show := func(files []git.File) string {
		var out []string
		for _, f := range files {
			out = append(out, f.Path+":"+f.Blob)
		}
		return strings.Join(out, " ")
	}
	for _, tt := range []struct {
		before, after string
		most          int
		want          string
	}{
		{"a:1 b:1 c:1", "a:1 b:2 d:1", 9, "b:1 c:1 | b:2 d:1 | 3"}, {"a:1 b:1 c:1", "a:1 b:2 d:1", 3, "b:1 c:1 | b:2 d:1 | 3"},
		{"a:1 b:1 c:1", "a:1 b:2 d:1", 2, "b:1 c:1 | b:2 | 3"}, {"a:1 b:1 c:1", "a:1 b:2 d:1", 1, "b:1 | b:2 | 3"}, {"a:1 b:1",
			"a:2 b:2", 0, " |  | 2"},
		{"a:1", "a:1", 9, " |  | 0"}, {"", "b:1 c:1", 9, " | b:1 c:1 | 2"}, {"b:1", "a:1 c:1", 9, "b:1 | a:1 c:1 | 3"}, {"b:1",
			"a:1 b:2", 9, "b:1 | a:1 b:2 | 2"},
	} {
		was, is, count := Differing(tree(tt.before), tree(tt.after), tt.most)
		if got := fmt.Sprint(show(was), " | ", show(is), " | ", count); got != tt.want {
			t.Errorf("%s and %s, %d: %s, want %s", tt.before, tt.after, tt.most, got, tt.want)
		}
	}
}

// What a file declares, of the work tree or by its blob; nothing of what is no source.
func TestWhatFilesDeclare(t *testing.T) {
	r := repository(t)
	r.Write("desk.go", desk, "torn.go", "package post\n\nfunc Torn() {\n")
	r.Commit("desk")
	b := open(t, r.Dir, t.TempDir())
	blob := func(path string) string { return r.Git("rev-parse", "HEAD:"+path) }
	of := func(symbols []code.Symbol) string {
		var out []string
		for _, s := range symbols {
			out = append(out, s.Name)
		}
		return strings.Join(out, " ")
	}
	for path, want := range map[string]string{"desk.go": "Open first size", "README.md": "", "torn.go": "Torn"} {
		symbols, err := b.SymbolsOf(t.Context(), path, blob(path))
		if got := of(symbols); err != nil || got != want {
			t.Errorf("%s has %s, %v, want %s", path, got, err, want)
		}
		data, symbols, ok, err := b.Declared(t.Context(), git.File{Path: path, Blob: blob(path), Size: -1, InGit: true})
		if whole := path == "desk.go"; err != nil || ok != whole || of(symbols) != want || whole && string(data) != desk {
			t.Errorf("%s declares %s, whole %v, %d bytes, %v", path, of(symbols), ok, len(data), err)
		}
	}
	if symbols, err := b.SymbolsOf(t.Context(), "desk.go", ""); len(symbols) > 0 || err != nil {
		t.Errorf("of no blob: %v, %v", symbols, err)
	}
}

// The source files of a bare repository are those of HEAD; only files that can be read are among them.
func TestFilesThatAreCode(t *testing.T) {
	r, bare := repository(t), filepath.Join(t.TempDir(), "bare")
	r.Git("clone", "-q", "--bare", r.Dir, bare)
	files, err := open(t, bare, t.TempDir()).Files(t.Context())
	if err != nil || len(files) != 3 || files[0].Path != "go.mod" {
		t.Errorf("a bare repository has the files %v, %v", files, err)
	}
	entry := git.Entry{Path: "a.go", Mode: git.ModeRegular, ID: "1"}
	for name, tt := range map[string]struct {
		change func(e *git.Entry)
		want   bool
	}{
		"a file":       {func(*git.Entry) {}, true},
		"the largest":  {func(e *git.Entry) { e.Size = code.MaxSize }, true},
		"a larger one": {func(e *git.Entry) { e.Size = code.MaxSize + 1 }, false},
		"a conflict":   {func(e *git.Entry) { e.Stage = 2 }, false},
		"one to come":  {func(e *git.Entry) { e.Intent = true }, false},
		"a link":       {func(e *git.Entry) { e.Mode = 0o120000 }, false},
		"a bad path":   {func(e *git.Entry) { e.Path = "a.go/../../x" }, false},
	} {
		e := entry
		tt.change(&e)
		got := git.FilesOf([]git.Entry{e, entry}, code.MaxSize)
		if (len(got) == 2) != tt.want || len(got) == 0 || !got[0].InGit || got[0].Size != -1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// What no file of the tree is goes once there is much of it.
func TestWhatIsKept(t *testing.T) {
	r := repository(t)
	b := open(t, r.Dir, t.TempDir())
	look(t, b)
	files, err := b.Files(t.Context())
	if err != nil || b.kept.Len() != 3 {
		t.Fatal(b.kept.Len(), err)
	}
	wanted := map[sourceKey]bool{keyOf(files[0]): true}
	var others []*pack.Entry
	for i := range keepAtLeast + keepTimes - 4 {
		others = append(others, sourceKey{fmt.Sprintf("%040x", i), "x"}.entry(nil))
	}
	for _, want := range []int{keepAtLeast + keepTimes - 1, 1} {
		if err := errors.Join(b.kept.Add(pack.List(others...)), b.prune(wanted)); err != nil || b.kept.Len() != want {
			t.Errorf("%d sources are left, want %d; %v", b.kept.Len(), want, err)
		}
		others = []*pack.Entry{sourceKey{"one more", "x"}.entry(nil)}
	}
}
