package survey

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/9aea2451/kb/cmd/kb/internal/app"
	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/cmd/kb/internal/story"
	"github.com/9aea2451/kb/kb"
	"github.com/9aea2451/kb/kb/timeline"
)

// The longest bar fills its room, and each row has its place; long names are cut, and so is a long list.
func TestBarsOfAPage(t *testing.T) {
	long := strings.Repeat("ä", labelRunes)
	g := group("Kind", []statistics.Bin{{Name: "doc", Count: 6}, {Name: long, Count: 3}, {Name: long + "b", Count: 0}})
	want := []barShape{
		{statistics.Bin{Name: "doc", Count: 6}, "doc", 4, 15, 210, 376},
		{statistics.Bin{Name: long, Count: 3}, long, 26, 37, 105, 271},
		{statistics.Bin{Name: long + "b"}, strings.Repeat("ä", labelRunes-1) + "…", 48, 59, 0, 166},
	}
	if g.Height != 70 || fmt.Sprint(g.Bins) != fmt.Sprint(want) {
		t.Errorf("%d high: %v", g.Height, g.Bins)
	}
	if g := group("none", nil); g.Height != 4 || len(g.Bins) != 0 {
		t.Errorf("%+v", g)
	}
	if g := group("many", make([]statistics.Bin, maxBars+1)); len(g.Bins) != maxBars {
		t.Errorf("%d bars", len(g.Bins))
	}
	if got := fmt.Sprint(columns([]statistics.Day{{Count: 2}, {Count: 4}})); got != "[{{ 2} 48 62 384 56} {{ 4} 528 6 384 112}]" {
		t.Error(got)
	}
	if got := columns(nil); got != nil {
		t.Error(got)
	}
}

// An episode is in the arc from the day of --since to that of --until; one without a day where no beginning is asked for.
func TestDaysOfAnArc(t *testing.T) {
	for _, c := range []struct {
		since, until, day string
		want              bool
	}{
		{"", "", "", true}, {"", "", "2026-03-01", true}, {"2026-03-01", "", "2026-03-01", true}, {"2026-03-01", "", "2026-02-28", false},
		{"2026-03-01", "", "", false}, {"", "2026-03-01", "", true}, {"", "2026-03-01", "2026-03-01", true},
		{"", "2026-03", "2026-03-31", true},
		{"", "2026-03", "2026-04-01", false}, {"2026-02", "2026-03", "2026-02-14", true}, {"2026-02", "2026-03", "2026-01-31", false},
		{"yesterday", "", "2026-03-31", true}, {"yesterday", "", "2026-03-30", false}, {"", "2.weeks", "2026-03-19", false},
		{"2.weeks", "", "2026-03-17", false}, {"2026-03-15", "", "2026-03", true}, {"2026-03-15", "", "long ago", false},
	} {
		within, err := (&timelineCmd{Since: c.since, Until: c.until}).within(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC))
		if got := asked(within, c.day); err != nil || got != c.want {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
	evidence := func(days ...any) map[string]any {
		var out []any
		for _, d := range days {
			out = append(out, map[string]any{"day": d})
		}
		return map[string]any{"evidence": append(out, "no evidence")}
	}
	for want, n := range map[string]kb.Note{
		"": {}, "2026-01-02": {Date: "2026-01-02"}, "2026-03-04": {Date: "2026-01-02", Extra: evidence("2026-03-04", "2026-03-01", 7)},
	} {
		if got := dayOf(&n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := texts([]any{"a", 7, "b"}); fmt.Sprint(got) != "[a b]" || len(texts("a")) != 0 {
		t.Errorf("%q", got)
	}
}

// A bar has a piece for all that happened, and none is longer than the room.
func TestRowsOfATimeline(t *testing.T) {
	for want, c := range map[string]timeline.Counts{
		"2026\n":                      {},
		"2026  █████       5 added\n": {Added: 5},
		"2026  ██████████  10 added\n":                                    {Added: 10},
		"2026  █████████»  40 added\n":                                    {Added: 40},
		"2026  █▓▒░        1 added, 1 changed, 1 superseded, 1 removed\n": {Added: 1, Changed: 1, Superseded: 1, Removed: 1},
		"2026  ███████▓▓»  20 added, 5 changed\n":                         {Added: 20, Changed: 5},
	} {
		a, out, _ := story.Person(t.TempDir(), app.Globals{})
		w := barWriter{a: a, names: 4, bars: 10, widest: 10}
		w.row("2026", c)
		if err := a.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

// The bars have the room that the widest name and the longest words leave; beside none, of forty characters.
func TestWidthsOfATimeline(t *testing.T) {
	a, _, _ := story.Person(t.TempDir(), app.Globals{})
	one := Timeline{Periods: []timeline.Period{{Name: "2026-03", Counts: timeline.Counts{Added: 3}}}}
	for kinds, names := range map[bool]int{false: len("decision"), true: len("  decision")} {
		w := barWriter{a: a}
		if w.measure(&one, kinds); w.names != len("2026-03") || w.bars != timelineBar {
			t.Errorf("%+v", w)
		}
		two := one
		two.Kinds = []timeline.KindCounts{{Kind: "decision"}, {Kind: "doc"}}
		if w.measure(&two, kinds); w.names != names {
			t.Errorf("with kinds %v: %d", kinds, w.names)
		}
	}
}
