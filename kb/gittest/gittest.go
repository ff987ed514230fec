// Package gittest makes git repositories for tests, in which neither the configuration of the
// machine nor a hook around the tests is seen.
package gittest

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Main runs the tests of a package without the repository around them: a hook that runs them names
// it in the environment.
func Main(m *testing.M) {
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GIT_") {
			os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}

// Rounds has rapid try n examples in a test instead of a hundred, where each is a whole repository, unless whoever
// runs the test has asked for another number (-rapid.checks).
func Rounds(t testing.TB, n int) {
	checks := flag.Lookup("rapid.checks")
	if asked := checks.Value.String(); asked != checks.DefValue {
		return
	}
	flag.Set("rapid.checks", strconv.Itoa(n))
	t.Cleanup(func() { flag.Set("rapid.checks", checks.DefValue) })
}

// Repo is a real repository. What fails in it fails the test.
type Repo struct {
	T   testing.TB
	Dir string   // the work tree
	Env []string // of git; of a name that stands in it twice the last value counts
}

// New makes an empty repository in a temporary folder; options are further ones of git init.
func New(t testing.TB, options ...string) *Repo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &Repo{T: t, Dir: dir, Env: Environ(t)}
	r.Git(append([]string{"init", "-q", "-b", "main"}, options...)...)
	return r
}

// Environ is an environment of git in which A commits on 2026-01-02.
func Environ(t testing.TB) []string {
	home := t.TempDir()
	env := []string{"HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + filepath.Join(home, "gitconfig"), "LC_ALL=C"}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "XDG_") && name != "HOME" && name != "LC_ALL" && name != "KB_GIT" {
			env = append(env, v)
		}
	}
	return append(append(env, Author("A")...), Date("2026-01-02T03:04:05Z")...)
}

// Author is the environment in which somebody writes and commits.
func Author(name string) []string {
	email := strings.ToLower(name) + "@example.com"
	return []string{"GIT_AUTHOR_NAME=" + name, "GIT_AUTHOR_EMAIL=" + email, "GIT_COMMITTER_NAME=" + name, "GIT_COMMITTER_EMAIL=" + email}
}

// Date is the environment in which something is written and committed at a time.
func Date(date string) []string {
	return []string{"GIT_AUTHOR_DATE=" + date, "GIT_COMMITTER_DATE=" + date}
}

// At is another repository, or another view of this one: git runs in a folder, with further variables.
func (r *Repo) At(dir string, env ...string) *Repo {
	return &Repo{T: r.T, Dir: dir, Env: append(slices.Clone(r.Env), env...)}
}

// Git runs git, and gives what it prints without the last line end.
func (r *Repo) Git(args ...string) string {
	r.T.Helper()
	return r.Feed(nil, args...)
}

// Feed is Git with an input.
func (r *Repo) Feed(in []byte, args ...string) string {
	r.T.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.Dir, r.Env, bytes.NewReader(in)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		r.T.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, said.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

// Try runs git, which may fail, and gives all that it prints.
func (r *Repo) Try(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.Dir, r.Env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Write writes files given as path, text, path, text, …
func (r *Repo) Write(pairs ...string) {
	r.T.Helper()
	for i := 0; i < len(pairs); i += 2 {
		p := filepath.Join(r.Dir, filepath.FromSlash(pairs[i]))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			r.T.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(pairs[i+1]), 0o644); err != nil {
			r.T.Fatal(err)
		}
	}
}

// Change writes files by their paths; "" removes one.
func (r *Repo) Change(files map[string]string) {
	r.T.Helper()
	for name, text := range files {
		if text != "" {
			r.Write(name, text)
		} else if err := os.Remove(filepath.Join(r.Dir, filepath.FromSlash(name))); err != nil {
			r.T.Fatal(err)
		}
	}
}

// Commit commits everything that is there, with further variables, and gives the commit's id.
func (r *Repo) Commit(message string, env ...string) string {
	r.T.Helper()
	r.Git("add", "-A")
	r.At(r.Dir, env...).Git("commit", "-q", "--allow-empty", "-m", message)
	return r.Git("rev-parse", "HEAD")
}
