package build

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/index/words"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/markdown"
)

// treeOf makes the table and the files of a tree, each note given as "path blob" with one chunk.
func treeOf(notes ...string) (rows *store.Rows, files []git.File) {
	lengths := store.RowsByPath{}
	for _, n := range notes {
		path, blob, _ := strings.Cut(n, " ")
		files = append(files, git.File{Path: path, Blob: blob})
		lengths[path] = append(lengths[path], store.Row{Length: [4]int{10, 1, 0, 0}})
	}
	return store.MergeRows(&store.Rows{First: []int32{0}}, files, lengths), files
}

// What changed between two trees, and which notes have only moved: those whose bytes one note had before and one has now.
func TestWhatChangedBetweenTrees(t *testing.T) {
	old, _ := treeOf("a 1", "b 2", "c 3", "d 4", "e 4", "f 5", "g 6")
	for name, tt := range map[string]struct {
		files   []string
		put     string
		removed []int
		counts  [4]int // added, changed, gone, unchanged
		moves   []Move
	}{
		"nothing": {[]string{"a 1", "b 2", "c 3", "d 4", "e 4", "f 5", "g 6"}, "", nil, [4]int{0, 0, 0, 7}, nil},
		"all":     {nil, "", []int{0, 1, 2, 3, 4, 5, 6}, [4]int{0, 0, 7, 0}, nil},
		"one moved": {[]string{"b 2", "c 3", "d 4", "e 4", "f 5", "g 6", "z 1"}, "z", []int{0}, [4]int{1, 0, 1, 6},
			[]Move{{"a", "z"}}},
		"one moved twice":  {[]string{"b 2", "c 3", "d 4", "e 4", "f 5", "g 6", "y 1", "z 1"}, "y z", []int{0}, [4]int{2, 0, 1, 6}, nil},
		"two alike moved":  {[]string{"a 1", "b 2", "c 3", "f 5", "g 6", "z 4"}, "z", []int{3, 4}, [4]int{1, 0, 2, 5}, nil},
		"one changed":      {[]string{"a 9", "b 2", "c 3", "d 4", "e 4", "f 5", "g 6"}, "a", []int{0}, [4]int{0, 1, 0, 6}, nil},
		"over another":     {[]string{"b 1", "c 3", "d 4", "e 4", "f 5", "g 6"}, "b", []int{0, 1}, [4]int{0, 1, 1, 5}, nil},
		"edited and moved": {[]string{"a 9", "b 2", "c 3", "d 4", "e 4", "f 5", "g 6", "z 1"}, "a z", []int{0}, [4]int{1, 1, 0, 6}, nil},
		"two moved, one new": {[]string{"0 5", "a 1", "b 2", "c 3", "d 4", "e 4", "n 7", "z 6"}, "0 n z", []int{5, 6}, [4]int{3, 0,
			2, 5}, []Move{{"f", "0"}, {"g", "z"}}},
	} {
		_, files := treeOf(tt.files...)
		d := compare(old, files)
		var put []string
		for _, f := range d.put {
			put = append(put, f.Path)
		}
		if strings.Join(put, " ") != tt.put || !slices.Equal(d.removed, tt.removed) || [4]int{d.added, d.changed, d.gone,
			d.unchanged} != tt.counts || d.empty() != (name == "nothing") {
			t.Errorf("%s: %+v", name, d)
		}
		if got := d.moves(old); !slices.Equal(got, tt.moves) {
			t.Errorf("%s: moved %v, want %v", name, got, tt.moves)
		}
	}
}

// Links resolve as before where the same notes are called the same.
func TestSameNames(t *testing.T) {
	before := []kb.Name{{Path: "a.md", ID: "1", Title: "A", Aliases: []string{"x", "y"}}, {Path: "b.md"}}
	if !sameNames(before, slices.Clone(before)) || !sameNames(nil, nil) || sameNames(before, before[:1]) || sameNames(before[:1], before) {
		t.Error("equal and shorter lists are not told apart")
	}
	for name, change := range map[string]func(n *kb.Name){
		"path": func(n *kb.Name) { n.Path = "c.md" }, "id": func(n *kb.Name) { n.ID = "2" },
		"title": func(n *kb.Name) { n.Title = "B" }, "alias": func(n *kb.Name) { n.Aliases = []string{"x"} },
	} {
		for i := range before {
			after := slices.Clone(before)
			if change(&after[i]); sameNames(before, after) {
				t.Errorf("another %s of %s is the same name", name, before[i].Path)
			}
		}
	}
}

// A report has at most so many problems, of all files together, and adds up its stages.
func TestReportsAreBounded(t *testing.T) {
	r := newReport()
	for i, n := range []int{maxProblems - 2, 1, 0, 3, 5} {
		r.addProblems(fmt.Sprint(i), make([]markdown.Problem, n))
	}
	if last := r.Problems[maxProblems-1]; len(r.Problems) != maxProblems || last.Path != "3" || r.Problems[maxProblems-2].Path != "1" {
		t.Errorf("%d problems, the last of %s", len(r.Problems), last.Path)
	}
	r.stage("read", time.Second)
	r.stage("read", 2*time.Second)
	if r.Seconds["read"] != 3 {
		t.Errorf("reading took %v", r.Seconds)
	}
	u := updater{scan: &kb.Scan{Dirty: []kb.DirtyFile{{Path: "a"}, {Path: "bb"}, {Path: "c"}, {Path: "d"}, {Path: "e"}}}, tree: &kb.Tree{}}
	_, u.tree.Files = treeOf("a 1", "b 2", "c 3", "d 4")
	if diff := cmp.Diff(map[string]string{"a": "1", "c": "3", "d": "4"}, u.hashed()); diff != "" {
		t.Error(diff)
	}
}

// What differs between an index and a clean one is told by part and note, once for each.
func TestDifferencesAreTold(t *testing.T) {
	vectors := func(model string, dim int, packed ...string) *store.Vectors {
		var list [][]byte
		for _, p := range packed {
			list = append(list, []byte(p))
		}
		return store.VectorsOf(model, dim, list)
	}
	rows, _ := treeOf("a 1", "a 1", "b 2")
	rows.First, rows.Paths, rows.Blobs = []int32{0, 2, 3}, []string{"a", "b"}, []string{"1", "2"}
	rows.NoteOf = []int32{0, 0, 1}
	clean := vectors("m", 1, "xxxx1", "xxxx2", "")
	for name, tt := range map[string]struct {
		tree  string
		mine  *store.Vectors
		clean *store.Vectors
		want  string
	}{
		"the same":             {"", vectors("m", 1, "xxxx1", "xxxx2", ""), clean, ""},
		"in other slots":       {"", vectors("m", 1, "xxxx1", "xxxx2"), vectors("m", 1, "xxxx1", "xxxx2"), ""},
		"another vector":       {"", vectors("m", 1, "xxxx1", "xxxx3", ""), clean, "a: differs from what the model says of its text"},
		"two of one note":      {"", vectors("m", 1, "xxxx3", "xxxx3", ""), clean, "a: differs from what the model says of its text"},
		"one is missing":       {"", vectors("m", 1, "", "xxxx2", ""), clean, "a: differs from what the model says of its text"},
		"one too many":         {"", vectors("m", 1, "xxxx1", "xxxx2", "xxxx3"), clean, "b: differs from what the model says of its text"},
		"none":                 {"", nil, clean, ": are not of model m"},
		"of another model":     {"", vectors("n", 1, "xxxx1", "xxxx2", ""), clean, ": are not of model m"},
		"of a past tree":       {"c1", nil, clean, ""},
		"of another dimension": {"", vectors("m", 2, "xxxx11", "xxxx22", ""), clean, ""},
		"where none are asked": {"", clean, nil, ""},
	} {
		c := &checking{out: &CheckedIndex{}}
		c.sameVectors(tt.tree, &store.Generation{Rows: rows, Vectors: tt.mine}, &store.Generation{Rows: rows, Vectors: tt.clean})
		var got []string
		for _, d := range c.out.Differences {
			got = append(got, d.Path+": "+d.What)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	one, _ := treeOf("a 1", "b 2")
	for name, tt := range map[string]struct {
		change func(r *store.Rows)
		want   string
		more   bool // the rest can be compared
	}{
		"the same":       {func(*store.Rows) {}, "", true},
		"another blob":   {func(r *store.Rows) { r.Blobs[1] = "9" }, "b: is of blob 9, not 2", false},
		"another path":   {func(r *store.Rows) { r.Paths[1] = "c" }, ": the table has 2 notes and 2 chunks that should be 2 and 2", false},
		"another chunk":  {func(r *store.Rows) { r.First[1] = 2 }, ": the table has 2 notes and 2 chunks that should be 2 and 2", false},
		"another length": {func(r *store.Rows) { r.Length[1][1], r.Length[0][1] = 7, 7 }, "b: the lengths of its chunks differ", true},
	} {
		mine, _ := treeOf("a 1", "b 2")
		tt.change(mine)
		c := &checking{out: &CheckedIndex{}}
		more := c.sameTable("", mine, one)
		var got []string
		for _, d := range c.out.Differences {
			got = append(got, d.Path+": "+d.What)
		}
		if more != tt.more || strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, %v, want %q", name, got, more, tt.want)
		}
	}
	c := &checking{out: &CheckedIndex{}}
	c.sameTexts("notes", "c1", map[string]string{"a": "1", "b": "2", "d": "4"}, map[string]string{"a": "1", "b": "3", "c": "3"})
	want := []Difference{{"notes", "c1", "b", "is not what the file says"}, {"notes", "c1", "c", "is missing"}, {"notes", "c1", "d",
		"should not be there"}}
	if !slices.Equal(c.out.Differences, want) {
		t.Errorf("%+v", c.out.Differences)
	}
	for range mostDifferences {
		c.differs("notes", "", "x", "more")
	}
	if len(c.out.Differences) != mostDifferences {
		t.Errorf("%d differences are told", len(c.out.Differences))
	}
	list := []entry{{1, 2}, {3, 4}}
	for _, tt := range []struct {
		a, b []entry
		want int
	}{{list, list, -1}, {nil, list, 1}, {list, list[:1], 3}, {list[:1], list, 3}, {list, []entry{{1, 2}, {3, 5}}, 3}, {list,
		[]entry{{1, 2}, {2, 4}}, 2}, {nil, nil, -1}} {
		if got := firstDifference(tt.a, tt.b); got != tt.want {
			t.Errorf("%v and %v differ first in row %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

// drawTree draws notes with their lengths.
func drawTree(t *rapid.T, name string) ([]git.File, store.RowsByPath) {
	lengths := store.RowsByPath{}
	var files []git.File
	for i := range 12 {
		if !rapid.Bool().Draw(t, fmt.Sprintf("%s has %d", name, i)) {
			continue
		}
		f := git.File{Path: fmt.Sprintf("d/%02d.md", i), Blob: fmt.Sprint(rapid.IntRange(0, 3).Draw(t, "blob"))}
		chunks := 1 + len(f.Path+f.Blob)%3
		for c := range chunks {
			lengths[f.Path] = append(lengths[f.Path], store.Row{Length: [words.Fields]int{10 + c, 2, 1, 0}, Standing: byte(c)})
		}
		files = append(files, f)
	}
	return files, lengths
}

// A table that is merged out of an old one and what changed is the table made in one go.
func TestMergedRowsAreFreshRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, first := drawTree(t, "before")
		after, all := drawTree(t, "after")
		old := store.MergeRows(&store.Rows{First: []int32{0}}, before, first)
		d := compare(old, after)
		put := store.RowsByPath{}
		for _, f := range d.put {
			put[f.Path] = all[f.Path]
		}
		for i, p := range old.Paths { // unchanged notes have the lengths of their blob
			if !slices.ContainsFunc(d.put, func(f git.File) bool { return f.Path == p }) && !slices.Contains(d.removed, i) {
				all[p] = first[p]
			}
		}
		if d.added+d.changed != len(d.put) || d.changed+d.gone != len(d.removed) || d.unchanged+d.added+d.changed != len(after) {
			t.Fatalf("counts do not add up: %+v", d)
		}
		merged, fresh := store.MergeRows(old, after, put), store.MergeRows(&store.Rows{First: []int32{0}}, after, all)
		if diff := cmp.Diff(fresh, merged, cmp.AllowUnexported(store.Rows{})); diff != "" {
			t.Fatal(diff)
		}
	})
}
