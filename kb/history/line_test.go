package history

import (
	"context"
	"crypto/sha1"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// blob is the object id of a file, "" for none.
func (f pastFile) blob() string {
	switch f.mode {
	case "":
		return ""
	case "160000":
		return f.data
	}
	return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(f.data), f.data)))
}

func TestLine(t *testing.T) {
	r := newGitRepo(t)
	ctx := context.Background()
	text := strings.Repeat("a line of the note\n", 20)
	r.Write("a.md", text, "code.go", "0")
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Git("checkout", "-q", "-b", "side")
	r.Write("a.md", text+"from the side\n")
	side := r.commit("2026-01-02T00:00:00Z", "B", "on a branch")
	r.Git("checkout", "-q", "main")
	r.Write("code.go", "1")
	r.commit("2026-01-03T00:00:00Z", "A", "code")
	r.Git("merge", "-q", "--no-ff", "-m", "bring it in", "side")
	merge := r.Git("rev-parse", "HEAD")
	r.Git("mv", "a.md", "b.md")
	r.commit("2026-01-05T00:00:00Z", "A", "move")
	r.Write("b.md", text+"and more\n")
	head := r.commit("2026-01-06T00:00:00Z", "A", "change")
	h := openHistory(t, r.open("on"), "")
	update(t, h)
	l, err := h.Line(ctx, head)
	if err != nil {
		t.Fatal(err)
	}
	life, err := l.Follow(ctx, "b.md")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range life {
		c, err := l.Commit(ctx, x.Place)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(x.Change.Status, " ", x.Change.Path, " ", c.Subject))
	}
	diff(t, "life", got, []string{"M b.md change", "R b.md move", "M a.md bring it in", "A a.md begin"})
	place, _, err := l.Place(ctx, merge)
	if err != nil {
		t.Fatal(err)
	}
	within, err := l.Within(ctx, place, "a.md")
	if err != nil || len(within) != 1 || within[0].Commit.ID != side {
		t.Errorf("came in with the merge: %+v, %v", within, err)
	}
	if _, ok, err := l.Place(ctx, side); ok || err != nil {
		t.Errorf("a commit of a branch is on the line: %v", err)
	}
	if gone, err := l.Follow(ctx, "a.md"); len(gone) != 0 || err != nil {
		t.Errorf("a file that is not there: %+v, %v", gone, err)
	}
	if got := l.Before(time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)); got != -1 {
		t.Errorf("before all: %d", got)
	}
	if got := l.Before(time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)); got != l.Tip()-1 {
		t.Errorf("on the fifth: %d of %d", got, l.Tip())
	}
	paths, err := l.Paths(ctx)
	diff(t, "paths", paths, []string{"a.md", "b.md", "code.go"})
	if err != nil {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(r.Dir, "code.go")); err != nil {
		t.Fatal(err)
	}
	r.commit("2026-01-07T00:00:00Z", "A", "drop")
	update(t, h)
	l, err = h.Line(ctx, r.Git("rev-parse", "HEAD"))
	if err != nil {
		t.Fatal(err)
	}
	landed, err := l.Landed(ctx, "code.go")
	if err != nil || len(landed) != 3 || !landed[0].Gone("code.go") || landed[1].Gone("code.go") {
		t.Errorf("a deleted file: %+v, %v", landed, err)
	}
}

// A line is asked on while the same process records what is new: commits that came after it are
// not of it.
func TestLineWhileMoreIsRecorded(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "1")
	head := r.commit("2026-01-01T00:00:00Z", "A", "one")
	h := openHistory(t, r.open("on"), t.TempDir())
	update(t, h)
	l, err := h.Line(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	r.Write("a.md", "2")
	r.commit("2026-01-02T00:00:00Z", "A", "two")
	update(t, h)
	if landed, err := l.Landed(t.Context(), "a.md"); err != nil || len(landed) != 1 || landed[0].Place != l.Tip() {
		t.Errorf("%+v, %v", landed, err)
	}
	if landed, err := l.Follow(t.Context(), "a.md"); err != nil || len(landed) != 1 {
		t.Errorf("%+v, %v", landed, err)
	}
}
