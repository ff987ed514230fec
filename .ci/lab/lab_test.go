package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repositoryOf makes a repository of four commits; its copy stands at the third.
func repositoryOf(t *testing.T, dir string) {
	t.Helper()
	files := []map[string]string{{
		"docs/cache.md": "# Cache\n\nSee it.\n\n## How long do answers live?\n\nTen minutes.\n\n```\n## No heading of this page\n```\n",
		"docs/pigeons.md": "# Pigeons\n\nLetters that nobody keeps for long are sent to [the cache](cache.md#x) by hand.\n" +
			"Short [link](cache.md).\n",
	}, {"docs/new.md": "# New\n"}, {"README.md": "# Readme\n"}, {"docs/cache.md": "# Cache\n\nNew words.\n"}}
	subjects := []string{"begin", "add one more page about new things", "more of all things", "docs: explain where the answers nest (#12)"}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := git(t.Context(), dir, "init", "-q"); err != nil {
		t.Fatal(err)
	}
	for i, tree := range files {
		for p, text := range tree {
			name := filepath.Join(dir, filepath.FromSlash(p))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"add", "-A"}, {"commit", "-qm", subjects[i]}} {
			if _, err := git(t.Context(), dir, args...); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The copy stands before the commits that it is asked for, and lacks the lines that became queries.
func TestMake(t *testing.T) {
	data := t.TempDir()
	from := filepath.Join(data, "clones", "a+b")
	repositoryOf(t, from)
	asked := map[string][]query{"a/b": nil}
	m := maker{dir: filepath.Join(data, "copies", "a+b"), files: map[string][]string{}, cut: map[string]bool{}}
	if err := os.MkdirAll(filepath.Dir(m.dir), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := m.make(t.Context(), from, asked["a/b"]); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	b, err := os.ReadFile(m.dir + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var q query
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		got[q.Category] += fmt.Sprint(q.Query, q.Relevant)
	}
	for category, want := range map[string]string{
		"commit":   "explain where the answers nestmap[docs/cache.md:1]",
		"cite":     "Letters that nobody keeps for long are sent to the cache by hand.map[docs/cache.md:1]",
		"question": "How long do answers live?map[docs/cache.md:1]",
		"section":  "How long do answers live?map[docs/cache.md:1e-06 docs/cache.md#part-4:1]",
	} {
		if got[category] != want {
			t.Errorf("%s: %q, want %q", category, got[category], want)
		}
	}
	if len(got) != 4 {
		t.Errorf("%v", got)
	}
	cache, err := os.ReadFile(filepath.Join(m.dir, "docs", "cache.md"))
	if s := string(cache); err != nil || !strings.Contains(s, "## Part 4\n\nTen minutes.") || !strings.Contains(s, "## No heading") {
		t.Errorf("%s, %v", s, err)
	}
}

// A feature that marks the right notes gets a weight that puts them first, one that marks nothing none.
func TestFit(t *testing.T) {
	var list []*example
	for i := range 40 {
		e := &example{repo: fmt.Sprint(i % 8), base: []float64{0, -0.1, -0.2}, x: make([][]float64, 3), right: make([]bool, 3), count: 1}
		for k := range 3 {
			e.x[k] = []float64{0, float64(i*7+k) / 300}
		}
		e.right[1+i%2], e.x[1+i%2][0] = true, 1
		list = append(list, e)
	}
	w, err := solve(list, 2)
	if err != nil || w[0] < 0.2 || w[1] > w[0]/4 {
		t.Errorf("weights %v, %v", w, err)
	}
	if was, is := gain(list, nil), gain(list, w); was > 0.6 || is < 0.999 {
		t.Errorf("nDCG %.3f, then %.3f", was, is)
	}
}

// A name that a note says wrong is a row: corrected by a commit, or standing.
func TestNames(t *testing.T) {
	data := t.TempDir()
	dir := filepath.Join(data, "clones", "a+b")
	for i, tree := range []map[string]string{
		{"client.go": "package client\n\nfunc clientAction() {}\n",
			"docs/a.md": "# A\n\nIt calls `clientActon` first.\n\nThen `clientActin`.\n"},
		{"docs/a.md": "# A\n\nIt calls `clientAction` first.\n\nThen `clientActin`.\n"},
		{"docs/b.md": "# B\n"},
	} {
		t.Setenv("GIT_COMMITTER_DATE", fmt.Sprintf("20%d-01-01T12:00:00Z", 20+i))
		if err := os.MkdirAll(filepath.Join(dir, "docs"), 0o755); err != nil {
			t.Fatal(err)
		}
		for p, text := range tree {
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(p)), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-qm", "one more"}} {
			if _, err := git(t.Context(), dir, args...); err != nil {
				t.Fatal(err)
			}
		}
	}
	l := lab{data: data, out: os.Stdout}
	repos := []repository{{Name: "a/b"}}
	if err := l.names(t.Context(), repos); err != nil {
		t.Fatal(err)
	}
	rows, err := l.nameRows(repos)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprint(r.Said, " ", r.Meant, " ", r.Line, " ", r.Corrected))
	}
	slices.Sort(got)
	want := []string{"clientActin clientAction 5 false", "clientActon clientAction 3 true"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if w, err := logistic(rows); err != nil || sigmoid(rows[0].Features, w) == 0.5 {
		t.Error(w, err)
	}
}
