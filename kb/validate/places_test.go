package validate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/notes"
	"github.com/9aea2451/kb/kb/snapshot"
	"github.com/9aea2451/kb/markdown"
)

// What is kept of a judgement is found again by its places; where one is not there all is judged anew.
func TestPlacesOfAJudgement(t *testing.T) {
	s := stated(map[string]string{"a.md": "One thing is so.\n\nTwo things are so.\n", "b.md": "Three things are so.\n"})
	r := &kept{Paths: []string{"a.md", "gone.md", "b.md"}}
	for _, tt := range []struct {
		place []int
		want  bool
	}{
		{[]int{0, 0}, true}, {[]int{0, 1}, true}, {[]int{0, 2}, false}, {[]int{0, -1}, false}, {[]int{1, 0}, false}, {[]int{2, 0},
			true}, {[]int{3, 0}, false},
		{[]int{-1, 0}, false}, {[]int{0}, false}, {nil, false},
	} {
		if _, ok := r.statement(s, tt.place); ok != tt.want {
			t.Errorf("%v is there: %v", tt.place, ok)
		}
	}
	for place, want := range map[string]string{"[0 0]": "[] true", "[0 0 1]": "[gone.md] true", "[0 0 1 2]": "[b.md gone.md] true",
		"[0 0 3]":  "[] false",
		"[0 0 -1]": "[] false"} {
		var numbers []int
		for n := range strings.FieldsSeq(strings.Trim(place, "[]")) {
			var x int
			fmt.Sscan(n, &x)
			numbers = append(numbers, x)
		}
		paths, ok := r.others(numbers)
		if got := fmt.Sprint(slices.Sorted(maps.Keys(paths)), " ", ok); got != want {
			t.Errorf("%s is said by %s, want %s", place, got, want)
		}
	}
}

// A judgement is restored as a whole, or without what is to be judged again.
func TestJudgementIsRestored(t *testing.T) {
	s := stated(map[string]string{"a.md": "One thing is so.\n\nTwo things are so.\n", "b.md": "Three things are so.\n"})
	pair := func(a, b [2]int) keptPair { return keptPair{A: a, B: b, Verdict: judge.Verdict{Energy: 0.5}} }
	for name, tt := range map[string]struct {
		pairs   []keptPair
		same    [][]int
		repeats bool
		leftOut string // note
		want    string // conflicts and repeated statements, "" for nothing
	}{
		"one pair":           {[]keptPair{pair([2]int{0, 0}, [2]int{1, 0})}, nil, false, "", "1 -"},
		"with repeats":       {[]keptPair{pair([2]int{0, 0}, [2]int{1, 0})}, [][]int{{0, 1, 1}}, true, "", "1 1"},
		"not asked for":      {nil, [][]int{{0, 1, 1}}, false, "", "0 -"},
		"the first is gone":  {[]keptPair{pair([2]int{0, 7}, [2]int{1, 0})}, nil, false, "", ""},
		"the second is gone": {[]keptPair{pair([2]int{0, 0}, [2]int{1, 7})}, nil, false, "", ""},
		"a repeat is gone":   {nil, [][]int{{0, 7, 1}}, true, "", ""},
		"the other is gone":  {nil, [][]int{{0, 1, 9}}, true, "", ""},
		"the first is left":  {[]keptPair{pair([2]int{0, 0}, [2]int{1, 0})}, [][]int{{0, 1, 1}, {1, 0, 0}}, true, "a.md", "0 1"},
		"the second is left": {[]keptPair{pair([2]int{0, 0}, [2]int{1, 0})}, nil, true, "b.md", "0 0"},
		"a note beyond":      {[]keptPair{pair([2]int{2, 0}, [2]int{1, 0})}, nil, false, "", ""},
		"a place too short":  {nil, [][]int{{0}}, true, "", ""},
	} {
		r := &kept{Paths: []string{"a.md", "b.md"}, Conflicts: tt.pairs, Same: tt.same, Repeats: tt.repeats}
		j := r.restore(s, func(path string, _ int) bool { return path == tt.leftOut })
		got := ""
		if j != nil {
			if got = fmt.Sprint(len(j.conflicts), " ", len(j.same)); j.same == nil {
				got = fmt.Sprint(len(j.conflicts), " -")
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	again := &statements{numbers: []bool{true, false}, of: map[string][]int{"a.md": {0, 1}}}
	for place, want := range map[string]bool{"a.md 0": true, "a.md 1": false, "a.md 2": true, "a.md -1": true, "b.md 0": true} {
		var path string
		var n int
		fmt.Sscan(place, &path, &n)
		if got := again.has(path, n); got != want {
			t.Errorf("%s is judged again: %v", place, got)
		}
	}
	for paths, want := range map[string]bool{"a a": false, "a b": true, "a -": false, "- b": false} {
		var c Change
		old, now, _ := strings.Cut(paths, " ")
		if old != "-" {
			c.Old = &snapshot.Entry{File: git.File{Path: old}}
		}
		if now != "-" {
			c.New = &snapshot.Entry{File: git.File{Path: now}}
		}
		if c.Renamed() != want {
			t.Errorf("%s is renamed: %v", paths, !want)
		}
	}
}

// A delta of a specification amends what it changes or takes away of the specification of its name.
func TestDeltasAmend(t *testing.T) {
	place := func(label, path string, headings ...string) snapshot.Place {
		renames := "- FROM: `### Requirement: Login`\n- TO: `### Requirement: Sign-in`\n- FROM: `### Requirement: Old`\n"
		read := notes.Parse(git.File{Path: path}, []byte(renames)).Reading
		return snapshot.Place{Entry: &snapshot.Entry{File: git.File{Path: path}, Note: kb.Note{Label: label}, Reading: read},
			Statement: &markdown.Statement{HeadingPath: headings}}
	}
	spec := place("spec", "specs/auth/spec.md", "Auth", "Requirement: Login")
	for name, tt := range map[string]struct {
		delta, spec snapshot.Place
		want        bool
	}{
		"modified": {place("delta-spec", "changes/x/specs/auth/spec.md", "D", "MODIFIED Requirements", "Requirement: Login"),
			spec, true},
		"renamed": {place("delta-spec", "changes/x/specs/auth/spec.md", "Renamed Requirements", "Requirement: Login"), spec,
			true},
		"another one": {place("delta-spec", "changes/x/specs/auth/spec.md", "MODIFIED Requirements", "Requirement: Logout"),
			spec, false},
		"under a new name": {place("delta-spec", "changes/x/specs/auth/spec.md", "MODIFIED Requirements", "Requirement: Sign-in"),
			spec, true},
		"under a name of nothing": {place("delta-spec", "changes/x/specs/auth/spec.md", "MODIFIED Requirements", "Requirement: Old"),
			spec, false},
		"removed": {place("delta-spec", "changes/x/specs/auth/spec.md", "REMOVED Requirements", "Requirement: Logout"), spec,
			true},
		"added": {place("delta-spec", "changes/x/specs/auth/spec.md", "ADDED Requirements", "Requirement: Login"), spec,
			false},
		"of another name": {place("delta-spec", "changes/x/specs/pay/spec.md", "MODIFIED Requirements", "Requirement: Login"), spec,
			false},
		"without a heading": {place("delta-spec", "changes/x/specs/auth/spec.md", "Requirement: Login"), spec, false},
		"of two deltas": {place("delta-spec", "a/auth/spec.md", "REMOVED Requirements"), place("delta-spec", "b/auth/spec.md",
			"X"), false},
		"the other way": {spec, place("delta-spec", "changes/x/specs/auth/spec.md", "MODIFIED Requirements", "Requirement: Login"),
			false},
		"of two specs": {place("spec", "a/auth/spec.md", "REMOVED Requirements"), spec, false},
		"named above itself": {place("delta-spec", "changes/x/specs/auth/spec.md", "Requirement: Login", "MODIFIED Requirements"), spec,
			false},
	} {
		if got := amends(tt.delta, tt.spec); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
