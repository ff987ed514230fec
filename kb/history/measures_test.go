package history

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestCoChange(t *testing.T) {
	r := newGitRepo(t)
	r.Write("note.md", "0", "code.go", "0", "other.md", "0", "gone.md", "0")
	r.commit("2025-01-02T00:00:00Z", "A", "a year before the last")
	r.Git("mv", "code.go", "moved.go")
	os.Remove(filepath.Join(r.Dir, "gone.md"))
	r.commit("2026-01-01T00:00:00Z", "A", "move")
	r.Write("note.md", "1", "moved.go", "1")
	r.commit("2026-01-02T00:00:00Z", "A", "both")
	many := []string{"note.md", "2"}
	for i := range maxTogether {
		many = append(many, fmt.Sprint("many/", i), "x")
	}
	r.Write(many...)
	head := r.commit("2026-01-02T00:00:00Z", "A", "too many")
	h := openHistory(t, r.open("on"), "")
	update(t, h)
	got, err := h.CoChange(context.Background(), head, "note.md", 10)
	if err != nil {
		t.Fatal(err)
	}
	all := 1 + 0.5 + 1 + 1.0 // doubt, and three commits of the note
	want := []Companion{{"moved.go", (0.5/3 + 1) / all, 2}, {"other.md", 0.5 / 3 / all, 1}}
	if len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i].Path != want[i].Path || got[i].Commits != want[i].Commits || math.Abs(got[i].Score-want[i].Score) > 1e-12 {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
	notes := func(path string) bool { return strings.HasSuffix(path, ".md") }
	if among, err := h.CoChangeAmong(context.Background(), head, "note.md", 10, notes); err != nil || len(among) != 1 ||
		among[0] != got[1] {
		t.Errorf("among notes: %+v, %v", among, err)
	}
	if got, err = h.CoChange(context.Background(), head, "note.md", 1); err != nil || len(got) != 1 {
		t.Errorf("bounded: %+v, %v", got, err)
	}
	if got, err = h.CoChange(context.Background(), head, "nowhere.md", 9); err != nil || len(got) != 0 {
		t.Errorf("of no note: %+v, %v", got, err)
	}
}

func TestChurn(t *testing.T) {
	r := newGitRepo(t)
	r.Write("src/a.go", "0", "src/b.go", lines(0, 20), "note.md", "0")
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	r.Write("src/a.go", "1")
	touch := r.commit("2026-01-02T00:00:00Z", "A", "one")
	r.Git("checkout", "-q", "-b", "side", "HEAD~1")
	r.Write("src/a.go", "2")
	r.commit("2026-01-03T00:00:00Z", "B", "side")
	r.Git("checkout", "-q", "main")
	r.Git("merge", "-q", "-s", "ours", "side", "-m", "merge")
	r.Git("mv", "src/b.go", "src/c.go")
	head := r.commit("2026-01-05T00:00:00Z", "A", "move")
	h := openHistory(t, r.open("on"), "")
	update(t, h)
	source := func(path string) bool { return strings.HasPrefix(path, "src/") }
	churn := func(since Since) []string {
		list, err := h.churn(context.Background(), head, source, since)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, c := range list {
			out = append(out,
				fmt.Sprintf("%s %d by %d, %s %s%s", c.Path, len(c.Commits), c.Authors, c.Last.Format("01-02"), c.Status, c.NewPath))
		}
		return out
	}
	diff(t, "all", churn(Since{}), []string{"src/a.go 3 by 2, 01-03 M", "src/b.go 2 by 1, 01-05 Rsrc/c.go", "src/c.go 1 by 1, 01-05 A"})
	diff(t, "since a commit", churn(Since{Commit: touch}),
		[]string{"src/a.go 1 by 1, 01-03 M", "src/b.go 1 by 1, 01-05 Rsrc/c.go", "src/c.go 1 by 1, 01-05 A"})
	diff(t, "since a time", churn(Since{Time: time.Date(2026, 1, 4, 0, 0, 0, 0, time.UTC)}),
		[]string{"src/b.go 1 by 1, 01-05 Rsrc/c.go", "src/c.go 1 by 1, 01-05 A"})
	authors, err := h.authors(context.Background(), head)
	if err != nil || len(authors) != 2 || authors[0].Name != "A" || authors[0].Commits != 3 || authors[1].Commits != 1 {
		t.Errorf("%+v, %v", authors, err)
	}
}
