package merge

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What people do to one note at the same time: sections renamed, moved, set deeper and deleted,
// items, rows and lines.
func TestEditsOfTwo(t *testing.T) {
	for _, c := range []struct {
		name, base, ours, theirs, want string
		conflicts                      int
	}{
		{"a heading reworded, and the text below it edited",
			"# N\n\n## Setup\n\nRun the installer once on each machine.\n\n## Use\n\nCall it.\n",
			"# N\n\n## Installation\n\nRun the installer once on each machine, as root.\n\n## Use\n\nCall it.\n",
			"# N\n\n## Setup\n\nRun the new installer once on each machine.\n\n## Use\n\nCall it.\n",
			"# N\n\n## Installation\n\n<<<<<<< ours\nRun the installer once on each machine, as root.\n=======\nRun the new installer " +
				"once on each machine.\n>>>>>>> theirs\n\n## Use\n\nCall it.\n", 1},
		{"renamed, moved and edited",
			"# N\n\n## Setup\n\nRun the installer once on each machine.\n\n## Use\n\nCall it.\n\n## End\n\nStop it.\n",
			"# N\n\n## Use\n\nCall it.\n\n## End\n\nStop it.\n\n## Installation\n\nRun the installer once on each machine.\n",
			"# N\n\n## Setup\n\nRun the installer twice on each machine.\n\n## Use\n\nCall it.\n\n## End\n\nStop it.\n",
			"# N\n\n## Use\n\nCall it.\n\n## End\n\nStop it.\n\n## Installation\n\nRun the installer twice on each machine.\n", 0},
		{"one heading below two parents",
			"# A\n\n## Notes\n\nof a\n\n# B\n\n## Notes\n\nof b\n",
			"# A\n\n## Notes\n\nof a, ours\n\n# B\n\n## Notes\n\nof b\n",
			"# A\n\n## Notes\n\nof a\n\n# B\n\n## Notes\n\nof b, theirs\n",
			"# A\n\n## Notes\n\nof a, ours\n\n# B\n\n## Notes\n\nof b, theirs\n", 0},
		{"parents swapped by one, a child edited by the other",
			"# A\n\n## Notes\n\nof a\n\n# B\n\n## Notes\n\nof b\n",
			"# B\n\n## Notes\n\nof b\n\n# A\n\n## Notes\n\nof a\n",
			"# A\n\n## Notes\n\nof a\n\n# B\n\n## Notes\n\nof b, theirs\n",
			"# B\n\n## Notes\n\nof b, theirs\n\n# A\n\n## Notes\n\nof a\n", 0},
		{"a section set one level deeper",
			"# N\n\n## A\n\na\n\n## B\n\nb one\n",
			"# N\n\n## A\n\na\n\n### B\n\nb one\n",
			"# N\n\n## A\n\na\n\n## B\n\nb two\n",
			"# N\n\n## A\n\na\n\n### B\n\nb two\n", 0},
		{"deleted by one, untouched by the other",
			"# N\n\n## A\n\na\n\n## B\n\nb\n",
			"# N\n\n## B\n\nb\n",
			"# N\n\n## A\n\na\n\n## B\n\nb two\n",
			"# N\n\n## B\n\nb two\n", 0},
		{"deleted by one, edited by the other",
			"# N\n\n## A\n\na one\n\n## B\n\nb\n",
			"# N\n\n## B\n\nb\n",
			"# N\n\n## A\n\na two\n\n## B\n\nb\n",
			"# N\n\n<<<<<<< ours\n=======\n## A\n\na two\n>>>>>>> theirs\n\n## B\n\nb\n", 1},
		{"moved below another parent, edited by the other",
			"# A\n\n## X\n\nx one\n\n# B\n\nb\n",
			"# A\n\n# B\n\nb\n\n## X\n\nx one\n",
			"# A\n\n## X\n\nx two\n\n# B\n\nb\n",
			"# A\n\n# B\n\nb\n\n## X\n\nx two\n", 0},
		{"one heading added by both with other text",
			"# N\n",
			"# N\n\n## New\n\nred apples fall\n",
			"# N\n\n## New\n\nblue boats swim\n",
			"# N\n\n## New\n\n<<<<<<< ours\nred apples fall\n=======\nblue boats swim\n>>>>>>> theirs\n", 1},
		{"two headings added by both for one text",
			"# N\n\n## Old\n\nold\n",
			"# N\n\n## Old\n\nold\n\n## Fresh\n\nthe server keeps ten copies of each file for a month\n",
			"# N\n\n## Old\n\nold\n\n## Recent\n\nthe server keeps ten copies of each file for a month\n",
			"# N\n\n## Old\n\nold\n\n<<<<<<< ours\n## Fresh\n=======\n## Recent\n>>>>>>> theirs\n\nthe server keeps ten copies of each " +
				"file for a month\n", 1},
		{"a child added where the parent moves",
			"# N\n\n## A\n\na\n\n## B\n\nb\n",
			"# N\n\n## B\n\nb\n\n## A\n\na\n",
			"# N\n\n## A\n\na\n\n### Below\n\nnew words here\n\n## B\n\nb\n",
			"# N\n\n## B\n\nb\n\n## A\n\na\n\n### Below\n\nnew words here\n", 0},
		{"text before the first heading",
			"before one\n\n# A\n\na\n",
			"before two\n\n# A\n\na\n",
			"before one\n\n# A\n\na two\n",
			"before two\n\n# A\n\na two\n", 0},
		{"both reorder in the same way",
			"## A\n\na\n\n## B\n\nb\n\n## C\n\nc\n",
			"## C\n\nc\n\n## A\n\na\n\n## B\n\nb\n",
			"## C\n\nc\n\n## A\n\na\n\n## B\n\nb two\n",
			"## C\n\nc\n\n## A\n\na\n\n## B\n\nb two\n", 0},
		{"both reorder, each in another way",
			"## A\n\na\n\n## B\n\nb\n\n## C\n\nc\n",
			"## C\n\nc\n\n## A\n\na\n\n## B\n\nb\n",
			"## B\n\nb\n\n## A\n\na\n\n## C\n\nc\n",
			"<<<<<<< ours\n## C\n\nc\n\n## A\n\na\n\n=======\n>>>>>>> theirs\n## B\n\nb\n<<<<<<< ours\n=======\n\n## A\n\na\n\n## C\n\n" +
				"c\n>>>>>>> theirs\n", 2},
		{"two sections of one heading",
			"## A\n\none\n\n## A\n\ntwo\n",
			"## A\n\none ours\n\n## A\n\ntwo\n",
			"## A\n\none\n\n## A\n\ntwo theirs\n",
			"## A\n\none ours\n\n## A\n\ntwo theirs\n", 0},
		{"numbers that do not count stay",
			"1. one is here\n1. two is here\n",
			"1. one is here\n1. between them\n1. two is here\n",
			"1. one is here\n1. two is here\n1. three is here\n",
			"1. one is here\n1. between them\n1. two is here\n1. three is here\n", 0},
		{"items below items",
			"- fruit\n  - apples are red\n  - pears are green\n- bread\n",
			"- fruit\n  - apples are dark red\n  - pears are green\n- bread\n",
			"- fruit\n  - apples are red\n  - pears are light green\n- bread\n",
			"- fruit\n  - apples are dark red\n  - pears are light green\n- bread\n", 0},
		{"a box ticked by both",
			"- [ ] buy some milk\n",
			"- [x] buy some milk\n",
			"- [x] buy some fresh milk\n",
			"- [x] buy some fresh milk\n", 0},
		{"bullets changed by one",
			"- one is here\n- two is here\n",
			"* one is here\n* two is here\n",
			"- one is here\n- two is there\n",
			"* one is here\n* two is there\n", 0},
		{"an item with code",
			"- run this\n  ```\n  - no item\n  ```\n- then stop\n",
			"- run this\n  ```\n  - no item\n  - nor this\n  ```\n- then stop\n",
			"- run this\n  ```\n  - no item\n  ```\n- then stop all\n",
			"- run this\n  ```\n  - no item\n  - nor this\n  ```\n- then stop all\n", 0},
		{"an item deleted by one and one added by the other",
			"- one is here\n- two is here\n- three is here\n",
			"- one is here\n- three is here\n",
			"- one is here\n- two is here\n- three is here\n- four is here\n",
			"- one is here\n- three is here\n- four is here\n", 0},
		{"a row added by each",
			"| a | b |\n|---|---|\n| one | x |\n",
			"| a | b |\n|---|---|\n| one | x |\n| two | y |\n",
			"| a | b |\n|---|---|\n| zero | w |\n| one | x |\n",
			"| a | b |\n|---|---|\n| zero | w |\n| one | x |\n| two | y |\n", 0},
		{"fields are lines",
			"Status: draft\nDate: 2026-01-02\n",
			"Status: accepted\nDate: 2026-01-02\n",
			"Status: draft\nDate: 2026-02-03\n",
			"Status: accepted\nDate: 2026-02-03\n", 0},
		{"hard line breaks",
			"one is here  \ntwo is here\n",
			"one is there  \ntwo is here\n",
			"one is here  \ntwo is there\n",
			"one is there  \ntwo is there\n", 0},
		{"a paragraph moved by one, edited by the other",
			"First words of all here.\n\nSecond words of all here.\n",
			"Second words of all here.\n\nFirst words of all here.\n",
			"First words of all here.\n\nSecond words of all, edited here.\n",
			"Second words of all, edited here.\n\nFirst words of all here.\n", 0},
		{"both delete one sentence, one adds another",
			"One is red. Two is blue. Three is green.\n",
			"One is red. Three is green.\n",
			"One is red. Three is green. Four is black.\n",
			"One is red. Three is green. Four is black.\n", 0},
		{"code changed on both sides at different lines",
			"```\na\nb\nc\nd\n```\n",
			"```\na1\nb\nc\nd\n```\n",
			"```\na\nb\nc\nd1\n```\n",
			"```\na1\nb\nc\nd1\n```\n", 0},
	} {
		r := Merge([]byte(c.base), []byte(c.ours), []byte(c.theirs), Options{Ours: "ours", Theirs: "theirs"})
		if string(r.Text) != c.want || r.Conflicts != c.conflicts {
			t.Errorf("%s: %d conflicts, want %d\n%s\nwant\n%s", c.name, r.Conflicts, c.conflicts, r.Text, c.want)
		}
	}
}

// Of two sequences without an element that stands once in both, as many elements are paired as can be.
func TestShortestPairsAsManyAsCanBe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 12)
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		d := differ{a: a, b: b, out: slices.Repeat([]int{-1}, len(a))}
		d.shortest(0, len(a), 0, len(b))
		last, count := -1, 0
		for i, j := range d.out {
			if j < 0 {
				continue
			}
			if j <= last || a[i] != b[j] {
				t.Fatalf("%q %q: %v", a, b, d.out)
			}
			last, count = j, count+1
		}
		if want := common(a, b); count != want {
			t.Fatalf("%q %q: %d pairs, want %d", a, b, count, want)
		}
	})
}

// common is the length of the longest common subsequence.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			row[j+1] = max(above, row[j])
			if x == y {
				row[j+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func TestIncreasingIsLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfNDistinct(rapid.IntRange(0, 40), 0, 10, rapid.ID[int]).Draw(t, "values")
		run := increasing(values)
		for i := 1; i < len(run); i++ {
			if run[i] <= run[i-1] || values[run[i]] <= values[run[i-1]] {
				t.Fatalf("%v: %v does not rise", values, run)
			}
		}
		longest := 0
		ending := make([]int, len(values))
		for i, v := range values {
			ending[i] = 1
			for j, w := range values[:i] {
				if w < v {
					ending[i] = max(ending[i], ending[j]+1)
				}
			}
			longest = max(longest, ending[i])
		}
		if len(run) != longest {
			t.Fatalf("%v: %d long, want %d", values, len(run), longest)
		}
	})
}

// Changes that lie apart are settled apart, and each zone covers what belongs together in the three versions.
func TestZones(t *testing.T) {
	never := func(a, b hunk) bool { return false }
	ours := []hunk{{start: 1, end: 2, sideStart: 1, sideEnd: 4}, {start: 5, end: 7, sideStart: 7, sideEnd: 8}}
	theirs := []hunk{{start: 3, end: 3, sideStart: 3, sideEnd: 4}, {start: 6, end: 8, sideStart: 7, sideEnd: 9}}
	got := zones(ours, theirs, never)
	want := [][6]int{{1, 2, 1, 4, 1, 2}, {3, 3, 5, 5, 3, 4}, {5, 8, 7, 9, 6, 9}}
	if len(got) != len(want) {
		t.Fatalf("%d zones, want %d: %+v", len(got), len(want), got)
	}
	for i, z := range got {
		if at := [6]int{z.start, z.end, z.oursStart, z.oursEnd, z.theirsStart, z.theirsEnd}; at != want[i] {
			t.Errorf("zone %d spans %v, want %v", i, at, want[i])
		}
	}
}

func TestOverlap(t *testing.T) {
	at := func(start, end int) hunk { return hunk{start: start, end: end} }
	for _, c := range []struct {
		a, b hunk
		want bool
	}{
		{at(1, 3), at(2, 4), true},
		{at(1, 3), at(3, 4), false},
		{at(1, 1), at(1, 1), true},
		{at(1, 1), at(2, 2), false},
		{at(1, 3), at(2, 2), true},
		{at(1, 3), at(1, 1), false},
		{at(1, 3), at(3, 3), false},
	} {
		if got := overlap(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %v", c.a, c.b, got)
		}
		if got := overlap(c.b, c.a); got != c.want {
			t.Errorf("%v and %v: %v", c.b, c.a, got)
		}
	}
}

// Between two equal units, the ones that are most alike in sum are paired, in order.
func TestPairAlikeIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) []*unit {
			text := rapid.SliceOfN(rapid.SampledFrom([]string{"red", "blue", "green", "black"}), 1, 4)
			var out []*unit
			for range rapid.IntRange(1, 4).Draw(t, name) {
				out = append(out, &unit{kind: sentence, text: strings.Join(text.Draw(t, "text"), " ")})
			}
			return out
		}
		s := &sequence{rules: rules{same: 0.4}, base: draw("base")}
		side := draw("side")
		if len(s.base) == 1 && len(side) == 1 {
			return // these are one and the same
		}
		match := slices.Repeat([]int{-1}, len(s.base))
		s.pairAlike(match, side, 0, len(s.base), 0, len(side))
		got, last := 0.0, -1
		for i, j := range match {
			if j < 0 {
				continue
			}
			l := likeness(s.base[i].words(), side[j].words())
			if j <= last || l < s.same {
				t.Fatalf("%v: pair %d, %d is alike by %v", match, i, j, l)
			}
			got, last = got+l, j
		}
		if want := mostAlike(s.base, side, s.same); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v is alike by %v in sum, and %v can be", match, got, want)
		}
	})
}

// mostAlike tries every way to pair units in order.
func mostAlike(a, b []*unit, same float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	best := max(mostAlike(a[1:], b, same), mostAlike(a, b[1:], same))
	if l := likeness(a[0].words(), b[0].words()); l >= same {
		best = max(best, l+mostAlike(a[1:], b[1:], same))
	}
	return best
}
