package nearness

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/usage"
)

func changed(path string, score float64, commits int) history.Companion {
	return history.Companion{Path: path, Score: score, Commits: commits}
}

// What goes together adds to nearness by how often it does, from nothing towards one; the constants
// say where half is reached.
func TestSources(t *testing.T) {
	c := &Company{Changed: []history.Companion{changed("a.md", 0.05, 3), changed("b.go", 0.15, 9)},
		Read: map[string]usage.Companion{"a.md": {Opened: 1}, "c.md": {}}}
	got := c.Sources()
	want := []index.Source{{Name: "co-change", Weight: 0.25, Near: map[string]float64{"a.md": 0.5, "b.go": 0.75}},
		{Name: "co-access", Weight: 0.25, Near: map[string]float64{"a.md": 0.5, "c.md": 0}}}
	close := cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })
	if diff := cmp.Diff(want, got, close); diff != "" {
		t.Error(diff)
	}
	if got := (&Company{}).Sources(); len(got) > 0 {
		t.Errorf("of no company: %v", got)
	}
}

// Files that are no notes are told apart: the best five, as far as they tell something.
func TestFiles(t *testing.T) {
	c := &Company{
		Changed: []history.Companion{changed("1.go", 0.9, 9), changed("note.md", 0.8, 9), changed("2.go", 0.7, 9), changed("3.go", 0.6, 9),
			changed("4.go", 0.01, 9), changed("low.go", 0.009, 9), changed("5.go", 0.5, 9), changed("6.go", 0.4, 9)},
	}
	var got []string
	for _, f := range c.Files() {
		got = append(got, f.Path)
	}
	if want := []string{"1.go", "2.go", "3.go", "4.go", "5.go"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := (&Company{}).Files(); got == nil || len(got) > 0 {
		t.Errorf("of no company: %v", got)
	}
}

func TestExplain(t *testing.T) {
	c := &Company{Changed: []history.Companion{changed("b.md", 0.5, 0), changed("a.md", 0.2, 3), changed("one.md", 0.1, 1)},
		Read: map[string]usage.Companion{"a.md": {Opened: 1.25, Shown: 2}, "shown.md": {Shown: 4}, "never.md": {}}}
	hit := index.Hit{
		Path:    "a.md",
		Score:   0.8,
		Factors: map[string]float64{"links": 0.2, "meaning": 0.597, "co-change": 0.003, "co-access": 0, "fused": 0.9},
	}
	if want, got := []string{"meaning 75 %", "links 25 %"}, Shares(hit); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	want := "score 0.8000 = meaning 0.5970 (75 %) + links 0.2000 (25 %) + co-change 0.0030 (0 %); changed together in 3 commits; opened " +
		"together 1.2 times, shown together 2.0 times, by fading counts"
	if got := c.Explain(hit); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for path, want := range map[string][]string{"b.md": nil, "one.md": {"changed together in 1 commit"},
		"shown.md": {"shown together 4.0 times, by fading counts"},
		"never.md": nil, "other.md": nil} {
		if got := c.Facts(path); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// Notes that were read together are told by their paths of today, where they can be told by their ids.
func TestReadTogether(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "---\nid: note-a\n---\n# A\n", "now.md", "---\nid: note-b\n---\n# B\n", "c.md", "# C\n")
	r.Commit("notes")
	repo, err := kb.Open(t.Context(), r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(t.Context(), repo, index.Options{Now: func() time.Time { return time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if _, err := x.Update(t.Context(), index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var asked usage.Note
	answer := []usage.Companion{{Note: usage.Note{Path: "then.md", ID: "note-b"}, Opened: 2}, {Note: usage.Note{Path: "c.md"}, Shown: 1}}
	got, err := ReadTogether(context.Background(), s, "a.md", func(n usage.Note) ([]usage.Companion, error) {
		asked = n
		return answer, nil
	})
	if err != nil || asked != (usage.Note{Path: "a.md", ID: "note-a"}) {
		t.Errorf("asked for %+v, %v", asked, err)
	}
	if want := (map[string]usage.Companion{"now.md": answer[0], "c.md": answer[1]}); !cmp.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	locked := errors.New("locked")
	if got, err := ReadTogether(context.Background(), s, "a.md",
		func(usage.Note) ([]usage.Companion, error) { return answer, locked }); got != nil ||
		!errors.Is(err, locked) {
		t.Errorf("%v %v", got, err)
	}
	if _, err := ReadTogether(context.Background(), s, "gone.md", nil); !errors.Is(err, index.ErrNoNote) {
		t.Errorf("of no note: %v", err)
	}
}
