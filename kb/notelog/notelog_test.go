package notelog

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/revision"
)

// TestMain forgets the repository around the tests: a hook that runs them names it in the environment.
func TestMain(m *testing.M) {
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}

// repository is a real one in a temporary folder.
type repository struct {
	t   testing.TB
	dir string
}

func (r repository) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func (r repository) commit(message, text string) {
	r.t.Helper()
	if err := os.WriteFile(filepath.Join(r.dir, "n.md"), []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
	r.git("add", "-A")
	r.git("commit", "-qm", message)
}

// log reads the history and gives the life of the note.
func (r repository) log(o Options) *Log {
	r.t.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	h, err := history.Open(ctx, repo, r.t.TempDir())
	if err != nil {
		r.t.Fatal(err)
	}
	defer h.Close()
	if _, err := h.Update(ctx); err != nil {
		r.t.Fatal(err)
	}
	head, err := repo.Head(ctx)
	if err != nil {
		r.t.Fatal(err)
	}
	log, err := Of(ctx, repo, h, head, "n.md", o)
	if err != nil {
		r.t.Fatal(err)
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
					line += fmt.Sprintf(" %s %q", p.Op, p.Old+revision.Plain(p.Words)+p.New)
				}
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// A merge tells what neither side has; what came in by it is told of the commits that wrote it.
func TestMerge(t *testing.T) {
	r := repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	r.commit("one", "# A\n\nFirst.\n\n# B\n\nSecond.\n")
	r.git("checkout", "-qb", "side")
	r.commit("side", "# A\n\nFirst.\n\n# B\n\nSecond. By side.\n")
	r.git("checkout", "-q", "main")
	r.commit("main", "# A\n\nFirst. By main.\n\n# B\n\nSecond.\n")
	r.git("merge", "-q", "--no-commit", "side")
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
	r := repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	r.commit("text", "# A\n")
	r.commit("binary", "\x00\x01")
	r.commit("huge", strings.Repeat("x", kb.MaxFile+1))
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
