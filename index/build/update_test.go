package build_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

func want(t *testing.T, when string, got, want indextest.Counts) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", when, diff)
	}
}

// What was seen once, on any branch and in any work tree, is neither read nor parsed again. A trained
// model embeds again only the texts that the tree, or the one that it is begun from, did not have.
func TestNothingIsReadTwice(t *testing.T) {
	dir := indextest.NewRepository(t)
	want(t, "first", indextest.Update(t, dir), indextest.Counts{Added: 20, Read: 20, Parsed: 20, Embedded: 40})
	want(t, "again", indextest.Update(t, dir), indextest.Counts{Unchanged: 20})

	indextest.Git(t, dir, "checkout", "-qb", "other")
	indextest.WriteFile(t, dir, "n3.md", indextest.NoteText(3, "second"))
	indextest.WriteFile(t, dir, "new.md", indextest.NoteText(40, "new"))
	indextest.Git(t, dir, "rm", "-q", "n7.md")
	want(t, "uncommitted", indextest.Update(t, dir),
		indextest.Counts{Added: 1, Changed: 1, Removed: 1, Unchanged: 18, Read: 2, Parsed: 2, Embedded: 3})
	indextest.Git(t, dir, "add", ".")
	indextest.Git(t, dir, "commit", "-qm", "second")
	want(t, "committed", indextest.Update(t, dir), indextest.Counts{Unchanged: 20})

	indextest.Git(t, dir, "checkout", "-q", "main")
	want(t, "back on main", indextest.Update(t, dir), indextest.Counts{Added: 1, Changed: 1, Removed: 1, Unchanged: 18, Embedded: 3})
	indextest.Git(t, dir, "checkout", "-q", "other")
	want(t, "on the branch again", indextest.Update(t, dir), indextest.Counts{Added: 1, Changed: 1, Removed: 1, Unchanged: 18, Embedded: 3})

	second := filepath.Join(t.TempDir(), "second")
	indextest.Git(t, dir, "worktree", "add", "-q", second, "main")
	want(t, "second work tree", indextest.Update(t, second), indextest.Counts{Added: 20, Embedded: 3})
	want(t, "second work tree again", indextest.Update(t, second), indextest.Counts{Unchanged: 20})
	want(t, "the first is as it was", indextest.Update(t, dir), indextest.Counts{Unchanged: 20})

	indextest.Git(t, dir, "mv", "n5.md", "moved.md")
	want(t, "renamed", indextest.Update(t, dir), indextest.Counts{Added: 1, Removed: 1, Unchanged: 19, Read: 1, Parsed: 1})
}

func TestLongUpdatesAreRefusedWhenCheapOnesAreAsked(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	if _, err := x.Update(t.Context(), build.Options{Cheap: 5}); !errors.Is(err, store.ErrLong) {
		t.Errorf("a first index for a reader: %v", err)
	}
	if _, err := x.Searcher(t.Context()); !errors.Is(err, store.ErrNoIndex) {
		t.Errorf("searching without an index: %v", err)
	}
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	indextest.WriteFile(t, dir, "n1.md", indextest.NoteText(1, "edited"))
	if r, err := x.Update(t.Context(), build.Options{Cheap: 5}); err != nil || r.Changed != 1 {
		t.Errorf("one edit: %+v, %v", r, err)
	}
}

func TestSecondWriterWaitsOrSaysWho(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{NoVectors: true, LockTimeout: 50 * time.Millisecond})
	release, err := x.Acquire(t.Context(), time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Update(t.Context(), build.Options{}); !errors.Is(err, store.ErrBusy) ||
		!strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("while another writes: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Acquire(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	release()
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Error(err)
	}
}

func TestSearchPipeline(t *testing.T) {
	dir := indextest.NewRepository(t)
	indextest.WriteFile(t, dir, "old.md", "---\nstatus: superseded\n---\n# Sessions live an hour\n\nsessions expire after one hour\n")
	indextest.WriteFile(
		t,
		dir,
		"current.md",
		"---\nkind: decision\nstatus: accepted\ndate: 2026-02-01\nrelations: [{type: supersedes, target: old}]\n---\n# Sessions live a "+
			"day\n\nsessions expire after one day\n",
	)
	indextest.WriteFile(t, dir, "code.md", "# Retry code\n\n```go\nfunc maxRetryCount() int { return retry_limit }\n```\n")
	x := indextest.Open(t, dir, store.Options{})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		q     query.Query
		first string // path of the first hit, "" for none
		match string
	}{
		{"what supersedes stands first", query.Query{Text: "sessions expire after hour", Mode: query.Keyword}, "current.md", "keyword"},
		{"what is superseded is found", query.Query{Text: "\"after one hour\"", Mode: query.Keyword}, "old.md", "keyword"},
		{"but for who wants what holds", query.Query{Text: "\"after one hour\"", Mode: query.Keyword, ActiveOnly: true}, "", ""},
		{"identifier", query.Query{Text: "maxRetryCount", Mode: query.Keyword}, "code.md", "keyword"},
		{"part of an identifier", query.Query{Text: "retry limit", Mode: query.Keyword, Limit: 1}, "code.md", "keyword"},
		{"phrase", query.Query{Text: `"sessions live a day"`}, "current.md", ""},
		{"filter alone", query.Query{Text: "kind:decision"}, "current.md", "filter"},
		{"exclusion", query.Query{Text: "sessions -day", Mode: query.Keyword, ActiveOnly: true}, "", ""},
		{"prefix", query.Query{Text: "maxretryc", Mode: query.Keyword}, "code.md", "prefix"},
		{"misspelt", query.Query{Text: "sesions", Mode: query.Keyword}, "current.md", "fuzzy"},
		{"what is no word", query.Query{Text: "() int {", Mode: query.Keyword}, "code.md", ""},
		{"graph", query.Query{Text: "what links to n4?", Mode: query.Keyword, Limit: 1}, "n3.md", "graph"},
		{"nothing", query.Query{Text: "zzzzqqqq xxyyxx", Mode: query.Keyword}, "", ""},
	} {
		a := indextest.Ask(t, x, tt.q)
		first, match := "", ""
		if len(a.Hits) > 0 {
			first, match = a.Hits[0].Path, a.Hits[0].Match
		}
		if first != tt.first || tt.match != "" && match != tt.match {
			t.Errorf("%s: first %q (%s), want %q (%s); all %v, tried %v", tt.name, first, match, tt.first, tt.match,
				indextest.Paths(a), a.Tried)
		}
	}
	if a := indextest.Ask(t, x, query.Query{Text: "sesions", Mode: query.Keyword}); a.Suggestion != "sessions" {
		t.Errorf("suggestion %q", a.Suggestion)
	}
	if a := indextest.Ask(t, x, query.Query{Text: "sessions expire", Mode: query.Keyword}); len(a.Hits) < 2 ||
		a.Hits[1].SupersededBy != "current.md" ||
		a.Hits[1].Inactive == "" {
		t.Errorf("the stale note does not say what replaced it: %+v", a.Hits)
	}
}

func TestPagesStayFull(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := len(indextest.Ask(t, x, query.Query{Text: "workers retries", Limit: 15}).Hits); got != 15 {
		t.Errorf("%d hits of 15", got)
	}
	flat := indextest.Ask(t, x, query.Query{Text: "workers retries", Limit: 30, NoDedupe: true})
	if len(flat.Hits) != 30 {
		t.Errorf("%d chunks of 30", len(flat.Hits))
	}
	two := indextest.Ask(t, x, query.Query{Text: "matter workers retries", Limit: 4, ChunksPerNote: 2})
	if len(two.Hits) != 4 || two.Hits[0].Path != two.Hits[1].Path || two.Hits[0].StartLine == two.Hits[1].StartLine {
		t.Errorf("two chunks of a note: %v", indextest.Paths(two))
	}
	for i := 1; i < len(flat.Hits); i++ {
		if flat.Hits[i].Score > flat.Hits[i-1].Score {
			t.Fatal("hits are out of order")
		}
	}
}

func TestCurrentNoteRanksAboveStale(t *testing.T) {
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	indextest.WriteFile(t, dir, "a.md",
		"---\ndate: 2025-01-01\n---\n# Editor\n\nThe team's editor is Vim; the editor is set up by dotfiles.\n")
	indextest.WriteFile(t, dir, "b.md",
		"---\ndate: 2026-01-01\n---\n# Editor now\n\nThe team's editor is Helix; the editor is set up by dotfiles of ours.\n")
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	if a := indextest.Ask(t, x, query.Query{Text: "which editor does the team use", Explain: true}); len(a.Hits) != 2 ||
		a.Hits[0].Path != "b.md" {
		t.Errorf("%v", a.Hits)
	}
}

func TestConfigurationLabels(t *testing.T) {
	dir := indextest.NewRepository(t)
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	spec := query.Query{Text: "matter", Filter: query.Filter{Label: []string{"spec"}}}
	for _, tt := range []struct {
		config string
		hits   int
	}{{"", 0}, {"labels:\n  n3.md: spec\n", 1}, {"labels:\n  n3.md: design\n  n4.md: spec\n", 1},
		{"exclude: [n4.md]\nlabels:\n  n4.md: spec\n", 0}, {"", 0}} {
		indextest.WriteFile(t, dir, ".memory/kb.yaml", tt.config)
		if _, err := x.Update(t.Context(), build.Options{}); err != nil {
			t.Fatal(err)
		}
		if a := indextest.Ask(t, x, spec); len(a.Hits) != tt.hits {
			t.Errorf("%q: %v", tt.config, indextest.Paths(a))
		}
	}
}

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
