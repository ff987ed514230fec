package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// history is a repository with a number of commits that edit, add, remove, rename and restore notes.
func history(t testing.TB, n *notes, seed uint64, commits int) string {
	t.Helper()
	dir := n.repository(t)
	rng := rand.New(rand.NewPCG(7, seed))
	for c := range commits {
		for range 1 + rng.IntN(6) {
			i := rng.IntN(len(n.names))
			switch rng.IntN(5) {
			case 0:
				if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(n.names[i]))); err != nil {
					t.Fatal(err)
				}
			case 1: // the same bytes under a second name
				write(t, dir, fmt.Sprintf("copies/%d-%d.md", c, i), n.text(i, 0))
			case 2: // an earlier version comes back
				write(t, dir, n.names[i], n.text(i, 0))
			default:
				write(t, dir, n.names[i], n.text(i, 1+c))
			}
		}
		commit(t, dir, fmt.Sprintf("Change %d", c))
	}
	return dir
}

// seeds of the histories that a test tries.
func seeds() []uint64 {
	if testing.Short() {
		return []uint64{1}
	}
	return []uint64{1, 2, 3}
}

// The way by which an index came to a tree does not show in any answer, to the byte.
func TestSameAnswersHoweverIndexed(t *testing.T) {
	n := newNotes(24)
	for _, seed := range seeds() {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			origin := history(t, n, seed, 8)
			atOnce := clone(t, origin)
			must(t, atOnce, "index")
			want := n.answers(t, atOnce, "--mode", "keyword", "--limit", "50")

			if got := n.answers(t, fileByFile(t, origin), "--mode", "keyword", "--limit", "50"); got != want {
				t.Errorf("file by file: %s", firstDifference(got, want))
			}
			if got := n.answers(t, throughHistory(t, origin), "--mode", "keyword", "--limit", "50"); got != want {
				t.Errorf("through old commits: %s", firstDifference(got, want))
			}
			must(t, atOnce, "index", "--full")
			if got := n.answers(t, atOnce, "--mode", "keyword", "--limit", "50"); got != want {
				t.Errorf("rebuilt: %s", firstDifference(got, want))
			}
		})
	}
}

// With the same model of meaning that holds for hybrid search, too.
func TestSameHybridAnswersAfterDetours(t *testing.T) {
	n := newNotes(40)
	for _, seed := range seeds() {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dir := clone(t, history(t, n, seed, 8))
			must(t, dir, "index")
			want := n.answers(t, dir, "--limit", "50")
			for _, c := range strings.Fields(git(t, dir, "rev-list", "HEAD~3..HEAD")) {
				git(t, dir, "checkout", "-q", c)
				must(t, dir, "index")
			}
			git(t, dir, "checkout", "-q", "main")
			must(t, dir, "index")
			if got := n.answers(t, dir, "--limit", "50"); got != want {
				t.Errorf("after a detour: %s", firstDifference(got, want))
			}
		})
	}
}

// fileByFile checks one file out after the other, and indexes after each.
func fileByFile(t *testing.T, origin string) string {
	t.Helper()
	dir := clone(t, origin)
	names := strings.Split(git(t, dir, "ls-files"), "\n")
	for _, name := range names {
		if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		git(t, dir, "checkout", "-q", "--", name)
		must(t, dir, "index")
	}
	return dir
}

// throughHistory indexes every commit from the first to the last.
func throughHistory(t *testing.T, origin string) string {
	t.Helper()
	dir := clone(t, origin)
	for _, c := range strings.Fields(git(t, dir, "rev-list", "--reverse", "HEAD")) {
		git(t, dir, "checkout", "-q", c)
		must(t, dir, "index")
	}
	git(t, dir, "checkout", "-q", "main")
	return dir
}
