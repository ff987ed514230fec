package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/history/walk"
)

// What happened to a note on a branch by its old name is listed though the merge leaves it as it was, and what had
// several names in one commit is listed once by each.
func TestNamesOnOtherBranches(t *testing.T) {
	h := told(t, did{changes: "A a.md 1"}, did{after: []int{0}, changes: "M a.md 1 2"}, did{after: []int{1}, changes: "M a.md 2 1"},
		did{after: []int{0}, changes: "R a.md d.md 1 1"}, did{after: []int{3, 2}}, did{after: []int{4}, changes: "M d.md 1 3"},
		did{after: []int{4}, changes: "A x.go 1"}, did{after: []int{5, 6}, changes: "A x.go 1"})
	for tip, want := range map[int][]string{4: {"3 R a.md→d.md", "2 M a.md", "1 M a.md", "0 A a.md"},
		7: {"5 M d.md", "3 R a.md→d.md", "2 M a.md", "1 M a.md", "0 A a.md"}} {
		events, err := h.Note(t.Context(), commitID(tip), "d.md")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, fmt.Sprint("as of ", tip), lived(events), want)
	}
	joined := told(t, did{changes: "A a.md 1, A b.md 2"}, did{after: []int{0}, changes: "R a.md d.md 1 1"},
		did{after: []int{0}, changes: "D a.md 1, R b.md d.md 2 2"}, did{after: []int{0}, changes: "D a.md 1, R b.md d.md 2 2"},
		did{after: []int{1, 2, 3}, changes: "D b.md 2"})
	events, err := joined.Note(t.Context(), commitID(4), "d.md")
	if err != nil {
		t.Fatal(err)
	}
	got := lived(events)
	slices.Sort(got)
	diff(t, "of several names", got, []string{"0 A a.md", "0 A b.md", "1 R a.md→d.md", "2 R b.md→d.md", "3 R b.md→d.md"})
	back := told(t, did{changes: "A a.md 1"}, did{after: []int{0}, changes: "R a.md b.md 1 1"}, did{after: []int{1},
		changes: "R b.md a.md 1 1"})
	s, err := back.FirstLast(t.Context(), commitID(2), "a.md")
	if err != nil || s.asked.plain || s.Commits != 3 {
		t.Errorf("a note that got its name back: %+v, %v", s, err)
	}
}

// A merge that takes a note's old name leads on to what the other parent renamed it to.
func TestVersionsOfARenamedParent(t *testing.T) {
	h := told(t, did{changes: "A a.md 1, A x.go 1"}, did{after: []int{0}, changes: "M a.md 1 2"}, did{after: []int{0},
		changes: "R a.md g.md 1 1"},
		did{after: []int{2}, changes: "M g.md 1 3"}, did{after: []int{1, 3}, changes: "M a.md 2 4"}, did{after: []int{1, 0},
			changes: "M a.md 2 5"})
	for tip, want := range map[int][]string{4: {"4 a.md < 1 3", "3 g.md < 0", "1 a.md < 0", "0 a.md"}, 5: {"5 a.md < 1 0", "1 a.md < 0",
		"0 a.md"}} {
		found, err := h.Versions(t.Context(), commitID(tip), "a.md")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, fmt.Sprint("as of ", tip), versionsAs(found), want)
	}
	companions, err := told(t, branched()...).CoChange(t.Context(), commitID(7), "b.go", 9)
	if err != nil || len(companions) != 1 || companions[0].Path != "d.md" || companions[0].Commits != 2 {
		t.Errorf("what moves with a file behind a merge of it: %+v, %v", companions, err)
	}
}

// Touches of another branch do not end the list of those that count, and what was kept holds over a merge.
func TestTouchesBesideABranch(t *testing.T) {
	h := told(t, did{day: 1, changes: "A a.md 1, A x.go 1"}, did{after: []int{0}, day: 2, changes: "M a.md 1 2"},
		did{after: []int{0}, day: 3, changes: "M a.md 1 3"}, did{after: []int{2, 1}, day: 4})
	touches, err := h.Touches(t.Context(), commitID(2), []git.File{{Path: "a.md", Blob: blobID("3")}, {Path: "a.md", Blob: blobID("2")}})
	diff(t, "touches", touches, []Touch{{When: onDay(3)}, {When: onDay(3), Pending: true}})
	if err != nil {
		t.Error(err)
	}
	x := []git.File{{Path: "x.go", Blob: blobID("1")}}
	k := LoadKept(h.repo, commitID(2))
	if _, err := k.AskTouches(t.Context(), h, x); err != nil {
		t.Fatal(err)
	}
	if err := k.Save(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	k = LoadKept(h.repo, commitID(3))
	if _, err := k.AskTouches(t.Context(), h, nil); err != nil {
		t.Fatal(err)
	}
	if kept, ok := k.Touches(x); !ok || !kept[0].When.Equal(onDay(1)) || !kept[0].Only {
		t.Errorf("behind a merge: %+v, %v", kept, ok)
	}
}

// What is recorded is compared with what is there, commit by commit.
func TestHistoriesAreCompared(t *testing.T) {
	clean, mine := told(t, branched()...), told(t)
	for n, d := range branched() {
		c := d.commit(t, n)
		switch n {
		case 1:
			c.Subject = "another"
		case 5:
			c.Changes = nil
		case 7:
			c.ID = commitID(99)
		}
		recorded(t, mine, c)
	}
	recorded(t, mine, &walk.Commit{ID: commitID(98)})
	out := &CheckedHistory{}
	if err := mine.compare(t.Context(), clean, out); err != nil {
		t.Fatal(err)
	}
	diff(t, "compared", *out, CheckedHistory{Commits: 8, Unverified: 2, Differences: []string{
		fmt.Sprintf("commit %s is not what git has", commitID(1)), fmt.Sprintf("commit %s is not what git has", commitID(5)),
		fmt.Sprintf("commit %s is missing", commitID(7))}})
	if err := mine.store.Exec(`DELETE FROM commits WHERE id = 8`); err != nil {
		t.Fatal(err)
	}
	out = &CheckedHistory{}
	if err := mine.compare(t.Context(), clean, out); err != nil || len(out.Differences) != 1 || out.Commits != 0 {
		t.Errorf("a commit that the graph has and no row: %+v, %v", out, err)
	}
	for range 2 * mostDifferences {
		out.differs("again")
	}
	if len(out.Differences) != mostDifferences {
		t.Errorf("%d differences are listed", len(out.Differences))
	}
	if tips, err := clean.tips(t.Context()); len(tips) != 0 || err != nil {
		t.Errorf("tips that the repository does not have: %q, %v", tips, err)
	}
}

// What is missing is counted over all walks, and the last of it remembered.
func TestMissingIsCounted(t *testing.T) {
	h := told(t)
	for _, step := range []struct {
		m                       walk.Missing
		state, want, blob, last string
	}{{walk.Missing{}, "one", "", "", "one"}, {walk.Missing{Blobs: 2, Blob: "b1"}, "two", "2", "b1", "two"},
		{walk.Missing{Blobs: 3, Blob: "b2"}, "three", "5", "b2", "three"}, {walk.Missing{}, "four", "5", "b2", "four"}} {
		if err := h.noteMissing(step.m, step.state); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, key := range []string{"missing", "missing blob", "objects"} {
			value, err := h.store.meta(key)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, value)
		}
		diff(t, "after "+step.state, got, []string{step.want, step.blob, step.last})
	}
	if got := (Limits{Commits: 3, Shallow: true}).Messages(); len(got) != 0 {
		t.Errorf("of a shallow clone that has all of this history: %q", got)
	}
	for blobs, want := range map[int]string{1: "1 blob is missing", 2: "2 blobs are missing"} {
		if got := (Limits{Blobs: blobs}).Messages(); len(got) != 1 || got[0] != "some renames may be taken for new files: "+want+
			"; run git fetch --refetch --no-filter" {
			t.Errorf("%q", got)
		}
	}
}

// What could not be known of a commit is looked for when git has got other objects: then all is read anew.
func TestMendedWhenObjectsCome(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "1")
	parent := r.commit("2026-01-01T00:00:00Z", "A", "one")
	r.Write("a.md", "2")
	head := r.commit("2026-01-02T00:00:00Z", "A", "two")
	blob := r.Git("rev-parse", "HEAD:a.md")
	repo := r.open("off")
	const gone = "1111111111111111111111111111111111111111"
	for name, tt := range map[string]struct {
		commit  walk.Commit
		blob    string
		state   string // of the objects when it was looked for last; "" for that of now
		rebuilt bool
	}{
		"a tree that is here now":        {walk.Commit{ID: head, Parents: []string{parent}, Unknown: true}, "", "before", true},
		"a parent that is here now":      {walk.Commit{ID: head, Parents: []string{parent}, Cut: true}, "", "before", true},
		"a parent that is still missing": {walk.Commit{ID: head, Parents: []string{parent, gone}, Cut: true}, "", "before", false},
		"a blob that is here now":        {walk.Commit{ID: head}, blob, "before", true},
		"a blob that is still missing":   {walk.Commit{ID: head}, gone, "before", false},
		"no other objects":               {walk.Commit{ID: head, Unknown: true}, blob, "", false},
		"nothing missing":                {walk.Commit{ID: head}, "", "before", false},
	} {
		h := openHistory(t, repo, t.TempDir())
		recorded(t, h, &tt.commit)
		state := tt.state
		if state == "" {
			state = repo.ObjectsState()
		}
		for key, value := range map[string]string{"missing blob": tt.blob, "objects": state} {
			if err := h.store.setMeta(key, value); err != nil {
				t.Fatal(err)
			}
		}
		var report Report
		if err := h.mend(t.Context(), git.HistoryEdges{}, &report); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if report.Rebuilt != tt.rebuilt || (h.Recorded() == 0) != tt.rebuilt {
			t.Errorf("%s: %+v, %d commits are left", name, report, h.Recorded())
		}
		looked := tt.commit.Unknown || tt.commit.Cut || tt.blob != ""
		if now, err := h.store.meta("objects"); err != nil || !tt.rebuilt && (now == repo.ObjectsState()) != looked {
			t.Errorf("%s: looked for %v, the objects were %q, %v", name, looked, now, err)
		}
	}
	h := openHistory(t, repo, t.TempDir())
	recorded(t, h, &walk.Commit{ID: head})
	if tips, err := h.tips(t.Context()); err != nil || !slices.Equal(tips, []string{head}) {
		t.Errorf("tips %q, %v", tips, err)
	}
	testDropped(t, h, head)
	testOvertaken(t, r)
	testDamaged(t, r)
}

// testDropped lets commits that nobody reaches grow to as many as may stay, and one more.
func testDropped(t *testing.T, h *History, head string) {
	t.Helper()
	for h.graph.len() < 2+slack {
		h.graph.add(nil, 0, 0)
	}
	var report Report
	if err := h.dropUnreachable(t.Context(), []string{head}, &report); err != nil || report.Rebuilt {
		t.Fatalf("as many as may stay: %+v, %v", report, err)
	}
	h.graph.add(nil, 0, 0)
	if err := h.dropUnreachable(t.Context(), []string{commitID(9)}, &report); err != nil || report.Rebuilt {
		t.Fatalf("of no tip that is recorded: %+v, %v", report, err)
	}
	if err := h.dropUnreachable(t.Context(), []string{commitID(9), head}, &report); err != nil || !report.Rebuilt || h.Recorded() != 2 {
		t.Errorf("one more: %+v, %d recorded, %v", report, h.Recorded(), err)
	}
}

// testOvertaken lets another process record what an update is about to write.
func testOvertaken(t *testing.T, r *gitRepo) {
	t.Helper()
	repo, dir := r.open("off"), t.TempDir()
	mine, other := openHistory(t, repo, dir), openHistory(t, repo, dir)
	times := 0
	mine.Progress = func(done, _ int) {
		if done == 0 {
			if times++; times == 1 {
				update(t, other)
			}
		}
	}
	if report := update(t, mine); report != (Report{}) || mine.Recorded() != 2 || times != 1 {
		t.Errorf("overtaken: %+v, %d recorded, asked %d times", report, mine.Recorded(), times)
	}
	if _, err := mine.Update(t.Context(), "--all"); err == nil {
		t.Error("an option is taken for a commit")
	}
}

// testDamaged lets a table vanish under an open history, in a file and in memory.
func testDamaged(t *testing.T, r *gitRepo) {
	t.Helper()
	h := openHistory(t, r.open("off"), t.TempDir())
	inMemory := openHistory(t, r.open("off"), t.TempDir())
	s, err := newStore("")
	if err != nil {
		t.Fatal(err)
	}
	inMemory.store.Close()
	inMemory.store = s
	inMemory.hold(&graph{})
	for _, h := range []*History{h, inMemory} {
		diff(t, "first", update(t, h), Report{Added: 2})
		if err := h.store.Exec(`DROP TABLE graph`); err != nil {
			t.Fatal(err)
		}
		diff(t, "damaged", update(t, h), Report{Added: 2, Rebuilt: true})
		ended, end := context.WithCancel(t.Context())
		end()
		if err := h.reload(ended, 0); !errors.Is(err, context.Canceled) && err != nil {
			t.Error(err)
		}
	}
}

// So many commits are looked at, no more.
func TestSinceIsBounded(t *testing.T) {
	h := told(t)
	id := func(n int) string { return fmt.Sprintf("%040x", n) }
	commits := []*walk.Commit{{ID: id(0)}}
	for i := range maxSince + 1 {
		commits = append(commits, &walk.Commit{ID: id(i + 1), Parents: []string{id(i)}})
	}
	recorded(t, h, commits...)
	if s := h.since(t.Context(), id(1), id(maxSince+1)); s == nil || len(s.touched) != 0 || s.merges {
		t.Errorf("of so many commits as are looked at: %+v", s)
	}
	if s := h.since(t.Context(), id(0), id(maxSince+1)); s != nil {
		t.Errorf("of one more: %+v", s)
	}
}

// What another process has just recorded is not known before it is read.
func TestCommitsThatOthersRecord(t *testing.T) {
	repo, dir := newGitRepo(t).open("off"), t.TempDir()
	mine, other := openHistory(t, repo, dir), openHistory(t, repo, dir)
	tell(t, other, did{changes: "A a.md 1"}, did{after: []int{0}, changes: "M a.md 1 2"})
	if mine.Has(t.Context(), commitID(0)) || !other.Has(t.Context(), commitID(0)) {
		t.Error("a commit is known that was not read, or none that was recorded")
	}
	if err := mine.catchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !mine.Has(t.Context(), commitID(1)) || mine.Has(t.Context(), commitID(2)) || mine.Recorded() != 2 {
		t.Errorf("%d commits are known", mine.Recorded())
	}
	tell(t, other, did{after: []int{1}, changes: "M a.md 2 3"})
	if mine.Has(t.Context(), commitID(2)) {
		t.Error("the next commit is known before it is read")
	}
	events, err := mine.Note(t.Context(), commitID(1), "a.md")
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "as far as it is known", lived(events), []string{"1 M a.md", "0 A a.md"})
}

// A merge has rows for what its parents do not explain, and for what it left as it was though another parent says
// otherwise; where it is not known what all commits changed it has all of its rows.
func TestRowsOfMerges(t *testing.T) {
	for _, unknown := range []bool{false, true} {
		h := told(t, did{changes: "A a.md 1, A b.md 1, A c.md 1"}, did{after: []int{0}, changes: "M a.md 1 2"},
			did{after: []int{0}, changes: "M a.md 1 3, M b.md 1 3", unknown: unknown},
			did{after: []int{1, 2}, changes: "M b.md 1 3"},             // 3 keeps its own a.md
			did{after: []int{1, 2}, changes: "M a.md 2 3, M b.md 1 3"}, // 4 takes the other's
			did{after: []int{1, 2}, changes: "M a.md 2 4, M b.md 1 3"}, // 5 writes its own
			did{after: []int{1, 2}, changes: "D a.md 2"},               // 6 drops it, and keeps b.md
			did{after: []int{2, 1}, changes: "R a.md d.md 3 3"})        // 7 moves it
		for merge, want := range map[int]string{3: "0 rows, 1 kept: a2 b3 c1", 4: "0 rows, 0 kept: a3 b3 c1", 5: "1 rows, 0 kept: a4 b3 c1",
			6: "1 rows, 1 kept: b1 c1", 7: "1 rows, 0 kept: b3 c1 d3"} {
			if unknown {
				want = map[int]string{3: "1 rows, 1 kept: a2 b3 c1", 4: "2 rows, 0 kept: a3 b3 c1", 5: "2 rows, 0 kept: a4 b3 c1",
					6: want, 7: want}[merge]
			}
			rows, kept := ownRows(t, h, commitID(merge))
			var tree []string
			for path, file := range treeByRows(t, h, commitID(merge)) {
				tree = append(tree, path[:1]+file[len(file)-1:])
			}
			slices.Sort(tree)
			if got := fmt.Sprintf("%d rows, %d kept: %s", rows, kept, strings.Join(tree, " ")); got != want {
				t.Errorf("merge %d, something unknown %v: %s, want %s", merge, unknown, got, want)
			}
		}
	}
}

// The parents of a commit are those that it names, recorded or not, and a file is kept when something is told.
func TestParentsThatAreNotRecorded(t *testing.T) {
	h := told(t, did{after: []int{20, 21}, changes: "A a.md 1", cut: true}, did{after: []int{0, 22}, changes: "M a.md 1 2"},
		did{after: []int{1, 0}})
	for n, want := range map[int][]int{0: {20, 21}, 1: {0, 22}, 2: {1, 0}} {
		c, err := h.Commit(t.Context(), commitID(n))
		if err != nil || !slices.Equal(numbersOf(c.Parents...), want) {
			t.Errorf("the parents of %d are %v, %v, want %v", n, numbersOf(c.Parents...), err, want)
		}
	}
	whole := told(t, did{changes: "A a.md 1"})
	k := LoadKept(whole.repo, commitID(0))
	for _, want := range []bool{false, true} {
		if err := k.Save(t.Context(), whole); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(k.file); (err == nil) != want {
			t.Errorf("a file is there: %v, want %v", err == nil, want)
		}
		if _, err := k.Ask(t.Context(), whole, "a.md", ""); err != nil {
			t.Fatal(err)
		}
	}
}
