package index

import (
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
)

func TestFileMatch(t *testing.T) {
	for _, tt := range []struct {
		want, have string
		match      bool
	}{
		{"internal/auth/jwt.go", "internal/auth/**", true},
		{"internal/auth", "internal/auth/**", true},
		{"internal/auth/", "./internal/auth/**", true},
		{"internal", "internal/auth/**", true},
		{"internal/auth/deep/x.go", "internal/auth/", true},
		{"internal/auth", "internal/*/jwt.go", true},
		{"internal/auth/jwt.go", "internal/*/jwt.go", true},
		{"internal/auth/other.go", "internal/*/jwt.go", false},
		{"internal/auth", "**/*.go", true},
		{"README.md", "**/*.go", false},
		{"cmd/main.go", "**/*.go", true},
		{".github", "**/*.yml", true},
		{"internal/**", "internal/auth/jwt.go", true},
		{"internal/au", "internal/auth/**", false},
		{"internal/db", "internal/auth/**", false},
		{"internal/auth/jwt.go", "[", false},
	} {
		if got := fileMatch(tt.want, tt.have); got != tt.match {
			t.Errorf("file:%s against %s: %v", tt.want, tt.have, got)
		}
	}
}

func TestComparison(t *testing.T) {
	for _, tt := range []struct {
		text     string
		x        float64
		ok, hold bool
	}{
		{">0.7", 0.7, true, false}, {">0.7", 0.71, true, true}, {">=0.7", 0.7, true, true}, {"<0.7", 0.7, true, false}, {"<=0.7", 0.7, true, true},
		{"=0.5", 0.5, true, true}, {"0.5", 0.5, true, true}, {"0.5", 0.51, true, false}, {"1", 1, true, true},
		{"", 0, false, false}, {">", 0, false, false}, {"=>0.5", 1, false, false}, {"high", 1, false, false}, {">1.5", 1, false, false}, {">-1", 1, false, false}, {"NaN", 1, false, false},
	} {
		c, ok := parseComparison(tt.text)
		if ok != tt.ok || ok && c.holds(tt.x) != tt.hold {
			t.Errorf("%s of %v: read %v", tt.text, tt.x, ok)
		}
		if got := allHold([]string{tt.text}, tt.x); got != tt.hold {
			t.Errorf("allHold(%s, %v) = %v", tt.text, tt.x, got)
		}
	}
}

func TestFieldsOfQuery(t *testing.T) {
	n := &kb.Note{
		Importance: 0.9,
		Confidence: 0.4,
		Source:     "agent",
		Entities:   []kb.Entity{{Type: "tool", Name: "Redis"}},
		Files:      []string{"internal/auth/**"},
	}
	for _, tt := range []struct {
		text, words string
		match       bool
	}{
		{"entity:redis", "", true}, {"entity:tool:redis", "", true}, {"entity:person:redis", "", false}, {"entity:tool", "", false},
		{"source:agent", "", true}, {"source:user", "", false}, {"source:http://example.org", "source:http://example.org", true},
		{"importance:>0.7", "", true}, {"importance:>0.7 importance:<0.8", "", false}, {"importance:high", "importance:high", true},
		{"confidence:<=0.4", "", true}, {"confidence:>0.4", "", false},
		{"token file:internal/auth/jwt.go", "token", true}, {"file:internal/db", "", false},
	} {
		r := parseQuery(tt.text, Filter{})
		if r.words != tt.words || r.filter.match(n) != tt.match {
			t.Errorf("%s: words %q, match %v", tt.text, r.words, r.filter.match(n))
		}
	}
}

func TestSearchOfADay(t *testing.T) {
	dir := t.TempDir()
	gitRun(t, dir, "init", "-q")
	writeFile(t, dir, "old.md", "# Sessions in cookies\n\nEvery session lives in a cookie.\n")
	writeFile(
		t,
		dir,
		"new.md",
		"---\nvalid_from: 2026-06-01\nrelations:\n  - type: supersedes\n    target: old.md\n---\n# Sessions on the server\n\nEvery session lives on the server.\n",
	)
	writeFile(t, dir, "gone.md", "---\nvalid_until: 2025-12-31\n---\n# Sessions in memory\n\nEvery session lives in memory.\n")
	gitRun(t, dir, "add", ".")
	gitRun(t, dir, "commit", "-qm", "first")
	x := openIndex(t, dir, Options{NoVectors: true, Now: func() time.Time { return time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC) }})
	if _, err := x.Update(t.Context(), UpdateOptions{}); err != nil {
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
	}{{"", []string{"new.md"}}, {"2026-06-01", []string{"new.md"}}, {"2026-05-31", []string{"old.md"}}, {"2025-12-31", []string{"gone.md", "old.md"}}} {
		day, _ := time.Parse(time.DateOnly, tt.day)
		answer, err := s.Search(t.Context(), Query{Text: "session lives", Day: day, ActiveOnly: true})
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
