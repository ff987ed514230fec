package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/9aea2451/kb/index/store"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
)

// saveView keeps a view in the records.
func (u *updater) saveView(t *testing.T, v *store.View) {
	t.Helper()
	if err := u.db.Write(func() error { return u.db.SaveView(v) }); err != nil {
		t.Fatal(err)
	}
}

// A tree of a commit has the model of the work trees, unless a server or nobody embeds it.
func TestModelOfAPastTree(t *testing.T) {
	for name, tt := range map[string]struct {
		commit string
		o      store.Options
		of     string // the view that has a model
		saved  string
		want   string
	}{
		"a past tree": {"c1", store.Options{}, "main", "m1", "m1 {}"}, "a work tree": {"", store.Options{}, "main", "m1", " "},
		"with a server":          {"c1", store.Options{Provider: answers{}}, "main", "m1", " "},
		"without vectors":        {"c1", store.Options{NoVectors: true}, "main", "m1", " "},
		"no model yet":           {"c1", store.Options{}, "main", "", " "},
		"like another past tree": {"c1", store.Options{}, "commit-c0", "m1", "m1 {}"},
	} {
		u := withRecords(t, tt.o)
		u.saveView(t, &store.View{Name: tt.of, Generation: "g", Model: tt.saved, Training: "{}"})
		u.Folder.Commit = tt.commit
		u.view = store.View{Name: "other"}
		if err := u.shareModel(); err != nil || u.view.Model+" "+u.view.Training != tt.want {
			t.Errorf("%s: %q %q, %v, want %q", name, u.view.Model, u.view.Training, err, tt.want)
		}
	}
}

// A tree of a commit stands when it has a generation, with the vectors that are asked for and all its files.
func TestPastTreeThatStands(t *testing.T) {
	u := withRecords(t, store.Options{})
	ask := func(o store.Options) bool {
		x := *u.Folder
		x.View, x.Options.Provider, x.Options.NoVectors = "commit-c1", o.Provider, o.NoVectors
		_, ok := builtPast(t.Context(), &x)
		return ok
	}
	if ask(store.Options{}) {
		t.Error("a tree that was never asked for stands")
	}
	u.saveView(t, &store.View{Name: "main", Generation: "g0", Model: "m1", Training: "{}"})
	u.saveView(t, &store.View{Name: "commit-c1", Generation: "g1", Model: "m1", Training: "{}"})
	if ask(store.Options{}) {
		t.Error("a tree without its files stands")
	}
	dir := u.GenerationDir("g1")
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "words"), []byte("x"), 0o600),
		store.WriteManifest(dir, "", 0)); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		model string
		o     store.Options
		want  bool
	}{
		"of the model": {"m1", store.Options{}, true}, "of another model": {"m2", store.Options{}, false}, "without vectors": {"m2",
			store.Options{NoVectors: true}, true},
		"of the server": {"test:two", store.Options{Provider: answers{}}, true}, "of another server": {"m1",
			store.Options{Provider: answers{}}, false},
	} {
		u.saveView(t, &store.View{Name: "commit-c1", Generation: "g1", Model: tt.model, Training: "{}"})
		if got := ask(tt.o); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	u.saveView(t, &store.View{Name: "commit-c1", Generation: "g1", Model: "m1", Training: "{}"})
	if err := store.PutAbsent(dir); err != nil || ask(store.Options{}) {
		t.Errorf("a tree that lacks files stands, %v", err)
	}
}

// The texts of chunks, a sample of them in even steps, and the vectors that they had.
func TestTextsOfChunks(t *testing.T) {
	u := withRecords(t, store.Options{})
	u.keepNotes(t, map[string]string{"a.md": "# A\n\nalpha\n\n## B\n\nbeta\n", "c.md": "# C\n\ngamma\n", "d.md": "# D\n\ndelta\n"})
	for n, want := range map[int]string{0: "", 1: "alpha", 2: "alpha gamma", 3: "alpha beta gamma", 4: "alpha beta gamma delta",
		9: "alpha beta gamma delta"} {
		texts, err := u.sample(n)
		var got []string
		for _, text := range texts {
			for _, word := range []string{"alpha", "beta", "gamma", "delta"} {
				if strings.Contains(text, word) {
					got = append(got, word)
				}
			}
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%d of 4: %q, %v, want %q", n, got, err, want)
		}
	}
	old, _ := treeOf()
	*old = *u.rows
	old.Slots = []int32{5, store.NoSlot, 7, 8}
	u.old.Rows = old
	e := &embedder{updater: u, moved: map[string]string{"new.md": "c.md"}}
	had := func(path string) string {
		slots, err := e.slotsBefore(path)
		if err != nil {
			t.Fatal(err)
		}
		var out []int32
		for _, s := range slots {
			out = append(out, s)
		}
		slices.Sort(out)
		return fmt.Sprint(out)
	}
	if got := had("a.md"); got != "[]" {
		t.Errorf("without vectors before: %s", got)
	}
	u.old.Vectors = &store.Vectors{Slots: old.Slots}
	for path, want := range map[string]string{"a.md": "[5]", "c.md": "[7]", "new.md": "[7]", "other.md": "[]"} {
		if got := had(path); got != want {
			t.Errorf("%s had the slots %s, want %s", path, got, want)
		}
	}
	u.rows.Slots = slices.Repeat([]int32{store.NoSlot}, 4)
	if err := errors.Join(e.queue(0), e.queue(1)); err != nil || !slices.Equal(u.rows.Slots, []int32{5, -1, 7, -1}) ||
		!slices.Equal(e.rowsWaiting, []int{1}) ||
		e.silent != 0 || !strings.Contains(e.textsWaiting[0], "beta") {
		t.Errorf("slots %v, waiting %v %q, silent %d, %v", u.rows.Slots, e.rowsWaiting, e.textsWaiting, e.silent, err)
	}
	old.Blobs = slices.Clone(old.Blobs)
	if old.Blobs[0] = strings.Repeat("e", 40); had("a.md") != "[]" {
		t.Errorf("the records have forgotten the text: %s", had("a.md"))
	}
	u.rows.First[1]++
	if _, err := u.contextsOf(0); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("a table with other chunks than the records: %v", err)
	}
}

// Notes have the labels that the configuration gives their paths; those that it gives no more are taken away.
func TestLabelsOfAView(t *testing.T) {
	u := withRecords(t, store.Options{})
	u.keepNotes(t, map[string]string{"a.md": "a\n", "docs/b.md": "b\n", "docs/c.md": "c\n"})
	u.saveView(t, &u.view)
	g := &grapher{updater: u}
	if err := u.db.Write(func() error { return g.putNotes(u.tree.Files) }); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ config, want string }{
		{"", ""}, {"labels: {docs/: plan}", "docs/b.md plan docs/c.md plan"}, {"labels: {docs/: plan, docs/c.md: spec}",
			"docs/b.md plan docs/c.md spec"},
		{"labels: {a.md: note, docs/c.md: spec}", "a.md note docs/c.md spec"}, {"", ""},
	} {
		c, problems := kb.ParseConfig([]byte(tt.config))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		u.tree.Config = c
		if err := u.db.Write(u.relabel); err != nil {
			t.Fatal(err)
		}
		var got []string
		for row, err := range u.db.Rows(`SELECT path, label FROM notes WHERE label <> '' ORDER BY path`) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, row.ColumnText(0), row.ColumnText(1))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %q, want %q", tt.config, got, tt.want)
		}
	}
}

// Files that turn out not to be indexable are no files of the tree; of a past tree that is said.
func TestFilesAreLeftOut(t *testing.T) {
	var warned []string
	u := withRecords(t, store.Options{})
	u.Folder.Options.Warn = func(s string) { warned = append(warned, s) }
	u.old.Rows, u.tree.Files = treeOf("a 1", "b 2", "c 3")
	u.diff = compare(u.old.Rows, u.tree.Files)
	left := func(skipped ...kb.Skip) string {
		u.leaveOut(skipped)
		u.warnOfGaps(skipped)
		var paths []string
		for _, f := range u.tree.Files {
			paths = append(paths, f.Path)
		}
		return fmt.Sprint(strings.Join(paths, " "), " ", u.diff.unchanged, u.diff.gone, " ", len(warned), " ", u.absent)
	}
	if got := left(); got != "a b c 3 0 0 false" {
		t.Errorf("nothing is left out: %s", got)
	}
	if got := left(kb.Skip{Path: "b", Reason: "binary"}); got != "a c 2 1 0 false" {
		t.Errorf("one of the work tree: %s", got)
	}
	u.Folder.Commit = "0123456789abcdef"
	if got := left(); got != "a c 2 1 0 false" {
		t.Errorf("nothing of a past tree: %s", got)
	}
	if got := left(kb.Skip{Path: "a", Reason: "binary"}); got != "c 1 2 1 false" || !strings.Contains(warned[0],
		"1 files of 0123456789 could not be read") {
		t.Errorf("one of a past tree: %s, %q", got, warned)
	}
	if got := left(kb.Skip{Path: "c", Reason: "read c: " + git.ErrMissing.Error()}); got != " 0 3 2 true" {
		t.Errorf("one whose bytes are missing: %s", got)
	}
	_, u.diff.put = treeOf("x 7", "y 8", "z 9")
	u.o.Cheap = 2
	if err := u.read(t.Context()); !errors.Is(err, store.ErrLong) {
		t.Errorf("three files to read, and two may be: %v", err)
	}
}
