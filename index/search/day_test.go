package search_test

import (
	"testing"
	"time"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

func TestSearchOfADay(t *testing.T) {
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	indextest.WriteFile(t, dir, "old.md", "# Sessions in cookies\n\nEvery session lives in a cookie.\n")
	indextest.WriteFile(
		t,
		dir,
		"new.md",
		"---\nvalid_from: 2026-06-01\nrelations:\n  - type: supersedes\n    target: old.md\n---\n# Sessions on the server\n\nEvery "+
			"session lives on the server.\n",
	)
	indextest.WriteFile(t, dir, "gone.md", "---\nvalid_until: 2025-12-31\n---\n# Sessions in memory\n\nEvery session lives in memory.\n")
	indextest.Git(t, dir, "add", ".")
	indextest.Git(t, dir, "commit", "-qm", "first")
	x := indextest.Open(t, dir, store.Options{NoVectors: true,
		Now: func() time.Time { return time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC) }})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, tt := range []struct {
		day  string
		want []string
	}{{"", []string{"new.md"}}, {"2026-06-01", []string{"new.md"}}, {"2026-05-31", []string{"old.md"}},
		{"2025-12-31", []string{"gone.md", "old.md"}}} {
		day, _ := time.Parse(time.DateOnly, tt.day)
		answer, err := s.Search(t.Context(), query.Query{Text: "session lives", Day: day, ActiveOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, h := range answer.Hits {
			found[h.Path] = true
		}
		records, err := s.Notes(t.Context(), day)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{}
		for _, p := range tt.want {
			want[p] = true
		}
		for _, rec := range records {
			one, err := s.NoteOn(t.Context(), rec.Path, day)
			if err != nil || one.Inactive != rec.Inactive || one.SupersededBy != rec.SupersededBy {
				t.Errorf("%s on %q: %q by itself, %q in the list, %v", rec.Path, tt.day, one.Inactive, rec.Inactive, err)
			}
			if active := rec.Inactive == ""; active != want[rec.Path] || found[rec.Path] != want[rec.Path] {
				t.Errorf("%s on %q: found %v, %q", rec.Path, tt.day, found[rec.Path], rec.Inactive)
			}
		}
	}
}
