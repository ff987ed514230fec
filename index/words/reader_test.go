package words

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func opened(t *testing.T, dir string) *Reader {
	t.Helper()
	r, err := OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// Any number of readers open a generation at a time.
func TestReadersShareAGeneration(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words")
	put(t, dir, nil, doc("a", "limit"))
	first, second := opened(t, dir), opened(t, dir)
	for _, r := range []*Reader{first, second} {
		if list, err := r.Postings(t.Context(), Body, "limit"); err != nil || len(list) != 1 || list[0].Freq != 1 {
			t.Errorf("%v %v", list, err)
		}
	}
	if _, err := OpenReader(filepath.Join(dir, "missing")); err == nil {
		t.Error("words that are not there are opened")
	}
}

// Segments keep their chunks in order; what was deleted is counted and not shown.
func TestSegments(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words")
	put(t, dir, nil, doc("a", "one"), doc("b", "two"))
	put(t, dir, []string{"a"}, doc("c", "three"))
	w, err := NewWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	began := w.Began()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := opened(t, dir)
	if n := r.Chunks(); n != 3 {
		t.Errorf("%d chunks, those that are deleted among them, want 3", n)
	}
	if diff := cmp.Diff(r.Segments(), began); diff != "" {
		t.Errorf("a writer began with other segments than are there:\n%s", diff)
	}
	sizes, ids := []int{}, map[string]int{}
	for i, s := range r.Segments() {
		sizes = append(sizes, s.Size)
		if _, err := os.Stat(filepath.Join(dir, s.Name)); err != nil {
			t.Error(err)
		}
		if err := r.DocumentsOf(i, func(at int, id string) {
			if at < 0 || at >= s.Size {
				t.Errorf("chunk %d of %d", at, s.Size)
			}
			ids[fmt.Sprint(i, " ", id)]++
		}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]int{2, 1}, sizes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"0 b": 1, "1 c": 1}, ids); diff != "" {
		t.Error(diff)
	}
	if err := r.DocumentsOf(2, func(int, string) {}); err == nil {
		t.Error("a segment that is not there has chunks")
	}
}

// What is kept for the next question is bounded; what alone is more than that is not kept.
func TestKeptPostingsAreBounded(t *testing.T) {
	r := &Reader{}
	list := func(n int) []Posting { return make([]Posting, n) }
	r.keep(fieldTerm{Body, "huge"}, list(maxHeld-15))
	if len(r.known) != 0 || r.held != 0 {
		t.Fatalf("%d lists of %d", len(r.known), r.held)
	}
	r.keep(fieldTerm{Body, "whole"}, list(maxHeld-16))
	if r.held != maxHeld || len(r.known) != 1 {
		t.Fatalf("%d lists of %d", len(r.known), r.held)
	}
	r.keep(fieldTerm{Body, "whole"}, list(5)) // another goroutine was first
	if r.held != maxHeld {
		t.Errorf("a list counts twice: %d", r.held)
	}
	r.keep(fieldTerm{Head, "small"}, list(10))
	if r.held != 26 || len(r.known) != 1 || len(r.known[fieldTerm{Head, "small"}]) != 10 {
		t.Errorf("%d lists of %d", len(r.known), r.held)
	}
	r.keep(fieldTerm{Body, "small"}, list(10))
	if r.held != 52 || len(r.known) != 2 {
		t.Errorf("%d lists of %d", len(r.known), r.held)
	}
	r.keep(fieldTerm{Body, "rest"}, list(maxHeld-52-16))
	if r.held != maxHeld || len(r.known) != 3 {
		t.Errorf("what just fits drives others out: %d lists of %d", len(r.known), r.held)
	}
	quarters := &Reader{}
	for _, term := range []string{"one", "two", "three", "four", "five"} {
		quarters.keep(fieldTerm{Body, term}, list(maxHeld/4-16))
	}
	if quarters.held != maxHeld || len(quarters.known) != 4 || quarters.known[fieldTerm{Body, "five"}] == nil {
		t.Errorf("the fifth quarter drives out more than one: %d lists of %d", len(quarters.known), quarters.held)
	}
}

func TestNearIsLimited(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words")
	put(t, dir, nil, doc("a", "cat car can cap dog"), doc("b", "cat"))
	r := opened(t, dir)
	for _, tt := range []struct {
		term         string
		edits, limit int
		want         int
	}{{"ca", 0, 10, 4}, {"ca", 0, 2, 2}, {"cat", 1, 10, 4}, {"cat", 0, 10, 1}, {"xy", 1, 10, 0}} {
		got, err := r.Near(Body, tt.term, tt.edits, tt.limit)
		if err != nil || len(got) != tt.want {
			t.Errorf("%+v: %v %v", tt, got, err)
		}
		if n, ok := got["cat"]; ok && tt.edits == 0 && n != 2 {
			t.Errorf("%+v: cat stands in %d chunks", tt, n)
		}
	}
}

// A new generation takes every file of the old one, whatever else lies there, and shares its segments.
func TestCloneTakesAllFiles(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "new")
	if err := os.Mkdir(filepath.Join(from, "a-folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.zap", "c.zap", "root"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Clone(from, to); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(to)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		data, err := os.ReadFile(filepath.Join(to, e.Name()))
		if err != nil || string(data) != e.Name() {
			t.Errorf("%s holds %q, %v", e.Name(), data, err)
		}
	}
	if diff := cmp.Diff([]string{"b.zap", "c.zap", "root"}, names); diff != "" {
		t.Error(diff)
	}
	if err := Clone(filepath.Join(from, "missing"), to); err == nil {
		t.Error("words that are not there are cloned")
	}
	if err := Clone(from, to); err != nil {
		t.Errorf("cloned again: %v", err)
	}
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.MkdirAll(filepath.Join(taken, "root", "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Clone(from, taken); err == nil {
		t.Error("a file that cannot be copied is no error")
	}
}

func TestFieldsOfADocument(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words")
	d := &Doc{ID: "x", Text: [Fields]string{Body: "the running dogs", Head: "Title", Code: "pkg.Func\n\nOther Name", Tags: "Red Wine"}}
	put(t, dir, nil, d)
	if d.Length != [Fields]int{2, 1, 2, 1} {
		t.Errorf("lengths %v", d.Length)
	}
	for _, tt := range []struct {
		field Field
		term  string
	}{{Body, "run"}, {Head, "titl"}, {Code, "other name"}, {Code, "pkg.func"}, {Tags, "red wine"}} {
		if got := postings(t, dir, tt.field, tt.term); got["x"] != 1 {
			t.Errorf("%s: %v", tt.term, got)
		}
	}
}
