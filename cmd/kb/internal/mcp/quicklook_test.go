package mcp

import (
	"hash/maphash"
	"os"
	"path/filepath"
	"testing"
)

func TestQuickLookSeesWhatALookSees(t *testing.T) {
	r := sample(t)
	r.git("branch", "feature/one/deep")
	repo := r.root(t).Repo
	w := newWatchList(repo, maphash.MakeSeed(), []string{"docs/sessions.md", "docs/evil.md", ".memory/memories/table-tests.md"})
	q := &quickLook{}
	defer q.alarm.close()
	before := q.look(w)
	remove := func(name string) {
		if err := os.RemoveAll(filepath.Join(r.dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		change func()
		none   bool // nothing that counts
	}{
		{"an edit", func() { r.write("docs/sessions.md", "# Sessions\n\nThey are longer now.\n") }, false},
		{"nothing", func() {}, true},
		{"a file moved over a note", func() {
			r.write("docs/new.tmp", "# Sessions\n\nShort.\n")
			if err := os.Rename(filepath.Join(r.dir, "docs", "new.tmp"), filepath.Join(r.dir, "docs", "sessions.md")); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"a deleted note", func() { remove("docs/evil.md") }, false},
		{"a note in a new folder", func() { r.write("new/note.md", "# New\n") }, false},
		{"that folder gone", func() { remove("new") }, false},
		{"rules of what is no note", func() { r.write(".kbignore", "x\n") }, false},
		{"what is staged", func() { r.git("add", "-A") }, false},
		{"a commit", func() { r.git("commit", "-q", "-m", "Change") }, false},
		{"packed references", func() { r.git("pack-refs", "--all") }, false},
		{"a branch in a folder of its own", func() { r.git("checkout", "-q", "feature/one/deep") }, false},
		{"a commit there", func() { r.git("commit", "-q", "--allow-empty", "-m", "Nothing") }, false},
		{"one more", func() { r.git("commit", "-q", "--allow-empty", "-m", "Nothing more") }, false},
		{"no branch", func() { r.git("checkout", "-q", "--detach", "main") }, false},
		{"configuration", func() { r.write(".memory/kb.yaml", "index: {}\n") }, false},
		{"a file elsewhere", func() { r.write(".git/description", "Mine.\n") }, true},
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
