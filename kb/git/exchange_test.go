package git

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestExchange carries files from one clone to another through a remote, and does not lose what
// another one pushed meanwhile.
func TestExchange(t *testing.T) {
	hub := newTestRepo(t, "--bare")
	clone := func() *Exchange {
		t.Helper()
		dir := t.TempDir()
		hub.At(dir).Git("clone", "-q", hub.Dir, ".")
		repo, err := Open(t.Context(), dir, markdownFiles(), WithEnviron(hub.Env))
		if err != nil {
			t.Fatal(err)
		}
		e, err := repo.Exchange(t.Context(), "", "refs/kb/usage")
		if err != nil {
			t.Fatal(err)
		}
		if e.Remote() != "origin" {
			t.Errorf("remote %q", e.Remote())
		}
		if _, err := repo.Exchange(t.Context(), "elsewhere", "refs/kb/usage"); !errors.Is(err, ErrNoRemote) {
			t.Errorf("a remote that is not there: %v", err)
		}
		return e
	}
	a, b := clone(), clone()
	fetch := func(e *Exchange, most int) (map[string]string, string, error) {
		files, commit, err := e.Fetch(t.Context(), most)
		texts := map[string]string{}
		for path, data := range files {
			texts[path] = string(data)
		}
		return texts, commit, err
	}
	if files, commit, err := fetch(a, 10); err != nil || commit != "" || len(files) > 0 {
		t.Fatalf("of nothing: %v %q %v", files, commit, err)
	}
	day := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
	one := map[string][]byte{"uses/ann": []byte("1\n"), "uses/bob": []byte("2\n"), "marks/x": nil}
	if err := a.Push(t.Context(), one, "", day); err != nil {
		t.Fatal(err)
	}
	files, first, err := fetch(b, 10)
	diff(t, "fetched", files, map[string]string{"uses/ann": "1\n", "uses/bob": "2\n", "marks/x": ""})
	if err != nil || first == "" {
		t.Fatalf("%q %v", first, err)
	}
	if _, _, err := fetch(b, 2); err == nil || !strings.Contains(err.Error(), "more than 2 files") {
		t.Errorf("three files where two are allowed: %v", err)
	}
	if err := b.Push(t.Context(), map[string][]byte{"uses/cid": []byte("3\n")}, "", day); !errors.Is(err, ErrMoved) {
		t.Errorf("pushed over what is there: %v", err)
	}
	if err := b.Push(t.Context(), map[string][]byte{"uses/cid": []byte("3\n")}, first, day); err != nil {
		t.Fatal(err)
	}
	files, second, err := fetch(a, 1)
	diff(t, "what is no longer there is gone", files, map[string]string{"uses/cid": "3\n"})
	if err != nil || second == first {
		t.Errorf("%q %v", second, err)
	}
	if got := hub.Git("log", "--format=%an %ae %ad %p", "--date=short", "refs/kb/usage"); got != "kb kb@localhost 2026-05-04 " {
		t.Errorf("the commit says %q", got)
	}
	if err := a.Push(t.Context(), map[string][]byte{"top": nil}, second, day); err == nil {
		t.Error("a file in no folder is taken")
	}
	if refs := hub.Git("for-each-ref", "--format=%(refname)"); refs != "refs/kb/usage" {
		t.Errorf("references %q", refs)
	}
}

func TestExchangeNeedsGit(t *testing.T) {
	r := newTestRepo(t)
	repo, err := Open(t.Context(), r.Dir, markdownFiles(), WithEnviron(append(slices.Clone(r.Env), "KB_GIT=off")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = repo.Exchange(t.Context(), "", "refs/kb/usage")
	for _, err := range []error{err, repo.CanBranch(t.Context(), "")} {
		if !errors.Is(err, ErrNoProgram) || errors.Is(err, ErrUnsupported) {
			t.Errorf("%v", err) // the format is fine
		}
	}
	if got := repo.GitSetting(t.Context(), "user.name"); got != "" {
		t.Errorf("a setting of nobody: %q", got)
	}
}
