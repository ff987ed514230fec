package search_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
)

// searcherOf opens the index of a repository of these files.
func searcherOf(t *testing.T, files map[string]string) *search.Searcher {
	t.Helper()
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	for name, text := range files {
		indextest.WriteFile(t, dir, name, text)
	}
	x := indextest.Open(t, dir, store.Options{})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); x.Close() })
	return s
}

func TestCoveringAndMentions(t *testing.T) {
	s := searcherOf(t, map[string]string{
		"docs/auth.md":  "---\nfiles: [internal/auth/**]\n---\n# Auth\n\nTokens are signed.\n",
		"docs/cache.md": "---\nfiles: [internal/cache/*.go]\n---\n# Cache\n\nRead `internal/auth/jwt.go` first, then ValidateToken.\n",
		"docs/plain.md": "# Plain\n\nNothing about code.\n\n## More\n\nSee other/jwt.go.\n",
	})
	ctx := context.Background()
	covers, err := s.Covering(ctx, []string{"internal/auth/jwt.go", "internal/**"})
	if err != nil || len(covers) != 2 || covers[0].Path != "docs/auth.md" || covers[0].File != "internal/auth/jwt.go" ||
		covers[1].File != "internal/**" {
		t.Errorf("%v, %+v", err, covers)
	}
	mentions, err := s.Mentions(ctx, []string{"internal/auth/jwt.go", "no/such.go"}, []string{"ValidateToken", "Nothing"})
	var got []string
	for _, m := range mentions {
		got = append(got, m.Name+" in "+m.Hit.Path)
	}
	if want := "internal/auth/jwt.go in docs/cache.md, ValidateToken in docs/cache.md"; err != nil || strings.Join(got, ", ") != want {
		t.Errorf("%v, %q, want %q", err, got, want)
	}
	chunks, err := s.Chunks(ctx, "docs/plain.md", time.Time{})
	if err != nil || len(chunks) != 2 || chunks[0].StartLine != 1 || chunks[1].Anchor != "more" || chunks[0].Form != "prose" {
		t.Errorf("%v, %+v", err, chunks)
	}
}

// Notes that a query names come behind its hits, and no others do.
func TestAlso(t *testing.T) {
	s := searcherOf(t, map[string]string{
		"a.md": "# Token\n\nToken token.\n", "b.md": "# Token two\n\nA token of many words among other things.\n",
		"c.md": "# Third\n\nIt has one token in a long line of other words that say nothing at all.\n",
	})
	for also, want := range map[string]int{"": 1, "c.md": 2, "none.md": 1} {
		a, err := s.Search(context.Background(),
			query.Query{Text: "token", NoDedupe: true, Limit: 1, Also: []string{also}, NoSnippet: true})
		if err != nil || len(a.Hits) != want || want == 2 && a.Hits[1].Path != "c.md" {
			t.Errorf("%q: %v, %+v", also, err, a.Hits)
		}
		for _, h := range a.Hits {
			if h.Snippet != "" || h.Text == "" {
				t.Errorf("%q, %q", h.Snippet, h.Text)
			}
		}
	}
}

// Copies of a note by version are one hit that names the others; what notes of other titles say alike are hits of their own.
func TestCopiesAreOneHit(t *testing.T) {
	install := "# Install\n\nRun the installer with root permissions.\n"
	s := searcherOf(t, map[string]string{
		"v1/install.md": install, "v2/install.md": install, "v3/install.md": install + "\nFrom 3.0 on it asks first.\n",
		"other.md": "# Other\n\nRun the installer with root permissions.\n",
	})
	ask := func(filter string) (found []string) {
		t.Helper()
		a, err := s.Search(context.Background(), query.Query{Text: "installer root permissions" + filter, Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range a.Hits {
			found = append(found, h.Path+" "+strings.Join(h.SameText, ","))
		}
		slices.Sort(found)
		return found
	}
	want := []string{"other.md ", "v2/install.md v1/install.md", "v3/install.md "}
	if got := ask(""); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := ask(" path:v2/"); !slices.Equal(got, []string{"v2/install.md "}) {
		t.Errorf("of one folder: %q", got)
	}
}

// A snippet begins with the sentence that answers where it can, and tells where it cannot.
func TestSnippetBeginsWithASentence(t *testing.T) {
	filler := strings.Repeat("Other things are said of ships and of the weather at sea. ", 6)
	s := searcherOf(t, map[string]string{
		"a.md": "# Harbour\n\n" + filler + "In the morning the pilot comes aboard. " + filler + "\n",
		"b.md": "# Quay\n\n" + strings.Repeat("ships and ropes and boards and ", 12) + "the lamplighter " +
			strings.Repeat("and sails and masts ", 20) + "\n",
	})
	for asked, want := range map[string][2]string{
		"pilot":       {"In the morning the pilot comes aboard. Other", " …"},
		"lamplighter": {"… ", " …"},
	} {
		a, err := s.Search(context.Background(), query.Query{Text: asked, Limit: 1, Mode: query.Keyword})
		if err != nil || len(a.Hits) != 1 {
			t.Fatal(err, a)
		}
		h := a.Hits[0]
		if !strings.HasPrefix(h.Snippet, want[0]) || !strings.HasSuffix(h.Snippet, want[1]) {
			t.Errorf("%s: %q", asked, h.Snippet)
		}
		if m := h.Highlights; len(m) != 1 || h.Snippet[m[0][0]:m[0][1]] != asked {
			t.Errorf("%s: marked %v in %q", asked, m, h.Snippet)
		}
	}
}
