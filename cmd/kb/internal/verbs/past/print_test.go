package past

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/session"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/9aea2451/kb/kb/notelog"
	"github.com/9aea2451/kb/kb/revision"
	"github.com/9aea2451/kb/text/diff"
)

// Each change of a note is a line that begins with what happened, below the heading that it stands under.
func TestDifferenceInLines(t *testing.T) {
	words := []diff.Word{{Text: "brew "}, {Op: diff.Removed, Text: "three"}, {Op: diff.Added, Text: "five"}}
	d := &revision.Diff{
		Fields: []revision.Field{
			{Op: revision.Added, Key: "status", New: "accepted"}, {Op: revision.Removed, Key: "tags", Old: "[tea]"},
			{Op: revision.Changed, Key: "title", Words: words},
		},
		Sections: []revision.Section{
			{Op: revision.Changed, Passages: []revision.Passage{{Op: revision.Added, New: "New."}, {Op: revision.Removed, Old: "Old."}}},
			{Op: revision.Added, Path: []string{"Tea", "Green"}, Passages: []revision.Passage{{Op: revision.Changed, Words: words}}},
			{Op: revision.Removed, Path: []string{"Tea", "Red"}},
			{Op: revision.Renamed, Path: []string{"Tea", "Black"}, OldPath: []string{"Tea", "Dark"}},
			{Op: revision.Moved, Path: []string{"Tea"}, OldPath: []string{"Drinks", "Tea"}, Passages: []revision.Passage{
				{Op: revision.Moved, New: "Hot.", OldPath: []string{"Drinks"}}, {Op: revision.Moved, New: "Wet."},
			}},
		},
	}
	a, out, _ := story.Person(t.TempDir(), app.Globals{})
	diffPrinter{a}.print(d)
	const want = `@@ front matter @@
+status: accepted
-tags: [tea]
~title: brew [-three-]{+five+}
@@ before the first heading @@
+New.
-Old.
@@ Tea › Green @@ section added
~brew [-three-]{+five+}
@@ Tea › Red @@ section removed
@@ Tea › Black @@ was Tea › Dark
@@ Tea @@ moved from Drinks › Tea
>Hot. (from Drinks)
>Wet. (from the beginning)
`
	if err := a.Flush(); err != nil || out.String() != want {
		t.Errorf("got\n%s\nwant\n%s%v", out, want, err)
	}
}

// What a commit did to a note is told by its name, and why there is no difference where there is none.
func TestCommitsInLines(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n")
	r.Commit("Begin")
	nothing := &revision.Diff{}
	for want, e := range map[string]desk.LogEntry{
		"renamed from old.md to a.md\n(layout only: no words changed)\n": {
			Status: walk.Renamed, OldPath: "old.md", Path: "a.md", Blob: "1", OldBlob: "2", Diff: nothing,
		},
		"copied from old.md to a.md\n": {Status: walk.Copied, OldPath: "old.md", Path: "a.md", Blob: "1", OldBlob: "1"},
		"deleted a.md\n":               {Status: walk.Deleted, Path: "a.md"},
		"added a.md: 2 sections, 1 statement\n": {
			Status: walk.Added, Path: "a.md", Whole: &notelog.Size{Sections: 2, Statements: 1},
		},
		"(not compared: too long)\n": {Status: walk.Modified, Uncompared: "too long", Diff: nothing},
		"(permissions only)\n":       {Status: walk.Modified},
		"(nothing that is in neither parent)\n": {
			Status: walk.Modified, Diff: nothing, Parents: []string{"a", "b"}, Blob: "1", OldBlob: "2",
		},
		"@@ front matter @@\n+status: accepted\n": {Status: walk.Modified, Diff: &revision.Diff{Fields: []revision.Field{
			{Op: revision.Added, Key: "status", New: "accepted"},
		}}},
	} {
		a, out, _ := story.Person(r.Dir, app.Globals{})
		repo, err := session.OpenRepo(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		p := logPrinter{base: session.In(a, repo)}
		if p.change(&e); a.Flush() != nil || out.String() != want {
			t.Errorf("%q, want %q", out, want)
		}
	}
}
