package stale

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/snapshot"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// gitRepo is a repository whose commits are made on the days that a test says.
type gitRepo struct {
	*gittest.Repo

	unknown []string // that the last judge said
	symbols bool     // source files are read
}

func newGitRepo(t testing.TB) *gitRepo {
	t.Helper()
	r := &gitRepo{Repo: gittest.New(t)}
	r.Env = append(r.Env, gittest.Author("Ann")...)
	return r
}

// on makes what follows happen on a day.
func (r *gitRepo) on(date string) {
	r.Env = append(slices.Clone(r.Env), gittest.Date(date+"T12:00:00Z")...)
}

// commit commits everything on a day, and gives the commit's id.
func (r *gitRepo) commit(date, message string) string {
	r.T.Helper()
	r.on(date)
	return r.Commit(message)
}

// dated is a commit on a day that a test tells: files by their paths, "" for one that is removed.
type dated struct {
	date, message string
	files         map[string]string
}

// days makes commits with two processes of git, however many they are, and checks the last one out.
func (r *gitRepo) days(days ...dated) {
	r.T.Helper()
	var in bytes.Buffer
	for i, d := range days {
		when := date(r.T, d.date).Add(12 * time.Hour).Unix()
		fmt.Fprintf(&in, "commit refs/heads/main\nmark :%d\ncommitter Ann <ann@example.com> %d +0000\ndata %d\n%s\n", i+1, when,
			len(d.message), d.message)
		for path, text := range d.files {
			if text == "" {
				fmt.Fprintf(&in, "D %s\n", path)
			} else {
				fmt.Fprintf(&in, "M 100644 inline %s\ndata %d\n%s\n", path, len(text), text)
			}
		}
	}
	r.Feed(in.Bytes(), "fast-import", "--quiet", "--force")
	r.Git("reset", "-q", "--hard", "main")
}

// judge judges all notes on a day, by their paths. program says whether the git program is used,
// "on" or "off".
func (r *gitRepo) judge(date, program string) map[string]Assessment {
	r.T.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.Dir, git.WithEnviron(append(slices.Clone(r.Env), "KB_GIT="+program)))
	check(r.T, err)
	scan, err := repo.Scan(ctx)
	check(r.T, err)
	tree, err := repo.WorkTree(ctx, scan, nil)
	check(r.T, err)
	notes, err := snapshot.Load(ctx, repo, tree, snapshot.Options{})
	check(r.T, err)
	h, err := history.Open(ctx, repo, r.T.TempDir())
	check(r.T, err)
	defer h.Close()
	_, err = h.Update(ctx)
	check(r.T, err)
	head, err := repo.Head(ctx)
	check(r.T, err)
	now, err := time.Parse(time.DateOnly, date)
	check(r.T, err)
	cache := r.T.TempDir()
	var out map[string]Assessment
	for range 2 { // the second time from the cache
		o := Options{Now: now, Names: true, Cache: cache}
		if r.symbols {
			o.Symbols = openSymbols(r.T, repo)
		}
		j, err := NewJudge(ctx, repo, notes, h, head, o)
		check(r.T, err)
		all, err := j.Notes(ctx, nil)
		check(r.T, err)
		again := map[string]Assessment{}
		for _, n := range all {
			one, err := j.Note(ctx, n.Path)
			check(r.T, err)
			if fmt.Sprint(describe(*one)) != fmt.Sprint(describe(n)) {
				r.T.Errorf("%s alone: %v\nwith all: %v", n.Path, describe(*one), describe(n))
			}
			check(r.T, j.Explain(ctx, &n))
			again[n.Path] = n
			if was, ok := out[n.Path]; ok && fmt.Sprint(describe(was)) != fmt.Sprint(describe(n)) {
				r.T.Errorf("%s from the cache: %v\nat first: %v", n.Path, describe(n), describe(was))
			}
		}
		out, r.unknown = again, j.Unknown()
		check(r.T, j.Close())
	}
	return out
}

// withJudge calls f with a judge of the commit at HEAD that reads source files.
func (r *gitRepo) withJudge(f func(j *Judge)) {
	r.T.Helper()
	ctx := context.Background()
	repo, err := kb.Open(ctx, r.Dir, git.WithEnviron(r.Env))
	check(r.T, err)
	head, err := repo.Head(ctx)
	check(r.T, err)
	tree, err := repo.TreeAt(ctx, head)
	check(r.T, err)
	notes, err := snapshot.Load(ctx, repo, tree, snapshot.Options{})
	check(r.T, err)
	h, err := history.Open(ctx, repo, r.T.TempDir())
	check(r.T, err)
	defer h.Close()
	_, err = h.Update(ctx)
	check(r.T, err)
	j, err := NewJudge(ctx, repo, notes, h, head, Options{Symbols: openSymbols(r.T, repo)})
	check(r.T, err)
	f(j)
	check(r.T, j.Close())
}

// describe gives the text of each piece of evidence of the churn and reference layers, behind the
// commits in short.
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
