package history

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/git"
)

// touched writes touches one a line: path, day of the commit, and what else is told.
func touched(t *testing.T, h *History, commit string, files ...git.File) []string {
	t.Helper()
	touches, err := h.Touches(context.Background(), commit, files)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, touch := range touches {
		line := files[i].Path
		if !touch.When.IsZero() {
			line += " " + touch.When.Format(time.DateOnly)
		}
		if touch.Only {
			line += " only"
		}
		if touch.Pending {
			line += " pending"
		}
		out = append(out, line)
	}
	return out
}

// worktree gives the files of the work tree, with the ids of what they hold.
func (r *gitRepo) worktree(paths ...string) []git.File {
	var out []git.File
	for _, p := range paths {
		f := git.File{Path: p}
		if _, err := os.Stat(filepath.Join(r.Dir, p)); err == nil {
			f.Blob = strings.TrimSpace(r.Git("hash-object", p))
		}
		out = append(out, f)
	}
	return out
}

func TestTouches(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		r.Write("a.md", "a\n", "b.md", "b\n", "c.md", strings.Repeat("a line of c\n", 20))
		first := r.commit("2026-01-01T00:00:00Z", "A", "add")
		r.Write("b.md", "b, corrected\n")
		r.commit("2026-01-02T00:00:00Z", "A", "correct")
		r.Git("checkout", "-qb", "side", first)
		r.Write("d.md", "d\n", "a.md", "a of the side\n")
		r.commit("2026-01-03T00:00:00Z", "A", "side")
		r.Git("checkout", "-q", "main")
		r.Git("mv", "c.md", "moved.md")
		r.commit("2026-01-04T00:00:00Z", "A", "move")
		r.Env = append(r.Env, "GIT_COMMITTER_DATE=2026-01-05T00:00:00Z")
		r.Git("merge", "-q", "--no-ff", "-m", "merge", "side")
		r.Write("b.md", "b, being written\n", "e.md", "e\n")
		h := openHistory(t, r.open(program), t.TempDir())
		update(t, h)
		paths := []string{"a.md", "b.md", "d.md", "moved.md", "e.md"}
		diff(t, "now", touched(t, h, r.Git("rev-parse", "HEAD"), r.worktree(paths...)...),
			[]string{"a.md 2026-01-03", "b.md 2026-01-02 pending", "d.md 2026-01-03 only", "moved.md 2026-01-04", "e.md pending"})
		r.Git("stash", "-qu")
		r.Git("checkout", "-q", first)
		diff(t, "at first", touched(t, h, first, r.worktree("a.md", "b.md", "c.md")...),
			[]string{"a.md 2026-01-01 only", "b.md 2026-01-01 only", "c.md 2026-01-01 only"})
		if _, err := h.Touches(context.Background(), strings.Repeat("0", 40), nil); err == nil {
			t.Error("the touches of an unknown commit")
		}
	})
}

// What is older than the beginning of a shallow clone has no time, and is not taken for an edit.
func TestTouchesOfAShallowClone(t *testing.T) {
	r := newGitRepo(t)
	r.Write("old.md", "old\n", "new.md", "new\n")
	r.commit("2026-01-01T00:00:00Z", "A", "add")
	r.Write("other.md", "other\n")
	r.commit("2026-01-02T00:00:00Z", "A", "other")
	r.Write("new.md", "newer\n")
	r.commit("2026-01-03T00:00:00Z", "A", "change")
	dir := t.TempDir()
	r.Git("clone", "-q", "--depth", "2", "file://"+r.Dir, dir)
	h := openHistory(t, r.openAt(dir, "on"), t.TempDir())
	update(t, h)
	diff(t, "shallow", touched(t, h, r.Git("rev-parse", "HEAD"), r.worktree("old.md", "new.md")...),
		[]string{"old.md", "new.md 2026-01-03"})
}

// Touches of all paths are what LastTouches says of them.
func TestTouchesAreTheLast(t *testing.T) {
	r := newGitRepo(t)
	for i := range 12 {
		at := time.Date(2026, 1, 1+(i*5)%12, 0, 0, 0, 0, time.UTC) // not in the order of the commits
		r.Write(string(rune('a'+i%5))+".md", at.String(), "f.md", strings.Repeat("line\n", i/4))
		if i == 6 {
			r.Git("rm", "-q", "-f", "a.md")
		}
		r.commit(at.Format(time.RFC3339), "A", "change")
	}
	h := openHistory(t, r.open("on"), t.TempDir())
	update(t, h)
	head := r.Git("rev-parse", "HEAD")
	all, err := h.LastTouches(context.Background(), head)
	if err != nil || len(all) != 6 {
		t.Fatal(all, err)
	}
	for path, want := range all {
		got, err := h.Touches(context.Background(), head, []git.File{{Path: path}})
		if err != nil || !got[0].When.Equal(want) {
			t.Errorf("%s: %v, want %s (%v)", path, got, want, err)
		}
	}
}

// The day of a note is the one that its provenance says: of the author, layout passed over.
func TestDays(t *testing.T) {
	programs(t, func(t *testing.T, program string) {
		r := newGitRepo(t)
		text := strings.Repeat("A line of text.\n", 20)
		r.Write("a.md", text, "b.md", text+"b\n", "c.md", "c\n", "d.md", "d\n")
		r.commit("2026-01-01T00:00:00Z", "A", "add")
		r.Write("a.md", strings.ReplaceAll(text, "A line", "A  line"), "b.md", text+"b, corrected\n") // a.md in layout alone
		r.commit("2026-01-02T23:30:00-08:00", "A", "reflow")
		r.Git("mv", "c.md", "moved.md")
		r.commit("2026-01-04T00:00:00Z", "A", "move")
		r.Write("d.md", "d, being written\n", "e.md", "e\n")
		h := openHistory(t, r.open(program), t.TempDir())
		update(t, h)
		ctx, head, paths := context.Background(), r.Git("rev-parse", "HEAD"), []string{"a.md", "b.md", "moved.md", "d.md", "e.md"}
		differ := func(a, b string) bool { return a == b }
		days, err := h.Days(ctx, head, r.worktree(paths...), "today", differ)
		diff(t, "days", days, []string{"2026-01-01", "2026-01-02", "2026-01-04", "today", "today"})
		for i, path := range paths[:3] {
			if p, e := h.Provenance(ctx, head, path, ""); e != nil || err != nil || p.Date != days[i] {
				t.Errorf("%s: %s, its provenance: %+v, %v, %v", path, days[i], p, err, e)
			}
		}
		anything := func(string, string) bool { return true }
		if days, err := h.Days(ctx, head, r.worktree("a.md"), "today", anything); err != nil || days[0] != "2026-01-02" {
			t.Errorf("where all days are alike: %v, %v", days, err)
		}
		if _, err := h.Days(ctx, strings.Repeat("0", 40), nil, "", differ); err == nil {
			t.Error("the days of an unknown commit")
		}
	})
}
