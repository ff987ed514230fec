package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/query"
	"github.com/9aea2451/kb/index/store"
)

// What no reference leads to is dropped; what is left answers as before, and nothing of it is read again.
func TestCollect(t *testing.T) {
	dir := indextest.NewPast(t, 4)
	linked := filepath.Join(t.TempDir(), "linked")
	indextest.Git(t, dir, "worktree", "add", "-q", "-b", "side", linked, "HEAD~2")
	indextest.Update(t, linked)
	x := indextest.Open(t, dir, store.Options{})
	want := indextest.AnswersOf(t, x, indextest.PastQueries, query.Hybrid, indextest.FirstDay)
	kept, gone := indextest.GitOut(t, dir, "rev-parse", "HEAD~5"), indextest.GitOut(t, dir, "rev-parse", "HEAD")
	wantPast := indextest.AnswersOf(t, x.At(kept), indextest.PastQueries, query.Hybrid, indextest.FirstDay)
	indextest.WriteFile(t, dir, "lost.md", "# Lost\n\nOnly a commit that was thrown away had this text.\n")
	indextest.Git(t, dir, "add", "lost.md")
	indextest.Git(t, dir, "commit", "-qm", "lost")
	lost := indextest.GitOut(t, dir, "rev-parse", "HEAD")
	indextest.AnswersOf(t, x.At(lost), indextest.PastQueries[:1], query.Hybrid, indextest.FirstDay)
	indextest.Git(t, dir, "reset", "-q", "--hard", gone)
	indextest.Update(t, dir)

	reached, err := x.Repo.Reachable(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lostBlob := indextest.GitOut(t, dir, "rev-parse", lost+":lost.md")
	alive := store.Alive{Commit: func(id string) bool { return reached[id] }, Blob: func(id string) bool { return id != lostBlob }}
	found, err := x.Garbage(t.Context(), alive)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&store.Garbage{Trees: []string{"commit-" + lost}, Blobs: 1, Models: []string{}}, found); diff != "" {
		t.Error(diff)
	}
	indextest.Git(t, dir, "worktree", "remove", linked)
	if found, err = x.Collect(t.Context(), alive); err != nil {
		t.Fatal(err)
	}
	if len(found.Trees) != 2 || !strings.HasPrefix(found.Trees[1], "worktree-") || found.Blobs != 1 || found.Bytes <= 0 {
		t.Errorf("collected %+v", found)
	}
	if again, err := x.Collect(t.Context(), alive); err != nil || !again.Empty() {
		t.Errorf("again: %+v, %v", again, err)
	}
	entries, _ := os.ReadDir(filepath.Join(x.Dir, store.GenerationsDir))
	if len(entries) != 2 {
		t.Errorf("%d generations are left, want that of the work tree and of one commit", len(entries))
	}
	if diff := cmp.Diff(want, indextest.AnswersOf(t, x, indextest.PastQueries, query.Hybrid, indextest.FirstDay)); diff != "" {
		t.Errorf("the work tree: %s", diff)
	}
	if diff := cmp.Diff(wantPast, indextest.AnswersOf(t, x.At(kept), indextest.PastQueries, query.Hybrid, indextest.FirstDay)); diff != "" {
		t.Errorf("a past tree: %s", diff)
	}
	if c := indextest.Update(t, dir); c.Parsed+c.Read+c.Embedded != 0 {
		t.Errorf("read again: %+v", c)
	}
}

// A model that no tree uses any more goes with its vectors.
func TestCollectModels(t *testing.T) {
	dir := indextest.NewPast(t, 4)
	x := indextest.Open(t, dir, store.Options{})
	indextest.AnswersOf(t, x, indextest.PastQueries[:1], query.Hybrid, indextest.FirstDay)
	indextest.WriteFile(t, dir, "new.md", "# Entirely\n\nOther words make another model: zebra, quagga, okapi.\n")
	if _, err := x.Update(t.Context(), build.Options{Full: true}); err != nil {
		t.Fatal(err)
	}
	g, err := x.Collect(t.Context(), store.Alive{Commit: func(string) bool { return true }})
	if err != nil || len(g.Models) != 1 {
		t.Fatalf("%+v, %v", g, err)
	}
	models, _ := os.ReadDir(filepath.Join(x.Dir, "models"))
	if len(models) != 1 {
		t.Errorf("%d model files are left", len(models))
	}
	if a := indextest.AnswersOf(t, x, indextest.PastQueries[:1], query.Hybrid, indextest.FirstDay); a[0].Model == g.Models[0] ||
		len(a[0].Hits) == 0 {
		t.Errorf("answers by %s", a[0].Model)
	}
}
