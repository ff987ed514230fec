package notelog

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/text/diff"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// repository has one note.
type repository struct{ *gittest.Repo }

func newRepository(t testing.TB) repository { return repository{gittest.New(t)} }

func (r repository) commit(message, text string) {
	r.T.Helper()
	r.Write("n.md", text)
	r.Commit(message)
}

// log reads the history and gives the life of the note.
func (r repository) log(o Options) *Log {
	r.T.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.Dir)
	if err != nil {
		r.T.Fatal(err)
	}
	h, err := history.Open(ctx, repo, r.T.TempDir())
	if err != nil {
		r.T.Fatal(err)
	}
	defer h.Close()
	if _, err := h.Update(ctx); err != nil {
		r.T.Fatal(err)
	}
	head, err := repo.Head(ctx)
	if err != nil {
		r.T.Fatal(err)
	}
	log, err := Of(ctx, repo, h, head, "n.md", o)
	if err != nil {
		r.T.Fatal(err)
	}
	return log
}

// told writes entries one a line.
func told(log *Log) string {
	var lines []string
	for _, e := range log.Entries {
		line := e.Commit.Subject
		if e.Whole != nil {
			line += fmt.Sprintf(" whole %d", e.Whole.Passages)
		}
		if e.Uncompared != "" {
			line += " (" + e.Uncompared + ")"
		}
		if e.Diff != nil {
			for _, s := range e.Diff.Sections {
				for _, p := range s.Passages {
					line += fmt.Sprintf(" %s %q", p.Op, p.Old+diff.Plain(p.Words)+p.New)
				}
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// A merge tells what neither side has; what came in by it is told of the commits that wrote it.
func TestMerge(t *testing.T) {
	r := newRepository(t)
	r.commit("one", "# A\n\nFirst.\n\n# B\n\nSecond.\n")
	r.Git("checkout", "-qb", "side")
	r.commit("side", "# A\n\nFirst.\n\n# B\n\nSecond. By side.\n")
	r.Git("checkout", "-q", "main")
	r.commit("main", "# A\n\nFirst. By main.\n\n# B\n\nSecond.\n")
	r.Git("merge", "-q", "--no-commit", "side")
	r.commit("merge", "# A\n\nFirst. By main.\n\n# B\n\nSecond. By side.\n\nBy the merge.\n")
	got := told(r.log(Options{}))
	want := `merge added "By the merge."
side added "By side."
main added "By main."
one whole 2`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if log := r.log(Options{Limit: 1, NoDiff: true}); len(log.Entries) != 1 || log.Rest != 3 || log.Entries[0].Diff != nil {
		t.Errorf("limited: %s and %d more", told(log), log.Rest)
	}
}

// What is no text, or too large to be read, is not compared, and says so.
func TestHostileVersions(t *testing.T) {
	r := newRepository(t)
	r.commit("text", "# A\n")
	r.commit("binary", "\x00\x01")
	r.commit("huge", strings.Repeat("x", git.MaxFile+1))
	r.commit("lines", strings.Repeat("# Head\n\nline\n", 30_000))
	r.commit("other lines", strings.Repeat("# Head\n\nline\n\n", 29_000))
	got := told(r.log(Options{}))
	head, rest, _ := strings.Cut(got, "\n")
	if !strings.HasPrefix(head, "other lines") {
		t.Errorf("got %.200s", head)
	}
	if want := "lines (a version is too large)\nhuge (a version is too large)\nbinary (it is no text)\ntext whole 0"; rest != want {
		t.Errorf("got\n%s", rest)
	}
}
