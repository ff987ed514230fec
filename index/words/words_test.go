package words

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"
)

func TestTerms(t *testing.T) {
	a := NewAnalyzer()
	for _, tt := range []struct{ text, want string }{
		{"Running containers, the user's don't", "run contain user dont"},
		{"maxRetries max_retries HTTPServer", "maxretries max retri max_retries max retri httpserver"},
		{"pre-commit 3.14", "pre commit 3 14"},
		{"日本語 テスト 字", "日本 本語 テス スト 字"},
		{"naïve café", "naïve ~naiv café ~cafe"},
		{"C++17, C and F#.", "c++ c 17 c f# f"},
		{"on .NET or `.env`, see a.go, page.md#part ## Done. (x).y .map() ../up ./here",
			".net net .env env see go page md part done x y map up here"},
		{"i+++j C## naïve++", "i j c naïve ~naiv"},
		{"\xff\xfe ok", "ok"},
		{strings.Repeat("x", 500), strings.Repeat("x", 64)},
	} {
		if got := strings.Join(a.Terms(tt.text), " "); got != tt.want {
			t.Errorf("%.40q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestLead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"show me the retry limit", "me the retry limit"}, // me is filler wherever it stands,
		{"list all open decisions", "all open decisions"},
		{"how do I find the owner", "the owner"},
		{"can you tell me how to get the logs", "the logs"},
		{"git show", "git show"},
		{"find command", "find command"},
		{"show", "show"},
		{"tell me", "tell me"},
		{"get requests per second", "get requests per second"},
		{"the way to list pods", "the way to list pods"},
		{"", ""},
	} {
		if got := strings.TrimSpace(tt.text[NewAnalyzer().Lead(tt.text):]); got != tt.want {
			t.Errorf("%q: %q is left, want %q", tt.text, got, tt.want)
		}
	}
}

func FuzzLead(f *testing.F) {
	f.Add("show me the  way")
	f.Fuzz(func(t *testing.T, text string) {
		if n := NewAnalyzer().Lead(text); n < 0 || n > len(text) {
			t.Fatalf("%d of %d bytes", n, len(text))
		}
	})
}

func FuzzTokens(f *testing.F) {
	f.Add("some camelCase_and more’s 日本 \xff")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		NewAnalyzer().Tokens(text, func(tok Token) {
			if tok.Start < 0 || tok.End > len(text) || tok.Start >= tok.End || tok.Term == "" || len(tok.Term) > maxTerm+8 {
				t.Fatalf("token %+v of %q", tok, text)
			}
			if tok.Start < last-4*maxTerm {
				t.Fatalf("token %+v goes back", tok)
			}
			last = tok.Start
		})
	})
}

// postings lists what the store says of a term, by id.
func postings(t *testing.T, dir string, field Field, term string) map[string]int {
	t.Helper()
	r, err := OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ids := map[int]string{}
	if err := r.Documents(func(doc int, id string) { ids[doc] = id }); err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	list, err := r.Postings(t.Context(), field, term)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		got[ids[int(p.Doc)]] = int(p.Freq)
	}
	return got
}

func put(t *testing.T, dir string, deleted []string, docs ...*Doc) {
	t.Helper()
	w, err := NewWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Put(docs, deleted); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func doc(id, body string) *Doc {
	return &Doc{ID: id, Text: [Fields]string{Body: body, Code: "pkg.Func\nother"}}
}

func TestGenerationsDoNotTouchEachOther(t *testing.T) {
	old, next := filepath.Join(t.TempDir(), "old"), filepath.Join(t.TempDir(), "next")
	first := doc("a", "retry retries limit")
	put(t, old, nil, first, doc("b", "limit"))
	if first.Length != [Fields]int{3, 0, 2, 0} {
		t.Errorf("lengths %v", first.Length)
	}
	if err := Clone(old, next); err != nil {
		t.Fatal(err)
	}
	put(t, next, []string{"b"}, doc("a", "changed"), doc("c", "limit"))
	if diff := cmp.Diff(map[string]int{"a": 2}, postings(t, old, Body, "retri")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"a": 1, "b": 1}, postings(t, old, Body, "limit")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"c": 1}, postings(t, next, Body, "limit")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"a": 1, "c": 1}, postings(t, next, Code, "pkg.func")); diff != "" {
		t.Error(diff)
	}
}

// bounded checks that segments have been merged, and that their files go in the end.
func bounded(t *testing.T, dir string) {
	t.Helper()
	r, err := OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if n := len(r.Segments()); n == 0 || n > maxSegments {
		t.Errorf("%d segments", n)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.zap")); len(files) > 2*maxSegments {
		t.Errorf("%d files of segments", len(files))
	}
}

func TestManyUpdatesAreMerged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words")
	for i := range 40 {
		put(t, dir, nil, doc(fmt.Sprint("n", i), "common words"))
	}
	bounded(t, dir)
	if got := postings(t, dir, Body, "common"); len(got) != 40 {
		t.Errorf("%d of 40 chunks found", len(got))
	}
}

// TestSmallSegmentsAreMergedAlone: what most chunks are in stays as it is while small changes
// gather beside it.
func TestSmallSegmentsAreMergedAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words")
	many := make([]*Doc, 5*batchSize/2)
	for i := range many {
		many[i] = doc(fmt.Sprint("m", i), "common words")
	}
	put(t, dir, nil, many...)
	before, _ := filepath.Glob(filepath.Join(dir, "*.zap"))
	for i := range 3 * maxSegments {
		put(t, dir, []string{fmt.Sprint("m", i)}, doc(fmt.Sprint("n", i), "common words"))
	}
	after, _ := filepath.Glob(filepath.Join(dir, "*.zap"))
	if len(before) != 1 || !slices.Contains(after, before[0]) {
		t.Errorf("segments %s became %s", before, after)
	}
	bounded(t, dir)
	if got := postings(t, dir, Body, "common"); len(got) != len(many) {
		t.Errorf("%d of %d chunks found", len(got), len(many))
	}
}

func TestNear(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words")
	put(t, dir, nil, doc("a", "configuration configure container"))
	r, err := OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, tt := range []struct {
		term  string
		edits int
		want  string
	}{{"conta", 0, "contain"}, {"confgur", 1, "configur"}, {"zzz", 2, ""}} {
		got, err := r.Near(Body, tt.term, tt.edits, 10)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := got[tt.want]; ok != (tt.want != "") {
			t.Errorf("%s: %v", tt.term, got)
		}
	}
}

// Segments are merged when more of their chunks are dead than alive, and a batch besides, or when there are many.
func TestPlansOfMerges(t *testing.T) {
	many := func(n, size, dead int) (list segments) {
		for range n {
			s := &segment{Segment: Segment{Size: size}, gone: roaring.New()}
			s.gone.AddRange(0, uint64(dead))
			list = append(list, s)
		}
		return list
	}
	for _, tt := range []struct {
		list segments
		want string
	}{
		{nil, "[]"}, {many(1, 0, 0), "[]"}, {many(2, 2*batchSize, batchSize), "[]"}, {many(2, 2*batchSize, 5*batchSize/4), "[]"},
		{many(2, 2*batchSize, 5*batchSize/4+1), "[[0 1]]"}, {many(maxSegments, 1, 0), "[]"},
		{many(maxSegments+1, 1, 0), "[[0 1 2 3 4 5 6 7 8 9 10 11 12]]"},
		{append(many(1, 3*batchSize, 0), many(maxSegments, 1, 0)...), "[[1 2 3 4 5 6 7 8 9 10 11 12]]"},
		{many(maxSegments+1, batchSize, 0), "[[0 1 2 3] [4 5 6 7] [8 9 10 11]]"},
		{many(maxSegments+1, batchSize, batchSize/2), "[[0 1 2 3] [4 5 6 7] [8 9 10 11]]"},
		{append(many(maxSegments, 3*batchSize, 0), many(2, 1, 0)...), "[[12 13 0 1 2] [3 4 5 6] [7 8 9 10]]"},
	} {
		if got := fmt.Sprint(tt.list.groups()); got != tt.want {
			t.Errorf("%d segments: %s, want %s", len(tt.list), got, tt.want)
		}
	}
}

// Words are made and changed without waiting for the disk, but to merge; what is not listed, or cut short, is no words.
func TestDamagedWords(t *testing.T) {
	for name, harm := range map[string]func(file string) error{
		"none":  os.Remove,
		"short": func(file string) error { return os.Truncate(file, 20) },
		"other": func(file string) error { return os.WriteFile(file, []byte("kb words 0\n"), 0o600) },
	} {
		for _, file := range []string{rootFile, "000000000002.zap"} {
			dir := filepath.Join(t.TempDir(), "words")
			put(t, dir, nil, doc("a", "one"), doc("b", "two"))
			put(t, dir, []string{"a"}, doc("c", "three"))
			if err := harm(filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
			if _, err := OpenReader(dir); err == nil {
				t.Errorf("%s %s: opened for reading", file, name)
			}
			if w, err := NewWriter(dir); err == nil && (file != rootFile || name != "none" || len(w.Began()) > 0) {
				t.Errorf("%s %s: opened for writing", file, name)
			}
		}
	}
}
