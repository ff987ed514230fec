package stale

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
)

// What looks like a citation of this repository and is none, and the bounds of names.
func TestCitationsAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		text         string
		paths, names int
	}{
		{"`src/{a,b}/parseTree`", 0, 0}, {"`{{parseTree}}`", 0, 0}, {"`parseTree`", 0, 1}, {"`src/parseTree.go`", 1, 0}, {"[x](../..)",
			0, 0}, {"[x](..)", 0, 0},
		{"[x](//host/a.go)", 0, 0}, {"[x](a|b.go)", 0, 0}, {"[x](a.go?raw=1)", 1, 0}, {"`a.go` `b.go` [x](b.go) [y](b.go)", 1, 0},
		{"`parseTree` `parseTree()`", 0, 1},
		{"`" + strings.Repeat("x ", maxTokens-1) + "parseTree`", 0, 1}, {"`" + strings.Repeat("x ", maxTokens) + "parseTree`", 0, 0},
		{"[x](https://github.com/o/r)", 0, 0}, {"[x](https://github.com/o)", 0, 0}, {"[x](https://github.com/o/r/blob/main)", 0, 0},
		{"[x](https://github.com/o/r/raw/main/a.go)", 0, 0},
		{"[x](https://www.github.com/O/R/tree/master/pkg)", 1, 0}, {"[x](https://github.com/o/r/-/blob/HEAD/a.go)", 1, 0},
		{"[x](https://example.org/o/r/blob/main/a.go)", 0, 0},
		{"[x](https://github.com/o/rest/blob/main/a.go)", 0, 0}, {"[x](https://github.com/o/r/blob/main/../../..)", 0, 0},
		{"---\nfiles: ['a/**', ' b.go#Sign ', '#x', 'a/**']\n---\n", 2, 0},
	} {
		if got := cite(c.text); len(got.paths) != c.paths || len(got.names) != c.names {
			t.Errorf("%s cites %+v and %+v", c.text, got.paths, got.names)
		}
	}
	if c := cite("---\nfiles: ['b.go#Sign', 'a/**#x']\n---\n").paths; !c[0].glob || c[0].symbol != "Sign" || !c[0].ofSymbol() ||
		c[1].ofSymbol() {
		t.Errorf("%+v", c)
	}
	if p := ownFile("https://github.com/o/r/blob/main/a.go", git.Origin{}); p != "" {
		t.Errorf("of a repository without an origin: %s", p)
	}
	for name, want := range map[string]bool{strings.Repeat("a", maxName-2) + "_b": true, strings.Repeat("a", maxName-1) + "_b": false,
		"a_bcd": true, "a_bc": false, "9_bcd": false,
		"0_bcd": false, "zZ_bc": true, "_abcd_": false, "_ab_d_": false, "__ab_cd__": true} {
		if got := isName(name); got != want {
			t.Errorf("%s is a name of code: %v", name, got)
		}
	}
	for anchor, want := range map[string]bool{"L10": true, "L10-L20": true, "L10C3": true, "Link": false, "10": false, "": false} {
		if lineAnchor(anchor) != want {
			t.Errorf("%s is a line: %v", anchor, !want)
		}
	}
}

// Which bytes a file had at a place of its life, the newest change first.
func TestBlobsOfALife(t *testing.T) {
	landing := func(place int, status walk.Status, before, after string) history.Landing {
		return history.Landing{Place: place, Change: walk.Change{Status: status, OldBlob: before, NewBlob: after}}
	}
	whole := []history.Landing{landing(9, walk.Modified, "b", "c"), landing(5, walk.Modified, "a", "b"), landing(3, walk.Added, "", "a")}
	cut := whole[:2]
	gone := append([]history.Landing{landing(12, walk.Deleted, "c", "")}, whole...)
	for _, tt := range []struct {
		life  []history.Landing
		place int
		want  string
	}{
		{whole, 20, "c true"}, {whole, 9, "c true"}, {whole, 8, "b true"}, {whole, 5, "b true"}, {whole, 3, "a true"}, {whole, 2,
			" false"}, {cut, 2, "a true"}, {cut, 5, "b true"},
		{gone, 12, " false"}, {gone, 11, "c true"}, {nil, 5, " false"}, {[]history.Landing{landing(3, walk.Copied, "x", "a")}, 2, " false"},
		{[]history.Landing{landing(3, walk.Renamed, "x", "a")}, 2, "x true"},
	} {
		blob, there := blobAt(tt.life, tt.place)
		if got := fmt.Sprint(blob, " ", there); got != tt.want {
			t.Errorf("at %d of %d changes: %s, want %s", tt.place, len(tt.life), got, tt.want)
		}
	}
	for _, tt := range []struct{ subject, body, want string }{
		{"Fix it", "More.", "Fix it"}, {"Merge pull request #7 from a/b", "Tell the time\n\nLong.", "Tell the time (#7)"},
		{"Merge pull request #7 from a/b", "", "Merge pull request #7 from a/b"},
		{"Merge pull request 7", "Tell", "Merge pull request 7"},
	} {
		if got := subject(&walk.Commit{Subject: tt.subject, Body: tt.body}); got != tt.want {
			t.Errorf("%q says %q, want %q", tt.subject, got, tt.want)
		}
	}
}

// Lines that only one of two texts has, whatever their layout, and the lines around one.
func TestLinesThatDiffer(t *testing.T) {
	for _, tt := range []struct{ old, now, gone, came string }{
		{"a\nb\n", "a\nc\n", "b", "c"}, {"a\na\n", "a\n", "a", ""}, {"a\n", "a\na\na\n", "", "a a"}, {"a b\n", "  a  b;\n", "", ""},
		{"{\n}\n", "", "", ""}, {"", "a", "", "a"},
		{"a\nb\nc", "c\nb\na", "", ""}, {"a\na\nb", "b\nb\na", "a", "b"},
	} {
		gone, came := differing([]byte(tt.old), []byte(tt.now))
		if string(bytes.Join(gone, []byte(" "))) != tt.gone || string(bytes.Join(came, []byte(" "))) != tt.came {
			t.Errorf("%q and %q: %q went, %q came", tt.old, tt.now, gone, came)
		}
		if squeezed := string(squeezed([]byte(tt.old))); strings.ContainsAny(squeezed, "\n {};") {
			t.Errorf("%q is %q without its layout", tt.old, squeezed)
		}
	}
	lines := bytes.Split([]byte("# A\none\ntwo:\n\n- x\n- y\n\n# B\nlast:"), []byte("\n"))
	heads := map[int]bool{0: true, 7: true}
	for at, want := range map[int][4]int{0: {0, 7, 0, 6}, 1: {0, 7, 0, 6}, 2: {0, 7, 0, 6}, 4: {0, 7, 4, 6}, 5: {0, 7, 4, 6}, 7: {7, 9,
		7, 9}, 8: {7, 9, 7, 9}} {
		p, q := part(lines, at, heads), paragraph(lines, at)
		if got := [4]int{p[0], p[1], q[0], q[1]}; got != want {
			t.Errorf("around line %d: %v, want %v", at, got, want)
		}
	}
	if p := part(lines, 1, nil); p != [2]int{0, len(lines)} {
		t.Errorf("of a text without headings the part is %v", p)
	}
	for name, want := range map[string]string{"aZ": "", "parseHTTPServer": "pars http server", "x9y": "9", "v10": "10",
		"Zone_Area": "zone area", "areaZone": "area zone", "a_": "", "twoRooms": "2 room",
		"get_new_rooms": "room", "ABC": "abc", "ABCs": "abc", "A1": "1", "abcXYZ": "abc xyz", "az09": "09"} {
		var got []string
		eachPart([]byte(name), func(part string) { got = append(got, part) })
		if strings.Join(got, " ") != want {
			t.Errorf("%s is made of %q, want %q", name, got, want)
		}
	}
	var words []string
	eachWord([]byte("a.b_c(d9) é-z"), func(w []byte) { words = append(words, string(w)) })
	if !slices.Equal(words, []string{"a", "b_c", "d9", "é", "z"}) {
		t.Errorf("words %q", words)
	}
}
