package history

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/history/walk"
)

// A merge brings in at its time what its branch did before; what no note is part of is left out.
func TestMainLine(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", lines(0, 9), "x.txt", "x")
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Git("checkout", "-q", "-b", "side")
	r.Write("b.md", lines(20, 30))
	r.commit("2026-01-02T00:00:00Z", "A", "b")
	r.Git("mv", "a.md", "c.md")
	r.commit("2026-01-03T00:00:00Z", "A", "c")
	r.Git("checkout", "-q", "main")
	r.Write("x.txt", "y")
	r.commit("2026-01-04T00:00:00Z", "A", "no note")
	r.Env = append(r.Env, "GIT_COMMITTER_DATE=2026-01-05T00:00:00Z")
	r.Git("merge", "-q", "side", "-m", "merge")
	h := openHistory(t, r.open("on"), "")
	update(t, h)
	steps, err := h.MainLine(context.Background(), r.Git("rev-parse", "HEAD"), func(path string) bool { return path != "x.txt" })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range steps {
		got = append(got, fmt.Sprint(s.When.Format(time.DateOnly), " ", short(&walk.Commit{Changes: s.Changes})))
	}
	diff(t, "steps", got, []string{"2026-01-01 [A a.md]", "2026-01-05 [A b.md R a.md→c.md]"})
	if steps[1].Commit != r.Git("rev-parse", "HEAD") || steps[0].Cut || steps[0].Unknown {
		t.Errorf("%+v", steps)
	}
}
