package codebase

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/record"
)

// What is read of the work tree: files that are gone or cannot be read do not hide those behind them, each blob is
// counted for every file that has it, and read once.
func TestReadingBesideOthers(t *testing.T) {
	r := repository(t)
	b := open(t, r.Dir, t.TempDir())
	r.Change(map[string]string{"a.go": "package post\x00", "b.go": "package post\n" + strings.Repeat("\n", code.MaxSize), "go.mod": "",
		"same.go": "package ink\n\nfunc Draw() {}\n", "z.py": "def f():\n    pass\n",
		"ink/ink.go": "package ink\n\nfunc Draw() { line() }\n"})
	files, err := b.Files(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	if want := []string{"a.go", "ink/ink.go", "post.go", "same.go", "z.py"}; !slices.Equal(paths, want) {
		t.Errorf("files %q, want %q", paths, want)
	}
	files = append(files, git.File{Path: "twice.go", Blob: files[3].Blob, Size: files[3].Size})
	var told []string
	b.o.Progress = func(stage string, done, total int) { told = append(told, fmt.Sprint(stage, " ", done, " of ", total)) }
	report, err := b.Update(t.Context(), files[:5])
	if err != nil || report.Files != 5 || report.Read != 5 || report.Unreadable != 1 ||
		fmt.Sprint(report.Languages) != "map[go:4 python:1]" {
		t.Errorf("%+v, %v", report, err)
	}
	if report, err = b.Update(t.Context(), files); err != nil || report.Files != 6 || report.Read != 0 ||
		fmt.Sprint(report.Languages) != "map[go:5 python:1]" {
		t.Errorf("again %+v, %v", report, err)
	}
	told = nil
	g, err := b.Graph(t.Context(), files[:5])
	if err != nil || g.Files() != 4 || !slices.Equal(told, []string{"symbols 0 of 5", "symbols 5 of 5"}) {
		t.Errorf("a graph of %d files, told %q, %v", g.Files(), told, err)
	}
	var heads []string
	err = b.Heads(t.Context(), files[:5], func(f git.File, read *code.File) error {
		heads = append(heads, fmt.Sprint(f.Path, " ", len(read.Symbols)))
		return nil
	})
	if want := []string{"ink/ink.go 1", "post.go 1", "same.go 1", "z.py 1"}; err != nil || !slices.Equal(heads, want) {
		t.Errorf("heads %q, %v", heads, err)
	}
	heads = nil
	err = b.Source(t.Context(), files[:5], func(f git.File, read *code.File, source []byte) error {
		heads = append(heads, fmt.Sprint(f.Path, " ", strings.Count(string(source), "\n")))
		return nil
	})
	if want := []string{"ink/ink.go 3", "post.go 5", "same.go 3", "z.py 2"}; err != nil || !slices.Equal(heads, want) {
		t.Errorf("sources %q, %v", heads, err)
	}
	enough := errors.New("enough")
	if err := b.Heads(t.Context(), files, func(git.File, *code.File) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("the error of who asks is %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := b.Heads(ended, files, func(git.File, *code.File) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// The symbols of a blob are those that were committed, whatever stands in the work tree.
func TestSymbolsOfABlob(t *testing.T) {
	r := repository(t)
	b := open(t, r.Dir, t.TempDir())
	blob := r.Git("rev-parse", "HEAD:ink/ink.go")
	r.Write("ink/ink.go", "package ink\n\nfunc Other() {}\n")
	symbols, err := b.SymbolsOf(t.Context(), "ink/ink.go", blob)
	if err != nil || len(symbols) != 1 || symbols[0].Name != "Draw" {
		t.Errorf("%+v, %v", symbols, err)
	}
	committed := git.File{Path: "ink/ink.go", Blob: blob, Size: -1, InGit: true}
	if data, _, ok, err := b.Declared(t.Context(), committed); !ok || err != nil || !strings.Contains(string(data), "Draw") {
		t.Errorf("%q, %v, %v", data, ok, err)
	}
	gone := strings.Repeat("1", 40)
	if symbols, err := b.SymbolsOf(t.Context(), "ink/ink.go", gone); len(symbols) != 0 || err != nil {
		t.Errorf("of a blob that is not here: %v, %v", symbols, err)
	}
	for _, f := range []git.File{{Path: "ink/ink.go", Blob: gone, Size: -1, InGit: true}, {Path: "README.md", Blob: blob}} {
		if data, symbols, ok, err := b.Declared(t.Context(), f); data != nil || symbols != nil || ok || err != nil {
			t.Errorf("%s: %q, %v, %v, %v", f.Path, data, symbols, ok, err)
		}
	}
}

// Before the first commit a bare repository has no files.
func TestBareRepositoryWithoutACommit(t *testing.T) {
	b := open(t, gittest.New(t, "--bare").Dir, t.TempDir())
	if files, err := b.Files(t.Context()); len(files) != 0 || err != nil {
		t.Errorf("%v, %v", files, err)
	}
}

// So many graphs are kept, those that were made last.
func TestGraphsThatAreKept(t *testing.T) {
	dir := t.TempDir()
	b := &Base{o: Options{Dir: dir}}
	at := func(i int) string { return filepath.Join(dir, fmt.Sprint(graphFiles, graphVersion, "-", i)) }
	for i := range keptGraphs + 2 {
		if err := os.WriteFile(at(i), []byte("a graph"), 0o600); err != nil {
			t.Fatal(err)
		}
		made := time.Date(2026, 5, 1+(i*5)%7, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(at(i), made, made); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		b.drop()
		var left []int
		for i := range keptGraphs + 2 {
			if _, err := os.Stat(at(i)); err == nil {
				left = append(left, i)
			}
		}
		// Made on the days 1, 6, 4, 2, 7 and 5: the oldest are the first and the fourth.
		if !slices.Equal(left, []int{1, 2, 4, 5}) {
			t.Errorf("left are %v", left)
		}
	}
}

// Uses that name a text which is not there are none, and no panic.
func TestUsesWithoutTexts(t *testing.T) {
	var w record.Writer
	w.Strings(nil)
	for _, n := range []int{1, 0, 0, 0} { // one use, of the first text each
		w.Int(n)
	}
	w.Bool(true)
	w.Signed(5)
	w.Int(2)
	w.Signed(1)
	w.Int(0)
	w.Int(1)
	uses, err := readUses(record.Read(string(w.Data)))
	want := code.Use{Call: true, Span: code.Span{Start: 5, End: 7, Line: 2, EndLine: 2}}
	if err != nil || len(uses) != 1 || uses[0] != want {
		t.Errorf("%+v, %v, want %+v", uses, err, want)
	}
	if uses, err := readUses(record.Read(string(w.Data[:len(w.Data)-1]))); err == nil {
		t.Errorf("cut short: %v", uses)
	}
}

// Many files are read once, their graph is taken from where it is kept, and sources are read up to their bound.
func TestManyFilesAreReadOnce(t *testing.T) {
	r, kept := repository(t), t.TempDir()
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("part%02d.go", i)] = fmt.Sprintf("package post\n\nfunc Part%d() {}\n", i)
	}
	r.Change(files)
	b := open(t, r.Dir, kept)
	all, err := b.Tree(t.Context(), "")
	if err != nil || len(all) != 63 {
		t.Fatalf("%d files, %v", len(all), err)
	}
	if committed, err := b.Tree(t.Context(), r.Git("rev-parse", "HEAD")); err != nil || len(committed) != 3 {
		t.Errorf("of the commit %d files, %v", len(committed), err)
	}
	for _, want := range []int{63, 0} {
		if report, err := b.Update(t.Context(), all); err != nil || report.Read != want {
			t.Errorf("%+v, %v, want %d that are read", report, err, want)
		}
	}
	for _, want := range []int{2, 0} { // stages told: the second time it is loaded
		told := 0
		again := open(t, r.Dir, kept)
		again.o.Progress = func(string, int, int) { told++ }
		if g, err := again.Graph(t.Context(), all); err != nil || g.Files() != 63 || told != want {
			t.Errorf("told %d times, want %d, %v", told, want, err)
		}
	}
	var of readers
	for size, want := range map[int]bool{code.MaxSize: true, code.MaxSize + 1: false} {
		data := []byte("package post\n" + strings.Repeat("\n", size-len("package post\n")))
		if f, err := parse(t.Context(), &of, git.File{Path: "a.go"}, data); (f != nil) != want || err != nil {
			t.Errorf("of %d bytes: read %v, %v", size, f != nil, err)
		}
		name := []byte(`{"name":"ink"}` + strings.Repeat(" ", size-len(`{"name":"ink"}`)))
		if f, err := (manifest{}).Read(t.Context(), "package.json", name); (err == nil) != want || (f.Package == "ink") != want {
			t.Errorf("a manifest of %d bytes: %q, %v", size, f.Package, err)
		}
	}
}
