package history

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb"
	"github.com/google/go-cmp/cmp"
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

// gitRepo is a real repository in a temporary folder.
type gitRepo struct {
	t   testing.TB
	dir string
	env []string
}

func newGitRepo(t testing.TB) *gitRepo {
	t.Helper()
	r := &gitRepo{t: t, dir: t.TempDir(), env: environ(t)}
	r.git("init", "-q", "-b", "main")
	return r
}

// environ is an environment in which no git configuration of the machine is seen.
func environ(t testing.TB) []string {
	home := t.TempDir()
	env := []string{"HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + filepath.Join(home, "gitconfig"),
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com",
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z", "LC_ALL=C"}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "XDG_") && name != "HOME" && name != "LC_ALL" && name != "KB_GIT" {
			env = append(env, v)
		}
	}
	return env
}

// git runs git in the repository; it must succeed.
func (r *gitRepo) git(args ...string) string {
	r.t.Helper()
	return r.feed(nil, args...)
}

// feed runs git with an input.
func (r *gitRepo) feed(in []byte, args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.dir, r.env, bytes.NewReader(in)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, said.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

// write writes files given as path, text, path, text, …
func (r *gitRepo) write(pairs ...string) {
	r.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		p := filepath.Join(r.dir, filepath.FromSlash(pairs[i]))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(pairs[i+1]), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
}

// commit commits everything at a date, by an author, and gives the commit's id.
func (r *gitRepo) commit(date, author, message string) string {
	r.t.Helper()
	r.git("add", "-A")
	before := r.env
	r.env = append(slices.Clone(r.env), "GIT_COMMITTER_DATE="+date, "GIT_AUTHOR_DATE="+date, "GIT_AUTHOR_NAME="+author, "GIT_AUTHOR_EMAIL="+strings.ToLower(author)+"@example.com")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	r.env = before
	return r.git("rev-parse", "HEAD")
}

// open opens the repository with the git program ("on") or without ("off").
func (r *gitRepo) open(program string) *kb.Repo {
	r.t.Helper()
	return r.openAt(r.dir, program)
}

func (r *gitRepo) openAt(dir, program string) *kb.Repo {
	r.t.Helper()
	repo, err := kb.Open(context.Background(), dir, kb.WithEnviron(append(slices.Clone(r.env), "KB_GIT="+program)))
	if err != nil {
		r.t.Fatal(err)
	}
	return repo
}

// programs runs a test with the git program and without.
func programs(t *testing.T, test func(t *testing.T, program string)) {
	for _, program := range []string{"on", "off"} {
		t.Run("git="+program, func(t *testing.T) { test(t, program) })
	}
}

// walk gives the records of all that the tips descend from.
func walk(t testing.TB, repo *kb.Repo, tips ...string) []*Commit {
	t.Helper()
	var out []*Commit
	if _, err := Walk(context.Background(), repo, kb.CommitWalk{Tips: tips}, func(c *Commit) error {
		out = append(out, c)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func diff(t testing.TB, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
