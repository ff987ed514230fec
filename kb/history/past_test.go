package history

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
)

// What the history of a branch knows: its files, what it removed, where notes went, who touched them
// last, and its first parents.
func TestPastOfABranch(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("a.md", lines(0, 20), "gone.md", "gone\n", "kept.md", "kept\n")
		first := r.commit("2026-01-01T00:00:00Z", "Ann", "begin")
		blobs := map[string]string{}
		blob := func(path string) string {
			t.Helper()
			id := r.Git("rev-parse", "HEAD:"+path)
			blobs[id] = path
			return id
		}
		gone := blob("gone.md")
		firstBlobs := []string{blob("a.md"), gone, blob("kept.md")}
		r.Git("rm", "-q", "gone.md")
		second := r.commit("2026-01-02T00:00:00Z", "Bo", "remove")
		r.Git("mv", "a.md", "b.md")
		third := r.commit("2026-01-03T00:00:00Z", "Cy", "move")
		r.Git("checkout", "-q", "-b", "side", first)
		r.Write("side.md", "side\n")
		r.Git("rm", "-q", "kept.md")
		side := r.commit("2026-01-04T00:00:00Z", "Dan", "side")
		r.Git("checkout", "-q", "main")
		r.Write("gone.md", "again\n")
		head := r.commit("2026-01-05T00:00:00Z", "Eve", "again")
		h := openHistory(t, r.open(program), t.TempDir())
		update(t, h, head, side)
		ctx := t.Context()

		list := func(tips ...string) []string {
			t.Helper()
			found, whole, err := h.Blobs(ctx, tips...)
			if err != nil || !whole {
				t.Fatalf("whole %v, %v", whole, err)
			}
			var out []string
			for id := range found {
				out = append(out, id)
			}
			sort.Strings(out)
			return out
		}
		slices.Sort(firstBlobs)
		diff(t, "files of the first commit", list(first), firstBlobs)
		diff(t, "files of its child", list(second), firstBlobs)
		if got := list(head, side); len(got) != 5 || len(list()) != 0 {
			t.Errorf("files of both branches: %q, of none %q", got, list())
		}
		if _, _, err := h.Blobs(ctx, strings.Repeat("1", 40)); err == nil {
			t.Error("files of a commit that is not there")
		}

		all := func(string) bool { return true }
		removed := func(tip string, match func(string) bool, n int) (out []string) {
			t.Helper()
			found, err := h.Deletions(ctx, tip, match, n)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range found {
				out = append(out, d.Path+" by "+map[string]string{second: "second", side: "side"}[d.Commit]+" of "+blobs[d.OldBlob])
			}
			return out
		}
		diff(t, "removed on main", removed(head, all, 9), []string{"gone.md by second of gone.md"})
		diff(t, "removed at first", removed(first, all, 9), []string(nil))
		diff(t, "removed aside", removed(side, all, 9), []string{"kept.md by side of kept.md"})
		diff(t, "removed of others", removed(head, func(p string) bool { return p != "gone.md" }, 9), []string(nil))
		diff(t, "at most none", removed(head, all, 0), []string(nil))

		to, err := h.RenamedTo(ctx, "a.md")
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "renamed to", to, []string{"b.md"})
		for _, path := range []string{"b.md", "none.md"} {
			if to, err := h.RenamedTo(ctx, path); len(to) > 0 || err != nil {
				t.Errorf("%s was renamed to %q, %v", path, to, err)
			}
		}

		authors, err := h.LastAuthors(ctx, head)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "authors", authors, map[string]string{"a.md": "Ann", "b.md": "Cy", "gone.md": "Eve", "kept.md": "Ann"})
		touches, err := h.LastTouches(ctx, head)
		if err != nil || touches["b.md"].Format("01-02") != "01-03" || touches["gone.md"].Format("01-02") != "01-05" || len(touches) != 4 {
			t.Errorf("touches %v, %v", touches, err)
		}

		branch := func(tip, other string) []string {
			t.Helper()
			ids, err := h.Branch(ctx, tip, other)
			if err != nil {
				t.Fatal(err)
			}
			return ids
		}
		diff(t, "first parents", branch(head, ""), []string{head, third, second, first})
		diff(t, "up to the side", branch(head, side), []string{head, third, second, first})
		diff(t, "up to the second", branch(head, second), []string{head, third, second})
		diff(t, "up to itself", branch(head, head), []string{head})
		for _, pair := range [][2]string{{strings.Repeat("1", 40), ""}, {head, strings.Repeat("1", 40)}} {
			if _, err := h.Branch(ctx, pair[0], pair[1]); err == nil {
				t.Errorf("first parents of %v", pair)
			}
		}
	})
}

// What was kept as the history says it is sound; any other source is not; what is kept of work trees that are
// gone is removed.
func TestCheckOfWhatIsKept(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "one\n", "b.md", "one\n")
	head := r.commit("2026-01-02T03:04:05Z", "Ann", "first")
	repo, ctx := r.open("on"), t.Context()
	h := openHistory(t, repo, "")
	defer h.Close()
	update(t, h)
	k := LoadKept(repo, head)
	if _, err := k.AskTouches(ctx, h, []git.File{{Path: "a.md", Blob: r.Git("rev-parse", "HEAD:a.md")}}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"a.md", "b.md"} {
		if _, err := k.Ask(ctx, h, path, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Save(ctx, h); err != nil {
		t.Fatal(err)
	}
	differences := func() []string {
		t.Helper()
		out := &CheckedHistory{}
		if err := checkKept(ctx, repo, h, out); err != nil {
			t.Fatal(err)
		}
		return out.Differences
	}
	diff(t, "as it was kept", differences(), []string(nil))
	// Behind lines of touches, and of notes that are as the history says, a source that is not is found.
	wrong := keptNote{Path: "b.md", Blob: r.Git("rev-parse", "HEAD:b.md"), Source: &Provenance{Commit: head, Author: "Bo"}}
	line, err := json.Marshal(wrong)
	if err != nil {
		t.Fatal(err)
	}
	whole := k.fresh
	k.fresh = append(append(append([]byte{}, bytes.Split(whole, []byte("\n"))[0]...), '\n'), append(line, '\n')...)
	if err := k.Save(ctx, h); err != nil {
		t.Fatal(err)
	}
	diff(t, "another source", differences(), []string{"where b.md comes from is kept otherwise than the history says"})
	k.fresh = whole
	if err := k.Save(ctx, h); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(repo.StateDir(), "index", "*"+keptSuffix))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	stray := filepath.Join(filepath.Dir(files[0]), "worktree-0000000000000000"+keptSuffix)
	other := filepath.Join(filepath.Dir(files[0]), "other")
	for _, name := range []string{stray, other} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := DropKept(repo); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{stray: false, other: true, files[0]: true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s is there: %v", filepath.Base(name), err == nil)
		}
	}

	a := &Provenance{Commit: "1", Short: "1", Date: "2026-01-02", Author: "Ann", Passed: []Passed{{"2", "2026-01-03", "Bo", "layout"}}}
	same := *a
	same.Short, same.Passed = "12", []Passed{{"23", "2026-01-03", "Bo", "layout"}}
	if !sameSource(a, &same) || !sameSource(nil, nil) || sameSource(a, nil) || sameSource(nil, a) {
		t.Error("the length of a short id tells sources apart, or nothing does")
	}
	for what, change := range map[string]func(p *Provenance){
		"commit": func(p *Provenance) { p.Commit = "2" }, "date": func(p *Provenance) { p.Date = "2026-01-04" },
		"author": func(p *Provenance) { p.Author = "Cy" },
		"agent":  func(p *Provenance) { p.Agent = true }, "request": func(p *Provenance) { p.PullRequest = "#1" },
		"authors": func(p *Provenance) { p.Authors = 2 },
		"changed": func(p *Provenance) { p.Changed = true }, "passed": func(p *Provenance) { p.Passed = nil },
		"passed date":    func(p *Provenance) { p.Passed = []Passed{{"2", "2026-01-04", "Bo", "layout"}} },
		"passed author":  func(p *Provenance) { p.Passed = []Passed{{"2", "2026-01-03", "Cy", "layout"}} },
		"passed subject": func(p *Provenance) { p.Passed = []Passed{{"2", "2026-01-03", "Bo", "other"}} },
	} {
		b := *a
		if change(&b); sameSource(a, &b) || sameSource(&b, a) {
			t.Errorf("another %s is not seen", what)
		}
	}
}
