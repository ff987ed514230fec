package search_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
)

// A stem is the rarer the fewer notes hold it, in whatever field.
func TestRarityOfAStem(t *testing.T) {
	s := searcherOf(t, map[string]string{"a.md": "# Queue\n\nText.\n", "b.md": "The queue waits. The queue waits.\n",
		"c.md": "# Cache\n\nText.\n",
		"d.md": "Nothing.\n"})
	for word, with := range map[string]float64{"queue": 2, "cache": 1, "garden": 0} {
		stem := s.Stems(word, false)[0]
		if got, err := s.Rarity(t.Context(), stem); err != nil || math.Abs(got-math.Log(1+4/(0.5+with))) > 1e-12 {
			t.Errorf("%s: %v, %v; %v notes hold it", stem, got, err, with)
		}
	}
}

// Of two dated notes the newer stands above the older one that it takes back, though that has more of the
// question; one that is newer and says nothing against it does not.
func TestNewerNoteTakesBack(t *testing.T) {
	older := "---\ndate: 2025-01-02\n---\n# Team chat\n\nWhat the team uses for chat is Slack; the team uses Slack for each chat " +
		"of the team.\n"
	for name, tt := range map[string]struct{ newer, want string }{
		"takes back":   {"---\ndate: 2026-01-02\n---\n# Team chat\n\nFor chat the team changed to Zulip.\n", "new.md"},
		"says no more": {"---\ndate: 2026-01-02\n---\n# Team chat\n\nFor chat the team likes Zulip.\n", "old.md"},
		"is older":     {"---\ndate: 2024-01-02\n---\n# Team chat\n\nFor chat the team changed to Zulip.\n", "old.md"},
		"has no date":  {"# Team chat\n\nFor chat the team changed to Zulip.\n", "old.md"},
		"of other matters": {"---\ndate: 2026-01-02\n---\n# Tools\n\nThe garden of the team was moved to Berlin; nobody minds.\n",
			"old.md"},
	} {
		s := searcherOf(t, map[string]string{"old.md": older, "new.md": tt.newer, "other.md": "# Garden\n\nThe garden is green.\n"})
		a := found(t, s, query.Query{Text: "what does the team use for chat", Mode: query.Keyword})
		if paths := indextest.Paths(a); len(paths) == 0 || paths[0] != tt.want {
			t.Errorf("%s: %q, want %s first", name, paths, tt.want)
		}
	}
}

// A note is disputed as long as the note that disputes it holds.
func TestDisputedNotes(t *testing.T) {
	disputes := func(status string) string {
		return "---\nstatus: " + status + "\nrelations: [{type: disputes, target: claim.md}]\n---\n# Doubt\n\nIt is not so.\n"
	}
	for status, want := range map[string]bool{"accepted": true, "rejected": false} {
		s := searcherOf(t, map[string]string{"claim.md": "# Claim\n\nThe queue is fair.\n", "doubt.md": disputes(status),
			"other.md": "# Other\n\nText.\n"})
		notes, err := s.Notes(t.Context(), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range notes {
			if n.Disputed != (want && n.Path == "claim.md") {
				t.Errorf("%s: %s is disputed: %v", status, n.Path, n.Disputed)
			}
		}
		one, err := s.Note(t.Context(), "claim.md")
		if err != nil || one.Disputed != want {
			t.Errorf("%s: by itself %v, %v", status, one.Disputed, err)
		}
		hit := found(t, s, query.Query{Text: "queue fair", Mode: query.Keyword}).Hits[0]
		if hit.Path != "claim.md" || hit.Disputed != want {
			t.Errorf("%s: as a hit %s %v", status, hit.Path, hit.Disputed)
		}
	}
}

// The files of which the notes of another project speak are not those of this one; a team's are.
func TestFilesOfOtherProjects(t *testing.T) {
	note := "---\nfiles: [src/pay.go]\n---\n# Pay\n\nSee `src/pay.go` and ChargeCard.\n"
	for scope, want := range map[string][]string{"project": {"a.md"}, "team": {"a.md", "other:a.md"}} {
		s := index.Union([]index.Member{
			{Searcher: searcherOf(t, map[string]string{"a.md": note}), Name: "own", Scope: "project"},
			{Searcher: searcherOf(t, map[string]string{"a.md": note}), Name: "other", Scope: scope, Prefix: "other:"},
		})
		covers, err := s.Covering(t.Context(), []string{"src/pay.go"})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range covers {
			got = append(got, c.Path)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: covered by %q, want %q", scope, got, want)
		}
		mentions, err := s.Mentions(t.Context(), []string{"src/pay.go"}, []string{"ChargeCard"})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for _, m := range mentions {
			seen[m.Hit.Path]++
		}
		if seen["a.md"] != 2 || seen["other:a.md"] != map[string]int{"project": 0, "team": 2}[scope] {
			t.Errorf("%s: mentioned %v", scope, seen)
		}
	}
}

// A name that stands in very many chunks tells nothing by itself; with its folder it does.
func TestNamesThatManyChunksHave(t *testing.T) {
	files := map[string]string{"src.md": "# One\n\nSee `deep/util.go`.\n", "rare.md": "# Rare\n\nRareName and Common; `odd.go` too.\n"}
	for i := range 30 {
		files[fmt.Sprintf("n%d.md",
			i)] = fmt.Sprintf("# N%d\n\nSee `a%d/util.go`, CommonName and `odd.go`.\n\n## More\n\n`b%d/util.go` again.\n\n## "+
			"And\n\n`c%d/util.go`.\n", i, i, i, i)
	}
	s := searcherOf(t, files)
	for _, tt := range []struct {
		file, symbol string
		want         []string
	}{
		{"x/deep/util.go", "", []string{"src.md 0.85"}}, {"deep/util.go", "", []string{"src.md 1.00"}}, {"util.go", "", nil},
		{"other/odd.go", "", nil},
		{"", "CommonName", nil}, {"", "RareName", []string{"rare.md 0.60"}}, {"", "RN", nil}, {"", "None", nil},
		{strings.Repeat("d/", 300) + "util.go", "", nil},
	} {
		var filesAsked, symbols []string
		if tt.file != "" {
			filesAsked = []string{tt.file}
		}
		if tt.symbol != "" {
			symbols = []string{tt.symbol}
		}
		mentions, err := s.Mentions(t.Context(), filesAsked, symbols)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range mentions {
			got = append(got, fmt.Sprintf("%s %.2f", m.Hit.Path, m.Weight))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%.20s%s: %q, want %q", tt.file, tt.symbol, got, tt.want)
		}
	}
}

// A damaged index is made anew by who may, now or when a search finds out; who may not says so.
func TestDamagedIndexIsRebuilt(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{NoVectors: true, Warn: func(string) {}})
	defer x.Close()
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	harm := func() {
		t.Helper()
		rows, err := filepath.Glob(filepath.Join(x.Dir, store.GenerationsDir, "*", store.RowsFile))
		if err != nil || len(rows) == 0 {
			t.Fatal(rows, err)
		}
		for _, name := range rows {
			if err := os.Truncate(name, 10); err != nil {
				t.Fatal(err)
			}
		}
	}
	harm()
	if _, err := search.Open(t.Context(), x.Folder, nil); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("without a way to rebuild: %v", err)
	}
	s, err := search.Open(t.Context(), x.Folder, build.RebuildDamaged)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if a := found(t, s, query.Query{Text: "worker3 fails", Mode: query.Keyword}); len(a.Hits) == 0 {
		t.Error("nothing is found in an index that was made anew")
	}
	harm()
	failed := errors.New("no room")
	if _, err := search.Open(t.Context(), x.Folder, func(_ context.Context, _ *store.Folder, generation string, damage error) error {
		if generation != "" || !errors.Is(damage, store.ErrDamaged) {
			t.Errorf("asked for %q over %v", generation, damage)
		}
		return failed
	}); !errors.Is(err, failed) {
		t.Errorf("a rebuild that fails: %v", err)
	}
}
