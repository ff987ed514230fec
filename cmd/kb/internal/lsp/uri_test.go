package lsp

import (
	"runtime"
	"slices"
	"testing"
)

// A document is a file of this machine, or none.
func TestFilesOfURIs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths of this table are those of Unix")
	}
	for uri, want := range map[string]string{
		"file:///notes/a%20b.md": "/notes/a b.md", "FILE://LocalHost/x/../y.md": "/y.md", "file://server/x.md": "",
		"untitled:1": "", "file://": "",
		"http://localhost/x.md": "", "%zz": "",
	} {
		if got := fileOf(uri); got != want {
			t.Errorf("%s: %q, want %q", uri, got, want)
		}
	}
	for file, want := range map[string]string{"/notes/a b.md": "file:///notes/a%20b.md", "c:/notes.md": "file:///c:/notes.md"} {
		if got := uriOf(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	for _, c := range []struct {
		folder, file, want string
		ok                 bool
	}{
		{"/n", "/n/a/b.md", "a/b.md", true}, {"/n", "/n", "", false}, {"/n/a", "/n", "", false}, {"/n", "/m/b.md", "", false},
		{"/n", "/n/..b.md", "..b.md", true}, {"", "/n/b.md", "", false}, {"n", "/n/b.md", "", false},
	} {
		if got, ok := below(c.folder, c.file); got != c.want || ok != c.ok {
			t.Errorf("%s in %s: %q, %v", c.file, c.folder, got, ok)
		}
	}
}

// What differs is replaced from its first to its last character, each of them whole.
func TestSmallestEdit(t *testing.T) {
	for _, c := range []struct {
		old, now   string
		start, end int
		text       string
	}{
		{"tea", "tea", 3, 3, ""}, {"tea", "sea", 0, 1, "s"}, {"tea", "tee", 2, 3, "e"}, {"tea", "teas", 3, 3, "s"},
		{"teas", "tea", 3, 4, ""},
		{"tää", "töä", 1, 3, "ö"}, {"ä", "ö", 0, 2, "ö"}, {"xéx", "xèx", 1, 3, "è"}, {"aaa", "aa", 2, 3, ""},
		{"ŝ", "Ŝ", 0, 2, "Ŝ"}, {"xĝ", "xŝ", 1, 3, "ŝ"},
		{"日a", "月a", 0, 3, "月"}, {"\x80", "\x81", 0, 1, "\x81"}, // of a file that is no UTF-8
	} {
		b := &buffer{path: "x.md", text: []byte(c.old)}
		set := changeSet{}
		set.differing(b, 0, []byte(c.old), []byte(c.now))
		if got := set["x.md"].edits[0]; got != (byteEdit{c.start, c.end, c.text}) {
			t.Errorf("%q to %q: %+v", c.old, c.now, got)
		}
	}
}

// Where as many lines stay, those that differ are replaced each for itself.
func TestEditsOfSingleLines(t *testing.T) {
	for _, c := range []struct {
		old, now string
		want     []byteEdit
	}{
		{"one\ntwo\nthree\n", "one\ntoo\nthere\n", []byteEdit{{5, 6, "o"}, {10, 12, "er"}}},
		{"one\ntwo\n", "one\nand\ntwo\n", []byteEdit{{4, 4, "and\n"}}},
		{"one\n", "one\n", nil},
	} {
		b, set := bufferOf(c.old), changeSet{}
		set.rewrite(b, []byte(c.now))
		var got []byteEdit
		if set["x.md"] != nil {
			got = set["x.md"].edits
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q to %q: %+v, want %+v", c.old, c.now, got, c.want)
		}
	}
}
