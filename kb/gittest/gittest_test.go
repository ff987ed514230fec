package gittest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Rounds are what the test asks for, or whoever runs it, and only for as long as it takes.
func TestRounds(t *testing.T) {
	checks := flag.Lookup("rapid.checks")
	asked := checks.Value.String()
	defer flag.Set("rapid.checks", asked)
	count := func(t *testing.T) (rounds int) {
		rapid.Check(t, func(*rapid.T) { rounds++ })
		return rounds
	}
	flag.Set("rapid.checks", checks.DefValue)
	all := count(t)
	t.Run("few", func(t *testing.T) {
		if Rounds(t, 30); count(t) != all*30/100 {
			t.Errorf("not three tenths of %d", all)
		}
	})
	if again := count(t); again != all {
		t.Errorf("%d rounds afterwards, not %d", again, all)
	}
	flag.Set("rapid.checks", "50")
	if Rounds(t, 30); count(t) != all/2 {
		t.Error("not as many as were asked for")
	}
}

func TestRepoIsTheSameEverywhere(t *testing.T) {
	t.Setenv("GIT_AUTHOR_NAME", "somebody around the tests")
	t.Setenv("GIT_DIR", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("KB_GIT", "off")
	r := New(t)
	for _, v := range r.Env {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "XDG_") || name == "KB_GIT" || name == "GIT_DIR" {
			t.Errorf("%s reaches git", v)
		}
	}
	r.Write("docs/a.md", "text\n")
	id := r.Commit("first")
	if want := "76a3aefb"; !strings.HasPrefix(id, want) {
		t.Errorf("the first commit is %s, and was %s… on every other machine", id, want)
	}
	if got, want := r.Git("log", "--format=%an %ae %cn %ct %D"), "A a@example.com A 1767323045 HEAD -> main"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCommitTakesEverything(t *testing.T) {
	r := New(t)
	r.Write("a.md", "one\n", "docs/b.md", "two\n")
	r.Commit("first")
	r.Change(map[string]string{"a.md": "", "docs/b.md": "three\n"})
	later := append(Author("B"), Date("2026-02-03T04:05:06Z")...)
	r.Commit("second", later...)
	if got, want := r.Git("show", "--format=%an %at", "--name-status", "HEAD"), "B 1770091506\n\nD\ta.md\nM\tdocs/b.md"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if empty := r.Commit("nothing changed"); empty != r.Git("rev-parse", "HEAD") || r.Git("status", "--porcelain") != "" {
		t.Error("a commit without changes was not made")
	}
}

func TestTryAndFeed(t *testing.T) {
	r := New(t)
	if got, want := r.Feed([]byte("text\n"), "hash-object", "--stdin"), "8e27be7d6154a1f68ea9160ef0e18691d20560dc"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if out, err := r.Try("rev-parse", "--verify", "nowhere"); err == nil || !strings.Contains(out, "fatal") {
		t.Errorf("a git that fails: %v, %q", err, out)
	}
	r.Commit("first")
	other := filepath.Join(t.TempDir(), "clone")
	r.Git("clone", "-q", r.Dir, other)
	clone := r.At(other, Author("C")...)
	clone.Commit("there")
	if clone.Git("log", "-1", "--format=%an") != "C" || r.Git("log", "-1", "--format=%an %s") != "A first" {
		t.Error("what was done in the clone was done here, or by somebody else")
	}
	if _, err := os.Stat(filepath.Join(other, ".git")); err != nil {
		t.Error(err)
	}
}

func TestOptionsAreThoseOfInit(t *testing.T) {
	if r := New(t, "--bare"); r.Git("rev-parse", "--is-bare-repository") != "true" {
		t.Error("not bare")
	}
}
