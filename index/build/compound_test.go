package build_test

import (
	"fmt"
	"testing"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// TestCompounds holds that a compound is found however the query writes it, and that two words
// which merely stand beside each other ask for no third.
func TestCompounds(t *testing.T) {
	dir := indextest.NewRepository(t)
	indextest.WriteFile(t, dir, "headers.md", "# Headers\n\nThe frontmatter of a page begins with three dashes.\n")
	indextest.WriteFile(t, dir, "sockets.md", "# Sockets\n\nA web socket stays open until the peer closes it.\n")
	indextest.WriteFile(t, dir, "waiting.md", "# Waiting\n\nThe timeout of the gateway is 30 seconds.\n")
	indextest.WriteFile(t, dir, "hooks.md", "# Hooks\n\nInstall the pre-commit script before the first change.\n")
	indextest.WriteFile(t, dir, "access.md", "# Access\n\nEach login needs a token.\n")
	indextest.WriteFile(t, dir, "code.md", "# Code\n\nThe parser keeps rowCount and columnWidth.\n")
	indextest.WriteFile(t, dir, "plain.md", "# Plain\n\nThe row count is told. The row count grows.\n")
	for i := range 30 {
		indextest.WriteFile(t, dir, fmt.Sprintf("x%02d.md", i),
			"# Topic\n\nWhat is the matter in front? It takes time, and the web lays out what stands for a commit, socket or log.\n")
	}
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ query, first string }{
		{"front matter", "headers.md"}, {"front-matter", "headers.md"}, {"Front matter of pages", "headers.md"},
		{"frontmatter", "headers.md"},
		{"websocket", "sockets.md"}, {"websockets", "sockets.md"}, {"web sockets", "sockets.md"},
		{"time out", "waiting.md"}, {"time-out?", "waiting.md"},
		{"precommit", "hooks.md"}, {"pre commit", "hooks.md"},
		{"log in", "access.md"},
		{"row count", "plain.md"},
	} {
		if a := indextest.Ask(t, x, query.Query{Text: test.query, Mode: query.Keyword}); len(a.Hits) == 0 || a.Hits[0].Path != test.first {
			t.Errorf("%q: %v, tried %v", test.query, indextest.Paths(a), a.Tried)
		}
	}
	for _, text := range []string{"stands for", "a commit", "time", "plain"} {
		if a := indextest.Ask(t, x, query.Query{Text: text, Mode: query.Keyword}); len(a.Tried) != 1 ||
			a.Tried[0] != "words: "+map[string]string{"stands for": "stand", "a commit": "commit", "time": "time", "plain": "plain"}[text] {
			t.Errorf("%q: tried %v", text, a.Tried)
		}
	}
}
