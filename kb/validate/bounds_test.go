package validate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/fact"
	"github.com/9aea2451/kb/contradict/judge"
	"github.com/9aea2451/kb/contradict/read"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/snapshot"
)

// Notes are named by numbers of three to five digits, by their file or their folder.
func TestNumbersOfNotes(t *testing.T) {
	got := noteNumbers(stated(map[string]string{"eip-1559.md": "# A\n", "0401-a.md": "# A\n", "1710-b/README.md": "# A\n",
		"12.md":  "# A\n",
		"123.md": "# A\n", "12345-x.md": "# A\n", "123456.md": "# A\n", "x/0401.md": "# A\n"}))
	if want := map[string]int{"1559": 1, "401": 2, "1710": 1, "123": 1, "12345": 1}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	numbers := map[string]int{"1344": 1}
	for i := range aSeries - 2 {
		numbers[fmt.Sprint(5000+i)] = 1
	}
	for _, n := range []int{aSeries - 1, aSeries} {
		want := n == aSeries
		d := fact.Disagreement{Kind: fact.Reference, Says: [2]string{"1344", "1334"}}
		if len(numbers) < n {
			numbers["6000"] = 1
		}
		if got := wrongNumber(&d, numbers); got != want || len(numbers) != n {
			t.Errorf("of a series of %d: %v", len(numbers), got)
		}
	}
}

// What is as sure as is asked for is told, and what is as sure as stops a commit stops it.
func TestEnergiesAtTheBoundary(t *testing.T) {
	s := stated(map[string]string{"a.md": "# A\n\nThe upload limit is 10 MB.\n", "b.md": "# B\n\nThe upload limit is 20 MB.\n",
		"f.md": "# F\n\n`MAX_RETRIES = 3` is set.\n\n```go\nconst MAX_RETRIES = 4\n```\n"})
	pairs := s.Statements(keepingDay()).All(judge.Warn)
	if len(pairs) != 1 {
		t.Fatalf("%d pairs", len(pairs))
	}
	energy := pairs[0].Verdict.Energy
	above := energy + .001
	for _, c := range []struct {
		least  *float64
		reject float64
		want   Severity
	}{{&energy, energy, Error}, {&energy, above, Warning}, {&above, energy, ""}, {nil, 2, Warning}} {
		r := &Run{Before: s, After: s, Day: keepingDay(), Config: &kb.Config{Thresholds: map[string]float64{"reject": c.reject}}}
		if f, ok := r.conflict(&pairs[0], Ties(s), c.least); ok != (c.want != "") || f.Severity != c.want {
			t.Errorf("%+v: %v %s", c, ok, f.Severity)
		}
	}
	sure := factEnergy[fact.Constant]
	surer := sure + .001
	for _, c := range []struct {
		least  *float64
		reject float64
		want   string
	}{{&sure, 1, "warning"}, {&sure, sure, "error"}, {&surer, 1, ""}, {nil, 1, "warning"}} {
		r := &Run{Before: s, After: s, Day: keepingDay(), Config: &kb.Config{Thresholds: map[string]float64{"reject": c.reject}}}
		got := ""
		for _, f := range r.standing(c.least) {
			got += string(f.Severity)
		}
		if got != c.want {
			t.Errorf("facts, %+v: %q", c, got)
		}
	}
}

// A note may be as large as the limit.
func TestLargeNote(t *testing.T) {
	rule, _ := RuleNamed("large-note")
	r := &Run{Config: &kb.Config{}}
	for size, want := range map[int]int{largeNoteBytes: 0, largeNoteBytes + 1: 1} {
		f := &File{Change: Change{Path: "a.md"}, Source: make([]byte, size)}
		if got := rule.File(r, f); len(got) != want || want == 1 && got[0].Message != "200001 bytes, more than 200000" {
			t.Errorf("%d bytes: %+v", size, got)
		}
	}
}

// Of statements that stand twice in a list each place is named once.
func TestJoinedOnce(t *testing.T) {
	place := func(path string, line int) Place { return Place{Path: path, Line: line, Col: 1} }
	var found []Finding
	for _, at := range [][2]int{{1, 1}, {2, 1}, {2, 3}, {1, 3}, {4, 3}} {
		found = append(found, Finding{Place: place("a.md", at[0]), Related: []Place{place("b.md", at[1])}, Energy: .5, sections: "s"})
	}
	got := (&Run{accepted: &Waivers{}, Day: keepingDay()}).joinLists(found)
	if len(got) != 1 || fmt.Sprint(got[0].Related) != "[b.md:1:1 a.md:2:1 b.md:3:1 a.md:4:1]" || got[0].Line != 1 ||
		!strings.Contains(got[0].Message, "3 more statements") {
		t.Errorf("%+v", got)
	}
	twice := joinAlike([]Finding{{Place: place("a.md", 1), Energy: .5, Fingerprint: "x"}, {Place: place("b.md", 1), Energy: .5,
		Fingerprint: "x"},
		{Place: place("c.md", 1)}, {Place: place("d.md", 1)}})
	if len(twice) != 3 || twice[0].Path != "a.md" || fmt.Sprint(twice[0].Related) != "[b.md:1:1]" || twice[1].Path != "c.md" ||
		twice[2].Path != "d.md" {
		t.Errorf("%+v", twice)
	}
}

// Four of five statements make a copy; what three other notes say is a form's, code alone is none, and a delta of
// a specification is no copy.
func TestCopiesAtTheBoundary(t *testing.T) {
	lines := func(n int) string {
		return "# N\n\n" + strings.Join([]string{"Doors of the shop are green.\n", "Windows of the shop are blue.\n",
			"Walls of the shop are white.\n", "Floors of the shop are brown.\n", "Roofs of the shop are red.\n"}[:n], "\n")
	}
	other := "\nThe garden is full of roses.\n"
	for _, c := range []struct {
		name string
		old  map[string]string
		text string
		want string
	}{
		{"four of five", map[string]string{"a.md": lines(4)}, lines(5), "4 of its 5 statements stand also in a.md"},
		{"three of four", map[string]string{"a.md": lines(3)}, lines(4), ""},
		{"two other notes", map[string]string{"a.md": lines(4), "b.md": lines(1)}, lines(4), "4 of its 4 statements stand also in a.md"},
		{"three other notes", map[string]string{"a.md": lines(4), "b.md": lines(1), "c.md": lines(1)}, lines(4),
			"3 of its 3 statements stand also in a.md"},
		{"a form alone", map[string]string{"a.md": lines(1), "b.md": lines(1), "c.md": lines(1), "d.md": lines(1)}, lines(1), ""},
		{"code alone", map[string]string{"a.md": lines(1) + "\n`make all of it now`.\n"}, lines(1) + "\n`make all of it now`.\n",
			"1 of its 1 statement stands also in a.md"},
		{"other words", map[string]string{"a.md": lines(1)}, lines(1) + other, ""},
	} {
		after := maps.Clone(c.old)
		after["new.md"] = c.text
		var got []string
		for _, f := range changeOf(c.old, after).nearDuplicates() {
			got = append(got, f.Message)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for text, want := range map[string]bool{"`make all`": true, "`make all`.": true, "`a` and `b`": false, "make": false,
		"`make": false, "make`": false} {
		if onlyCode(text) != want {
			t.Errorf("%q is code alone: %v", text, !want)
		}
	}
}

// The notes settle what one of them says of the other, whichever relation stands first, and what one says both ways.
func TestSettled(t *testing.T) {
	related := func(relations string) map[string]string {
		return map[string]string{"a.md": "---\nrelations: [" + relations + "]\n---\n# A\n\nThe port is 80.\n",
			"b.md": "# B\n\nThe port is 90.\n"}
	}
	both := related("")
	both["a.md"] += "\nThe port is 90.\n"
	itself := map[string]string{"b.md": "# B\n\nThe port is 80.\n\nThe port is 90.\n"}
	for name, c := range map[string]struct {
		notes   map[string]string
		settled bool
	}{
		"unrelated": {related(""), false}, "refined": {related("{type: refines, target: b}"), false},
		"related last":  {related("{type: refines, target: b}, {type: contradicts, target: b}"), true},
		"invalidated":   {related("{type: invalidated_by, target: b}"), true},
		"disputed":      {related("{type: disputes, target: b}"), true},
		"of no note":    {related("{type: supersedes, target: none}"), false},
		"one says both": {both, true}, "within one note": {itself, false},
	} {
		s := stated(c.notes)
		var places []snapshot.Place
		for _, text := range []string{"The port is 80.", "The port is 90."} {
			for _, e := range s.Entries {
				for i, st := range e.Statements() {
					if st.Text == text && (len(places) == 0 || e.File.Path == "b.md") {
						places = append(places, snapshot.PlaceOf(e.Parse(i)))
					}
				}
			}
		}
		tied := Ties(s)
		if len(places) != 2 || tied.Settled(places[0], places[1]) != c.settled || tied.Settled(places[1], places[0]) != c.settled {
			t.Errorf("%s: settled %v (%d places)", name, !c.settled, len(places))
		}
	}
	if got := (&Tied{}).Against([]*read.Parsed{}, nil); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

// As many waivers are read as are looked up; those behind them are one problem.
func TestManyWaivers(t *testing.T) {
	entry := "- {finding: a, reason: b}\n"
	for n, want := range map[int]string{maxWaivers: "10000 0", maxWaivers + 3: "10000 1"} {
		w := parseWaivers([]byte("waivers:\n"+strings.Repeat(entry, n)), nil)
		if got := fmt.Sprint(len(w.List), " ", len(w.problems)); got != want {
			t.Errorf("%d entries: %s, want %s", n, got, want)
		}
	}
	for until, want := range map[string]bool{"": false, "2026-05-03": true, "2026-05-04": false, "2026-05-05": false} {
		if got := (&Waiver{Until: until}).ended(keepingDay()); got != want {
			t.Errorf("until %q: ended %v", until, got)
		}
	}
	f := &Finding{Fingerprint: "a", statements: []string{"x", "y"}}
	for _, c := range []struct {
		w    Waiver
		want bool
	}{{Waiver{Finding: "a"}, true}, {Waiver{Finding: "b"}, false}, {Waiver{Statements: []string{"x", "y"}}, true},
		{Waiver{Finding: "b", Statements: []string{"x", "z"}}, false}, {Waiver{}, false}, {Waiver{Statements: []string{"x"}}, false}} {
		if got := c.w.matches(f); got != c.want {
			t.Errorf("%+v: %v", c.w, got)
		}
	}
	if (&Waiver{}).matches(&Finding{}) {
		t.Error("an empty waiver of an empty finding")
	}
	if got := wanted([]string{" Secret ", "LARGE-NOTE"}); len(got) != len(Rules())-2 || slices.ContainsFunc(got, func(r Rule) bool {
		return r.Name == "secret" || r.Name == "large-note"
	}) {
		t.Errorf("%d rules are wanted", len(got))
	}
}
