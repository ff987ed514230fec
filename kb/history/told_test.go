package history

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
)

// did is a commit as a test tells it: no git has to make it.
type did struct {
	after   []int  // its parents, by their places in the list
	who     string // its author
	day     int    // of January 2026
	changes string // "A a.md 1, M a.md 1 2, R a.md b.md 2 3, D b.md 3": a blob is one hexadecimal digit
	says    string // its subject
	cut     bool
	unknown bool
}

// blobID is the id of the blob that a digit stands for.
func blobID(digit string) string { return strings.Repeat(digit, 2*idShort/max(1, len(digit))) }

// commitID is the id of the commit at a place.
func commitID(n int) string { return strings.Repeat(fmt.Sprintf("%02x", n), idShort) }

// onDay is noon of a day of January 2026.
func onDay(day int) time.Time { return time.Date(2026, 1, day, 12, 0, 0, 0, time.UTC) }

// commit is what a walk would give for it.
func (d did) commit(t testing.TB, n int) *walk.Commit {
	t.Helper()
	c := &walk.Commit{ID: commitID(n), Subject: d.says, Cut: d.cut, Unknown: d.unknown,
		Author: walk.Signature{Name: d.who, Email: strings.ToLower(d.who) + "@example.com", When: onDay(d.day)}}
	c.Committer = c.Author
	for _, p := range d.after {
		c.Parents = append(c.Parents, commitID(p))
	}
	for text := range strings.SplitSeq(d.changes, ", ") {
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		ch := walk.Change{Status: walk.Status(words[0][0]), Path: words[1], OldMode: 0o100644, NewMode: 0o100644}
		blobs := words[2:]
		switch ch.Status {
		case walk.Renamed, walk.Copied:
			ch.OldPath, ch.Path, blobs = words[1], words[2], words[3:]
		case walk.Added:
			ch.OldMode, blobs = 0, []string{"", words[2]}
		case walk.Deleted:
			ch.NewMode, blobs = 0, []string{words[2], ""}
		}
		ch.OldBlob, ch.NewBlob = blobID(blobs[0]), blobID(blobs[1])
		c.Changes = append(c.Changes, ch)
	}
	return c
}

// told is a history of commits that a test tells.
func told(t testing.TB, commits ...did) *History {
	t.Helper()
	h := openHistory(t, newGitRepo(t).open("off"), t.TempDir())
	tell(t, h, commits...)
	return h
}

// tell records further commits.
func tell(t testing.TB, h *History, commits ...did) {
	t.Helper()
	var all []*walk.Commit
	for i, d := range commits {
		all = append(all, d.commit(t, h.graph.len()+i))
	}
	recorded(t, h, all...)
}

// recorded records commits that no walk has read.
func recorded(t testing.TB, h *History, commits ...*walk.Commit) {
	t.Helper()
	w, err := newWriter(h.store, h.graph, h.rows)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, c := range commits {
		if err := w.add(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.flush(); err != nil {
		t.Fatal(err)
	}
}

// numbersOf are the places of commits by their ids.
func numbersOf(ids ...string) (out []int) {
	for _, id := range ids {
		n, _ := strconv.ParseInt(id[:2], 16, 0)
		out = append(out, int(n))
	}
	return out
}

// branched is a note that one branch renames and another edits, with a merge, and a merge within that.
//
//	0 ── 1 ── 4 ── 6 ── 7     main
//	└── 2 ── 3 ── 5 ──┘       5 merges 1
func branched() []did {
	return []did{
		{nil, "Ann", 1, "A a.md 1, A b.go 1, A c.md 1", "begin (#1)", false, false},
		{[]int{0}, "Ann", 2, "M b.go 1 2", "code", false, false},
		{[]int{0}, "Bo", 3, "M a.md 1 2, M b.go 1 3", "aside", false, false},
		{[]int{2}, "Bo", 4, "R a.md d.md 2 2, D c.md 1", "move", false, false},
		{[]int{1}, "Ann", 5, "M c.md 1 4", "c", false, false},
		{[]int{3, 1}, "Bo", 6, "M b.go 3 5", "Merge branch main", false, false},
		{[]int{4, 5}, "Ann", 7, "R a.md d.md 1 2, M b.go 2 5, D c.md 4", "Merge pull request #9 from bo/aside", false, false},
		{[]int{6}, "Cy", 8, "M d.md 2 6, C d.md e.md 2 2", "end", false, false},
	}
}

// What moves together, by how many files a commit has and how old it is.
func TestCompanionsOfANote(t *testing.T) {
	many := func(n int) string { // a commit of so many files, the note one of them
		out := []string{"M n.md 2 3"}
		for i := 1; i < n; i++ {
			out = append(out, fmt.Sprintf("A many%d.go 1", i))
		}
		return strings.Join(out, ", ")
	}
	h := told(t,
		did{nil, "Ann", 1, "A n.md 1, A x.go 1, A y.go 1", "", false, false},
		did{[]int{0}, "Ann", 1, "M n.md 1 2", "alone", false, false},
		did{[]int{1}, "Ann", 1, many(maxTogether), "as many as count", false, false},
		did{[]int{2}, "Ann", 1, "M n.md 3 4, R x.go z.go 1 1, M y.go 1 2", "", false, false},
		did{[]int{3}, "Ann", 1, "D y.go 2", "", false, false},
	)
	companions := func(n int, keep func(string) bool) (out []string) {
		t.Helper()
		found, err := h.CoChangeAmong(t.Context(), commitID(4), "n.md", n, keep)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range found {
			out = append(out, fmt.Sprintf("%s %d %.4f", c.Path, c.Commits, c.Score))
		}
		return out
	}
	// Four commits of the note and one for doubt: z.go came in with two of them, as one of two companions each.
	diff(t, "best", companions(1, nil), []string{"z.go 2 0.2000"})
	diff(t, "of a tie all that are asked for, by path", companions(3, nil),
		[]string{"z.go 2 0.2000", "many1.go 1 0.0020", "many10.go 1 0.0020"})
	if got := companions(200, nil); len(got) != maxTogether {
		t.Errorf("%d companions, want the files of the great commit and z.go", len(got))
	}
	diff(t, "none asked for", companions(0, nil), []string(nil))
	diff(t, "by the names that they had", companions(9, func(p string) bool { return p == "x.go" }), []string{"z.go 1 0.1000"})
	diff(t, "gone", companions(9, func(p string) bool { return p == "y.go" }), []string(nil))
	tell(t, h, did{[]int{4}, "Ann", 1, many(maxTogether + 1), "one more than counts", false, false})
	found, err := h.CoChange(t.Context(), commitID(5), "n.md", 2)
	if err != nil || len(found) != 2 || found[0].Path != "z.go" || math.Abs(found[0].Score-1.0/6) > 1e-9 || found[1].Commits != 1 {
		t.Errorf("%+v, %v; want z.go first, of five commits and one", found, err)
	}
	if got := 2 * found[1].Score * float64(maxTogether-1) * 6; math.Abs(got-2) > 1e-9 {
		t.Errorf("a file of the great commits: %v, want it counted once", got)
	}
}

// A commit counts half after a year.
func TestCompanionsFadeWithAge(t *testing.T) {
	h := told(t, did{nil, "Ann", 1, "A n.md 1, A x.go 1", "", false, false}, did{[]int{0}, "Ann", 366, "M n.md 1 2, A y.go 1", "", false,
		false})
	found, err := h.CoChange(t.Context(), commitID(1), "n.md", 9)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "companions", found, []Companion{{"y.go", 1 / 2.5, 1}, {"x.go", 0.5 / 2.5, 1}})
}

// Files that were removed, the newest first, of one commit in the order of their numbers.
func TestDeletionsOfABranch(t *testing.T) {
	h := told(t, append(branched(), did{[]int{7}, "Cy", 9, "D e.md 2, D b.go 5", "", false, false})...)
	list := func(tip, n int) (out []string) {
		t.Helper()
		found, err := h.Deletions(t.Context(), commitID(tip), func(p string) bool { return p != "x" }, n)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			out = append(out, fmt.Sprint(d.Path, " ", d.OldBlob[:1], " ", numbersOf(d.Commit)))
		}
		return out
	}
	diff(t, "all", list(8, 9), []string{"b.go 5 [8]", "e.md 2 [8]", "c.md 1 [3]"})
	diff(t, "two", list(8, 2), []string{"b.go 5 [8]", "e.md 2 [8]"})
	diff(t, "before", list(7, 9), []string{"c.md 1 [3]"})
	diff(t, "on main before the merge", list(4, 9), []string(nil))
}

// lived is the life of a note in short: by which commits, under which names.
func lived(events []Event) (out []string) {
	for _, e := range events {
		line := fmt.Sprint(numbersOf(e.Commit.ID)[0], " ", short(&walk.Commit{Changes: []walk.Change{e.Change}})[0])
		for _, other := range e.Others {
			line += " | " + other[:min(1, len(other))]
		}
		out = append(out, line)
	}
	return out
}

// A note is followed through its renames on every branch, and its two lives are one list.
func TestLifeOfANote(t *testing.T) {
	commits := append(branched(),
		did{[]int{7}, "Cy", 9, "D d.md 6, R e.md f.md 2 2", "", false, false},
		did{[]int{8}, "Cy", 10, "A d.md 7, M f.md 2 8", "", false, false},
		did{[]int{8}, "Dan", 11, "M f.md 2 9", "", false, false},
		did{[]int{9, 10}, "Cy", 12, "M f.md 8 a", "settle", false, false})
	h := told(t, commits...)
	for _, tt := range []struct {
		tip  int
		path string
		want []string
	}{
		{7, "d.md", []string{"7 M d.md", "3 R a.md→d.md", "2 M a.md", "0 A a.md"}},
		{3, "a.md", []string{"3 R a.md→d.md", "2 M a.md", "0 A a.md"}},
		{4, "a.md", []string{"0 A a.md"}},
		{7, "b.go", []string{"5 M b.go | 2", "2 M b.go", "1 M b.go", "0 A b.go"}},
		{7, "c.md", []string{"4 M c.md", "3 D c.md", "0 A c.md"}},
		{9, "d.md", []string{"9 A d.md", "8 D d.md", "7 M d.md", "3 R a.md→d.md", "2 M a.md", "0 A a.md"}},
		{11, "f.md", []string{"11 M f.md | 9", "10 M f.md", "9 M f.md", "8 R e.md→f.md", "7 C d.md→e.md"}},
		{7, "x.md", nil},
	} {
		events, err := h.Note(t.Context(), commitID(tt.tip), tt.path)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, fmt.Sprint(tt.path, " at ", tt.tip), lived(events), tt.want)
	}
	s, err := h.FirstLast(t.Context(), commitID(11), "f.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range s.Authors {
		names = append(names, fmt.Sprint(a.Name, " ", a.Commits))
	}
	got := fmt.Sprint(numbersOf(s.First.ID, s.Last.ID), s.Blob[:1], " ", s.Began, s.Commits, names, s.Names, len(s.Passed), s.asked)
	if want := "[7 11]a true 5 [Cy 4 Dan 1] [f.md e.md] 0 {[e.md f.md] false}"; got != want {
		t.Errorf("in short: %s, want %s", got, want)
	}
	s, err = h.FirstLast(t.Context(), commitID(7), "b.go")
	if err != nil || !s.asked.plain || !slices.Equal(s.Names, []string{"b.go"}) || s.Commits != 4 {
		t.Errorf("a note that kept its name: %+v, %v", s, err)
	}
	if s, err = h.FirstLast(t.Context(), commitID(7), "x.md"); err != nil || s.First != nil || s.Last != nil || s.Began || !s.asked.plain {
		t.Errorf("a note that never was: %+v, %v", s, err)
	}
}

// What changed layout alone is passed over for who touched a note last, up to a bound.
func TestLayoutIsPassedOver(t *testing.T) {
	commits := []did{{nil, "Ann", 1, "A n.md 0, A m.md 0", "", false, false}, {[]int{0}, "Bo", 2, "M n.md 0 1", "says more", false, false}}
	for i := 2; i <= mostPassed+2; i++ { // layout to and fro
		commits = append(commits, did{[]int{i - 1}, "Cy", i + 1, fmt.Sprint("M n.md ", (i-1)%2*4+1, " ", i%2*4+1), "layout", false, false})
	}
	h := told(t, commits...)
	h.pass.layout = map[[2]string]bool{{blobID("1"), blobID("5")}: true, {blobID("5"), blobID("1")}: true}
	for tip, want := range map[int]string{1: "1 0", 2: "1 1", 3: "1 2", mostPassed: fmt.Sprint("1 ", mostPassed-1),
		mostPassed + 1: fmt.Sprint(mostPassed+1, " 0")} {
		s, err := h.FirstLast(t.Context(), commitID(tip), "n.md")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(numbersOf(s.Last.ID)[0], " ", len(s.Passed)); got != want {
			t.Errorf("as of %d: last by and passed %s, want %s", tip, got, want)
		}
		last, _, _ := strings.Cut(want, " ")
		day, _ := strconv.Atoi(last)
		touches, err := h.Touches(t.Context(), commitID(tip), []git.File{{Path: "n.md", Blob: blobID("1")}})
		if err != nil || !touches[0].When.Equal(onDay(day+1)) || touches[0].Only || touches[0].Pending {
			t.Errorf("as of %d: touched %+v, want on day %d, %v", tip, touches, day+1, err)
		}
	}
	s, err := h.FirstLast(t.Context(), commitID(3), "n.md")
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "passed over", h.PassedOver(s.Passed), []Passed{{commitID(3)[:minShort], "2026-01-04", "Cy", "layout"},
		{commitID(2)[:minShort], "2026-01-03", "Cy", "layout"}})
}
