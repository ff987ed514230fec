package build_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/9aea2451/kb/index"
	"github.com/9aea2451/kb/index/build"
	"github.com/9aea2451/kb/index/indextest"
	"github.com/9aea2451/kb/index/store"
)

// graphOf writes what an index knows of each note: its label, how many notes link to it, which one
// supersedes or disputes it, and where its links lead.
func graphOf(t *testing.T, x *index.Index) string {
	t.Helper()
	s, err := x.Searcher(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var b strings.Builder
	for _, path := range s.Paths() {
		n, err := s.Note(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s in=%d", path, n.Label, n.InLinks)
		if n.SupersededBy != "" {
			fmt.Fprintf(&b, " superseded by %s", n.SupersededBy)
		}
		if n.DisputedBy != "" {
			fmt.Fprintf(&b, " disputed by %s", n.DisputedBy)
		}
		out, _, err := s.Links(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range out {
			fmt.Fprintf(&b, "\n  %d %s %s", l.Line, l.State, cmp.Or(l.To, strings.Join(l.Candidates, "|"), l.Target))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// The links between notes, who supersedes and disputes whom, and the labels follow every edit, and
// are what a clean build finds.
func TestGraphFollowsEdits(t *testing.T) {
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	supersedes := func(status string) string {
		return "---\nstatus: " + status + "\nrelations: [{type: supersedes, target: old.md}]\n---\nText.\n"
	}
	disputes := "---\nrelations: [{type: disputes, target: claim.md}]\n---\nText.\n"
	for name, text := range map[string]string{
		"a.md": "See [b](b.md), [b again](b.md#part), [itself](a.md), [gone](gone.md), [code](main.go), " +
			"[page](https://example.org).\n\n[[twin]]\n",
		"b.md": "Written down in docs/plan.md and and/or.\n", "docs/plan.md": "Plan.\n", "x/twin.md": "One.\n", "y/twin.md": "Two.\n",
		"old.md": "Old.\n", "draft.md": supersedes("draft"), "new.md": supersedes("accepted"), "newer.md": supersedes("accepted"),
		"early.md": "---\nrelations: [{type: superseded_by, target: late.md}, {type: disputed_by, target: b.md}]\n---\nSee [b](b.md).\n",
		"late.md":  "Late.\n",
		"claim.md": "Claim.\n", "doubt.md": disputes, "another.md": disputes,
		"weak.md":         "---\nrelations: [{type: relates_to, target: b.md, strength: 0}]\n---\nText.\n",
		".memory/kb.yaml": "labels: {docs/: plan}\n", "binary.md": "a\x00b",
	} {
		indextest.WriteFile(t, dir, name, text)
	}
	x := indextest.Open(t, dir, store.Options{NoVectors: true, Warn: func(string) {}})
	defer x.Close()
	want := `a.md doc in=0
  1 ok b.md
  1 ok b.md
  1 broken gone.md
  1 external main.go
  3 ambiguous x/twin.md|y/twin.md
another.md doc in=0
  2 ok claim.md
b.md doc in=2
  1 ok docs/plan.md
claim.md doc in=2 disputed by another.md
docs/plan.md plan in=1
doubt.md doc in=0
  2 ok claim.md
draft.md doc in=0
  3 ok old.md
early.md doc in=0 superseded by late.md disputed by b.md
  4 ok b.md
  2 ok late.md
  2 ok b.md
late.md doc in=1
new.md doc in=0
  3 ok old.md
newer.md doc in=0
  3 ok old.md
old.md doc in=3 superseded by new.md
weak.md doc in=0
  2 ok b.md
x/twin.md doc in=0
y/twin.md doc in=0
`
	step := func(what string, skipped int, changes ...string) {
		t.Helper()
		r, err := x.Update(t.Context(), build.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(changes); i += 2 {
			if !strings.Contains(want, changes[i]) {
				t.Fatalf("%s: %q is not in\n%s", what, changes[i], want)
			}
			want = strings.Replace(want, changes[i], changes[i+1], 1)
		}
		got := graphOf(t, x)
		if d := gocmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", what, d)
		}
		if len(r.Skipped) != skipped || r.Notes != strings.Count(want, "in=") {
			t.Errorf("%s: %d notes, left out: %v", what, r.Notes, r.Skipped)
		}
		// Only what leads out of the repository is no link of it.
		if links := strings.Count(got, "\n  ") - strings.Count(got, " external "); r.Links != links {
			t.Errorf("%s: %d links are counted, want %d", what, r.Links, links)
		}
	}
	step("at first", 1)
	step("nothing changed", 1)

	indextest.WriteFile(t, dir, "new.md", "No longer.\n")
	indextest.WriteFile(t, dir, "gone.md", "Here.\n")
	step("one more and one less", 1, "new.md doc in=0\n  3 ok old.md\n", "new.md doc in=0\n", "in=3 superseded by new.md",
		"in=2 superseded by newer.md",
		"1 broken gone.md", "1 ok gone.md", "late.md doc", "gone.md doc in=1\nlate.md doc")

	indextest.WriteFile(t, dir, "newer.md", supersedes("rejected"))
	step("given up", 1, " superseded by newer.md", "")

	indextest.WriteFile(t, dir, "b.md", "Written in and/or.\n\nBeside docs/plan.md.\n")
	step("what is no link stays none", 1, "b.md doc in=2\n  1 ok docs/plan.md", "b.md doc in=2\n  3 ok docs/plan.md")

	for _, name := range []string{"another.md", "early.md"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	indextest.WriteFile(t, dir, "binary.md", "Text now.\n")
	step("two are gone, one of which disputes", 0,
		"early.md doc in=0 superseded by late.md disputed by b.md\n  4 ok b.md\n  2 ok late.md\n  2 ok b.md\n", "",
		"late.md doc in=1", "late.md doc in=0", "b.md doc in=2\n  3 ok docs/plan.md", "b.md doc in=1\n  3 ok docs/plan.md",
		"another.md doc in=0\n  2 ok claim.md\n", "", "claim.md doc in=2 disputed by another.md",
		"binary.md doc in=0\nclaim.md doc in=1 disputed by doubt.md")

	indextest.WriteFile(t, dir, ".memory/kb.yaml", "labels: {docs/: roadmap, x/: one}\n")
	step("other labels", 0, "docs/plan.md plan", "docs/plan.md roadmap", "x/twin.md doc", "x/twin.md one")
	indextest.WriteFile(t, dir, ".memory/kb.yaml", "labels: {x/: one}\n")
	step("a label less", 0, "docs/plan.md roadmap", "docs/plan.md doc")

	indextest.WriteFile(t, dir, "a.md", "---\ntitle: Begin\n---\nSee [b](b.md).\n\n[[twin]]\n")
	if err := os.Remove(filepath.Join(dir, "y/twin.md")); err != nil {
		t.Fatal(err)
	}
	step("a name has one bearer", 0, "  1 ok b.md\n  1 ok b.md\n  1 ok gone.md\n  1 external main.go\n  3 ambiguous x/twin.md|y/twin.md",
		"  4 ok b.md\n  6 ok x/twin.md", "gone.md doc in=1", "gone.md doc in=0", "x/twin.md one in=0", "x/twin.md one in=1",
		"y/twin.md doc in=0\n", "")

	indextest.WriteFile(t, dir, "b.md", "Begin anew, see [[Begin]] and docs/plan.md.\n")
	step("a link by title", 0, "b.md doc in=1\n  3 ok docs/plan.md", "b.md doc in=1\n  1 ok a.md\n  1 ok docs/plan.md",
		"a.md doc in=0", "a.md doc in=1")
	if found := checked(t, x); len(found) != 0 {
		t.Errorf("a clean build differs: %v", found)
	}
}

// The status is that of the index as it stands: not there, up to date, behind, damaged.
func TestStatus(t *testing.T) {
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	indextest.WriteFile(t, dir, "a.md", "# A\n\n[b](b.md) [gone](gone.md) [[twin]]\n\n## Part\n\nText.\n")
	for _, name := range []string{"b.md", "x/twin.md", "y/twin.md"} {
		indextest.WriteFile(t, dir, name, "# Note\n\nText.\n")
	}
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.FixedZone("", 7200))
	x := indextest.Open(t, dir, store.Options{NoVectors: true, Now: func() time.Time { return now }})
	defer x.Close()
	status := func() *build.Status {
		t.Helper()
		s, err := build.StatusOf(t.Context(), x.Folder)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := status(); s.Notes != 0 || s.Fresh || s.Damaged != "" || s.Updated != "" || s.Schema != store.Schema {
		t.Errorf("before the first build: %+v", s)
	}
	updated(t, x)
	got := status()
	if got.Bytes < 1000 {
		t.Errorf("%d bytes", got.Bytes)
	}
	want := build.Status{Dir: x.Dir, Notes: 4, Chunks: 5, Links: 3, Broken: 1, Ambiguous: 1, Bytes: got.Bytes, Commit: got.Commit,
		Updated: "2026-05-04T10:00:00Z", Fresh: true, Provider: got.Provider, Schema: store.Schema}
	if d := gocmp.Diff(want, *got); d != "" {
		t.Error(d)
	}
	indextest.WriteFile(t, dir, "b.md", "# Other\n")
	if s := status(); s.Fresh || s.Notes != 4 {
		t.Errorf("behind: %+v", s)
	}
	flip(t, filepath.Join(x.Dir, store.GenerationsDir, "*", store.RowsFile))
	if s := status(); s.Fresh || s.Damaged == "" || s.Notes != 0 || s.Bytes < 1000 {
		t.Errorf("damaged: %+v", s)
	}
}

// Of the trees of commits those asked for last are kept, and one that is asked for again stays.
func TestOldestTreesOfCommitsGo(t *testing.T) {
	dir := t.TempDir()
	indextest.Git(t, dir, "init", "-q")
	var commits []string
	for i := range 13 {
		indextest.WriteFile(t, dir, "a.md", fmt.Sprintf("Text %d.\n", i))
		indextest.Git(t, dir, "add", ".")
		indextest.Git(t, dir, "commit", "-qm", "change")
		commits = append(commits, indextest.GitOut(t, dir, "rev-parse", "HEAD"))
	}
	x := indextest.Open(t, dir, store.Options{NoVectors: true})
	defer x.Close()
	for i, c := range commits {
		if r := updated(t, x.At(c)); r.Notes != 1 {
			t.Errorf("%+v", r)
		}
		// The first is asked for once more, after the second.
		if i == 1 {
			if r := updated(t, x.At(commits[0])); r.Unchanged != 1 || r.Read != 0 {
				t.Errorf("asked for again: %+v", r)
			}
		}
		// The clock of a file system may be coarse: each was asked for in an hour of its own.
		db, err := x.OpenRecords(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		for j, c := range commits[:i+1] {
			v, err := db.LoadView(store.PastPrefix + c)
			if err != nil {
				t.Fatal(err)
			}
			if v.Generation != "" {
				at := time.Date(2026, 1, 1, j, 0, 0, 0, time.UTC)
				if j == 0 {
					at = at.Add(90 * time.Minute)
				}
				if err := os.Chtimes(filepath.Join(x.GenerationDir(v.Generation), store.ManifestFile), at, at); err != nil {
					t.Fatal(err)
				}
			}
		}
		db.Close()
	}
	db, err := x.OpenRecords(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var gone []int
	for i, c := range commits {
		if v, err := db.LoadView(store.PastPrefix + c); err != nil || v.Generation == "" {
			gone = append(gone, i)
		} else if _, err := os.Stat(x.GenerationDir(v.Generation)); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(gone, []int{1}) {
		t.Errorf("gone are %v", gone)
	}
	if dirs, err := filepath.Glob(filepath.Join(x.Dir, store.GenerationsDir, "*")); err != nil || len(dirs) != 12 {
		t.Errorf("%d generations are kept, %v", len(dirs), err)
	}
}
