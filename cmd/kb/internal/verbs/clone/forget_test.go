package clone

import (
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/usage"
)

// used has a note that was renamed, is linked to and was opened, one that went, and a use of one that never was.
func used(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	secret := "---\nid: 3f2a1b4c-0000-4000-8000-00000000000a\n---\n# Zebra\n\nThe zebra protocol uses port 4711 on each host.\n"
	r.Write("old.md", secret, "other.md", "# Other\n\nSee [it](old.md) and [again](old.md).\n",
		"gone.md", "# Gone\n\nIt was here once, long ago.\n")
	r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	r.Change(map[string]string{"old.md": "", "zebra.md": secret, "gone.md": "",
		"other.md": "# Other\n\nSee [it](zebra.md) and [again](zebra.md).\n"})
	r.Commit("Rename", gittest.Date("2026-03-02T10:00:00Z")...)
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	rec := usage.NewRecorder(repo.StateDir(), func(m string) { t.Error(m) })
	for i, n := range []usage.Note{{Path: "zebra.md"}, {Path: "zebra.md"}, {Path: "lost.md", ID: "lost-1"}} {
		rec.Read(usage.Read{At: story.Noon().Add(time.Duration(i) * time.Second), Source: "cli", Note: n})
	}
	rec.Close()
	return r
}

// forget is what forgetting a note everywhere says.
func forget(t *testing.T, r *gittest.Repo, name string, dry bool) story.Told {
	t.Helper()
	a, out, said := story.Person(r.Dir, app.Globals{})
	a.Patient = true
	var wrong strings.Builder
	if err := forgetEverywhere(t.Context(), a, name, dry); err != nil {
		app.Explain(&wrong, err)
	}
	if err := a.Flush(); err != nil {
		t.Fatal(err)
	}
	return story.Told{Out: out.String(), Said: said.String(), Err: wrong.String()}
}

// All traces of a note are told by all of its names: its own are removed, and for those of git it is said what to do.
func TestForgetEverywhere(t *testing.T) {
	r := used(t)
	has := func(got story.Told, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(got.Out+got.Said+got.Err, want) {
				t.Errorf("%q is missing in\n%+v", want, got)
			}
		}
	}
	dry := forget(t, r, "zebra", true)
	has(dry, "found    usage      shown 0 times, opened 2 times", "kept     work tree  zebra.md is there", "other.md",
		"--path zebra.md --path old.md", "it was also called old.md")
	has(forget(t, r, "zebrra", true), `no note is called "zebrra"`)
	has(forget(t, r, "gone.md", true), "kept     git", "--path gone.md")
	has(forget(t, r, "lost-1", true), "found    usage      shown 0 times, opened 1 time")
	has(forget(t, r, "lost.md", false), "removed  usage      shown 0 times, opened 1 time")
	has(forget(t, r, "lost.md", false), `no note is called "lost.md"`)
	got := forget(t, r, "zebra.md", false)
	has(got, "removed  usage      shown 0 times, opened 2 times", "removed  index")
	if strings.HasPrefix(got.Out, "found") {
		t.Errorf("%+v", got)
	}
	if again := forget(t, r, "zebra.md", true); strings.Contains(again.Out, "usage") {
		t.Errorf("the use is still known: %+v", again)
	}
}
