package upkeep

import (
	"fmt"
	"strings"
	"testing"

	"github.com/9aea2451/kb/kb/gittest"
)

// The body of a pull request tells what was done, what somebody must look at, and what changed.
func TestBody(t *testing.T) {
	r := Report{
		Set: "weekly", Base: "0123456789abcdef",
		Jobs: []Job{
			{Title: "archive notes", Commit: "fedcba9876543210", Files: []string{"a.md"}, Items: []Point{
				{Path: "a_[b].md", Text: "old | @me <b>"},
			}},
			{Title: "links", Items: []Point{{Path: "c.md", Line: 7, Text: "two\nlines"}}},
		},
		Look: []Job{{Title: "Links that lead nowhere", Items: []Point{{Path: "d.md", Line: 1, Text: "link to [x]"}}}},
		Drift: Drift{Since: "aaaaaaaaaabbbb", Day: "2026-03-25", Added: 1, Changed: 2, Removed: 3,
			Before: map[string]int{"same": 4, "more": 1, "gone": 2, "never": 0}, Now: map[string]int{"same": 4, "more": 3, "fresh": 5}},
		Unknown: []string{"which notes have faded is not known: no use"}, Proposed: []string{"kb/upkeep-2026-03-20-1"},
	}
	var b strings.Builder
	if err := r.Body(&b); err != nil {
		t.Fatal(err)
	}
	want := `# Upkeep, weekly

Read at 0123456789.

## Archive notes

fedcba9876, 1 file.

- ` + "`a_[b].md`" + `: old \| @` + "\u200b" + `me

## Links

- ` + "`c.md:7`" + `: two lines

## Links that lead nowhere

- [ ] ` + "`d.md:1`" + `: link to \[x]

## Since aaaaaaaaaa (2026-03-25)

1 note added, 2 changed, 3 removed.

| what | then | now |
|---|---|---|
| fresh | 0 | 5 |
| gone | 2 | 0 |
| more | 1 | 3 |

## What is not known

- which notes have faded is not known: no use

In CI use is known once ` + "`kb usage pull`" + ` has brought the counts of clones that share them (` + "`kb usage push`" + `).

` + "`kb/upkeep-2026-03-20-1`" + ` is open: what it proposes is not proposed again.
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}

// Without anything to do that is said; a list has an end, and no table stands without a change.
func TestShortBodies(t *testing.T) {
	points := make([]Point, shownItems+1)
	for i := range points {
		points[i].Path = fmt.Sprint(i)
	}
	for _, c := range []struct {
		r         Report
		has, hasn string
	}{
		{Report{Set: "daily", Base: "x"}, "There is nothing to commit.", "##"},
		{Report{Jobs: []Job{{Title: "x", Items: points}}}, "`49`: \n\nand 1 more\n", "nothing to commit"},
		{Report{Jobs: []Job{{Title: "x", Items: points[:shownItems]}}}, "`49`", "more"},
		{Report{Drift: Drift{Since: "x", Now: map[string]int{"fresh": 1}}}, "0 notes added", "|"},
		{Report{Drift: Drift{Since: "x", Before: map[string]int{"a": 1}, Now: map[string]int{"a": 1}}}, "0 notes added", "|"},
		{Report{}, "nothing", "Since"},
	} {
		var b strings.Builder
		if err := c.r.Body(&b); err != nil || !strings.Contains(b.String(), c.has) || strings.Contains(b.String(), c.hasn) {
			t.Errorf("%v:\n%s", err, &b)
		}
	}
}

// Links to a note that was renamed are led to where it is; others that lead nowhere are told.
func TestLinksFollowRenames(t *testing.T) {
	r := gittest.New(t)
	kettle := "# Kettle\n\nThe kettle boils four litres of water for the whole house in six minutes.\n"
	r.Write("docs/kettle.md", kettle, "docs/tea.md", "# Tea\n\nUse [the kettle](kettle.md) or [it](kettle.md#x), "+
		"[[kettle]], ![k](kettle.md), [gone](gone.md) and\n[root](/kettle.md) or [out](../../../etc/passwd).\n",
		"docs/old.md", "---\nkind: decision\nstatus: deprecated\n---\n# Old\n\n[kettle](kettle.md)\n")
	r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	r.Change(map[string]string{"docs/kettle.md": "", "kitchen/boiler.md": kettle})
	r.Commit("Move the kettle", gittest.Date("2026-03-02T10:00:00Z")...)
	out := due(t, r, "version: 1", 10)
	tell := func(name string) string {
		var lines []string
		for _, j := range append(append([]Job{}, out.Jobs...), out.Look...) {
			for _, p := range j.Items {
				if j.Name == name {
					lines = append(lines, fmt.Sprintf("%s:%d %s", p.Path, p.Line, p.Text))
				}
			}
		}
		return strings.Join(lines, "\n")
	}
	if got := tell("links"); got != "docs/tea.md:3 kettle.md is kitchen/boiler.md now\ndocs/tea.md:3 kettle.md is kitchen/boiler.md now" {
		t.Errorf("led anew:\n%s", got)
	}
	for _, want := range []string{"docs/tea.md:3 link to \"gone.md\"", "docs/tea.md:4 link to \"/kettle.md\""} {
		if got := tell("broken"); !strings.Contains(got, want) || strings.Contains(got, "old.md") {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
	moved := []move{}
	for _, l := range []string{"kettle.md"} {
		m := move{to: "kitchen/boiler.md"}
		m.link.Target = l
		moved = append(moved, m)
	}
	source := "# Tea\n\n[a](kettle.md), [b](other.md), [[kettle.md]] and [c](kettle.md#hot).\n"
	want := "# Tea\n\n[a](../kitchen/boiler.md), [b](other.md), [[kettle.md]] and [c](../kitchen/boiler.md#hot).\n"
	if got := string(redirect([]byte(source), "docs/tea.md", moved)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Open are the branches of earlier runs that are not merged, each once; a list without anything is no list.
func TestOpenBranches(t *testing.T) {
	r := gittest.New(t)
	r.Write("docs/tea.md", "# Tea\n\nHot.\n")
	r.Commit("Begin", gittest.Date("2026-03-01T10:00:00Z")...)
	r.Git("branch", "kb/upkeep-2026-03-01-1")
	r.Git("checkout", "-q", "-b", "kb/upkeep-2026-03-02-1")
	r.Write("docs/more.md", "# More\n\nHot, too.\n")
	r.Commit("Propose", gittest.Date("2026-03-02T10:00:00Z")...)
	r.Git("branch", "kb/upkeep-2026-03-02-2")
	r.Git("branch", "other")
	r.Git("checkout", "-q", "main")
	out := due(t, r, "version: 1", 10)
	if got := strings.Join(out.Proposed, " "); got != "kb/upkeep-2026-03-02-1" {
		t.Errorf("open are %s", got)
	}
	for _, j := range append(append([]Job{}, out.Jobs...), out.Look...) {
		if len(j.Items) == 0 {
			t.Errorf("%s has nothing", j.Name)
		}
	}
}
