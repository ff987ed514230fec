package codebase

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/code/graph"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/record"
)

// What is kept of a file is what was read of it.
func TestCodec(t *testing.T) {
	span := func(n int) code.Span { return code.Span{Start: n, End: n + 3, Line: n, EndLine: n + 1} }
	f := code.File{Language: "go", Package: "p", Partial: true,
		Imports: []code.Import{{Path: "net/http", Alias: "h", Names: []string{"*", "a\x00b"}, Line: 3}},
		Symbols: []code.Symbol{{Kind: code.Method, Name: "Close", Container: "Server", NameSpan: span(7), Span: span(6),
			Signature: "func …", Doc: "Close ends it.", Type: "error", Bases: []string{"io.Closer"}}},
		Uses: []code.Use{{Name: "a", Qualifier: "b", Type: "[]c", Call: true, Span: span(9), In: 0}, {Name: "a", Span: span(4), In: -1}}}
	var head, uses record.Writer
	writeHead(&head, &f)
	writeUses(&uses, f.Uses)
	back, err := readHead(record.Read(string(head.Data)))
	if err == nil {
		back.Uses, err = readUses(record.Read(string(uses.Data)))
	}
	if diff := cmp.Diff(f, back); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestManifests(t *testing.T) {
	for name, c := range map[string][2]string{
		"go.mod":         {"// ours\nmodule example.org/post // it\n\ngo 1.26\n", "example.org/post"},
		"a/package.json": {`{"name": "@post/ink", "version": "1"}`, "@post/ink"},
		"b/Cargo.toml":   {"[workspace]\nname = \"no\"\n[package]\nname = \"ink-well\"\n", "ink-well"},
	} {
		f, err := manifest{}.Read(context.Background(), name, []byte(c[0]))
		if err != nil || f.Package != c[1] {
			t.Errorf("%s: %q, %v", name, f.Package, err)
		}
	}
	if _, err := (manifest{}).Read(context.Background(), "package.json", []byte("{")); !errors.Is(err, code.ErrUnreadable) {
		t.Error(err)
	}
}

func TestMain(m *testing.M) { gittest.Main(m) }

// repository is one with two packages and a copy of another's code.
func repository(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write("go.mod", "module example.org/post\n",
		"post.go", "package post\n\nimport \"example.org/post/ink\"\n\nfunc Send() { ink.Draw() }\n",
		"ink/ink.go", "package ink\n\nfunc Draw() {}\n",
		"vendor/x/x.go", "package x\n\nfunc Draw() {}\n",
		"README.md", "# Post\n")
	r.Commit("first")
	return r
}

// open opens the code of the repository at a folder, kept in the other.
func open(t *testing.T, dir, kept string) *Base {
	t.Helper()
	repo, err := git.Open(context.Background(), dir,
		git.Interest{Watched: func(string) bool { return false }, Listed: func([]byte) bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(repo, Options{Dir: kept})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// look reads the work tree and says which files there are, how many were new, and who calls Draw.
func look(t *testing.T, b *Base) (paths []string, read int, callers []string) {
	t.Helper()
	files, err := b.Files(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	report, err := b.Update(context.Background(), files)
	if err != nil {
		t.Fatal(err)
	}
	g, err := b.Graph(context.Background(), files)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range g.Named("ink.Draw") {
		g.In(n, func(e graph.Edge) {
			_, s, _ := g.FileOf(e.From)
			callers = append(callers, s.Name)
		})
	}
	return paths, report.Read, callers
}

// A blob is read once, whatever tree it is in; what is not committed counts as it stands.
func TestBlobsAreReadOnce(t *testing.T) {
	r, kept := repository(t), t.TempDir()
	b := open(t, r.Dir, kept)
	paths, read, callers := look(t, b)
	want := []string{"go.mod", "ink/ink.go", "post.go"}
	if !slices.Equal(paths, want) || read != 3 || !slices.Equal(callers, []string{"Send"}) {
		t.Errorf("%v, %d read, called by %v", paths, read, callers)
	}
	r.Write("more.go", "package post\n\nimport \"example.org/post/ink\"\n\nfunc Again() { ink.Draw() }\n")
	if paths, read, callers = look(t, b); len(paths) != 4 || read != 1 || !slices.Equal(callers, []string{"Again", "Send"}) {
		t.Errorf("with a new file: %v, %d read, called by %v", paths, read, callers)
	}
	other := filepath.Join(t.TempDir(), "other")
	r.Git("worktree", "add", "-q", other, "-b", "other")
	if _, read, callers = look(t, open(t, other, kept)); read != 0 || !slices.Equal(callers, []string{"Send"}) {
		t.Errorf("in another work tree %d read, called by %v", read, callers)
	}
	if err := os.Remove(filepath.Join(r.Dir, "post.go")); err != nil {
		t.Fatal(err)
	}
	if _, read, callers = look(t, open(t, r.Dir, kept)); read != 0 || !slices.Equal(callers, []string{"Again"}) {
		t.Errorf("after a removal %d read, called by %v", read, callers)
	}
}

// A commit's files are those of its tree, whatever the work tree has.
func TestFilesOfACommit(t *testing.T) {
	r := repository(t)
	b := open(t, r.Dir, t.TempDir())
	r.Write("more.go", "package post\n")
	files, err := b.FilesAt(context.Background(), r.Git("rev-parse", "HEAD"))
	if err != nil || len(files) != 3 {
		t.Errorf("%v, %v", files, err)
	}
}

// packsIn lists the packs of sources.
func packsIn(t *testing.T, kept string) []string {
	t.Helper()
	packs, err := filepath.Glob(filepath.Join(Folder(kept), "*.pack"))
	if err != nil || len(packs) == 0 {
		t.Fatal(packs, err)
	}
	return packs
}

// flip changes a byte of each pack.
func flip(t *testing.T, packs []string, at func(size int) int) {
	t.Helper()
	for _, p := range packs {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		data[at(len(data))] ^= 0x55
		if err := os.WriteFile(p, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What is damaged is read anew without a question, and nothing of it stays.
func TestDamageIsMended(t *testing.T) {
	r, kept := repository(t), t.TempDir()
	look(t, open(t, r.Dir, kept))
	for name, at := range map[string]func(size int) int{
		"a block": func(int) int { return 20 },
		"a key":   func(size int) int { return size - 50 },
		"a foot":  func(size int) int { return size - 10 },
	} {
		graphs, err := filepath.Glob(filepath.Join(kept, "code-graph-*"))
		if err != nil || len(graphs) == 0 {
			t.Fatal(graphs, err)
		}
		for _, g := range graphs {
			if err := os.WriteFile(g, []byte("no graph"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		flip(t, packsIn(t, kept), at)
		if _, _, callers := look(t, open(t, r.Dir, kept)); !slices.Equal(callers, []string{"Send"}) {
			t.Errorf("%s: called by %v", name, callers)
		}
		if packs := packsIn(t, kept); len(packs) != 1 || open(t, r.Dir, kept) == nil {
			t.Errorf("%s: %d packs", name, len(packs))
		}
	}
}

// What is damaged is no error for who asks about one file, either.
func TestDamageOfOneFile(t *testing.T) {
	r, kept := repository(t), t.TempDir()
	b := open(t, r.Dir, kept)
	look(t, b)
	b.Close()
	flip(t, packsIn(t, kept), func(int) int { return 20 })
	files, err := b.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read, err := open(t, r.Dir, kept).Read(t.Context(), files[1])
	if err != nil || len(read.Symbols) != 1 || len(packsIn(t, kept)) != 1 {
		t.Errorf("%+v, %v", read, err)
	}
}

// A graph that another version of kb keeps of the same files stays, one of a kb that had no version in the
// name goes.
func TestGraphsOfOtherVersions(t *testing.T) {
	r, kept := repository(t), t.TempDir()
	look(t, open(t, r.Dir, kept))
	graphs, err := filepath.Glob(filepath.Join(kept, "code-graph-*"))
	if err != nil || len(graphs) != 1 {
		t.Fatal(graphs, err)
	}
	sum := strings.TrimPrefix(filepath.Base(graphs[0]), "code-graph-"+graphVersion+"-")
	other, old := filepath.Join(kept, "code-graph-0-"+sum), filepath.Join(kept, "code-graph-"+sum)
	for _, g := range []string{other, old} {
		if err := os.WriteFile(g, []byte("of another kb"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.Write("late.go", "package a\n\nfunc Late() {}\n")
	look(t, open(t, r.Dir, kept))
	if data, err := os.ReadFile(other); err != nil || string(data) != "of another kb" {
		t.Errorf("that of the other version: %q, %v", data, err)
	}
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("that without a version: %v", err)
	}
}

// What cannot be read is noted once, and does not stop the rest.
func TestUnreadableFiles(t *testing.T) {
	r, kept := repository(t), t.TempDir()
	r.Write("bad.go", "no Go at all", "binary.go", "package a\x00\x01")
	b := open(t, r.Dir, kept)
	files, err := b.Files(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	report, err := b.Update(context.Background(), files)
	if err != nil || report.Unreadable != 2 || report.Files != 5 {
		t.Errorf("%+v, %v", report, err)
	}
	if report, err = b.Update(context.Background(), files); err != nil || report.Read != 0 {
		t.Errorf("again: %+v, %v", report, err)
	}
	if _, err := b.Read(context.Background(), files[0]); !errors.Is(err, code.ErrUnreadable) {
		t.Errorf("%s: %v", files[0].Path, err)
	}
}

// What a search keeps is made once of each blob, by what made it, and anew after damage.
func TestWordsAreKept(t *testing.T) {
	r, kept := repository(t), t.TempDir()
	made := 0
	w := Wording{Version: "1", Of: func(f *code.File, source []byte) Worded {
		made++
		return Worded{Data: f.Package, Terms: map[string][]byte{"all": source[:1], "in " + f.Package: nil}}
	}}
	words := func(want int) {
		t.Helper()
		b := open(t, r.Dir, kept)
		defer b.Close()
		made = 0
		files, err := b.Files(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		out, err := b.Words(context.Background(), files, w)
		if err != nil || made != want || len(out) != 3 || out[1].Data != "ink" || len(out[0].Data) != 0 {
			t.Fatalf("%d made, %v, %v", made, out, err)
		}
		var of []int64
		err = b.Term("in ink", func(source int64, _ string) { of = append(of, source) })
		if err != nil || len(slices.DeleteFunc(of, func(s int64) bool { return s != out[1].Source })) != 1 {
			t.Errorf("%v, %v", of, err)
		}
		var terms []string
		err = b.Terms("in ", func(term string) bool { terms = append(terms, term); return true })
		if err != nil || !slices.Equal(terms, []string{"in ink", "in post"}) {
			t.Errorf("%q, %v", terms, err)
		}
	}
	words(2)
	words(0)
	w.Version = "2"
	words(2)
	for i := range 40 { // packs are joined meanwhile
		r.Write("ink/ink.go", fmt.Sprintf("package ink\n\nfunc Draw() {}\n\n// %d\n", i))
		words(1)
	}
	segments := func() []string {
		list, err := filepath.Glob(filepath.Join(Folder(kept), "words", "*.pack"))
		if err != nil || len(list) == 0 || len(list) > 9 {
			t.Errorf("%q, %v", list, err)
		}
		return list
	}
	flip(t, segments(), func(size int) int { return size - 10 })
	words(2)
	flip(t, segments(), func(int) int { return 30 }) // in a group
	b := open(t, r.Dir, kept)
	files, err := b.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err = b.Words(t.Context(), files, w); err != nil {
		t.Fatal(err)
	}
	if err := b.Term("all", func(int64, string) {}); !errors.Is(err, record.ErrDamaged) {
		t.Errorf("damaged terms: %v", err)
	}
	words(2)
}

// Two processes may look for the words of a new tree at once: both find what they made.
func TestWordsOfTwoAtOnce(t *testing.T) {
	r, kept := repository(t), t.TempDir()
	made := 0
	w := Wording{Version: "1", Of: func(f *code.File, _ []byte) Worded {
		made++
		return Worded{Data: f.Package, Terms: map[string][]byte{"in " + f.Package: nil}}
	}}
	a, b := open(t, r.Dir, kept), open(t, r.Dir, kept)
	files, err := a.Files(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var others []Worded
	a.o.Progress = func(stage string, done, _ int) {
		if stage == "words of the code" && done == 0 { // a has found that nothing is kept
			others, err = b.Words(context.Background(), files, w)
		}
	}
	own, ownErr := a.Words(context.Background(), files, w)
	if err != nil || ownErr != nil {
		t.Fatal(err, ownErr)
	}
	for of, base := range map[*[]Worded]*Base{&own: a, &others: b} {
		found := map[int64]bool{}
		err := base.Term("in post", func(source int64, _ string) { found[source] = true })
		if w := (*of)[2]; err != nil || w.Data != "post" || !found[w.Source] {
			t.Errorf("%+v, %v, %v", w, found, err)
		}
	}
}
