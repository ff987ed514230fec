package index

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

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/embed"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
)

// gitOut runs git in dir and returns what it prints.
func gitOut(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// firstDay is when the generated histories begin; each commit is a month after the last.
var firstDay = time.Date(2024, 1, 15, 12, 0, 0, 0, time.UTC)

// memory is a note whose rank depends on the day: it is dated, ages, and holds for a time.
func memory(rng *rand.Rand, i, month int) string {
	day := firstDay.AddDate(0, rng.IntN(month+1), 0).Format(time.DateOnly)
	front := fmt.Sprintf(
		"kind: memory\ntype: %s\ndate: %s\nconfidence: 0.%d\n",
		[]string{"gotcha", "episode", "pattern"}[rng.IntN(3)],
		day,
		3+rng.IntN(7),
	)
	switch rng.IntN(5) {
	case 0:
		front += "valid_until: " + firstDay.AddDate(0, rng.IntN(12), 0).Format(time.DateOnly) + "\n"
	case 1:
		front += "valid_from: " + firstDay.AddDate(0, rng.IntN(12), 0).Format(time.DateOnly) + "\n"
	case 2:
		front += fmt.Sprintf("relations:\n  - {type: supersedes, target: n%d.md}\n", rng.IntN(40))
	}
	return fmt.Sprintf(
		"---\n%s---\n# Matter %d\n\nThe handler%d retries the queue when worker%d fails in month %d.\n\n## Limits\n\nAt most %d workers; see [other](n%d.md) and `retry_%d`.\n",
		front,
		i,
		i%7,
		i,
		month,
		10*i,
		rng.IntN(40),
		rng.IntN(9),
	)
}

// newPast commits twelve months of notes that come, change, go and move.
func newPast(t *testing.T, seed uint64) string {
	t.Helper()
	dir := t.TempDir()
	gitRun(t, dir, "init", "-q")
	rng := rand.New(rand.NewPCG(3, seed))
	for month := range 12 {
		for range 8 {
			i := rng.IntN(40)
			name := fmt.Sprintf("n%d.md", i)
			switch _, err := os.Stat(filepath.Join(dir, name)); {
			case err == nil && rng.IntN(4) == 0:
				os.Remove(filepath.Join(dir, name))
			case err == nil && rng.IntN(4) == 0:
				os.Rename(filepath.Join(dir, name), filepath.Join(dir, fmt.Sprintf("moved%d-%d.md", i, month)))
			default:
				writeFile(t, dir, name, memory(rng, i, month))
			}
		}
		if month == 6 {
			writeFile(t, dir, ".memory/kb.yaml", "exclude: [\"n1*.md\"]\n")
		}
		date := firstDay.AddDate(0, month, 0).Format(time.RFC3339)
		t.Setenv("GIT_COMMITTER_DATE", date)
		t.Setenv("GIT_AUTHOR_DATE", date)
		gitRun(t, dir, "add", "-A")
		gitRun(t, dir, "commit", "-qm", date, "--allow-empty")
	}
	return dir
}

var pastQueries = []string{
	"handler retries the queue",
	"worker3 fails",
	"limits of workers",
	"retry_4",
	"kind:memory",
	"what depends on matter 5",
	"type:gotcha month",
}

// answersOf searches an index that has been brought up to date.
func answersOf(t *testing.T, x *Index, queries []string, mode query.Mode, day time.Time) []*search.Answer {
	t.Helper()
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out []*search.Answer
	for _, text := range queries {
		a, err := s.Search(t.Context(), query.Query{Text: text, Mode: mode, Limit: 20, Explain: true, Day: day})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, a)
	}
	return out
}

// freshClone is a clone that has only ever seen one commit, and whose clock stands at it. It has
// the origin of the repository itself, for links to its address are links within it.
func freshClone(t *testing.T, dir, commit string, o store.Options) *Index {
	t.Helper()
	to := filepath.Join(t.TempDir(), "clone")
	gitRun(t, t.TempDir(), "clone", "-q", "--no-checkout", dir, to)
	gitRun(t, to, "checkout", "-q", "--detach", commit)
	gitRun(t, to, "remote", "remove", "origin")
	if out, err := exec.Command("git", "-C", dir, "remote", "get-url", "origin").Output(); err == nil {
		gitRun(t, to, "remote", "add", "origin", strings.TrimSpace(string(out)))
	}
	o.Touches = touchesOf(t, to)
	return openIndex(t, to, o)
}

// What is found at a past commit is what a clone of that commit finds at that time: hit for hit,
// score for score.
func TestAtEqualsCloneOfTheCommit(t *testing.T) {
	for seed := range uint64(2) {
		samePast(t, newPast(t, seed), pastQueries, 4, 3)
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
	n := len(strings.Fields(gitOut(t, dir, "rev-list", "--first-parent", "HEAD")))
	samePast(t, dir, queries, 10, max(1, n/11))
}

// samePast compares the past with clones, at commits evenly spaced along the first parents.
func samePast(t *testing.T, dir string, queries []string, commits, step int) {
	t.Helper()
	touches := touchesOf(t, dir)
	words := openIndex(t, dir, store.Options{NoVectors: true, Dir: t.TempDir(), Touches: touches})
	if _, err := words.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	model := trained(t)
	hybrid := openIndex(t, dir, store.Options{Provider: model, Dir: t.TempDir(), Touches: touches})
	if _, err := hybrid.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	found := 0
	for i := range commits {
		commit := gitOut(t, dir, "rev-parse", fmt.Sprintf("HEAD~%d", i*step))
		day, err := words.Repo.CommitTime(t.Context(), commit)
		if err != nil {
			t.Fatal(err)
		}
		clock := func() time.Time { return day }
		for mode, past := range map[query.Mode]*Index{query.Keyword: words, query.Hybrid: hybrid} {
			o := store.Options{Now: clock, NoVectors: mode == query.Keyword}
			if mode == query.Hybrid {
				o.Provider = model
			}
			want := answersOf(t, freshClone(t, dir, commit, o), queries, mode, time.Time{})
			got := answersOf(t, past.At(commit), queries, mode, day)
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
			memory(rng, i, i%12)+" conflicts security considerations compatibility proposal feature gate gas cost trait timeout error",
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
	dir := newPast(t, 9)
	for i := range 4 { // twelve commits are as many as are kept
		writeFile(t, dir, "late.md", fmt.Sprintf("# Late\n\nWorkers of time %d.\n", i))
		gitRun(t, dir, "add", "-A")
		gitRun(t, dir, "commit", "-qm", "late")
	}
	x := openIndex(t, dir, store.Options{})
	now := answersOf(t, x, pastQueries, query.Hybrid, firstDay)
	first := gitOut(t, dir, "rev-parse", "HEAD~15")
	want := answersOf(t, x.At(first), pastQueries, query.Hybrid, firstDay)
	for i := range 16 {
		answersOf(t, x.At(gitOut(t, dir, "rev-parse", fmt.Sprintf("HEAD~%d", 15-i))), pastQueries[:1], query.Hybrid, firstDay)
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
	if diff := cmp.Diff(want, answersOf(t, x.At(first), pastQueries, query.Hybrid, firstDay)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(now, answersOf(t, x, pastQueries, query.Hybrid, firstDay)); diff != "" {
		t.Errorf("the work tree: %s", diff)
	}
}

// A tree that was read before is parsed and embedded once.
func TestPastReadsOnlyWhatIsNew(t *testing.T) {
	dir := newPast(t, 5)
	x := openIndex(t, dir, store.Options{})
	if _, err := x.Update(t.Context(), build.Options{}); err != nil {
		t.Fatal(err)
	}
	past := x.At(gitOut(t, dir, "rev-parse", "HEAD~1"))
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
