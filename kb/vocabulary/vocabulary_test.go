package vocabulary

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/contradict/facts/slip"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestMain(m *testing.M) { gittest.Main(m) }

// repository makes a repository whose notes say names of its code, some of them misspelt.
func repository(t *testing.T) (r *gittest.Repo, asked *git.Repo) {
	t.Helper()
	r = gittest.New(t)
	r.Change(map[string]string{
		"client/action.go":      "package client\n\nfunc clientAction() {}\n\nvar sessionBroker = openBroker()\n",
		"client/action_test.go": "package client\n\nvar onlyTested = clientAction\n",
		"go.sum":                "known-elsewhere v1\n",
		"docs/a.md":             "# A\n\nCall `clientActon`, then `sessionBroker`, `onlyTestd` and `known-elsewere`.\n",
		"docs/b.md":             "# B\n\nThe `sessionBroker` needs max_conns.\n",
		"CHANGELOG.md":          "# Changes\n\n- `clientActoin` is new.\n",
	})
	r.Commit("all")
	all := git.Interest{Watched: func(string) bool { return true }, Listed: func([]byte) bool { return true }}
	asked, err := git.Open(t.Context(), r.Dir, all)
	if err != nil {
		t.Fatal(err)
	}
	return r, asked
}

// files lists what is committed.
func files(t *testing.T, r *git.Repo) []git.File {
	t.Helper()
	head, err := r.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := r.Files(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func open(t *testing.T, r *git.Repo, dir string) *Table {
	t.Helper()
	table, err := Open(t.Context(), r, files(t, r), func() ([]git.File, error) { return files(t, r), nil }, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestSlips(t *testing.T) {
	r, asked := repository(t)
	table := open(t, asked, "")
	said := func(path string) (list []string) {
		source, err := os.ReadFile(filepath.Join(r.Dir, path))
		if err != nil {
			t.Fatal(err)
		}
		slips, err := table.Slips(path, source)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range slips {
			list = append(list, s.Said+" "+s.Meant+" "+s.First)
			if !strings.HasPrefix(strings.Split(string(source), "\n")[s.Line-1][s.Col-1:], s.Said) {
				t.Errorf("%s is not at %d:%d", s.Said, s.Line, s.Col)
			}
		}
		return list
	}
	want := []string{"clientActon clientAction client/action.go", "onlyTestd onlyTested client/action_test.go"}
	if got := said("docs/a.md"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := said("CHANGELOG.md"); got != nil {
		t.Errorf("of what was: %q", got)
	}
}

// What is kept and corrected is what is made anew, and a file that is not what was written is made again.
func TestAt(t *testing.T) {
	r, asked := repository(t)
	dir := t.TempDir()
	first := open(t, asked, dir)
	r.Change(map[string]string{
		"client/action.go": "package client\n\nfunc clientAction() {}\n\nvar lineBroker = openBroker()\n",
		"client/new.go":    "package client\n\nconst maxConns = 5\n",
		"docs/b.md":        "# B\n\nThe `lineBroker` needs `maxCons`.\n",
		"docs/c.md":        "# C\n\nAsk `sessionBroker`.\n",
		"go.sum":           "",
	})
	r.Commit("later")
	now, err := first.At(t.Context(), asked, files(t, asked))
	if err != nil {
		t.Fatal(err)
	}
	anew := open(t, asked, "")
	for name := range now.since.names {
		key := slip.Key(name)
		got, want := now.Get(key), anew.Get(key)
		for _, e := range []*Entry{&got, &want} {
			slices.SortFunc(e.Names, func(a, b Name) int { return strings.Compare(a.Text, b.Text) })
			for i := range e.Names {
				slices.SortFunc(e.Names[i].Said, func(a, b Saying) int { return strings.Compare(a.Note, b.Note) })
			}
		}
		if !reflect.DeepEqual(got, want) && (len(got.Names) > 0 || len(want.Names) > 0 || got.Words != want.Words) {
			t.Errorf("%s: %+v\nanew %+v", name, got, want)
		}
	}
	near, err := now.Near("maxcons")
	if err != nil || len(near) != 1 || near[0].Key != "maxconns" {
		t.Errorf("%+v, %v", near, err)
	}
	if kept := open(t, asked, dir); len(kept.files) != len(first.files) {
		t.Error("a few files that differ make no new table")
	}
	file := filepath.Join(dir, fileName)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if again := open(t, asked, dir); !again.declares("maxConns") {
		t.Error("a damaged table is not made again")
	}
}

func TestGone(t *testing.T) {
	r, asked := repository(t)
	before := files(t, asked)
	r.Change(map[string]string{"client/action.go": "package client\n\nfunc clientAction() {}\n"})
	r.Commit("the broker goes")
	trees := &Trees{Repo: asked, Before: func(context.Context) ([]git.File, error) { return before, nil },
		After: func(context.Context) ([]git.File, error) { return files(t, asked), nil }}
	got := trees.Gone(t.Context())
	want := []Gone{{Name: "sessionBroker", From: "client/action.go", Notes: []string{"docs/a.md", "docs/b.md"}}}
	if !reflect.DeepEqual(got, want) || trees.Err() != nil {
		t.Errorf("%+v, %v", got, trees.Err())
	}
	trees = &Trees{Repo: asked, After: trees.After}
	if got := trees.Gone(t.Context()); got != nil {
		t.Errorf("where everything is new: %+v", got)
	}
}

func TestKindOf(t *testing.T) {
	for file, want := range map[string]Kind{
		"cmd/main.go": Code, "Makefile": Code, "values.yaml": Code, "a/b_test.go": Test, "examples/x.yaml": Test, "web/a.spec.ts": Test,
		"vendor/a/b.go": Other, "yarn.lock": Other, "docs/a.rst": Other, "x.min.js": Other,
		"docs/a.md": Note, "README.md": Note, "CHANGELOG.md": Past, "docs/archive/a.md": Past,
	} {
		if got := KindOf(file); got != want {
			t.Errorf("%s is %d, not %d", file, got, want)
		}
	}
}

// Where a file is not here nobody knows what nothing declares.
func TestPartial(t *testing.T) {
	r, asked := repository(t)
	id := strings.TrimSpace(r.Git("rev-parse", "HEAD:client/action_test.go"))
	if err := os.Remove(filepath.Join(r.Dir, ".git", "objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(r.Dir, "client", "action_test.go")); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	slips, err := open(t, asked, dir).Slips("docs/a.md", []byte("`clientActon`\n"))
	if slips != nil || err != nil {
		t.Errorf("%+v, %v", slips, err)
	}
	if _, err := os.Stat(filepath.Join(dir, fileName)); err == nil {
		t.Error("it is kept")
	}
}
