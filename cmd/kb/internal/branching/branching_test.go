package branching

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

const proposal = "---\nkind: decision\nstatus: proposed # since Monday\n---\n# Jars\n\nTea in jars.\n"

func open(t *testing.T, r *gittest.Repo) *kb.Repo {
	t.Helper()
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

// A branch begins at the commit that is named, else where HEAD left the remote's branch, else at HEAD.
func TestBase(t *testing.T) {
	r := gittest.New(t)
	repo := open(t, r)
	if _, err := Base(t.Context(), repo, ""); err == nil || !strings.Contains(err.Error(), "no commit yet") {
		t.Errorf("of an empty repository: %v", err)
	}
	r.Write("a.md", "# A\n")
	first := r.Commit("First")
	r.Write("b.md", "# B\n")
	mine := r.Commit("Mine")
	base := func(onto, want string) {
		t.Helper()
		if got, err := Base(t.Context(), repo, onto); err != nil || got != want {
			t.Errorf("onto %q: %s, %v; want %s", onto, got, err, want)
		}
	}
	base("", mine)
	base("HEAD~1", first)
	r.Git("checkout", "-q", "-b", "theirs", first)
	r.Write("c.md", "# C\n")
	theirs := r.Commit("Theirs")
	r.Git("update-ref", "refs/remotes/origin/main", theirs)
	r.Git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	base("", theirs)
	r.Git("checkout", "-q", "main")
	base("", first)
	r.Git("checkout", "-q", "--orphan", "apart")
	r.Commit("With no common past")
	base("", theirs)
	if _, err := Base(t.Context(), repo, "nope"); err == nil {
		t.Error("a revision that is not there begins a branch")
	}
}

// The name of a new branch carries the day in UTC and the first number that is free.
func TestFreeName(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n")
	r.Commit("First")
	repo := open(t, r)
	late := time.Date(2026, 4, 1, 23, 30, 0, 0, time.FixedZone("west", -3600))
	for _, want := range []string{"kb/learn-2026-04-02-1", "kb/learn-2026-04-02-2", "kb/learn-2026-04-02-3"} {
		got := Free(t.Context(), repo, "kb/learn", late)
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
		r.Git("branch", got)
	}
}

func TestWithin(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n")
	first := r.Commit("First")
	r.Write("b.md", "# B\n")
	second := r.Commit("Second")
	r.Git("checkout", "-q", "-b", "side", first)
	r.Write("c.md", "# C\n")
	side := r.Commit("Side")
	repo := open(t, r)
	for _, c := range []struct {
		commit string
		tips   []string
		want   bool
	}{
		{first, []string{second}, true},
		{second, []string{second}, true},
		{second, []string{first}, false},
		{side, []string{second}, false},
		{side, []string{second, side}, true},
		{first, nil, false},
		{first, []string{"nope"}, false},
	} {
		if got := Within(t.Context(), repo, c.commit, c.tips...); got != c.want {
			t.Errorf("%s within %v: %v", c.commit, c.tips, got)
		}
	}
}

func TestPageOfARequest(t *testing.T) {
	for _, c := range []struct{ host, path, want string }{
		{"github.com", "tea/shop", "https://github.com/tea/shop/pull/new/kb/jars"},
		{"gitlab.example.org", "tea/shop", "https://gitlab.example.org/tea/shop/-/merge_requests/new?" +
			"merge_request%5Bsource_branch%5D=kb%2Fjars"},
		{"git.example.org", "tea/shop", ""},
		{"github.com.example.org", "tea/shop", ""},
	} {
		if got := RequestPage(git.Origin{Host: c.host, Path: c.path}, "kb/jars"); got != c.want {
			t.Errorf("%s: %s", c.host, got)
		}
	}
}

// To accept is one commit at the end of the branch: the status changes and nothing else, here or in the work tree.
func TestAccept(t *testing.T) {
	r := gittest.New(t)
	r.Write("README.md", "# Shop\n")
	r.Commit("First")
	r.Git("checkout", "-q", "-b", "jars")
	r.Write("jars.md", proposal, "tins.md", strings.ReplaceAll(proposal, "ars", "ins"), "bad.md", "---\nstatus: \xff\n---\n")
	head := r.Commit("Propose")
	repo := open(t, r)
	if err := Accept(t.Context(), repo, "jars", head, []string{"jars.md"}); !errors.Is(err, git.ErrCheckedOut) {
		t.Errorf("a branch that is checked out: %v", err)
	}
	r.Git("checkout", "-q", "main")
	for _, path := range []string{"bad.md", "none.md"} {
		if err := Accept(t.Context(), repo, "jars", head, []string{"jars.md", path}); err == nil {
			t.Errorf("%s was accepted", path)
		}
	}
	if now := r.Git("rev-parse", "jars"); now != head {
		t.Fatal("what failed moved the branch")
	}
	if err := Accept(t.Context(), repo, "jars", head, []string{"jars.md", "tins.md"}); err != nil {
		t.Fatal(err)
	}
	if got, want := r.Git("show", "jars:jars.md")+"\n", strings.Replace(proposal, "proposed", "accepted", 1); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := r.Git("diff", "--name-only", head, "jars"); got != "jars.md\ntins.md" {
		t.Errorf("changed are %q", got)
	}
	if got := r.Git("log", "-1", "--format=%P %B", "jars"); got != head+" Accept what was proposed\n\n- jars.md\n- tins.md\n" {
		t.Errorf("the commit: %q", got)
	}
	if got := r.Git("status", "--short"); got != "" {
		t.Errorf("the work tree: %s", got)
	}
}
