package stale

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/snapshot"
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

// gitRepo is a real repository in a temporary folder, whose commits are made on the days that a test says.
type gitRepo struct {
	t   testing.TB
	dir string
	env []string

	unknown []string // that the last judge said
}

func newGitRepo(t testing.TB) *gitRepo {
	t.Helper()
	home := t.TempDir()
	r := &gitRepo{t: t, dir: t.TempDir(), env: []string{"HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "LC_ALL=C", "PATH=" + os.Getenv("PATH"),
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com"}}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *gitRepo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
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

// on makes what follows happen on a day.
func (r *gitRepo) on(date string) {
	r.env = append(slices.Clone(r.env), "GIT_COMMITTER_DATE="+date+"T12:00:00Z", "GIT_AUTHOR_DATE="+date+"T12:00:00Z")
}

// commit commits everything on a day, and gives the commit's id.
func (r *gitRepo) commit(date, message string) string {
	r.t.Helper()
	r.on(date)
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	return r.git("rev-parse", "HEAD")
}

// judge judges all notes on a day, by their paths. program says whether the git program is used, "on" or "off".
func (r *gitRepo) judge(date, program string) map[string]Assessment {
	r.t.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.dir, kb.WithEnviron(append(slices.Clone(r.env), "KB_GIT="+program)))
	check(r.t, err)
	scan, err := repo.Scan(ctx)
	check(r.t, err)
	tree, err := repo.WorkTree(ctx, scan, nil)
	check(r.t, err)
	notes, err := snapshot.Load(ctx, repo, tree, snapshot.Options{})
	check(r.t, err)
	h, err := history.Open(ctx, repo, r.t.TempDir())
	check(r.t, err)
	defer h.Close()
	_, err = h.Update(ctx)
	check(r.t, err)
	head, err := repo.Head(ctx)
	check(r.t, err)
	now, err := time.Parse(time.DateOnly, date)
	check(r.t, err)
	cache := r.t.TempDir()
	var out map[string]Assessment
	for range 2 { // the second time from the cache
		j, err := NewJudge(ctx, repo, notes, h, head, Options{Now: now, Names: true, Cache: cache})
		check(r.t, err)
		all, err := j.Notes(ctx, nil)
		check(r.t, err)
		again := map[string]Assessment{}
		for _, n := range all {
			one, err := j.Note(ctx, n.Path)
			check(r.t, err)
			if fmt.Sprint(describe(*one)) != fmt.Sprint(describe(n)) {
				r.t.Errorf("%s alone: %v\nwith all: %v", n.Path, describe(*one), describe(n))
			}
			check(r.t, j.Explain(ctx, &n))
			again[n.Path] = n
			if was, ok := out[n.Path]; ok && fmt.Sprint(describe(was)) != fmt.Sprint(describe(n)) {
				r.t.Errorf("%s from the cache: %v\nat first: %v", n.Path, describe(n), describe(was))
			}
		}
		out, r.unknown = again, j.Unknown()
		check(r.t, j.Close())
	}
	return out
}

// describe gives the text of each piece of evidence of the churn and reference layers, behind the commits in short.
func describe(n Assessment) []string {
	out := []string{}
	for _, r := range n.Reasons {
		if r.Layer == Explicit || r.Layer == Confidence {
			continue
		}
		for _, e := range r.Evidence {
			text := e.Text
			for _, c := range e.Commits {
				text = strings.ReplaceAll(text, shortID(c.ID), "COMMIT")
				text += " | " + c.Subject
			}
			out = append(out, text)
		}
	}
	return out
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// lines makes a text of n lines that begin with a word.
func lines(word string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s line %d\n", word, i)
	}
	return b.String()
}
