package e2e

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"
)

// kills is how many indexes the test kills while they work: KB_KILLS, or what the patience of the
// caller allows.
func kills(t *testing.T) int {
	if s := os.Getenv("KB_KILLS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("KB_KILLS: %v", err)
		}
		return n
	}
	if testing.Short() {
		return 4
	}
	return 6
}

// mostTries is how many indexes are started for each that is killed: the others end before.
const mostTries = 10

// work changes a repository so that an index has something to do. The same number does the same in
// every clone.
type work struct {
	name string
	do   func(t testing.TB, n *notes, dir string, seed int)
}

func works() []work {
	return []work{
		{"edit", func(t testing.TB, n *notes, dir string, seed int) {
			rng := rand.New(rand.NewPCG(3, uint64(seed)))
			for range 12 {
				i := rng.IntN(len(n.names))
				write(t, dir, n.names[i], n.text(i, seed+100))
			}
			commit(t, dir, fmt.Sprintf("Edit %d", seed))
		}},
		{"uncommitted edit, removal and addition", func(t testing.TB, n *notes, dir string, seed int) {
			rng := rand.New(rand.NewPCG(4, uint64(seed)))
			write(t, dir, n.names[rng.IntN(len(n.names))], n.text(rng.IntN(len(n.names)), seed+100))
			write(t, dir, fmt.Sprintf("new/%d.md", seed), n.text(1, seed+100))
			if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(n.names[rng.IntN(len(n.names))]))); err != nil {
				t.Fatal(err)
			}
		}},
		{"branch switch", func(t testing.TB, n *notes, dir string, seed int) {
			git(t, dir, "checkout", "-q", "-f", []string{"other", "main"}[seed%2])
		}},
		{"first index", func(t testing.TB, n *notes, dir string, seed int) {
			if err := os.RemoveAll(filepath.Join(dir, ".git", "kb")); err != nil {
				t.Fatal(err)
			}
		}},
	}
}

// branched is a repository whose branches main and other differ in a third of the notes.
func branched(t testing.TB, n *notes) string {
	t.Helper()
	dir := n.repository(t)
	git(t, dir, "checkout", "-q", "-b", "other")
	for i, name := range n.names {
		if i%3 == 0 {
			write(t, dir, name, n.text(i, 50))
		}
	}
	commit(t, dir, "Differ")
	git(t, dir, "checkout", "-q", "main")
	return dir
}

// An index killed at any moment leaves what the next search answers from, exactly as from an index
// built in one go.
func TestKilledIndex(t *testing.T) {
	n := newNotes(120)
	dir := branched(t, n)
	must(t, dir, "index")
	all := works()
	usual := usualDurations(t, n, all)
	rng := rand.New(rand.NewPCG(5, 6))
	counted, differences, wanted := 0, 0, kills(t)
	for i := 0; counted < wanted && i < mostTries*wanted && differences < 5; i++ {
		w := all[i%len(all)]
		w.do(t, n, dir, i)
		after := time.Duration(rng.Float64() * float64(usual[w.name]))
		if killIndex(t, dir, after) {
			if counted++; counted%10 == 0 {
				t.Logf("kills: %d counted so far, %d differences", counted, differences)
			}
		}
		got := n.answers(t, dir, "--mode", "keyword")
		want := n.answers(t, replica(t, dir), "--mode", "keyword")
		if got != want {
			differences++
			t.Errorf("kill %d (%s, after %v): answers differ from those of a fresh index\n%s", i, w.name, after, firstDifference(got, want))
		}
		n.answers(t, dir) // hybrid: the vectors were repaired, too
	}
	if counted == 0 {
		t.Error("no index was killed before it ended: the test shows nothing")
	}
	t.Logf("kills: %d counted, %d differences", counted, differences)
}

// usualDurations measures each kind of work undisturbed, in a repository of its own.
func usualDurations(t testing.TB, n *notes, all []work) map[string]time.Duration {
	t.Helper()
	dir := branched(t, n)
	must(t, dir, "index")
	usual := map[string]time.Duration{}
	for i, w := range all {
		w.do(t, n, dir, i)
		usual[w.name] = must(t, dir, "index").took
	}
	return usual
}

// killIndex starts an index and kills it after a while, and tells whether it was still at work.
func killIndex(t testing.TB, dir string, after time.Duration) bool {
	t.Helper()
	cmd := command(context.Background(), t, dir, "index")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode() != 0
}

// replica is a fresh clone with the same uncommitted changes.
func replica(t testing.TB, dir string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "replica")
	git(t, dir, "clone", "-q", "--local", "--no-checkout", dir, copied)
	git(t, copied, "reset", "-q")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries { // folders all of them
		if e.Name() == ".git" {
			continue
		}
		if err := os.CopyFS(filepath.Join(copied, e.Name()), os.DirFS(filepath.Join(dir, e.Name()))); err != nil {
			t.Fatal(err)
		}
	}
	return copied
}

// firstDifference shows where two texts part.
func firstDifference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	near := func(s string) string { return s[max(0, i-200):min(len(s), i+200)] }
	return fmt.Sprintf("at byte %d\n got …%s…\nwant …%s…", i, near(got), near(want))
}

// Searches beside an index all answer, each from the state before it or the state after it.
func TestSearchesBesideAnIndex(t *testing.T) {
	n := newNotes(120)
	dir := branched(t, n)
	must(t, dir, "index")
	query := n.words[0] + " " + n.words[7]
	search := []string{"search", "--json", "--mode", "keyword", "--no-update", "--no-track", query}
	for round := range 3 {
		git(t, dir, "checkout", "-q", []string{"other", "main"}[round%2])
		states := map[string]bool{ranked(must(t, dir, search...).stdout): true}
		got := beside(t, dir, []string{"index"}, search, 10)
		states[ranked(must(t, dir, search...).stdout)] = true
		for i, r := range got {
			if r.code != 0 {
				t.Errorf("search %d: exit code %d\n%s", i, r.code, r.stderr)
			} else if !states[ranked(r.stdout)] {
				t.Errorf("search %d saw a state that is neither the old nor the new one\n%s", i, r.stdout)
			}
		}
		if len(states) != 2 {
			t.Error("the index changed nothing: the test shows nothing")
		}
	}
}

// The same with searches that may bring the index up to date themselves: writers and readers together.
func TestUpdatingSearchesBesideAnIndex(t *testing.T) {
	n := newNotes(60)
	dir := branched(t, n)
	query := n.words[0] + " " + n.words[7]
	// Untracked: what one search finds would stand higher for the next.
	search := []string{"search", "--json", "--mode", "keyword", "--no-track", query}
	got := beside(t, dir, []string{"index"}, search, 10) // nobody has indexed before
	want := must(t, clone(t, dir), search...).stdout
	for i, r := range got {
		if r.code != 0 {
			t.Errorf("search %d: exit code %d\n%s", i, r.code, r.stderr)
		} else if r.stdout != want {
			t.Errorf("search %d differs from a search alone\n%s", i, firstDifference(r.stdout, want))
		}
	}
}

// ranked is an answer as the index gives it: with --no-update the history may not have been read yet.
func ranked(answer string) string {
	return regexp.MustCompile(`,\s*"(provenance": \{[^}]*\}|provenance_pending": true)`).ReplaceAllString(answer, "")
}

// beside runs one command and, while it works, another several times at once. It returns what those left.
func beside(t *testing.T, dir string, one, other []string, times int) []result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	first := command(ctx, t, dir, one...)
	var stderr bytes.Buffer
	first.Stderr = &stderr
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	results := make([]result, times)
	var group sync.WaitGroup
	for i := range times {
		group.Go(func() { results[i] = run(t, dir, other...) })
	}
	group.Wait()
	if err := first.Wait(); err != nil {
		t.Fatalf("kb %v: %v\n%s", one, err, stderr.String())
	}
	return results
}
