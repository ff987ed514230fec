package search_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// freshClone is a clone that has only ever seen one commit, and whose clock stands at it. It has
// the origin of the repository itself, for links to its address are links within it.
func freshClone(t *testing.T, dir, commit string, o store.Options) *index.Index {
	t.Helper()
	to := filepath.Join(t.TempDir(), "clone")
	indextest.Git(t, t.TempDir(), "clone", "-q", "--no-checkout", dir, to)
	indextest.Git(t, to, "checkout", "-q", "--detach", commit)
	indextest.Git(t, to, "remote", "remove", "origin")
	if out, err := exec.Command("git", "-C", dir, "remote", "get-url", "origin").Output(); err == nil {
		indextest.Git(t, to, "remote", "add", "origin", strings.TrimSpace(string(out)))
	}
	o.Touches = touchesOf(t, to)
	return indextest.Open(t, to, o)
}

// What is found at a past commit is what a clone of that commit finds at that time: hit for hit,
// score for score.
func TestAtEqualsCloneOfTheCommit(t *testing.T) {
	pasts := uint64(2)
	if testing.Short() {
		pasts = 1
	}
	for seed := range pasts {
		samePast(t, indextest.NewPast(t, seed), indextest.PastQueries, 4, 3)
	}
}

// The same of a real repository: KB_HISTORY_REPO=/path go test -run AtEqualsCloneOfRealCommits ./index
func TestAtEqualsCloneOfRealCommits(t *testing.T) {
	dir := os.Getenv("KB_HISTORY_REPO")
	if dir == "" {
		t.Skip("KB_HISTORY_REPO names no repository")
	}
	queries := []string{
		"how are conflicts resolved",
		"security considerations",
		"backwards compatibility of the proposal",
		"graduation criteria",
		"feature gate",
		"gas cost",
		"trait bounds",
		"what depends on networking",
		"timeout of requests",
		"error handling",
	}
	n := len(strings.Fields(indextest.GitOut(t, dir, "rev-list", "--first-parent", "HEAD")))
	samePast(t, dir, queries, 10, max(1, n/11))
}

// samePast compares the past with clones, at commits evenly spaced along the first parents.
func samePast(t *testing.T, dir string, queries []string, commits, step int) {
	t.Helper()
	touches := touchesOf(t, dir)
	words := indextest.Open(t, dir, store.Options{NoVectors: true, Dir: t.TempDir(), Touches: touches})
	if _, err := words.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	model := trained(t)
	hybrid := indextest.Open(t, dir, store.Options{Provider: model, Dir: t.TempDir(), Touches: touches})
	if _, err := hybrid.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	found := 0
	for i := range commits {
		commit := indextest.GitOut(t, dir, "rev-parse", fmt.Sprintf("HEAD~%d", i*step))
		day, err := words.Repo.CommitTime(t.Context(), commit)
		if err != nil {
			t.Fatal(err)
		}
		clock := func() time.Time { return day }
		for mode, past := range map[query.Mode]*index.Index{query.Keyword: words, query.Hybrid: hybrid} {
			o := store.Options{Now: clock, NoVectors: mode == query.Keyword}
			if mode == query.Hybrid {
				o.Provider = model
			}
			want := indextest.AnswersOf(t, freshClone(t, dir, commit, o), queries, mode, time.Time{})
			got := indextest.AnswersOf(t, past.At(commit), queries, mode, day)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s at %s (-clone +at):\n%s", mode, commit, diff)
			}
			for _, a := range got {
				found += len(a.Hits)
			}
		}
	}
	if found < commits*len(queries) {
		t.Errorf("only %d hits in all", found)
	}
}

// trained is a model that both sides of a comparison use.
func trained(t *testing.T) embed.Provider {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var texts []string
	for i := range 300 {
		texts = append(
			texts,
			indextest.Memory(rng, i, i%12)+" conflicts security considerations compatibility proposal feature gate gas cost trait "+
				"timeout error",
		)
	}
	m, err := embed.TrainLSA(t.Context(), texts, embed.DefaultLSA)
	if err != nil || m == nil {
		t.Fatal(m, err)
	}
	return m
}

// The cache of past trees is bounded, and what falls out of it comes back the same.
func TestPastTreesAreBounded(t *testing.T) {
	dir := indextest.NewPast(t, 9)
	for i := range 4 { // twelve commits are as many as are kept
		indextest.WriteFile(t, dir, "late.md", fmt.Sprintf("# Late\n\nWorkers of time %d.\n", i))
		indextest.Git(t, dir, "add", "-A")
		indextest.Git(t, dir, "commit", "-qm", "late")
	}
	x := indextest.Open(t, dir, store.Options{})
	now := indextest.AnswersOf(t, x, indextest.PastQueries, query.Hybrid, indextest.FirstDay)
	first := indextest.GitOut(t, dir, "rev-parse", "HEAD~15")
	want := indextest.AnswersOf(t, x.At(first), indextest.PastQueries, query.Hybrid, indextest.FirstDay)
	for i := range 16 {
		indextest.AnswersOf(t, x.At(indextest.GitOut(t, dir, "rev-parse", fmt.Sprintf("HEAD~%d", 15-i))), indextest.PastQueries[:1],
			query.Hybrid, indextest.FirstDay)
	}
	entries, err := os.ReadDir(filepath.Join(x.Dir, store.GenerationsDir))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 12+1 {
		t.Errorf("%d generations, want %d and that of the work tree", len(entries), 12)
	}
	if _, err := os.Stat(filepath.Join(x.Dir, store.GenerationsDir, "00000002")); err == nil {
		t.Error("the tree that was asked for first is still there")
	}
	if diff := cmp.Diff(want, indextest.AnswersOf(t, x.At(first), indextest.PastQueries, query.Hybrid, indextest.FirstDay)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(now, indextest.AnswersOf(t, x, indextest.PastQueries, query.Hybrid, indextest.FirstDay)); diff != "" {
		t.Errorf("the work tree: %s", diff)
	}
}

// A tree that was read before is parsed and embedded once.
func TestPastReadsOnlyWhatIsNew(t *testing.T) {
	dir := indextest.NewPast(t, 5)
	x := indextest.Open(t, dir, store.Options{})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	past := x.At(indextest.GitOut(t, dir, "rev-parse", "HEAD~1"))
	r, err := past.Update(t.Context(), build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Parsed >= r.Notes || r.Parsed > 8 {
		t.Errorf("%d of %d notes parsed", r.Parsed, r.Notes)
	}
	if r, err = past.Update(t.Context(), build.Options{}); err != nil || r.Parsed != 0 || r.Notes == 0 {
		t.Errorf("again: %+v, %v", r, err)
	}
}
