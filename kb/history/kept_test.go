package history

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/git"
)

// The file speaks only for the commit that it was kept for, only while it is whole, and of what is
// in the work tree.
func TestKeptFile(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "one\n", "b.md", "one\n")
	first := r.commit("2026-01-02T03:04:05Z", "A", "first")
	r.Write("b.md", "two\n")
	second := r.commit("2026-01-03T03:04:05Z", "B", "second")
	repo, ctx := r.open("on"), t.Context()
	h := openHistory(t, repo, "")
	defer h.Close()
	update(t, h)
	k := LoadKept(repo, first)
	for _, path := range []string{"a.md", "b.md", "new.md"} {
		if _, err := k.Ask(ctx, h, path, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Save(ctx, h); err != nil {
		t.Fatal(err)
	}
	if _, ok := LoadKept(repo, second).Provenance("a.md", ""); ok {
		t.Error("what was kept for the first commit speaks for the second")
	}
	k = LoadKept(repo, first)
	p, ok := k.Provenance("a.md", "another")
	if !ok || p.Commit != first || !p.Changed {
		t.Errorf("a.md: %+v, %v", p, ok)
	}
	for _, blob := range []string{"", r.Git("rev-parse", "HEAD:a.md")} {
		if p, ok := k.Provenance("a.md", blob); !ok || p.Changed {
			t.Errorf("a.md as it was committed: %+v, %v", p, ok)
		}
	}
	if p, ok := k.Provenance("new.md", ""); p != nil || !ok {
		t.Errorf("new.md: %+v, %v", p, ok)
	}
	if _, ok := k.Provenance("other.md", ""); ok {
		t.Error("a note is known that was not asked for")
	}
	// Of the two notes that were kept, the commit since leaves one as it was.
	k = LoadKept(repo, second)
	if _, err := k.Ask(ctx, h, "new.md", ""); err != nil {
		t.Fatal(err)
	}
	_, a := k.Provenance("a.md", "")
	_, b := k.Provenance("b.md", "")
	if !a || b {
		t.Errorf("known after the second commit: a.md %v, b.md %v", a, b)
	}
	files, err := filepath.Glob(filepath.Join(repo.StateDir(), "index", "*.provenance"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{"cut": whole[:len(whole)-9], "empty": {},
		"changed": bytes.Replace(whole, []byte(`"date":"2026-01-02"`), []byte(`"date":"2026-01-09"`), 1)} {
		if err := os.WriteFile(files[0], damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, ok := LoadKept(repo, first).Provenance("a.md", ""); ok {
			t.Errorf("a %s file is believed", name)
		}
	}
}

// When files were touched is kept like where they come from, each by what it holds.
func TestKeptTouches(t *testing.T) {
	h := told(t, branched()...)
	at := func(n int) *Kept { return LoadKept(h.repo, commitID(n)) }
	b, c := git.File{Path: "b.go", Blob: blobID("2")}, git.File{Path: "c.md", Blob: blobID("1")}
	k := at(1)
	if _, ok := k.Touches([]git.File{b}); ok {
		t.Error("known before it was asked")
	}
	want := []Touch{{When: onDay(2)}, {When: onDay(1), Only: true}}
	got, err := k.AskTouches(t.Context(), h, []git.File{b, c})
	diff(t, "asked", got, want)
	if err != nil {
		t.Error(err)
	}
	if err := k.Save(t.Context(), h); err != nil {
		t.Fatal(err)
	}
	k = at(1)
	got, ok := k.Touches([]git.File{b, c})
	diff(t, "kept", got, want)
	if !ok {
		t.Error("not kept")
	}
	for _, f := range []git.File{{Path: "b.go", Blob: blobID("1")}, {Path: "a.md", Blob: blobID("1")}} {
		if _, ok := k.Touches([]git.File{c, f}); ok {
			t.Errorf("kept of %s with other bytes, or that nobody asked for", f.Path)
		}
	}
	// The next commit touches c.md, and leaves the other as it was.
	k = at(4)
	if k.Current() {
		t.Error("what was kept speaks of another commit")
	}
	if _, err := k.AskTouches(t.Context(), h, nil); err != nil || !k.Current() {
		t.Errorf("current %v, %v", k.Current(), err)
	}
	_, same := k.Touches([]git.File{b})
	_, other := k.Touches([]git.File{c})
	if !same || other {
		t.Errorf("kept of b.go %v, of c.md, which was touched since, %v", same, other)
	}
}

// What was kept of the names is not taken for what a new .mailmap says.
func TestKeptFollowsTheMailmap(t *testing.T) {
	r := newGitRepo(t)
	r.Write("a.md", "# A\n")
	head := r.commit("2026-01-01T00:00:00Z", "A", "begin")
	ask := func() string {
		t.Helper()
		repo := r.open("on")
		k := LoadKept(repo, head)
		h := openHistory(t, repo, "")
		update(t, h)
		p, err := k.Ask(t.Context(), h, "a.md", "")
		if err != nil || k.Save(t.Context(), h) != nil {
			t.Fatal(err)
		}
		return p.Author
	}
	before := ask()
	if err := os.WriteFile(filepath.Join(r.open("on").Root, ".mailmap"), []byte("Ann Writer <a@example.com>\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := []string{before, ask(), ask()}; got[0] != "A" || got[1] != "Ann Writer" || got[2] != "Ann Writer" {
		t.Errorf("shown as %q", got)
	}
}

// Where something is missing, what was told is kept until git has got more objects.
func TestKeptWhileObjectsAreMissing(t *testing.T) {
	r := newGitRepo(t)
	text := strings.Repeat("A line that both versions have.\n", 20)
	r.Write("a.md", text+"one\n", "other.md", "# Other\n")
	r.commit("2026-01-01T00:00:00Z", "A", "begin")
	blob := r.Git("rev-parse", "HEAD:a.md")
	r.Git("mv", "a.md", "b.md")
	r.Write("b.md", text+"two\n")
	head := r.commit("2026-01-02T00:00:00Z", "B", "rename")
	repo := r.open("on")
	file := filepath.Join(repo.CommonDir, "objects", blob[:2], blob[2:])
	data, err := os.ReadFile(file)
	if err != nil || os.Remove(file) != nil {
		t.Fatal(err)
	}
	h := openHistory(t, repo, "")
	update(t, h)
	if l, err := h.Limits(t.Context(), head); err != nil || l.Blobs != 1 {
		t.Fatalf("%+v, %v", l, err)
	}
	k := LoadKept(repo, head)
	if p, err := k.Ask(t.Context(), h, "other.md", ""); err != nil || p == nil || k.Save(t.Context(), h) != nil {
		t.Fatal(p, err)
	}
	k = LoadKept(repo, head)
	if p, ok := k.Provenance("other.md", ""); !ok || p.Author != "A" || !k.Current() {
		t.Errorf("kept: %v, %v", p, ok)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if k := LoadKept(repo, head); k.Current() {
		t.Error("what was kept is believed though the missing object has come")
	}
}
