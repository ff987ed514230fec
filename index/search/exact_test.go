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

// The whole name of a note that is most of a question brings the note near the first place, unless many are called so.
func TestNameWithinAQuestion(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		files["people/"+string(rune('a'+i))+".md"] = "# Somebody\n\nSets up an obsidian vault, a git plugin, and the setup of plugins.\n"
	}
	for i := range 3 {
		files["teams/"+string(rune('a'+i))+".md"] = "# Release Notes\n\nNothing yet.\n"
	}
	files["plugins/obsidian-git.md"] = "# Obsidian Git\n\nBackups.\n"
	files["plugins/tray.md"] = "# The Tray Icon for Windows\n\nShows state.\n"
	files["plugins/one.md"] = "# Kanban\n\nBoards.\n"
	s := searcherOf(t, files)
	for _, c := range []struct{ text, path, mention string }{
		{"the Obsidian Git plugin", "plugins/obsidian-git.md", "plugins/obsidian-git.md"},
		{"how is a plugin set up in a vault: obsidian git", "plugins/obsidian-git.md", ""}, // no more than half of it
		{"what links to obsidian git", "plugins/obsidian-git.md", ""},
		{"set up the obsidian plugin of git", "plugins/obsidian-git.md", ""}, // its words, but not its name
		{"set up a plugin for release notes", "teams/a.md", ""},              // three are called so
		{"set up a kanban plugin", "plugins/one.md", ""},                     // one word is often a topic
	} {
		a := found(t, s, query.Query{Text: c.text, Limit: 10, Explain: true})
		at, mention := -1, ""
		for i, h := range a.Hits {
			if h.Path == c.path {
				at = i
			}
			if h.Factors["mention"] > 0 {
				mention = h.Path
			}
		}
		if mention != c.mention || c.mention != "" && (at < 0 || at > 1) {
			t.Errorf("%s: %s at %d, raised %q, want %q", c.text, c.path, at, mention, c.mention)
		}
	}
	without := query.Query{Text: "the Obsidian Git plugin", Exclude: []string{"plugins/obsidian-git.md"}, Limit: 10}
	if paths := indextest.Paths(found(t, s, without)); slices.Contains(paths, "plugins/obsidian-git.md") {
		t.Errorf("%v: what is left out is there", paths)
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
