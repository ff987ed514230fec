package stale

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/code"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/kb/store"
)

// Names that went from the code, with the file that went with them, after it got another name, or out of a
// file that stayed; whatever else a note cites before them.
func TestNamesThatWent(t *testing.T) {
	r := newGitRepo(t)
	circle := "package draw\n\nfunc drawCircle() {}\n" + lines("// round", 30)
	note := "# Drawing\n\n`keptName`, `neverThere`, `loadPage`, `drawCircle`, `lastName`, `sampleKey`, `sharedName`, " +
		"`movedKept`,\n`doorPlan`.\n"
	r.days(
		dated{"2025-01-10", "begin", map[string]string{"src/page.go": "package page\n\nfunc loadPage() {}\n", "src/old.go": circle,
			"src/kept.go": "var keptName int\nvar lastName int\n", "src/a.go": "var sharedName int\n", "src/b.go": "use(sharedName)\n",
			"data.yaml": "sampleKey: 1\n", "src/moved.go": "var movedKept int\n" + lines("m", 20), "n.md": note, "seen.md": note,
			"same.md":  "# Same\n\n`loadPage`.\n",
			"empty.md": "# Empty\n"}},
		dated{"2025-05-01", "rename", map[string]string{"src/old.go": "", "src/circle.go": circle, "src/moved.go": "",
			"src/moved2.go": "var movedKept int\n" + lines("m", 20)}},
		dated{"2025-05-10", "drop the circle", map[string]string{"src/circle.go": strings.Replace(circle, "drawCircle", "square", 1)}},
		dated{"2025-08-01", "drop the page", map[string]string{"src/page.go": "", "data.yaml": "other: 1\n",
			"same.md": "# Same\n\nOf `loadPage`.\n"}},
		dated{"2025-08-02", "drop the last", map[string]string{"src/kept.go": "var keptName int\n", "src/a.go": "{}\n",
			"src/b.go": "use()\n"}},
		dated{"2025-09-01", "look at the note", map[string]string{"seen.md": note + "\nMore.\n", "late.md": "# Late\n\n`loadPage` was.\n"}},
	)
	notes := r.judge("2026-01-09", "off")
	expect(t, notes, "n.md",
		"sharedName was removed from src/a.go in COMMIT on 2025-08-02 | drop the last",
		"drawCircle was removed from src/circle.go in COMMIT on 2025-05-10 | drop the circle",
		"lastName was removed from src/kept.go in COMMIT on 2025-08-02 | drop the last",
		"loadPage was removed from src/page.go in COMMIT on 2025-08-01 | drop the page",
		"sampleKey was removed from data.yaml in COMMIT on 2025-08-01 | drop the page")
	expect(t, notes, "seen.md", // what is gone from data need not be what was meant
		"sharedName was removed from src/a.go in COMMIT on 2025-08-02 | drop the last",
		"drawCircle was removed from src/circle.go in COMMIT on 2025-05-10 | drop the circle",
		"lastName was removed from src/kept.go in COMMIT on 2025-08-02 | drop the last",
		"loadPage was removed from src/page.go in COMMIT on 2025-08-01 | drop the page")
	expect(t, notes, "late.md")
	expect(t, notes, "empty.md")
	expect(t, notes, "same.md", "loadPage was removed from src/page.go in COMMIT on 2025-08-01 | drop the page")
	for path, seen := range map[string]bool{"n.md": false, "seen.md": true, "same.md": true} {
		n := notes[path]
		for _, e := range n.reason(Reference).Evidence {
			if e.Seen != seen || e.Local != (e.Cited != "sharedName") || e.Changes != 1 || e.Line != 3 {
				t.Errorf("%s: %+v, want one that was seen to be gone: %v", path, e, seen)
			}
		}
	}
}

// What is cited before a path that is gone, and stands or says nothing, does not hide it; what went is told once,
// by the last commit that took it away.
func TestPathsThatWent(t *testing.T) {
	r := newGitRepo(t)
	cites := "`src/kept.go` `docs/site/page.html` [guide](guide) [page](page.html) `src/never.go` `src/gone.go` `src/gone.go:3` " +
		"`deep/end_of_it.go` " +
		"`q/same_name.go` `src/twice.go` `src/moved.go` `tools/a/` `tools/a/x.sh` [self](old/here.md) `cat tools/b/` `box/in/`\n"
	r.days(
		dated{"2025-01-10", "begin", map[string]string{"src/gone.go": "a\n", "src/kept.go": "b\n", "guide": "was a file\n",
			"guide.md": "# Guide\n",
			"page.md":  "# Page\n", "page.html": "was a page\n", "src/twice.go": "1\n", "lib/deep/end_of_it.go": lines("end", 9),
			"x/same_name.go": "1\n",
			"y/same_name.go": "2\n", "src/moved.go": lines("moved", 20), "tools/a/x.sh": "x\n", "tools/a/y.sh": "y\n",
			"tools/b/z.sh":  "z\n",
			"box/in/one.go": lines("one", 20), "looked.md": "# Looked\n\nAt `src/gone.go`.\n",
			"cites.md": "---\nfiles: ['src/never*.go', 'none/**']\n---\n# Cites\n\n" + cites}},
		dated{"2025-02-01", "drop", map[string]string{"src/gone.go": "", "guide": "", "page.html": "", "docs/site/page.html": "",
			"src/twice.go":          "",
			"lib/deep/end_of_it.go": "",
			"x/same_name.go":        "", "y/same_name.go": "", "src/moved.go": "", "src/mid.go": lines("moved", 20), "tools/a/x.sh": "",
			"tools/b/z.sh":  "",
			"box/in/one.go": "", "chest/one.go": lines("one", 20)}},
		dated{"2025-03-01", "again", map[string]string{"src/twice.go": "2\n", "src/mid.go": "", "src/last.go": lines("moved", 20),
			"tools/a/y.sh": "",
			"chest/one.go": ""}},
		dated{"2025-04-01", "drop again", map[string]string{"src/twice.go": "", "fresh.md": "# Fresh\n\n" + cites,
			"looked.md": "# Looked\n\nAt `src/gone.go`, again.\n"}},
	)
	notes := r.judge("2026-01-09", "off")
	expect(t, notes, "cites.md",
		"box/in was deleted in COMMIT on 2025-02-01 | drop",
		"lib/deep/end_of_it.go was deleted in COMMIT on 2025-02-01 | drop",
		"src/gone.go was deleted in COMMIT on 2025-02-01 | drop",
		"src/twice.go was deleted in COMMIT on 2025-04-01 | drop again",
		"tools/a was deleted in COMMIT on 2025-03-01 | again",
		"tools/a/x.sh was deleted in COMMIT on 2025-02-01 | drop",
		"src/moved.go was renamed to src/last.go in COMMIT on 2025-02-01 | drop")
	expect(t, notes, "fresh.md") // all of it was gone when it was written
	expect(t, notes, "looked.md", "src/gone.go was deleted in COMMIT on 2025-02-01 | drop")
	for path, want := range map[string]bool{"looked.md": true, "cites.md": false} {
		n := notes[path]
		for _, e := range n.reason(Reference).Evidence {
			if e.Seen != want {
				t.Errorf("%s: %+v, want one that was seen to be gone: %v", path, e, want)
			}
		}
	}
}

// Files of a pattern that are gone count as changed, those that were renamed or never matched do not; a file that
// came later counts where it is one of many.
func TestChurnOfPatternsAndFolders(t *testing.T) {
	r := newGitRepo(t)
	r.days(
		dated{"2025-01-10", "begin", map[string]string{"src/lib/a.go": lines("a", 20), "src/lib/b.go": lines("b", 20),
			"src/lib/c.go": lines("c", 20),
			"out/a.go":     lines("x", 20), "src/lib/late.md": "# Late\n", "glob.md": "---\nfiles: ['src/lib/*.go']\n---\n# Glob\n",
			"folder.md": "# Folder\n\nAll of `src/lib/`, and `src/lib/a.go`.\n", "one.md": "# One\n\nSee `src/lib/new.go`.\n",
			"gone.md": "---\nfiles: ['gone/**']\n---\n# Gone\n", "gone/x.go": lines("gone", 10), "gone/y.go": lines("y", 10)}},
		dated{"2025-02-01", "change", map[string]string{"src/lib/a.go": lines("other", 20), "src/lib/c.go": "",
			"src/lib/new.go": lines("new", 20), "out/a.go": "",
			"src/lib/b.go": "", "away/b.go": lines("b", 20), "gone/x.go": "", "gone/y.go": "", "kept/y.go": lines("y", 10)}},
	)
	notes := r.judge("2026-01-09", "off")
	// a.go 40 of 40 lines changed, new.go 20 of 20, c.go 20 of 20: b.go went elsewhere.
	expect(t, notes, "glob.md", "100 % of src/lib/*.go changed in 1 commit since 2025-01-10 | change")
	expect(t, notes, "folder.md", "100 % of src/lib changed in 1 commit since 2025-01-10 | change")
	expect(t, notes, "one.md")
	expect(t, notes, "gone.md", "100 % of gone/** changed in 1 commit since 2025-01-10 | change")
	for path, want := range map[string]float64{"glob.md": churnScore(Lines{80, 80}), "folder.md": churnScore(Lines{60, 60}),
		"gone.md": churnScore(Lines{10, 10})} {
		n := notes[path]
		if r := n.reason(Churn); r == nil || r.Score != round(want) {
			t.Errorf("%s: %+v, want %v", path, r, want)
		}
	}
}

// A file that so many notes cite, and so great a share of them, is their tool.
func TestFilesThatManyCite(t *testing.T) {
	for _, tt := range []struct {
		citing, notes int
		want          bool
	}{{commonNotes, commonNotes, false}, {commonNotes + 1, commonNotes + 1, true}, {commonNotes + 1, 219, true}, {commonNotes + 1, 220,
		false},
		{commonNotes + 1, 221, false}} {
		j := &Judge{tree: newTree([]git.File{{Path: "tool.sh", Blob: "1"}, {Path: "a.go", Blob: "2"}}), cites: map[string]citations{},
			notes: &snapshot.Snapshot{}}
		for i := range tt.notes {
			path := fmt.Sprintf("n%d.md", i)
			j.notes.Entries = append(j.notes.Entries, &snapshot.Entry{File: git.File{Path: path}})
			var c citations
			if i < tt.citing {
				twice := cited{text: "tool.sh", paths: []string{"tool.sh"}}
				c.paths = []cited{twice, {text: "never.go", paths: []string{"never.go"}}, twice}
			}
			j.cites[path] = c
		}
		for range 2 {
			if got := j.commonFiles(); got["tool.sh"] != tt.want || got["never.go"] || got["a.go"] {
				t.Errorf("%d of %d notes cite it: %v", tt.citing, tt.notes, got)
			}
		}
	}
}

// A folder is described where it is not too great and most of it is code.
func TestFoldersThatAreDescribed(t *testing.T) {
	for _, tt := range []struct {
		code, prose int
		want        int
	}{{maxFolder, 0, maxFolder}, {maxFolder + 1, 0, 0}, {2, 1, 3}, {1, 1, 0}, {1, 0, 1}, {0, 1, 0}} {
		var files []git.File
		for i := range tt.code {
			files = append(files, git.File{Path: fmt.Sprintf("lib/%02d.go", i), Blob: "1"})
		}
		for i := range tt.prose {
			files = append(files, git.File{Path: fmt.Sprintf("lib/z%d.md", i), Blob: "1"})
		}
		j := &Judge{tree: newTree(files)}
		got, err := j.cited(t.Context(), cited{text: "lib/", paths: []string{"lib"}})
		if err != nil || len(got) != tt.want {
			t.Errorf("%d files of code and %d others: %d, want %d, %v", tt.code, tt.prose, len(got), tt.want, err)
		}
		if one, err := j.cited(t.Context(), cited{paths: []string{"lib/none.go"}}); err != nil || one != nil {
			t.Errorf("a file that is not there: %v, %v", one, err)
		}
	}
}

// A commit of many files that changed a little of each did not change what they do.
func TestMinorChanges(t *testing.T) {
	bag := func(n int, word string) lineBag { return bagOf([]byte(lines(word, n))) }
	j := &Judge{tree: newTree(nil), sizes: map[int]int{}, bags: map[string]lineBag{"ten": bag(10, "a"), "thirteen": bag(13, "a"),
		"twenty": bag(20, "a"), "binary": nil}}
	for range 100 {
		j.tree.paths = append(j.tree.paths, "f.go")
	}
	for _, tt := range []struct {
		size, tree    int
		before, after string
		want          int
	}{
		{massFiles, 100, "ten", "thirteen", 3}, {massFiles - 1, 100, "ten", "thirteen", 0}, {massFiles, 150, "ten", "thirteen", 3},
		{massFiles, 151, "ten", "thirteen", 0}, {massMany, 5000, "ten", "thirteen", 3}, {massMany - 1, 5000, "ten", "thirteen", 0},
		{massMany, 100, "ten", "twenty", 0}, {massMany, 100, "", "ten", 0}, {massMany, 100, "ten", "", 0}, {massMany, 100, "ten", "binary",
			0},
		{massMany, 100, "binary", "ten", 0}, {massMany, 100, "ten", "ten", 0},
	} {
		j.tree.paths = make([]string, tt.tree)
		j.sizes[4] = tt.size
		got, err := j.minor(t.Context(), &history.Landing{Place: 4, Change: walk.Change{Status: walk.Modified, OldBlob: tt.before,
			NewBlob: tt.after}})
		if got != tt.want || err != nil {
			t.Errorf("%+v: %d, %v", tt, got, err)
		}
	}
	// A share at the bound is minor: of 20 and 12 lines 8 differ, a quarter.
	j.bags["twelve"] = bag(12, "a")
	j.sizes[4] = massMany
	l := &history.Landing{Place: 4, Change: walk.Change{Status: walk.Modified, OldBlob: "twenty", NewBlob: "twelve"}}
	if got, err := j.minor(t.Context(), l); got != 8 || err != nil {
		t.Errorf("a quarter: %d, %v", got, err)
	}
}

// Of a type the methods that stand apart count where a note speaks of them, or of two of the type's.
func TestSignaturesOfMethods(t *testing.T) {
	at := func(kind code.Kind, container, name, signature string, from int) code.Symbol {
		return code.Symbol{Kind: kind, Container: container, Name: name, Signature: signature, Span: code.Span{Start: from, End: from + 9}}
	}
	key := code.Symbol{Kind: code.Struct, Name: "Key", Span: code.Span{Start: 10, End: 20}}
	symbols := []code.Symbol{at(code.Function, "", "Sign", "func Sign()", 0), at(code.Method, "Other", "Bits", "func (Other) Bits()", 30),
		key,
		at(code.Method, "Key", "Before", "func (Key) Before()", 9), at(code.Method, "Key", "Within", "func Within()", 10),
		at(code.Method, "Key", "Behind", "func (Key) Behind(seed int)", 20), at(code.Function, "Key", "New", "func New()", 40)}
	for _, tt := range []struct {
		names string
		want  string
	}{
		{"", ""}, {"Behind", "func (Key) Behind(seed int)\n"}, {"seed", "func (Key) Behind(seed int)\n"}, {"Sign Bits New", ""},
		{"Behind Within", "func (Key) Before()\nfunc (Key) Behind(seed int)\n"}, {"Within Sign", ""}, {"Key", ""},
		{"-", "func (Key) Before()\nfunc (Key) Behind(seed int)\n"},
	} {
		says := &said{names: map[string]bool{}}
		for _, name := range strings.Fields(tt.names) {
			says.names[name] = true
		}
		if tt.names == "-" { // it is not known what the note says
			says = nil
		}
		if got := string(signaturesApart(symbols, key, says)); got != tt.want {
			t.Errorf("where it says %q: %q, want %q", tt.names, got, tt.want)
		}
	}
}

// Names in the order of trees: each of the newest that has it, and of several files of that one the first.
func TestTableOfNames(t *testing.T) {
	table := &nameTable{commits: []string{"c2", "c1"}}
	b := nameBuilder{table: table, found: map[uint64]nameEntry{}, paths: map[string]uint32{}, read: map[string]bool{}}
	b.add(0, "a.go", []byte("openRoom openRoom closeRoom"))
	b.add(0, "b.go", []byte("plain words"))
	b.add(0, "c.go", []byte("closeRoom lightRoom"))
	b.add(1, "a.go", []byte("openRoom oldRoom lightRoom"))
	b.add(1, "c.go", []byte("oldRoom openRoom"))
	b.add(1, "d.go", []byte("lightRoom"))
	var got []string
	for _, name := range []string{"openRoom", "closeRoom", "lightRoom", "oldRoom"} {
		e := b.found[hashName([]byte(name))]
		got = append(got, fmt.Sprint(name, " ", e.tree, " ", table.paths[e.path], " ", e.wide))
	}
	want := []string{"openRoom 0 a.go false", "closeRoom 0 a.go true", "lightRoom 0 c.go false", "oldRoom 1 a.go true"}
	if !slices.Equal(got, want) || !slices.Equal(table.paths, []string{"a.go", "c.go"}) {
		t.Errorf("%q of %q, want %q", got, table.paths, want)
	}
	if want := len("openRoom openRoom closeRoom" + "plain words" + "closeRoom lightRoom" + "openRoom oldRoom lightRoom" +
		"oldRoom openRoom" +
		"lightRoom"); b.bytes != want {
		t.Errorf("%d bytes were read, want %d", b.bytes, want)
	}
}

// A table that is kept is taken in place of the trees, and written where there is none.
func TestTablesAreKept(t *testing.T) {
	r := newGitRepo(t)
	r.symbols = true
	r.days(dated{"2025-01-10", "begin", map[string]string{"a.go": "var openRoom int\n", "copy.go": "var openRoom int\n", "n.md": "# N\n"}})
	r.withJudge(func(j *Judge) {
		dir := t.TempDir()
		j.o.Cache = dir
		first, err := j.namesAtHead(t.Context())
		check(t, err)
		if _, ok := first.last("openRoom"); !ok || len(first.names) != 1 || len(first.paths) != 1 {
			t.Errorf("the names of HEAD: %+v", first)
		}
		file := filepath.Join(dir, "names-head")
		if _, err := os.Stat(file); err != nil {
			t.Errorf("no table is kept: %v", err)
		}
		told := nameTable{commits: first.commits, paths: []string{"z.go"}, names: []nameEntry{{hash: hashName([]byte("toldRoom"))}}}
		check(t, nameFormat.Save(file, told.write))
		again, err := j.namesAtHead(t.Context())
		check(t, err)
		if _, ok := again.last("toldRoom"); !ok {
			t.Error("the table that is kept is not taken")
		}
		told.missing = []string{j.tree.blobs["a.go"]}
		check(t, nameFormat.Save(file, func(s *store.Stream) error { return told.write(s) }))
		again, err = j.namesAtHead(t.Context())
		check(t, err)
		if _, ok := again.last("toldRoom"); ok {
			t.Error("a table is taken that lacks a blob which is here")
		}
		told.missing = []string{strings.Repeat("1", 40), strings.Repeat("2", 40)}
		check(t, nameFormat.Save(file, told.write))
		again, err = j.namesAtHead(t.Context())
		check(t, err)
		if _, ok := again.last("toldRoom"); !ok || !j.missing[told.missing[0]] || !j.missing[told.missing[1]] {
			t.Errorf("of a table that still lacks what it lacked: %v, missing %v", ok, j.missing)
		}
		t.Chdir(t.TempDir())
		j.o.Cache = ""
		_, err = j.namesAtHead(t.Context())
		check(t, err)
		if entries, err := os.ReadDir("."); err != nil || len(entries) != 0 {
			t.Errorf("without a folder %v was written, %v", entries, err)
		}
	})
}

// A symbol is looked for by the body that it had last, not by the one that the note knew, and behind others.
func TestSymbolsThatWent(t *testing.T) {
	r := newGitRepo(t)
	r.symbols = true
	source := func(parts ...string) string { return "package auth\n\n" + strings.Join(parts, "\n") }
	keep := function("Keep", "keep", 20)
	r.days(
		dated{"2025-01-10", "begin", map[string]string{"auth/a.go": source(keep, function("Sign", "sign", 20), function("Last", "last",
			20)),
			"auth/b.go": source(function("B", "b", 5)), "sign.md": "# Sign\n\nSee `auth/a.go#Sign`.\n",
			"last.md":   "# Last\n\nSee `auth/a.go#Last`.\n",
			"both.md":   "# Both\n\nSee `auth/a.go#Last`, `auth/a.go#Keep` and `auth/c.go#C`, then `auth/d.go`.\n",
			"auth/c.go": source(function("C", "c", 10)), "auth/d.go": source(function("D", "d", 10))}},
		dated{"2025-02-01", "sign anew", map[string]string{"auth/a.go": source(keep, function("Sign", "other", 20), function("Last", "end",
			20))}},
		dated{"2025-03-01", "move", map[string]string{"auth/a.go": source(keep, function("Last", "end", 20)),
			"auth/b.go": source(function("B", "b", 5), function("Signed", "other", 20)), "auth/c.go": source(function("C", "other", 10)),
			"auth/d.go": source(function("D", "other", 10))}},
	)
	notes := r.judge("2026-01-09", "off")
	expect(t, notes, "sign.md", "auth/a.go#Sign was renamed to auth/b.go#Signed in COMMIT on 2025-03-01 | move")
	expect(t, notes, "both.md", "95 % of auth/a.go#Last changed in 1 commit since 2025-01-10 | sign anew",
		"91 % of auth/c.go#C changed in 1 commit since 2025-01-10 | move", "83 % of auth/d.go changed in 1 commit since 2025-01-10 | move")
	both := notes["both.md"]
	// Of Last 40 of 42 lines, of C 20 of 22, of d.go 20 of 24; the 42 of Keep are as they were.
	if got, want := both.reason(Churn).Score, round(churnScore(Lines{80, 130})); got != want {
		t.Errorf("of both: %v, want %v", got, want)
	}
	expect(t, notes, "last.md", "95 % of auth/a.go#Last changed in 1 commit since 2025-01-10 | sign anew")
}

// Files are looked into up to a size, and only where they are text.
func TestGreatFiles(t *testing.T) {
	r := newGitRepo(t)
	r.symbols = true
	pad := func(name string, size int) string { return name + "\n" + strings.Repeat("x", size-len(name)-1) }
	r.days(dated{"2025-01-10", "begin", map[string]string{"a.go": pad("openRoom", maxBag), "b.go": pad("closeRoom", maxBag+1),
		"c.go": "darkRoom\x00\n", "n.md": "# N\n"}})
	r.withJudge(func(j *Judge) {
		table, err := j.namesAtHead(t.Context())
		check(t, err)
		for name, want := range map[string]bool{"openRoom": true, "closeRoom": false, "darkRoom": false} {
			if _, ok := table.last(name); ok != want {
				t.Errorf("%s is in the table: %v", name, ok)
			}
		}
		for file, want := range map[string]string{"a.go": "2 true", "b.go": "0 false", "c.go": "0 false"} {
			for range 2 {
				bag, ok, err := j.bag(j.tree.blobs[file])
				check(t, err)
				if got := fmt.Sprint(len(bag), " ", ok); got != want {
					t.Errorf("lines of %s: %s, want %s", file, got, want)
				}
			}
		}
		if bag, ok, err := j.bag(""); bag != nil || !ok || err != nil {
			t.Errorf("of no file: %v, %v, %v", bag, ok, err)
		}
	})
}

// A commit touches its notes unless it changes so many, and so great a share of them, that nobody looked at each.
func TestCommitsOfManyNotes(t *testing.T) {
	r := newGitRepo(t)
	notes := func(n int, text string) map[string]string {
		out := map[string]string{}
		for i := range n {
			out[fmt.Sprintf("n%03d.md", i)] = "# N\n\n" + text + "\n"
		}
		return out
	}
	few := func(from, to int) map[string]string {
		out := notes(to, "few")
		for path := range notes(from, "") {
			delete(out, path)
		}
		return out
	}
	r.days(dated{"2025-01-01", "begin", notes(100, "begin")}, dated{"2025-01-02", "twenty", few(0, massNotes)},
		dated{"2025-01-03", "three tenths", few(20, 50)}, dated{"2025-01-04", "one more", few(50, 81)})
	judged := r.judge("2025-02-01", "off")
	for path, want := range map[string]string{"n000.md": "2025-01-02", "n019.md": "2025-01-02", "n020.md": "2025-01-03",
		"n049.md": "2025-01-03",
		"n050.md": "2025-01-01", "n080.md": "2025-01-01", "n081.md": "2025-01-01"} {
		if got := judged[path].Touched; got.Date != want || got.By != "commit" {
			t.Errorf("%s was touched on %s by %s, want %s", path, got.Date, got.By, want)
		}
	}
}

// A day in verified counts as a touch from its end on, of what had been committed by then.
func TestVerifiedNotes(t *testing.T) {
	r := newGitRepo(t)
	r.days(dated{"2025-01-10", "one", map[string]string{"n.md": "# N\n"}}, dated{"2025-02-10", "two", map[string]string{"a.go": "a\n"}},
		dated{"2025-03-10", "three", map[string]string{"a.go": "b\n"}})
	r.withJudge(func(j *Judge) {
		j.o.Now = date(t, "2025-03-15").Add(8 * time.Hour)
		for _, tt := range []struct {
			verified, touched string // "" for a note whose touch is not known
			place             int
			want              string // by, date, place, placed
		}{
			{"", "2025-01-10", 0, "commit 2025-01-10 0 true"}, {"2025-01-09", "2025-01-10", 0, "commit 2025-01-10 0 true"},
			{"2025-01-10", "2025-01-10", 0, "commit 2025-01-10 0 true"}, {"2025-01-11", "2025-01-10", 0, "verified 2025-01-11 0 true"},
			{"2025-02-10", "2025-01-10", 0, "verified 2025-02-10 1 true"}, {"2025-02-09T23:00:00Z", "2025-01-10", 0,
				"verified 2025-02-09 0 true"},
			{"2025-03-15", "2025-02-10", 1, "verified 2025-03-15 2 true"}, {"2026-01-01", "2025-02-10", 1, "verified 2025-03-15 2 true"},
			{"last week", "2025-02-10", 1, "commit 2025-02-10 1 true"}, {"2025-02-20", "", 0, "verified 2025-02-20 1 true"},
			{"2025-01-10", "", 0, "verified 2025-01-10 0 true"}, {"2025-01-09", "", 0, "verified 2025-01-09 0 false"},
		} {
			q := &inquiry{entry: &snapshot.Entry{Note: kb.Note{Verified: tt.verified}}, place: tt.place, placed: tt.touched != ""}
			if tt.touched != "" {
				q.facts.Touched, q.facts.Touch = date(t, tt.touched).Add(12*time.Hour), Touch{By: "commit", Date: tt.touched}
			}
			j.verified(q)
			if got := fmt.Sprint(q.facts.Touch.By, " ", q.facts.Touch.Date, " ", q.place, " ", q.placed); got != tt.want {
				t.Errorf("verified %q, touched %q: %s, want %s", tt.verified, tt.touched, got, tt.want)
			}
		}
	})
}
