package history

import (
	"context"
	"fmt"
	"testing"

	"github.com/9aea2451/kb/kb/history/walk"
)

// A change of a note is passed over when its commit is ignored, or the bytes differ in layout alone; only where both
// versions are known, and only of notes.
func TestWhichChangesArePassedOver(t *testing.T) {
	h := &History{}
	h.pass.layout = map[[2]string]bool{{"a", "b"}: true, {"a", "c"}: false, {"", "b"}: true, {"a", ""}: true}
	for _, tt := range []struct {
		path          string
		status        walk.Status
		before, after string
		want          bool
	}{
		{"n.md", walk.Modified, "a", "b", true}, {"n.md", walk.Modified, "a", "c", false}, {"n.md", walk.Added, "a", "b", false},
		{"n.go", walk.Modified, "a", "b", false},
		{"n.md", walk.Modified, "", "b", false}, {"n.md", walk.Modified, "a", "", false},
	} {
		if got := h.quiet("c1", tt.path, tt.status, tt.before, tt.after); got != tt.want {
			t.Errorf("%+v is passed over: %v", tt, got)
		}
	}
	// Of so many notes and other changes, so many say something new.
	for _, tt := range []struct {
		notes, others, said int
		want                bool
	}{
		{leastBulk, 3, 0, true}, {leastBulk - 1, 3, 0, false}, {20, 0, 1, true}, {20, 0, 2, false}, {19, 0, 1, false}, {bulkSample,
			0, 2, true}, {bulkSample, 0, 3, false}, {0, 30, 0, false},
	} {
		var changes []walk.Change
		for i := range tt.notes {
			c := walk.Change{Path: fmt.Sprintf("%d.md", i), Status: walk.Modified, OldBlob: "a", NewBlob: "b"}
			if i >= tt.notes-tt.said {
				c.NewBlob = "c"
			}
			changes = append(changes, c)
		}
		for range tt.others {
			changes = append(changes, walk.Change{Path: "x.go", Status: walk.Modified, OldBlob: "a", NewBlob: "b"},
				walk.Change{Path: "y.md", Status: walk.Added, NewBlob: "c"})
		}
		if got := h.sampled(changes); got != tt.want {
			t.Errorf("%+v: in bulk %v", tt, got)
		}
		h.pass.bulk = nil
		for range 2 {
			if got := h.bulkLayout(7, "c1", changes); got != tt.want || h.pass.bulk[7] != tt.want {
				t.Errorf("%+v: asked for the commit %v", tt, got)
			}
			changes = nil // what is known is not asked for again
		}
	}
	// Of more notes than the sample has, those in even distances are looked at: the first of each pair.
	var firsts, seconds []walk.Change
	for i := range 2 * bulkSample {
		c := walk.Change{Path: "n.md", Status: walk.Modified, OldBlob: "a", NewBlob: []string{"b", "c"}[i%2]}
		firsts = append(firsts, c)
		c.NewBlob = []string{"c", "b"}[i%2]
		seconds = append(seconds, c)
	}
	if !h.sampled(firsts) || h.sampled(seconds) {
		t.Error("not the first of each pair is looked at")
	}
}

// What differs in layout alone is told by the bytes of both versions; what a repository tells git blame to ignore is
// passed over whatever it says.
func TestPassedOverByTheBytes(t *testing.T) {
	r := newGitRepo(t)
	blob := func(text string) string { return r.Feed([]byte(text), "hash-object", "-w", "--stdin") }
	a, b, c := blob("# A\n\nOne is two.\n"), blob("# A\n\n\nOne is\ntwo.\n"), blob("# A\n\nOne is three.\n")
	r.Write(".git-blame-ignore-revs", "# layout\n"+commitID(2)+"\n")
	h := openHistory(t, r.open("off"), t.TempDir())
	defer h.begin(t.Context())()
	for range 2 { // the second time from what is known
		for pair, want := range map[[2]string]bool{{a, b}: true, {b, a}: true, {a, c}: false, {a, blobID("1")}: false} {
			if got := h.layoutOnly(pair[0], pair[1]); got != want {
				t.Errorf("%.4s and %.4s differ in layout alone: %v", pair[0], pair[1], got)
			}
		}
	}
	for commit, want := range map[int]bool{1: false, 2: true} {
		if h.quiet(commitID(commit), "n.md", walk.Modified, a, c) != want || h.bulkLayout(int32(commit), commitID(commit), nil) != want {
			t.Errorf("commit %d is passed over: %v", commit, !want)
		}
	}
}

// Who is ignored, and who goes by which name, is read again with the commits that are new: what was
// told before of a note that none of them touched is not carried on.
func TestIgnoredSinceTheHistoryWasOpened(t *testing.T) {
	r := newGitRepo(t)
	r.Write("n.md", "one\n")
	first := r.commit("2026-01-01T00:00:00Z", "A", "one")
	r.Write("n.md", "two\n")
	second := r.commit("2026-01-02T00:00:00Z", "B", "two")
	h := openHistory(t, r.open("on"), t.TempDir())
	update(t, h)
	last := func(head string) (s Summary) {
		t.Helper()
		s, err := h.FirstLast(t.Context(), head, "n.md")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := last(second)
	diff(t, "last", before.Last.ID, second)
	r.Write(".git-blame-ignore-revs", second+"\n")
	head := r.commit("2026-01-03T00:00:00Z", "A", "ignore it")
	update(t, h)
	now := last(head)
	diff(t, "last", now.Last.ID, first)
	diff(t, "carried", len(h.Carry(t.Context(), second, head, map[string]*Summary{"n.md": &before})), 0)
	r.Write(".mailmap", "Ann <a@example.com>\n")
	next := r.commit("2026-01-04T00:00:00Z", "A", "names")
	diff(t, "carried without a change of names", len(h.Carry(t.Context(), head, head, map[string]*Summary{"n.md": &now})), 1)
	update(t, h)
	diff(t, "author", last(next).Last.Author.Name, "Ann")
	diff(t, "carried", len(h.Carry(t.Context(), head, next, map[string]*Summary{"n.md": &now})), 0)
}

// What could not be looked at, as the question was broken off, is looked at by the next one.
func TestPassedOverBrokenOff(t *testing.T) {
	r := newGitRepo(t)
	blob := func(text string) string { return r.Feed([]byte(text), "hash-object", "-w", "--stdin") }
	a, b := blob("# A\n\nOne is two.\n"), blob("# A\n\n\nOne is\ntwo.\n")
	var changes []walk.Change
	for i := range leastBulk {
		changes = append(changes, walk.Change{Path: fmt.Sprint(i, ".md"), Status: walk.Modified, OldBlob: a, NewBlob: b})
	}
	h := openHistory(t, r.open("on"), t.TempDir())
	broken, cancel := context.WithCancel(t.Context())
	end := h.begin(broken)
	cancel()
	if h.bulkLayout(1, commitID(1), changes) {
		t.Error("the question was not broken off")
	}
	end()
	defer h.begin(t.Context())()
	if !h.bulkLayout(1, commitID(1), changes) || !h.layoutOnly(a, b) {
		t.Error("what differs in layout alone is not passed over")
	}
}
