package onboard

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/desk"
	"github.com/9aea2451/kb/cmd/kb/internal/userconfig"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/git"
	"github.com/9aea2451/kb/kb/gittest"
	"github.com/9aea2451/kb/kb/usage"
)

func TestMain(m *testing.M) { gittest.Main(m) }

func noon() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) }

// look opens a repository as of its work tree.
func look(t *testing.T, r *gittest.Repo) *desk.View {
	t.Helper()
	repo, err := kb.Open(t.Context(), r.Dir, git.WithEnviron(r.Env))
	if err != nil {
		t.Fatal(err)
	}
	o := desk.Options{Now: noon, Version: "test", Patient: true, Config: &userconfig.Config{}}
	o.Config.Models.Embed.Provider = "none"
	v, err := desk.OpenBase(t.Context(), repo, o, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Desk.Close(nil) })
	t.Cleanup(func() { v.Close() })
	return v
}

// What is pinned, often opened or linked to is read first, what no longer holds is not; five notes at most.
func TestWhatToReadFirst(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.md", "# A\n", "b.md", "# B\n\nSee [c](c.md).\n", "c.md", "# C\n", "d.md", "---\npinned: true\n---\n# D\n", "e.md", "# E\n",
		"f.md", "# F\n", "old.md", "---\nkind: decision\nstatus: deprecated\npinned: true\n---\n# Old\n",
		"half.md", "---\nkind: memory\ntype: fact\nconfidence: 0.5\ndate: 2026-04-01\n---\n# Half\n")
	r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	v := look(t, r)
	rec := usage.NewRecorder(v.Repo.StateDir(), func(m string) { t.Error(m) })
	for range 3 {
		rec.Read(usage.Read{At: noon(), Source: "cli", Note: usage.Note{Path: "b.md"}})
	}
	rec.Close()
	got, err := Read(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, n := range got {
		factor := n.Score / n.Confidence
		lines = append(lines, fmt.Sprintf("%s %s %.3f %v %d", n.Path, n.Title, factor, n.Pinned, n.Reads))
	}
	want := []string{fmt.Sprintf("b.md B %.3f false 3", 1+math.Log(4)), "d.md D 2.000 true 0", "c.md C 1.000 false 0",
		"a.md A 1.000 false 0", "e.md E 1.000 false 0"}
	if !slices.Equal(lines, want) {
		t.Errorf("got  %q\nwant %q", lines, want)
	}
}

// The commit of the last time is remembered, until it is rewritten and gone.
func TestLastTime(t *testing.T) {
	r := gittest.New(t)
	v := look(t, r)
	if err := Remember(t.Context(), v); err != nil || LastTime(t.Context(), v) != "" {
		t.Errorf("without a commit: %q, %v", LastTime(t.Context(), v), err)
	}
	if got, err := Changes(t.Context(), v, ""); err != nil || got == nil || len(got) > 0 {
		t.Errorf("without a commit: %v, %v", got, err)
	}
	r.Write("a.md", "# A\n")
	head := r.Commit("Begin")
	v = look(t, r)
	if got := LastTime(t.Context(), v); got != "" {
		t.Errorf("before the first time: %s", got)
	}
	if err := Remember(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	if got := LastTime(t.Context(), v); got != head {
		t.Errorf("%s, want %s", got, head)
	}
	r.Git("commit", "-q", "--amend", "-m", "Rewritten", "--reset-author")
	r.Git("reflog", "expire", "--expire=now", "--all")
	r.Git("gc", "-q", "--prune=now")
	if got := LastTime(t.Context(), look(t, r)); got != "" {
		t.Errorf("after it was rewritten and pruned: %s", got)
	}
}

// What changed is told by the last day that it did, with names as of now: what moved with its bytes is
// one change, and of two notes with the same bytes one alone can be where a third went.
func TestChanges(t *testing.T) {
	r := gittest.New(t)
	r.Write("same.md", "# Same\n", "edit.md", "# Before\n", "gone.md", "# Gone\n", "from.md", "# Moved\n", "twin.md", "# Moved\n")
	since := r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	r.Change(map[string]string{"edit.md": "---\nkind: decision\nstatus: rejected\n---\n# After\n", "gone.md": "", "new.md": "# New\n",
		"was.md": "# Before\n"}) // where a note's old text is now, while the note itself is still there
	r.Commit("Edit", gittest.Date("2026-03-02T10:00:00Z")...)
	r.Change(map[string]string{"from.md": "", "x/to.md": "# Moved\n", "x/copy.md": "# Moved\n"})
	r.Commit("Move", gittest.Date("2026-03-03T10:00:00Z")...)
	v := look(t, r)
	tell := func(since string) (lines []string) {
		changes, err := Changes(t.Context(), v, since)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			lines = append(lines, fmt.Sprintf("%s %s %s %q %q %s", c.Day, c.What, c.Path, c.From, c.Title, c.Inactive))
		}
		return lines
	}
	want := []string{
		`2026-03-03 moved x/copy.md "from.md" "Moved" `, `2026-03-03 added x/to.md "" "Moved" `,
		`2026-03-02 changed edit.md "" "After" rejected`, `2026-03-02 added new.md "" "New" `,
		`2026-03-02 added was.md "" "Before" `, ` removed gone.md "" "" `,
	}
	if got := tell(since); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := tell(""); len(got) != 7 || got[len(got)-1] != `2026-03-01 added twin.md "" "Moved" ` {
		t.Errorf("from nothing: %q", got)
	}
	if got := tell("HEAD"); len(got) > 0 {
		t.Errorf("since now: %q", got)
	}
}
