package search_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
)

// everydayBase is the index of a small repository: notes of each kind, linked, superseded, dated.
func everydayBase(t *testing.T) *search.Searcher {
	t.Helper()
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	long := "# Operations\n\nHow the service is run.\n\n"
	for i := range 12 {
		long += fmt.Sprintf("## Step %d\n\nRestart worker number %d of the session store, and wait %d minutes for the queue.\n\n", i, i,
			3*i)
	}
	for name, text := range map[string]string{
		"README.md": "# The shop\n\nA shop that sells tea. See [tokens](docs/tokens.md) and docs/specs/auth.\n",
		"docs/tokens.md": "---\ntags: [auth, security]\ndate: 2026-04-01\naliases: [JWT]\n---\n# Tokens\n\nA token lives for ten " +
			"minutes. See [keys](keys.md).\n\n" +
			"## Renewal\n\nA session is renewed by `renewSession`, at most once a minute. #auth\n\n### Deeper\n\nIts userID is checked.\n",
		"docs/keys.md": "# Keys\n\nKeys of tokens are rotated every Monday morning. See [[tokens]].\n\n```go\nfunc " +
			"rotateKeys() {}\n```\n",
		"docs/specs/auth.md": "---\nkind: spec\nstatus: draft\n---\n# Signing in\n\nUsers MUST sign in with a password and a " +
			"second factor.\n\n## Scenario: wrong password\n\nThe session is not opened.\n",
		"docs/adr/0001-sessions.md": "---\nstatus: superseded\nsuperseded_by: 0002-sessions.md\n---\n# Sessions in cookies\n\nWe keep " +
			"the session token in a cookie.\n",
		"docs/adr/0002-sessions.md": "---\nstatus: accepted\nsupersedes: 0001-sessions.md\n---\n# Sessions in the store\n\nWe keep the " +
			"session token in the session store, for a day.\n",
		"docs/copy.md":  "# Keys\n\nKeys of tokens are rotated every Monday morning. See [[tokens]].\n",
		"docs/ops.md":   long,
		"docs/table.md": "# Limits\n\n| name | limit |\n|---|---|\n| session | 10 |\n| token | 5 |\n",
		".memory/memories/a.md": "---\nkind: memory\ntype: gotcha\nconfidence: 0.9\ndate: 2026-03-01\n---\n# Clock skew\n\nA token " +
			"fails when clocks differ by a minute.\n",
		".memory/memories/b.md": "---\nkind: memory\ntype: episode\nvalid_until: 2026-01-01\n---\n# Outage\n\nThe session store was " +
			"down in winter; café Müller was open.\n",
	} {
		indextest.WriteFile(t, dir, name, text)
	}
	indextest.Git(t, dir, "add", "-A")
	t.Setenv("GIT_COMMITTER_DATE", "2026-04-02T12:00:00Z")
	t.Setenv("GIT_AUTHOR_DATE", "2026-04-02T12:00:00Z")
	indextest.Git(t, dir, "commit", "-qm", "notes")
	now := func() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }
	x := indextest.Open(t, dir, store.Options{Now: now})
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

func everydayQueries() []query.Query {
	var list []query.Query
	for _, text := range []string{
		"session token", "how long does a token live", "renewSession", "userID", "\"session store\"", "session -store",
		"kind:decision session",
		"tag:auth", "path:docs/adr session", "type:gotcha", "password second factor", "café Müller", "restart worker 7", "keys", "JWT",
		"zebra", "what supersedes docs/adr/0001-sessions.md", "what links to tokens", "limit of session", "Sessions in the store",
	} {
		list = append(list, query.Query{Text: text, Explain: true, Limit: 5})
	}
	for _, mode := range []query.Mode{query.Keyword, query.Vector} {
		list = append(list, query.Query{Text: "rotate the keys of a session", Mode: mode, Explain: true})
	}
	return append(list,
		query.Query{Text: "session store", Fusion: "rrf", Explain: true},
		query.Query{Text: "session worker", ChunksPerNote: 3, Limit: 4},
		query.Query{Text: "session worker", NoDedupe: true, ChunksPerNote: 2},
		query.Query{Text: "session worker", NoDedupe: true, Limit: 2, NoSnippet: true, Also: []string{"docs/tokens.md"}},
		query.Query{Text: "session token", ActiveOnly: true},
		query.Query{Text: "outage of the store", Day: time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)},
		query.Query{Text: "session", Exclude: []string{"docs/ops.md", "docs/tokens.md"}},
		query.Query{Text: "session token", Baseline: true},
		query.Query{Text: "path:specs session", Folder: "docs"},
		query.Query{Limit: 3},
		query.Query{Filter: query.Filter{Path: []string{"docs/*.md"}}, Limit: 20},
	)
}

var (
	treeID = regexp.MustCompile(`[0-9a-f]{40}`)
	digits = regexp.MustCompile(`(\d\.\d{4})\d+(e-?\d+)?`)
)

// What everyday queries find in a small repository, with the reasons; what is near to its notes,
// and what is listed of them. KB_UPDATE=1 writes what is expected anew.
func TestEverydayQueries(t *testing.T) {
	s := everydayBase(t)
	var b strings.Builder
	write := func(what string, value any, err error) {
		text, bad := json.MarshalIndent(value, "", " ")
		if bad != nil {
			t.Fatal(bad)
		}
		fmt.Fprintf(&b, "== %s: %v\n%s\n", what, err, text)
	}
	for _, q := range everydayQueries() {
		a, err := s.Search(t.Context(), q)
		write(fmt.Sprintf("search %q %s", q.Text, q.Mode), a, err)
	}
	for _, path := range s.Paths() {
		related, err := s.Related(t.Context(), path, 4)
		write("related "+path, related, err)
		out, in, err := s.Links(t.Context(), path)
		write("links "+path, [][]store.LinkRecord{out, in}, err)
		rec, err := s.NoteOn(t.Context(), path, time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC))
		write("note "+path, rec, err)
	}
	_, err := s.Note(t.Context(), "gone.md")
	write("a note that is not there", nil, err)
	tags, err := s.Tags(t.Context())
	write("tags", tags, err)
	mentions, err := s.Mentions(t.Context(), []string{"docs/keys.md"}, []string{"renewSession", "rotateKeys"})
	write("mentions", mentions, err)
	compare(t, "testdata/everyday.found", digits.ReplaceAllString(treeID.ReplaceAllString(b.String(), "ID"), "$1"))
}

// compare compares with a file, line by line.
func compare(t *testing.T, name, got string) {
	t.Helper()
	if os.Getenv("KB_UPDATE") != "" {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
