// Package indextest makes repositories and opens their indexes, for the tests of the packages beside it.
package indextest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/search"
	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
)

// Git runs git in dir.
func Git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command(
		"git",
		append([]string{"-c", "user.name=A. Author", "-c", "user.email=author@example.org", "-c", "init.defaultBranch=main"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// GitOut runs git in dir and returns what it prints.
func GitOut(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}

// WriteFile writes a file and the folders above it.
func WriteFile(t *testing.T, dir, name, text string) {
	t.Helper()
	full := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Execute changes a database as nothing of kb would.
func Execute(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

// NoteText is a note on a matter of its own, with a link.
func NoteText(i int, extra string) string {
	return fmt.Sprintf(
		"# Matter %d\n\nThe handler%d retries the queue when worker%d fails. %s\n\n## Limits\n\nAt most %d workers; see [next](n%d.md).\n",
		i,
		i,
		i,
		extra,
		10*i,
		(i+1)%20,
	)
}

// NewRepository commits twenty notes.
func NewRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	Git(t, dir, "init", "-q")
	for i := range 20 {
		WriteFile(t, dir, fmt.Sprintf("n%d.md", i), NoteText(i, "first"))
	}
	Git(t, dir, "add", ".")
	Git(t, dir, "commit", "-qm", "first")
	return dir
}

// Open opens the index of the repository at dir.
func Open(t *testing.T, dir string, o store.Options) *index.Index {
	t.Helper()
	repo, err := kb.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(t.Context(), repo, o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Counts are the figures of a report that tests compare.
type Counts struct{ Added, Changed, Removed, Unchanged, Read, Parsed, Embedded int }

// Update brings the index of the repository at dir up to date.
func Update(t *testing.T, dir string) Counts {
	t.Helper()
	x := Open(t, dir, store.Options{})
	defer x.Close()
	r, err := x.Update(t.Context(), build.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Counts{r.Added, r.Changed, r.Removed, r.Unchanged, r.Read, r.Parsed, r.Embedded}
}

// Ask answers from the index of dir as it stands.
func Ask(t *testing.T, x *index.Index, q query.Query) *search.Answer {
	t.Helper()
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Paths returns the paths of the hits, best first.
func Paths(a *search.Answer) []string {
	var out []string
	for _, h := range a.Hits {
		out = append(out, h.Path)
	}
	return out
}

// FirstDay is when the generated histories begin; each commit is a month after the last.
var FirstDay = time.Date(2024, 1, 15, 12, 0, 0, 0, time.UTC)

// Memory is a note whose rank depends on the day: it is dated, ages, and holds for a time.
func Memory(rng *rand.Rand, i, month int) string {
	day := FirstDay.AddDate(0, rng.IntN(month+1), 0).Format(time.DateOnly)
	front := fmt.Sprintf("kind: memory\ntype: %s\ndate: %s\nconfidence: 0.%d\n",
		[]string{"gotcha", "episode", "pattern"}[rng.IntN(3)], day, 3+rng.IntN(7))
	switch rng.IntN(5) {
	case 0:
		front += "valid_until: " + FirstDay.AddDate(0, rng.IntN(12), 0).Format(time.DateOnly) + "\n"
	case 1:
		front += "valid_from: " + FirstDay.AddDate(0, rng.IntN(12), 0).Format(time.DateOnly) + "\n"
	case 2:
		front += fmt.Sprintf("relations:\n  - {type: supersedes, target: n%d.md}\n", rng.IntN(40))
	}
	return fmt.Sprintf(
		"---\n%s---\n# Matter %d\n\nThe handler%d retries the queue when worker%d fails in month %d.\n\n## Limits\n\nAt most %d "+
			"workers; see [other](n%d.md) and `retry_%d`.\n",
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

// NewPast commits twelve months of notes that come, change, go and move.
func NewPast(t *testing.T, seed uint64) string {
	t.Helper()
	dir := t.TempDir()
	Git(t, dir, "init", "-q")
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
				WriteFile(t, dir, name, Memory(rng, i, month))
			}
		}
		if month == 6 {
			WriteFile(t, dir, ".memory/kb.yaml", "exclude: [\"n1*.md\"]\n")
		}
		date := FirstDay.AddDate(0, month, 0).Format(time.RFC3339)
		t.Setenv("GIT_COMMITTER_DATE", date)
		t.Setenv("GIT_AUTHOR_DATE", date)
		Git(t, dir, "add", "-A")
		Git(t, dir, "commit", "-qm", date, "--allow-empty")
	}
	return dir
}

// PastQueries find something in what NewPast commits.
var PastQueries = []string{
	"handler retries the queue",
	"worker3 fails",
	"limits of workers",
	"retry_4",
	"kind:memory",
	"what depends on matter 5",
	"type:gotcha month",
}

// AnswersOf searches an index that has been brought up to date.
func AnswersOf(t *testing.T, x *index.Index, queries []string, mode query.Mode, day time.Time) []*search.Answer {
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
