package warm

import (
	"hash/maphash"
	"os"
	"path/filepath"
	"testing"

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
