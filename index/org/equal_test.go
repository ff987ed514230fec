package org_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/model"
)

// today is the clock of all tests.
func today() time.Time { return time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC) }

// base is a repository with its index.
type base struct {
	dir string
	x   *index.Index
}

func (b *base) searcher(t *testing.T) *index.Searcher {
	t.Helper()
	if _, err := b.x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := b.x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func newBase(t *testing.T, files map[string]string) *base {
	t.Helper()
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	for name, text := range files {
		indextest.WriteFile(t, dir, name, text)
	}
	indextest.Git(t, dir, "add", ".")
	indextest.Git(t, dir, "commit", "-qm", "first")
	b := &base{dir: dir, x: indextest.Open(t, dir, store.Options{NoVectors: true, Now: today})}
	t.Cleanup(func() { b.x.Close() })
	return b
}

// letters is a model whose vectors count the letters of a text.
type letters struct{}

func (letters) Model() string   { return "letters" }
func (letters) Dimensions() int { return 26 }

func (letters) Query(_ context.Context, text string) ([]float32, error) {
	out := make([]float32, 26)
	sum := 0.0
	for _, r := range strings.ToLower(text) {
		if r >= 'a' && r <= 'z' {
			out[r-'a']++
		}
	}
	for _, x := range out {
		sum += float64(x) * float64(x)
	}
	for i := range out {
		out[i] /= float32(math.Sqrt(max(sum, 1)))
	}
	return out, nil
}

func (l letters) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i], _ = l.Query(ctx, text)
	}
	return out, ctx.Err()
}

// With a model that all repositories share meaning counts as at home, and finds what no word finds.
func TestMeaningIsThatAtHome(t *testing.T) {
	server(t, func(t *testing.T, s cluster.Server) {
		b := newBase(t, team())
		b.x.Close()
		b.x = indextest.Open(t, b.dir, store.Options{Provider: letters{}, Now: today})
		home := b.searcher(t)
		for _, candidates := range []int{50_000, 60} {
			o := open(t, org.Settings{Server: s, Alias: alias(t, candidates), Candidates: candidates, Model: "letters"})
			push(t, o, b.source(t, "team", org.Everyone))
			for _, text := range []string{"session token", "how long does a session token live", "tokne", "retryPolicy"} {
				for _, mode := range []index.Mode{index.Hybrid, index.Vector} {
					q := index.Query{Text: text, Mode: mode}
					want, got := answer(t, home.Search, q, "team:"), answer(t, asking(o, b), q, "")
					if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(index.Answer{}, "Tried")); diff != "" {
						t.Errorf("%d candidates, %s %q (-home +cluster):\n%s", candidates, mode, text, diff)
					}
				}
			}
		}
	})
}

func (b *base) source(t *testing.T, name string, readers ...string) org.Source {
	t.Helper()
	s := b.searcher(t)
	return org.Source{Name: name, Commit: s.Commit(), Readers: readers, Searcher: s}
}

func open(t *testing.T, s org.Settings) *org.Org {
	t.Helper()
	var shared model.Embedder
	if s.Model != "" {
		shared = letters{}
	}
	o, err := org.Open(s, shared, today)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func push(t *testing.T, o *org.Org, src org.Source) *org.Pushed {
	t.Helper()
	done, err := o.Push(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// asking is a search of the cluster from a repository.
func asking(o *org.Org, b *base) func(context.Context, index.Query) (*index.Answer, error) {
	return func(ctx context.Context, q index.Query) (*index.Answer, error) { return o.Search(ctx, b.x.Folder, q) }
}

// answer is what is compared of an answer: all that a person or an agent sees of it.
func answer(t *testing.T, search func(context.Context, index.Query) (*index.Answer, error), q index.Query, under string) *index.Answer {
	t.Helper()
	q.Explain = true
	a, err := search(t.Context(), q)
	if err != nil {
		t.Fatalf("%q: %v", q.Text, err)
	}
	for i := range a.Hits {
		h := &a.Hits[i]
		h.Path, h.Provenance = under+h.Path, nil
		if h.SupersededBy != "" {
			h.SupersededBy = under + h.SupersededBy
		}
		h.Base, h.Scope = "", ""
	}
	a.Tree = ""
	return a
}

// team is a repository with everything that ranking looks at.
func team() map[string]string {
	front := func(lines ...string) string { return "---\n" + strings.Join(lines, "\n") + "\n---\n" }
	files := map[string]string{
		"decisions/0001-sessions.md": front("kind: decision", "status: accepted", "tags: [auth, front matter]", "date: 2026-01-02") +
			"# Sessions are JWTs\n\nWe sign the session token with `SessionKey` and keep no state. See [limits](../docs/limits.md).\n" +
			"\n## Why\n\nServers come and go.\n",
		"decisions/0002-cookies.md": front("kind: decision", "status: superseded", "date: 2025-01-02") +
			"# Sessions are cookies\n\nThe session lives in a cookie store of the server.\n",
		"decisions/0003-tokens.md": front("kind: decision", "status: accepted", "date: 2026-02-01",
			"relations: [{type: supersedes, target: decisions/0002-cookies.md}]") +
			"# Session tokens expire\n\nA session token expires after 15 minutes; the front matter of a note says nothing of it.\n",
		"memories/retry.md": front("kind: memory", "type: gotcha", "date: 2025-11-01") +
			"# Retries\n\nRetry the session call thrice, with `retryPolicy`, then give up.\n",
		"docs/limits.md": "# Limits\n\nAt most 20 sessions a user. The frontmatter has a limit.\n" +
			strings.Repeat("\n## Tokens\n\nA token has at most 4096 bytes.\n", 2),
	}
	for i := range 20 {
		files[fmt.Sprintf("matters/n%d.md", i)] = indextest.NoteText(i, "first")
	}
	return files
}

func queries() []string {
	return []string{
		"session token", "how long does a session token live", "SessionKey", "retryPolicy", "front matter", "frontmatter",
		"tag:auth session",
		"kind:decision session", "status:superseded session", "\"expires after\" session", "session -cookie", "Sessions are JWTs", "0002",
		"what depends on limits", "worker queue retries", "sesion tokn", "handler1", "kind:decision",
		"path:docs token", "path:.", "path:/", "path:/docs", "path:./docs", "-path:.",
		"path:**/docs/** token", "path:decisions/000*", "at most 30 workers",
		"tag:\"front matter\" session", "zzzz nothing",
	}
}

// With as many candidates as chunks the cluster's answer is the one at home; with fewer, but more than
// the words find, too.
func TestAnswersAreThoseAtHome(t *testing.T) {
	server(t, func(t *testing.T, s cluster.Server) {
		b := newBase(t, team())
		home := b.searcher(t)
		for _, candidates := range []int{50_000, 40} {
			o := open(t, org.Settings{Server: s, Alias: alias(t, candidates), Candidates: candidates})
			push(t, o, b.source(t, "team", org.Everyone))
			for _, text := range queries() {
				q := index.Query{Text: text, Mode: index.Keyword}
				want := answer(t, home.Search, q, "team:")
				got := answer(t, asking(o, b), q, "")
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(index.Answer{}, "Tried")); diff != "" {
					t.Errorf("%d candidates, %q (-home +cluster):\n%s", candidates, text, strings.TrimSpace(diff))
				}
			}
		}
	})
}

func alias(t *testing.T, n int) string {
	name := strings.ToLower(strings.Map(func(r rune) rune {
		if r == '/' {
			return '-'
		}
		return r
	}, t.Name()))
	return fmt.Sprintf("%s-%d", name, n)
}
