package reach

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/org"
	"github.com/9aea2451/kb/index/org/cluster"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// A cluster is asked where the person has named one; what hinders the asking is said with where it was named.
func TestWayToTheCluster(t *testing.T) {
	named := func(change func(o *userconfig.Org)) *userconfig.Config {
		c := &userconfig.Config{Path: "shop/config.yaml"}
		c.Org.URL = "https://notes.example.org"
		change(&c.Org)
		return c
	}
	if _, err := Open(&userconfig.Config{}, time.Now); !errors.Is(err, ErrNone) {
		t.Errorf("nobody is named: %v", err)
	}
	if o, err := Open(named(func(*userconfig.Org) {}), time.Now); err != nil || o.Host() != "notes.example.org" {
		t.Errorf("%v", err)
	}
	wrong := named(func(o *userconfig.Org) { o.URL = "ftp://notes.example.org" })
	if _, err := Open(wrong, time.Now); err == nil || !strings.HasPrefix(err.Error(), "shop/config.yaml: org: ") {
		t.Errorf("an address of another kind: %v", err)
	}
	wrong.Path = ""
	if _, err := Open(wrong, time.Now); err == nil || !strings.HasPrefix(err.Error(), "KB_ORG_URL: org: ") {
		t.Errorf("one of the environment: %v", err)
	}
	for want, c := range map[string]*userconfig.Config{
		"MINE is not set":   named(func(o *userconfig.Org) { o.PasswordUnset = "MINE" }),
		"KB_OFFLINE is set": {Offline: true, Org: userconfig.Org{URL: "https://notes.example.org", PasswordUnset: "MINE"}},
	} {
		o, err := Open(c, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Search(t.Context(), nil, index.Query{Text: "tea"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// A repository is called as on the forge that it was cloned from, else as its folder.
func TestNameOfARepository(t *testing.T) {
	r := gittest.New(t)
	name := func() string {
		repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
		if err != nil {
			t.Fatal(err)
		}
		return NameOf(repo)
	}
	folder := name()
	if folder == "" || strings.Contains(folder, "/") {
		t.Errorf("without an origin: %q", folder)
	}
	r.Git("remote", "add", "origin", "https://github.com/tea/shop.git")
	if got := name(); got != "tea/shop" {
		t.Errorf("of a forge: %s", got)
	}
	r.Git("remote", "set-url", "origin", "https://github.com/tea/a%22b.git")
	if got := name(); got != folder {
		t.Errorf("with a name that the cluster refuses: %s", got)
	}
}

// What the cluster fails with lets the repository at hand answer instead; other faults are the person's.
func TestFaultsOfTheCluster(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{&cluster.Error{}, true}, {fmt.Errorf("x: %w", org.ErrNothing), true}, {org.ErrForm, true}, {org.ErrMoved, true},
		{errors.New("disk full"), false}, {ErrNone, false}, {nil, false},
	} {
		if got := Unanswered(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}

// Within its repository a hit has the path that the repository knows.
func TestPathsWithin(t *testing.T) {
	hits := []index.Hit{{Base: "tea/shop", Path: "tea/shop:a.md", SupersededBy: "tea/shop:b.md", SameText: []string{"tea/shop:c.md"}}}
	if Within(hits); hits[0].Path != "a.md" || hits[0].SupersededBy != "b.md" || hits[0].SameText[0] != "c.md" {
		t.Errorf("%+v", hits[0])
	}
}
