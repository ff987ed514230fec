package history

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
