package history

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
)

// landedAs writes what landed in short.
func landedAs(landed []Landing) (out []string) {
	for _, l := range landed {
		line := fmt.Sprint(l.Place, " ", short(&walk.Commit{Changes: []walk.Change{l.Change}})[0])
		if l.Cut {
			line += " cut"
		}
		out = append(out, line)
	}
	return out
}

// What lands on a line lands by its own commits and by its merges.
func TestLandings(t *testing.T) {
	h := told(t, append(branched(), did{[]int{7}, "Cy", 7, "R d.md a.md 6 6, D b.go 5", "", false, false})...)
	ctx := t.Context()
	l, err := h.Line(ctx, commitID(8))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{
		"a.md": {"8 R d.md→a.md", "6 R a.md→d.md", "0 A a.md"}, "b.go": {"8 D b.go", "6 M b.go", "1 M b.go", "0 A b.go"},
		"c.md": {"6 D c.md", "4 M c.md", "0 A c.md"}, "d.md": {"8 R d.md→a.md", "7 M d.md", "6 R a.md→d.md"}, "e.md": {"7 C d.md→e.md"},
		"x.md": nil,
	} {
		landed, err := l.Landed(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "landed at "+path, landedAs(landed), want)
	}
	for path, want := range map[string][]string{
		"a.md": {"8 R d.md→a.md", "7 M d.md", "6 R a.md→d.md", "0 A a.md"}, "b.go": nil, "d.md": nil, "e.md": {"7 C d.md→e.md"},
	} {
		followed, err := l.Follow(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "life of "+path, landedAs(followed), want)
	}
	for id, want := range map[string]string{commitID(8): "8 true", commitID(6): "6 true", commitID(5): "5 false", commitID(9): "-1 false"} {
		place, ok, err := l.Place(ctx, id)
		if got := fmt.Sprint(place, " ", ok); got != want || err != nil {
			t.Errorf("place of %.2s: %s, want %s, %v", id, got, want, err)
		}
	}
	// The clock of the last commit is slow: as of noon of the seventh both it and the merge were there.
	for _, tt := range []struct {
		at   time.Time
		want int
	}{{onDay(1).Add(-time.Second), -1}, {onDay(1), 0}, {onDay(2).Add(-time.Second), 0}, {onDay(4), 1}, {onDay(6), 4}, {onDay(7), 8},
		{onDay(7).Add(-time.Second), 4}} {
		if got := l.Before(tt.at); got != tt.want {
			t.Errorf("last at %s: %d, want %d", tt.at, got, tt.want)
		}
	}
	if got := l.When(4); !got.Equal(onDay(5)) || l.Tip() != 8 {
		t.Errorf("the fourth is of %s, the line ends with %d", got, l.Tip())
	}
	for limit, want := range map[int][]string{0: {}, 2: {"b.go", "c.md"}, 3: {"b.go", "c.md", "d.md"}, 9: {"b.go", "c.md", "d.md"}} {
		paths, err := l.Changed(ctx, 6, limit)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, fmt.Sprint("changed by the merge, at most ", limit), paths, want)
	}
	// What came in with the merge, but for merges and for what the line had before.
	for path, want := range map[string][]string{"b.go": {"2 M b.go"}, "a.md": {"2 M a.md"}, "d.md": {"3 R a.md→d.md"}, "c.md": {"3 D c.md"},
		"x.md": nil} {
		events, err := l.Within(ctx, 6, path)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "within the merge "+path, lived(events), want)
	}
	if events, err := l.Within(ctx, 7, "d.md"); len(events) != 0 || err != nil {
		t.Errorf("within a commit that is no merge: %v, %v", events, err)
	}
	aside, err := h.Line(ctx, commitID(5))
	if err != nil {
		t.Fatal(err)
	}
	events, err := aside.Within(ctx, 5, "b.go")
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "within the merge aside", lived(events), []string{"1 M b.go"})
	if events, err = l.Within(ctx, 6, "b.go"); err != nil || len(events) != 1 || numbersOf(events[0].Commit.ID)[0] != 2 {
		t.Errorf("asked for another merge again: %v, %v", lived(events), err)
	}
}

// A file is followed through so many renames, and no further back than where its history is cut off.
func TestFollowedThroughRenames(t *testing.T) {
	commits := []did{{nil, "Ann", 1, "A n0.md 1", "", false, false}}
	for i := 1; i <= maxRenames+2; i++ {
		commits = append(commits, did{[]int{i - 1}, "Ann", 1, fmt.Sprintf("R n%d.md n%d.md 1 1", i-1, i), "", false, false})
	}
	h := told(t, commits...)
	for tip, want := range map[int]int{1: 2, maxRenames: maxRenames + 1, maxRenames + 1: maxRenames + 1, maxRenames + 2: maxRenames + 1} {
		l, err := h.Line(t.Context(), commitID(tip))
		if err != nil {
			t.Fatal(err)
		}
		life, err := l.Follow(t.Context(), fmt.Sprintf("n%d.md", tip))
		if err != nil || len(life) != want {
			t.Errorf("after %d renames: %d changes, want %d, %v", tip, len(life), want, err)
		}
	}
	cut := told(t, did{[]int{20}, "Ann", 1, "A a.md 1, A b.md 2", "", true, false}, did{[]int{0}, "Ann", 2, "M a.md 1 2", "", false, false},
		did{[]int{1}, "Ann", 3, "", "", false, true}, did{[]int{2}, "Ann", 4, "M b.md 2 3", "", false, false})
	l, err := cut.Line(t.Context(), commitID(3))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{"a.md": {"1 M a.md", "0 A a.md cut"}, "b.md": {"3 M b.md", "0 A b.md cut"}} {
		life, err := l.Follow(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, path, landedAs(life), want)
	}
	steps, err := cut.MainLine(t.Context(), commitID(3), func(p string) bool { return p == "a.md" })
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "steps", stepsAs(steps), []string{"0 1 [A a.md] cut", "1 2 [M a.md]", "2 3 [] unknown"})
	s, err := cut.FirstLast(t.Context(), commitID(3), "a.md")
	if err != nil || s.Began || s.Commits != 1 || numbersOf(s.First.ID)[0] != 1 || s.Blob != blobID("2") {
		t.Errorf("a note that was there where the history is cut off: %+v, %v", s, err)
	}
	limits, err := cut.Limits(t.Context(), commitID(3))
	diff(t, "limits", limits, Limits{Commits: 4, Cut: 1, Unknown: 1})
	if err != nil {
		t.Error(err)
	}
	touches, err := cut.Touches(t.Context(), commitID(1), []git.File{{Path: "a.md", Blob: blobID("2")}, {Path: "b.md", Blob: blobID("2")},
		{Path: "b.md", Blob: blobID("3")}, {Path: "x.md", Blob: blobID("1")}})
	diff(t, "touches", touches, []Touch{{When: onDay(2)}, {}, {Pending: true}, {Pending: true}})
	if err != nil {
		t.Error(err)
	}
	if touches, err = cut.Touches(t.Context(), commitID(3), []git.File{{Path: "x.md", Blob: blobID("1")}}); err != nil ||
		touches[0].Pending {
		t.Errorf("pending though it is not known what was committed: %+v, %v", touches, err)
	}
	if _, whole, err := cut.Blobs(t.Context(), commitID(3)); whole || err != nil {
		t.Errorf("all blobs are known: %v, %v", whole, err)
	}
	blobs, whole, err := cut.Blobs(t.Context(), commitID(1))
	diff(t, "blobs", blobs, map[string]bool{blobID("1"): true, blobID("2"): true})
	if !whole || err != nil {
		t.Errorf("not all blobs are known: %v", err)
	}
}

// stepsAs writes steps in short.
func stepsAs(steps []Step) (out []string) {
	for _, s := range steps {
		line := fmt.Sprint(numbersOf(s.Commit)[0], " ", s.When.Day(), " ", short(&walk.Commit{Changes: s.Changes}))
		for word, is := range map[string]bool{" cut": s.Cut, " unknown": s.Unknown, " layout": s.Layout} {
			if is {
				line += word
			}
		}
		out = append(out, line)
	}
	return out
}

// The steps of a line make its tree, for all paths and for some.
func TestStepsOfALine(t *testing.T) {
	h := told(t, branched()...)
	for name, tt := range map[string]struct {
		tip   int
		match func(string) bool
		want  []string
	}{
		"all": {7, func(string) bool { return true }, []string{"0 1 [A a.md A b.go A c.md]", "1 2 [M b.go]", "4 5 [M c.md]",
			"6 7 [M b.go D c.md R a.md→d.md]", "7 8 [M d.md C d.md→e.md]"}},
		"the old name":  {7, func(p string) bool { return p == "a.md" }, []string{"0 1 [A a.md]", "6 7 [R a.md→d.md]"}},
		"the new name":  {7, func(p string) bool { return p == "d.md" }, []string{"6 7 [R a.md→d.md]", "7 8 [M d.md C d.md→e.md]"}},
		"the copy":      {7, func(p string) bool { return p == "e.md" }, []string{"7 8 [C d.md→e.md]"}},
		"of the branch": {5, func(p string) bool { return p == "b.go" }, []string{"0 1 [A b.go]", "2 3 [M b.go]", "5 6 [M b.go]"}},
	} {
		steps, err := h.MainLine(t.Context(), commitID(tt.tip), tt.match)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, name, stepsAs(steps), tt.want)
	}
	for _, tt := range []struct {
		tip, other int
		want       []int
	}{{7, -1, []int{7, 6, 4, 1, 0}}, {7, 5, []int{7, 6, 4, 1}}, {5, 4, []int{5, 3, 2, 0}}, {7, 6, []int{7, 6}}, {0, 7, []int{0}}} {
		other := ""
		if tt.other >= 0 {
			other = commitID(tt.other)
		}
		ids, err := h.Branch(t.Context(), commitID(tt.tip), other)
		if got := numbersOf(ids...); !slices.Equal(got, tt.want) || err != nil {
			t.Errorf("from %d up to %d: %v, want %v, %v", tt.tip, tt.other, got, tt.want, err)
		}
	}
}

// A commit that changed the layout of many notes is no touch of them.
func TestLayoutOfManyNotes(t *testing.T) {
	var add, lay []string
	for i := range leastBulk {
		add = append(add, fmt.Sprintf("A n%d.md 1", i))
		lay = append(lay, fmt.Sprintf("M n%d.md 1 2", i))
	}
	h := told(t, did{nil, "Ann", 1, strings.Join(add, ", ") + ", A x.go 1", "", false, false},
		did{[]int{0}, "Bo", 2, strings.Join(lay, ", ") + ", M x.go 1 2, A new.md 3", "", false, false},
		did{[]int{1}, "Cy", 3, strings.Join(lay[:leastBulk-1], ", "), "", false, false})
	h.pass.layout = map[[2]string]bool{{blobID("1"), blobID("2")}: true}
	for tip, want := range map[int]string{1: "n0 1 Ann, n9 1 Ann, new 2 Bo, x 2 Bo", 2: "n0 3 Cy, n9 1 Ann, new 2 Bo, x 2 Bo"} {
		touches, err := h.LastTouches(t.Context(), commitID(tip))
		if err != nil {
			t.Fatal(err)
		}
		authors, err := h.LastAuthors(t.Context(), commitID(tip))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, path := range []string{"n0.md", fmt.Sprintf("n%d.md", leastBulk-1), "new.md", "x.go"} {
			name, _, _ := strings.Cut(path, ".")
			got = append(got, fmt.Sprint(name, " ", touches[path].Day(), " ", authors[path]))
		}
		diff(t, fmt.Sprint("touches as of ", tip), strings.Join(got, ", "), want)
	}
	steps, err := h.MainLine(t.Context(), commitID(2), func(p string) bool { return p != "new.md" })
	if err != nil {
		t.Fatal(err)
	}
	if got := []bool{steps[0].Layout, steps[1].Layout, steps[2].Layout}; !slices.Equal(got, []bool{false, true, false}) {
		t.Errorf("steps that changed layout: %v", got)
	}
}

// Of two touches of one second the one that was recorded later counts, whatever the order of the clocks.
func TestLastTouchOfOneSecond(t *testing.T) {
	h := told(t, did{nil, "Ann", 5, "A a.md 1, A b.md 1", "", false, false}, did{[]int{0}, "Bo", 5, "M a.md 1 2, M b.md 1 2", "", false,
		false},
		did{[]int{1}, "Cy", 4, "M b.md 2 3", "", false, false})
	authors, err := h.LastAuthors(t.Context(), commitID(2))
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "authors", authors, map[string]string{"a.md": "Bo", "b.md": "Bo"})
	touches, err := h.Touches(t.Context(), commitID(2), []git.File{{Path: "a.md", Blob: blobID("2")}, {Path: "b.md", Blob: blobID("1")}})
	diff(t, "touches", touches, []Touch{{When: onDay(5)}, {When: onDay(5)}})
	if err != nil {
		t.Error(err)
	}
	only, err := h.Touches(t.Context(), commitID(0), []git.File{{Path: "a.md", Blob: blobID("1")}, {Path: "a.md", Blob: blobID("2")}})
	diff(t, "at first", only, []Touch{{When: onDay(5), Only: true}, {When: onDay(5), Only: true, Pending: true}})
	if err != nil {
		t.Error(err)
	}
}

// Which pull request a commit came in by: what it says itself, else the innermost merge that says one.
func TestPullRequests(t *testing.T) {
	h := told(t, append(branched(), did{nil, "Dan", 9, "A z.md 1", "elsewhere", false, false})...)
	for _, tt := range []struct {
		tip, commit int
		want        string
	}{{7, 0, "#1"}, {7, 1, ""}, {7, 2, "#9"}, {7, 3, "#9"}, {7, 5, "#9"}, {7, 6, "#9"}, {7, 7, ""}, {5, 2, ""}, {5, 1, ""}, {7, 8, ""}} {
		c, err := h.Commit(t.Context(), commitID(tt.commit))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.PullRequest(t.Context(), commitID(tt.tip), c); got != tt.want || err != nil {
			t.Errorf("%d came to %d by %q, want %q, %v", tt.commit, tt.tip, got, tt.want, err)
		}
	}
	if got, err := h.PullRequest(t.Context(), commitID(7), &walk.Commit{ID: commitID(99)}); got != "" || err != nil {
		t.Errorf("a commit that is not recorded: %q, %v", got, err)
	}
	for path, want := range map[string]string{"b.go": "2026-01-06 by Bo in 0505050 (#9), 2 authors", "e.md": "2026-01-08 by Cy in 0707070",
		"c.md": "2026-01-05 by Ann in 0404040, 2 authors"} {
		p, err := h.Provenance(t.Context(), commitID(7), path, "")
		if err != nil || p.String() != want {
			t.Errorf("%s: %s, want %s, %v", path, p, want, err)
		}
	}
	p, err := h.Provenance(t.Context(), commitID(7), "e.md", blobID("3"))
	if err != nil || p.String() != "2026-01-08 by Cy in 0707070, changed since" {
		t.Errorf("%s, %v", p, err)
	}
}

// Merges around a commit are asked from within, so many of them.
func TestMergesThatAreAsked(t *testing.T) {
	for _, tt := range []struct {
		merges int // before the one that names a request
		want   string
	}{{maxMerges - 1, "#7"}, {maxMerges, ""}} {
		// Each branch merges the one before: commit 1 came in by 3, that by 5, and so on.
		commits := []did{{changes: "A a.md 1"}, {changes: "A b.md 1"}}
		for i := range maxMerges + 2 {
			n := len(commits)
			merge := did{after: []int{n, n - 1}}
			if i == tt.merges {
				merge.says = "Merge pull request #7 from x/y"
			}
			commits = append(commits, did{after: []int{0}, changes: fmt.Sprintf("A c%d.md 1", i)}, merge)
		}
		h := told(t, commits...)
		if got, err := h.PullRequest(t.Context(), commitID(len(commits)-1), &walk.Commit{ID: commitID(1)}); got != tt.want || err != nil {
			t.Errorf("after %d merges: %q, want %q, %v", tt.merges, got, tt.want, err)
		}
	}
}

// A name that another file had before is followed to the file that has it now.
func TestFollowedToANameThatWasTaken(t *testing.T) {
	h := told(t, did{changes: "A a.md 1, A b.md 2"}, did{after: []int{0}, changes: "D b.md 2"},
		did{after: []int{1}, changes: "R a.md b.md 1 1, A a.md 3"}, did{after: []int{2}, changes: "M a.md 3 4"})
	l, err := h.Line(t.Context(), commitID(3))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][]string{"b.md": {"2 R a.md→b.md", "0 A a.md"}, "a.md": {"3 M a.md", "2 A a.md"}} {
		life, err := l.Follow(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "life of "+path, landedAs(life), want)
		events, err := h.Note(t.Context(), commitID(3), path)
		if err != nil {
			t.Fatal(err)
		}
		if path == "b.md" {
			want = append(want, "1 D b.md", "0 A b.md")
		}
		if got := lived(events); len(got) < 2 || !slices.Equal(got[:2], want[:2]) {
			t.Errorf("commits of %s: %q", path, got)
		}
	}
	c, err := h.Commit(t.Context(), commitID(2))
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "changes", short(c), []string{"A a.md", "R a.md→b.md"})
}

// The names that recorded commits gave to a path's file, each once, the latest first.
func TestNamesThatAPathGot(t *testing.T) {
	h := told(t, did{changes: "A a.md 1, A z.md 2"}, did{after: []int{0}, changes: "R a.md b.md 1 1"}, did{after: []int{0},
		changes: "R a.md c.md 1 1"},
		did{after: []int{0}, changes: "M a.md 1 2"}, did{after: []int{3}, changes: "R a.md b.md 2 2"})
	for path, want := range map[string][]string{"a.md": {"b.md", "c.md"}, "b.md": nil, "z.md": nil, "x.md": nil} {
		to, err := h.RenamedTo(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, path, to, want)
	}
}

// versionsAs writes versions in short: by which commits, under which names, made from those of which commits.
func versionsAs(found []Version) (out []string) {
	for _, v := range found {
		line := fmt.Sprint(numbersOf(v.Commit.ID)[0], " ", v.Path)
		for i, p := range v.Parents {
			line += []string{" < ", " "}[min(i, 1)] + fmt.Sprint(numbersOf(found[p].Commit.ID)[0])
		}
		out = append(out, line)
	}
	return out
}

// The versions of a note lead back by whatever parent has its bytes.
func TestVersionsOverMerges(t *testing.T) {
	h := told(t, append(branched(),
		did{after: []int{7}, who: "Cy", day: 9, changes: "D e.md 2"},
		did{after: []int{8}, who: "Cy", day: 10, changes: "A e.md 2"},
		did{after: []int{4}, who: "Dan", day: 11, changes: "R a.md g.md 1 1"},
		did{after: []int{10, 5}, who: "Dan", day: 12, changes: "R g.md d.md 1 7, D c.md 4"},
		did{after: []int{5, 10}, who: "Dan", day: 13, changes: "R d.md a.md 2 1"},
		did{after: []int{4}, changes: "M a.md 1 8"},           // 13
		did{after: []int{13, 10}, changes: "M a.md 8 9"},      // takes the old name
		did{after: []int{10}, changes: "M g.md 1 8"},          // 15
		did{after: []int{15, 13}, changes: "R g.md a.md 8 8"}, // both have the bytes, one by this name
		did{after: []int{1}, changes: "A side.md 1"}, did{after: []int{4, 17}, changes: "A side.md 1"})...)
	for _, tt := range []struct {
		tip  int
		path string
		want []string
	}{
		{7, "d.md", []string{"7 d.md < 2", "2 a.md < 0", "0 a.md"}},
		{7, "b.go", []string{"5 b.go < 2 1", "2 b.go < 0", "1 b.go < 0", "0 b.go"}},
		{7, "e.md", []string{"7 e.md"}},
		{9, "e.md", []string{"9 e.md"}},
		{8, "e.md", nil},
		{7, "a.md", nil},
		{11, "d.md", []string{"11 d.md < 0 2", "2 a.md < 0", "0 a.md"}},
		{12, "a.md", []string{"0 a.md"}},
		{14, "a.md", []string{"14 a.md < 13 0", "13 a.md < 0", "0 a.md"}},
		{16, "a.md", []string{"13 a.md < 0", "0 a.md"}},
		{18, "side.md", []string{"17 side.md"}},
	} {
		found, err := h.Versions(t.Context(), commitID(tt.tip), tt.path)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, fmt.Sprint(tt.path, " at ", tt.tip), versionsAs(found), tt.want)
	}
}

// What was told of a note holds for a later commit when nothing touched one of its names since.
func TestSummariesThatHold(t *testing.T) {
	h := told(t, append(branched(),
		did{after: []int{7}, changes: "M b.go 5 7"},
		did{after: []int{8}, changes: "R d.md f.md 6 6"},
		did{after: []int{9}, changes: "M f.md 6 7", cut: true},
		did{after: []int{2}, changes: "A y.md 1"},
		did{after: []int{8, 11}, changes: "A y.md 1"})...)
	asks := []string{"a.md", "b.go", "c.md", "d.md", "e.md"}
	for _, tt := range []struct{ from, to, want string }{
		{"7", "7", "a.md b.go c.md d.md e.md"}, {"7", "8", "a.md c.md d.md e.md"}, {"7", "9", "a.md c.md e.md"},
		{"4", "7", ""}, // all was touched aside
		{"1", "4", "a.md b.go d.md e.md"},
		{"8", "12", "b.go c.md e.md"}, // where lines join, what was renamed is looked up anew
		{"3", "7", ""},                // 3 is not on the line of first parents
		{"7", "10", ""},               // something is not known
		{"", "7", ""}, {"99", "7", ""}, {"7", "99", ""}, {"7", "4", ""},
	} {
		id := func(n string) string {
			if n == "" {
				return ""
			}
			place, _ := strconv.Atoi(n)
			return commitID(place)
		}
		lives := map[string]*Summary{"none.md": nil}
		for _, path := range asks {
			s, err := h.FirstLast(t.Context(), cmp.Or(map[string]string{"": commitID(7), "99": commitID(7)}[tt.from], id(tt.from)), path)
			if err != nil {
				t.Fatal(err)
			}
			lives[path] = &s
		}
		carried := h.Carry(t.Context(), id(tt.from), id(tt.to), lives)
		got := strings.Join(slices.Sorted(maps.Keys(carried)), " ")
		if got != tt.want {
			t.Errorf("from %s to %s: %q, want %q", tt.from, tt.to, got, tt.want)
		}
		for path, s := range carried {
			if s != lives[path] {
				t.Errorf("%s is another", path)
			}
		}
	}
}
