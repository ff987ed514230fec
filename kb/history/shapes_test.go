package history

import (
	"fmt"
	"slices"
	"testing"
)

// graphOf makes a graph of the parents of each commit.
func graphOf(parents ...[]int32) *graph {
	g := &graph{}
	for i, p := range parents {
		g.add(p, int64(i), 0)
	}
	return g
}

// Which merge brought in each commit of another line, the innermost where merges are within merges.
func TestMergesBringCommitsIn(t *testing.T) {
	for name, tt := range map[string]struct {
		g    *graph
		tip  int32
		want []int32
	}{
		"one line":   {graphOf(nil, []int32{0}, []int32{1}), 2, []int32{-1, -1, -1}},
		"a branch":   {graphOf(nil, []int32{0}, []int32{0}, []int32{1, 2}), 3, []int32{-1, -1, 3, -1}},
		"two of one": {graphOf(nil, []int32{0}, []int32{0}, []int32{2}, []int32{1, 3}), 4, []int32{-1, -1, 4, 4, -1}},
		"a branch of a branch": {graphOf(nil, []int32{0}, []int32{0}, []int32{1, 2}, []int32{0}, []int32{4, 3}, []int32{4, 5}), 6,
			[]int32{-1, 5, 3, 5, -1, 6, -1}},
		"three parents": {graphOf(nil, []int32{0}, []int32{0}, []int32{0}, []int32{1, 2, 3}), 4, []int32{-1, -1, 4, 4, -1}},
		"merged twice": {graphOf(nil, []int32{0}, []int32{0}, []int32{1, 2}, []int32{2}, []int32{3, 4}), 5, []int32{-1, -1, 3, -1, 5,
			-1}},
		"no ancestor":    {graphOf(nil, []int32{0}, []int32{0}), 1, []int32{-1, -1, -1}},
		"two beginnings": {graphOf(nil, nil, []int32{0, 1}), 2, []int32{-1, 2, -1}},
	} {
		if got := tt.g.broughtIn(tt.tip); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// The first and the last commit of which something is not known; where a shallow history ends is no gap of it.
func TestGapsOfAHistory(t *testing.T) {
	for flags, want := range map[string][4]int32{ // whole, then shallow
		"":                         {-1, -1, -1, -1},
		"\x00\x00":                 {-1, -1, -1, -1},
		"\x00\x02\x00":             {1, 1, 1, 1},
		"\x02\x00\x02\x00":         {0, 2, 0, 2},
		"\x01\x00":                 {0, 0, -1, -1},
		"\x01\x02\x01":             {0, 2, 1, 1},
		"\x03\x00\x00\x03\x00\x01": {0, 5, 0, 3},
	} {
		g := &graph{flags: []byte(flags)}
		a, b := g.incomplete(false)
		c, d := g.incomplete(true)
		if got := [4]int32{a, b, c, d}; got != want {
			t.Errorf("%q: %v, want %v", flags, got, want)
		}
	}
}

// The paths of a commit are read back as they were written.
func TestPathsOfACommit(t *testing.T) {
	for _, paths := range [][]touchedPath{nil, {{1, false}}, {{3, true}}, {{1, false}, {2, true}, {900, false}, {901, true}}} {
		got, err := decodeTouched(string(encodeTouched(paths)))
		if err != nil || !slices.Equal(got, paths) {
			t.Errorf("%v: %v, %v", paths, got, err)
		}
	}
	if _, err := decodeTouched("\xff"); err == nil {
		t.Error("what is cut short is read")
	}
}

// A merge joins what its other parents have and the first one has not, the youngest first; nothing of it stays behind.
func TestWhatAMergeJoins(t *testing.T) {
	for name, tt := range map[string]struct {
		g       *graph
		parents []int32
		want    string
	}{
		"a branch":          {graphOf(nil, []int32{0}, []int32{0}, []int32{2}), []int32{1, 3}, "[3 2]"},
		"the other way":     {graphOf(nil, []int32{0}, []int32{0}, []int32{2}), []int32{3, 1}, "[1]"},
		"nothing new":       {graphOf(nil, []int32{0}, []int32{1}), []int32{2, 1}, "[]"},
		"all of it":         {graphOf(nil, []int32{0}, []int32{1}), []int32{0, 2}, "[2 1]"},
		"two branches":      {graphOf(nil, []int32{0}, []int32{0}, []int32{0}), []int32{1, 2, 3}, "[3 2]"},
		"another beginning": {graphOf(nil, nil, []int32{1}), []int32{0, 2}, "[2 1]"},
		"a merge within":    {graphOf(nil, []int32{0}, []int32{0}, []int32{2, 1}), []int32{1, 3}, "[3 2]"},
	} {
		c := &rowCache{graph: tt.g}
		for range 2 {
			j := c.join(int32(tt.g.len()), tt.parents)
			if got := fmt.Sprint(j.brought); got != tt.want {
				t.Errorf("%s: %s, want %s", name, got, tt.want)
			}
			j.Close()
		}
		if slices.ContainsFunc(c.marks, func(m byte) bool { return m != 0 }) {
			t.Errorf("%s: marks %v are left", name, c.marks)
		}
	}
}

// All from which commits descend, and themselves.
func TestAncestorsOfCommits(t *testing.T) {
	g := graphOf(nil, []int32{0}, []int32{0}, []int32{1, 2}, nil)
	for _, tt := range []struct {
		of   []int32
		want []bool
	}{
		{nil, []bool{false, false, false, false, false}}, {[]int32{0}, []bool{true, false, false, false, false}}, {[]int32{2},
			[]bool{true, false, true, false, false}},
		{[]int32{3}, []bool{true, true, true, true, false}}, {[]int32{4, 1}, []bool{true, true, false, false, true}},
	} {
		if got := g.ancestors(tt.of...); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.of, got, tt.want)
		}
	}
	if got := fmt.Sprint(g.heads()); got != "[3 4]" {
		t.Errorf("heads %s", got)
	}
}

// What a path is in a merge by what came in, and what it is in the first parent.
func TestPathsOfAMerge(t *testing.T) {
	// 0 - 1 - 3 (first parent), 0 - 2 - 4 (what comes in), 5 is the merge, 6 comes later.
	g := graphOf(nil, []int32{0}, []int32{0}, []int32{1}, []int32{2}, []int32{3, 4}, []int32{5})
	rows := func(commits ...int32) (out []row) {
		for _, n := range commits {
			out = append(out, row{commit: n, new: state{blob: fmt.Sprint("at ", n)}})
		}
		return out
	}
	c := &rowCache{graph: g, paths: map[int64][]row{1: rows(0, 4), 2: rows(0, 3), 3: rows(0), 4: rows(1, 2), 5: rows(2, 3), 6: rows(0,
		6), 7: rows(4, 5), 8: nil,
		9: rows(2)}}
	for path, want := range map[int64]string{1: "at 4 true, at 0", 2: "at 3 false, at 3", 3: " false, at 0", 4: "at 2 true, at 1",
		5: "at 3 false, at 3", 6: " false, at 0",
		7: "at 4 true, ", 8: " false, ", 9: "at 2 true, "} {
		j := c.join(5, []int32{3, 4})
		s, ok, err := j.came(path)
		first, err2 := j.before(path)
		j.Close()
		if got := fmt.Sprint(s.blob, " ", ok, ", ", first.blob); got != want || err != nil || err2 != nil {
			t.Errorf("path %d: %q, want %q, %v, %v", path, got, want, err, err2)
		}
	}
}
