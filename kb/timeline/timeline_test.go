package timeline

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/kb/history"
	"github.com/9aea2451/kb/kb/history/walk"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func isNote(path string) bool { return strings.HasSuffix(path, ".md") }

func added(path, blob string) walk.Change {
	return walk.Change{Status: walk.Added, Path: path, NewBlob: blob}
}

func modified(path, before, after string) walk.Change {
	return walk.Change{Status: walk.Modified, Path: path, OldBlob: before, NewBlob: after}
}

func deleted(path, blob string) walk.Change {
	return walk.Change{Status: walk.Deleted, Path: path, OldBlob: blob}
}

func renamed(from, to, before, after string) walk.Change {
	return walk.Change{Status: walk.Renamed, OldPath: from, Path: to, OldBlob: before, NewBlob: after}
}

// told are lives as "beginning: path@day=blob …", a ? for a beginning that is not known.
func told(lives []*Life) []string {
	var out []string
	for _, l := range lives {
		mark := ""
		if !l.Known {
			mark = "?"
		}
		text := mark
		for _, v := range l.Versions {
			text += fmt.Sprintf(" %s@%s=%s", v.Path, v.When.Format("01-02"), v.Blob)
		}
		out = append(out, strings.TrimSpace(text))
	}
	return out
}

func TestLives(t *testing.T) {
	steps := []history.Step{
		{When: day("2026-01-01"), Cut: true, Changes: []walk.Change{added("old.md", "o1")}},
		{When: day("2026-01-02"), Changes: []walk.Change{added("a.md", "a1"), added("b.md", "b1"), added("x.txt", "x1")}},
		{
			When:    day("2026-01-03"),
			Changes: []walk.Change{renamed("a.md", "b.md", "a1", "a2"), renamed("b.md", "a.md", "b1", "b1")},
		}, // swapped
		{When: day("2026-01-04"), Changes: []walk.Change{deleted("a.md", "b1"), renamed("x.txt", "x.md", "x1", "x1")}},
		{
			When:    day("2026-01-05"),
			Changes: []walk.Change{added("a.md", "a9"), modified("lost.md", "l1", "l2"), renamed("x.md", "x.txt", "x1", "x1")},
		},
		{
			When: day("2026-01-06"),
			Changes: []walk.Change{
				{Status: walk.Copied, OldPath: "a.md", Path: "c.md", OldBlob: "a9", NewBlob: "a9"},
				deleted("gone.md", "g1"),
			},
		},
	}
	want := []string{
		"? old.md@01-01=o1",
		"a.md@01-02=a1 b.md@01-03=a2",
		"b.md@01-02=b1 a.md@01-03=b1 a.md@01-04=",
		"x.md@01-04=x1 x.md@01-05=",
		"a.md@01-05=a9",
		"? lost.md@01-01=l1 lost.md@01-05=l2",
		"? gone.md@01-01=g1 gone.md@01-06=",
		"c.md@01-06=a9",
	}
	if d := cmp.Diff(want, told(Lives(steps, isNote))); d != "" {
		t.Error(d)
	}
}

// Whatever a history does, the notes that are there at its end are those that were added and not removed.
func TestLivesEndAsTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paths := []string{"a.md", "b.md", "c.md", "d.txt"}
		tree := map[string]string{}
		var steps []history.Step
		for i := range rapid.IntRange(1, 12).Draw(t, "commits") {
			step := history.Step{When: day("2026-01-01").AddDate(0, 0, i)}
			before := map[string]string{}
			for p, b := range tree {
				before[p] = b
			}
			for _, p := range paths {
				switch blob, is := before[p]; {
				case !is && rapid.Bool().Draw(t, "add"):
					tree[p] = fmt.Sprint(i, p)
					step.Changes = append(step.Changes, added(p, tree[p]))
				case is && rapid.Bool().Draw(t, "touch"):
					if rapid.Bool().Draw(t, "delete") {
						step.Changes = append(step.Changes, deleted(p, blob))
						delete(tree, p)
						continue
					}
					tree[p] = fmt.Sprint(i, p)
					step.Changes = append(step.Changes, modified(p, blob, tree[p]))
				}
			}
			steps = append(steps, step)
		}
		end := map[string]string{}
		var notes []Note
		for _, l := range Lives(steps, isNote) {
			notes = append(notes, Note{Life: l, Kind: "doc"})
			if !l.Removed() {
				end[l.Last().Path] = l.Last().Blob
			}
		}
		delete(tree, "d.txt")
		if d := cmp.Diff(tree, end); d != "" {
			t.Fatal(d)
		}
		for _, unit := range []Unit{Week, Month, Quarter, Year} {
			all, _ := Sum(Count(notes, unit, Range{}))
			if all.Added-all.Removed != len(tree) {
				t.Fatalf("%s: %+v, and %d notes", unit, all, len(tree))
			}
		}
	})
}

func TestUnits(t *testing.T) {
	for _, tt := range []struct {
		unit              Unit
		at, start, name   string
		next, lastOfBegan string
	}{
		{Week, "2026-01-01", "2025-12-29", "2026-W01", "2026-01-05", "2026-01-04"},
		{Week, "2027-01-03", "2026-12-28", "2026-W53", "2027-01-04", "2027-01-03"},
		{Month, "2024-02-29", "2024-02-01", "2024-02", "2024-03-01", "2024-02-29"},
		{Quarter, "2026-06-30", "2026-04-01", "2026-Q2", "2026-07-01", "2026-06-30"},
		{Quarter, "2026-12-31", "2026-10-01", "2026-Q4", "2027-01-01", "2026-12-31"},
		{Year, "2026-12-31", "2026-01-01", "2026", "2027-01-01", "2026-12-31"},
	} {
		start := tt.unit.Start(day(tt.at).Add(23*time.Hour + 59*time.Minute))
		if got := start.Format(time.DateOnly); got != tt.start || tt.unit.Name(start) != tt.name || tt.unit.Next(start) != day(tt.next) ||
			tt.unit.Start(day(tt.lastOfBegan)) != start {
			t.Errorf("%s of %s: %s, %s, next %s", tt.unit, tt.at, got, tt.unit.Name(start), tt.unit.Next(start))
		}
	}
	east := time.FixedZone("", 14*3600)
	if got := Month.Name(Month.Start(time.Date(2026, 2, 1, 3, 0, 0, 0, east))); got != "2026-01" {
		t.Errorf("a time in the east is of %s", got)
	}
}

func TestCount(t *testing.T) {
	life := func(known bool, versions ...Version) *Life { return &Life{versions, known} }
	at := func(s, blob string) Version { return Version{When: day(s), Path: "n.md", Blob: blob} }
	notes := []Note{
		{
			life(true, at("2026-01-05", "1"), at("2026-01-09", "2"), at("2026-03-01", "3"), at("2026-03-02", "4")),
			"decision",
			day("2026-03-02"),
		},
		{life(true, at("2026-01-31", "1"), at("2026-01-31", "")), "doc", time.Time{}},
		{life(false, at("2026-01-01", "1"), at("2026-03-07", "2")), "doc", time.Time{}},
	}
	said := func(periods []Period) []string {
		var out []string
		for _, p := range periods {
			out = append(out, fmt.Sprintf("%s %v", p.Name, p.Counts))
			for _, k := range p.Kinds {
				out = append(out, fmt.Sprintf("  %s %v", k.Kind, k.Counts))
			}
		}
		return out
	}
	want := []string{
		"2026-01 {2 0 0 1}",
		"  decision {1 0 0 0}",
		"  doc {1 0 0 1}",
		"2026-02 {0 0 0 0}",
		"2026-03 {0 2 1 0}",
		"  decision {0 1 1 0}",
		"  doc {0 1 0 0}",
	}
	if d := cmp.Diff(want, said(Count(notes, Month, Range{}))); d != "" {
		t.Error(d)
	}
	bounded := Range{Since: day("2026-01-09"), Until: day("2026-03-02")}
	if d := cmp.Diff([]string{"2026-01 {1 0 0 1}", "  doc {1 0 0 1}", "2026-02 {0 0 0 0}", "2026-03 {0 1 0 0}", "  decision {0 1 0 0}"},
		said(Count(notes, Month, bounded))); d != "" {
		t.Error(d)
	}
	if got := Count(nil, Month, Range{}); got != nil {
		t.Errorf("of nothing: %v", got)
	}
	far := []Note{{life(true, at("1970-01-01", "1"), Version{When: time.Unix(253402300799, 0).UTC(), Blob: "2"}), "doc", time.Time{}}}
	if got := len(Count(far, Week, Range{})); got != 2 {
		t.Errorf("%d periods from 1970 to 9999", got)
	}
	future := []Note{{life(true, at("2024-05-01", "1"), at("2026-05-02", "2"), at("2090-01-01", "3")), "doc", time.Time{}}}
	if got := Count(future, Month, Range{}); len(got) != 26 || got[24].Name != "2026-05" || got[25].Name != "2090-01" {
		t.Errorf("%d periods to 2090", len(got))
	}
	all, kinds := Sum(Count(notes, Year, Range{}))
	if all != (Counts{2, 1, 1, 1}) || kinds[0].Kind != "doc" || kinds[0].Total() != 3 || kinds[1].Total() != 2 {
		t.Errorf("%+v, %+v", all, kinds)
	}
}
