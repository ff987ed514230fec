package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
)

// A query that is what a note is called has that note first, however often others use the words.
func TestNamedFirst(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		files["people/"+string(rune('a'+i))+".md"] = "# Somebody\n\nWorks on obsidian git, git obsidian and the obsidian git plugin.\n"
	}
	files["plugins/obsidian-git.md"] = "---\naliases: [Vault Backup]\n---\n# Obsidian Git\n\nBackup your notes.\n\n## More\n\nNothing " +
		"of obsidian git here.\n"
	files["text/0401-coercions.md"] = "# Receivers\n\nHow types are converted.\n"
	files["text/0982-dst.md"] = "# Sized types\n\nThis subsumes part of RFC 401 coercions, and RFC 401 coercions of coercions.\n"
	files["eips/eip-1559.md"] = "# Fee market\n\nThe base fee is burned.\n"
	s := searcherOf(t, files)
	for text, want := range map[string]string{
		"Obsidian Git":       "plugins/obsidian-git.md",
		"obsidian-git":       "plugins/obsidian-git.md",
		"vault backup":       "plugins/obsidian-git.md",
		"rfc 401 coercions":  "text/0401-coercions.md",
		"0401":               "text/0401-coercions.md",
		"eip-1559":           "eips/eip-1559.md",
		"1559":               "eips/eip-1559.md",
		"RFC #401":           "text/0401-coercions.md",
		"rfc 401 sized part": "text/0982-dst.md", // words that are none of 0401's name
	} {
		for _, mode := range []query.Mode{query.Hybrid, query.Keyword} {
			a := found(t, s, query.Query{Text: text, Mode: mode, Limit: 5})
			if len(a.Hits) == 0 || a.Hits[0].Path != want {
				t.Errorf("%s, %s: %v, want %s first", text, mode, indextest.Paths(a), want)
			}
		}
	}
	if a := found(t, s, query.Query{Text: "Obsidian Git", Limit: 1}); a.Hits[0].StartLine != 4 {
		t.Errorf("line %d, want where the note begins", a.Hits[0].StartLine)
	}
}

// A title, or the name of a file, counts by the share of it that a question says; function words say nothing.
func TestTitleWithinAQuestion(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		files["people/"+string(rune('a'+i))+".md"] = "# Somebody\n\nSets up an obsidian vault, a git plugin, and the setup of plugins.\n"
	}
	files["plugins/obsidian-git.md"] = "# Obsidian Git\n\nBackups.\n"
	files["plugins/tray_icon.md"] = "# The Tray of Windows\n\nShows state.\n"
	s := searcherOf(t, files)
	for _, c := range []struct {
		text, path string
		factor     float64
	}{
		{"the Obsidian Git plugin", "plugins/obsidian-git.md", 1.35},
		{"how are plugins set up in an obsidian vault", "plugins/obsidian-git.md", 1.175},
		{"where is the icon of the tray", "plugins/tray_icon.md", 1.35}, // by the name of the file
		{"windows of the vault", "plugins/tray_icon.md", 1.175},
		{"set up the vault", "people/a.md", 1},
	} {
		a := found(t, s, query.Query{Text: c.text, Limit: 10, Explain: true})
		i := slices.IndexFunc(a.Hits, func(h search.Hit) bool { return h.Path == c.path })
		if i < 0 || c.factor == 1.35 && i > 1 || a.Hits[i].Factors["title"] != c.factor {
			t.Errorf("%s: %s at %d of %v", c.text, c.path, i, indextest.Paths(a))
		}
	}
}

// found answers a query.
func found(t *testing.T, s *search.Searcher, q query.Query) *search.Answer {
	t.Helper()
	a, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// What says nothing answers nothing: comments, forms, and lines that tell what a note is.
func TestSilent(t *testing.T) {
	files := map[string]string{}
	files["a.md"] = "# Leases\n\n<!-- the zebra\nof leases -->\n\n## Terms\n\nA lease lasts an hour.\n"
	files["b.md"] = "# Zones\n\n- Start Date: 2020-01-01\n- RFC PR: [zones#12](https://x)\n\n## Summary\n\nWhat zones are.\n"
	files["c.md"] = "# Obsidian\n\n%% zebra of the vault %%\n\n# Vaults\n\nVaults are folders.\n"
	s := searcherOf(t, files)
	for _, mode := range []query.Mode{query.Keyword, query.Hybrid, query.Vector} {
		a := found(t, s, query.Query{Text: "zebra", Mode: mode, Limit: 5})
		for _, h := range a.Hits {
			if strings.Contains(h.Text, "zebra") || strings.Contains(h.Snippet, "zebra") {
				t.Errorf("%s: %s shows %q", mode, h.Path, h.Text)
			}
		}
		a = found(t, s, query.Query{Text: "start of zones", Mode: mode, Limit: 1})
		if len(a.Hits) == 0 || a.Hits[0].Path != "b.md" || !slices.Contains(a.Hits[0].HeadingPath, "Summary") {
			t.Errorf("%s: %+v, want the summary of b.md", mode, a.Hits)
		}
	}
}
