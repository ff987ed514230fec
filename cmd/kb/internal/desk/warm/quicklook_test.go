package warm

import (
	"hash/maphash"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
)

func TestQuickLookSeesWhatALookSees(t *testing.T) {
	r := gittest.New(t)
	r.Write("docs/sessions.md", "# Sessions\n", "docs/evil.md", "# Evil\n", ".memory/memories/table-tests.md", "# Table tests\n")
	r.Commit("Begin")
	r.Git("branch", "feature/one/deep")
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	w := newWatchList(repo, maphash.MakeSeed(), []string{"docs/sessions.md", "docs/evil.md", ".memory/memories/table-tests.md"})
	q := &quickLook{}
	defer q.alarm.close()
	before := q.look(w)
	remove := func(name string) {
		if err := os.RemoveAll(filepath.Join(r.Dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		change func()
		none   bool // nothing that counts
	}{
		{"an edit", func() { r.Write("docs/sessions.md", "# Sessions\n\nThey are longer now.\n") }, false},
		{"nothing", func() {}, true},
		{"a file moved over a note", func() {
			r.Write("docs/new.tmp", "# Sessions\n\nShort.\n")
			if err := os.Rename(filepath.Join(r.Dir, "docs", "new.tmp"), filepath.Join(r.Dir, "docs", "sessions.md")); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"a deleted note", func() { remove("docs/evil.md") }, false},
		{"a note in a new folder", func() { r.Write("new/note.md", "# New\n") }, false},
		{"that folder gone", func() { remove("new") }, false},
		{"rules of what is no note", func() { r.Write(".kbignore", "x\n") }, false},
		{"what is staged", func() { r.Git("add", "-A") }, false},
		{"a commit", func() { r.Git("commit", "-q", "-m", "Change") }, false},
		{"packed references", func() { r.Git("pack-refs", "--all") }, false},
		{"a branch in a folder of its own", func() { r.Git("checkout", "-q", "feature/one/deep") }, false},
		{"a commit there", func() { r.Git("commit", "-q", "--allow-empty", "-m", "Nothing") }, false},
		{"one more", func() { r.Git("commit", "-q", "--allow-empty", "-m", "Nothing more") }, false},
		{"no branch", func() { r.Git("checkout", "-q", "--detach", "main") }, false},
		{"configuration", func() { r.Write(".memory/kb.yaml", "index: {}\n") }, false},
		{"a file elsewhere", func() { r.Write(".git/description", "Mine.\n") }, true},
	} {
		time.Sleep(10 * time.Millisecond) // the clock of a file system ticks every few milliseconds
		c.change()
		got, want := q.look(w), w.look()
		if got != want {
			t.Errorf("%s was not seen", c.name)
		}
		if c.none != (want == before) {
			t.Errorf("%s: changed: %v", c.name, want != before)
		}
		before = want
	}
	if q.alarm.armed() && !q.alarm.quiet() {
		t.Error("it rings though nothing changes")
	}
}

// The folders of the notes are watched, and those in them, each once, whether git knows them or not.
func TestWatchedFolders(t *testing.T) {
	r := gittest.New(t)
	r.Write("docs/deep/a.md", "# A\n", "docs/deep/more/x.txt", "x\n", "docs/deep/more/most/y.txt", "y\n", "b.md", "# B\n")
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	w := newWatchList(repo, maphash.MakeSeed(), []string{"b.md", "docs/deep/a.md", "docs/deep/b.md"})
	var got []string
	for _, f := range w.folders {
		rel, err := filepath.Rel(repo.Root, f)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.ToSlash(rel))
	}
	if want := []string{".", "docs", "docs/deep", "docs/deep/more"}; !slices.Equal(got, want) {
		t.Errorf("watched are %q, want %q", got, want)
	}
}

// A call before which nothing has changed updates nothing.
func TestCallsWithoutChanges(t *testing.T) {
	var updates atomic.Int32
	k := keep(t, func(what string, work func() error) error {
		if what == "updating the index" {
			updates.Add(1)
		}
		return work()
	})
	v := k.view()
	began := time.Now()
	k.mu.Lock()
	k.scanned = began // so that the next scan of all files is not due
	k.mu.Unlock()
	before := updates.Load()
	for range 3 {
		if k.view() != v {
			t.Error("another view is given")
		}
	}
	if got := updates.Load(); got != before && time.Since(began) < deepEvery || before == 0 {
		t.Errorf("%d updates, %d after the first call", got, before)
	}
	k.Repo.Write("docs/new.md", "# New\n")
	if k.view() == v || updates.Load() == before {
		t.Error("a new note is not taken in")
	}
}
