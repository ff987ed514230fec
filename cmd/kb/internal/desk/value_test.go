package desk

import (
	"testing"

	"github.com/9aea2451/kb/cmd/kb/internal/statistics"
	"github.com/9aea2451/kb/kb/agents"
	"github.com/9aea2451/kb/kb/inbox"
	"github.com/9aea2451/kb/kb/observe"
)

// Sessions that were given notes are compared with those that were not, by what hooks noted of both; a
// session that changed its group counts in none.
func TestValueOfNotes(t *testing.T) {
	r := shop(t)
	const end = ".memory/memories/end.md"
	r.Write(end, "---\nkind: memory\ntype: dead_end\nfiles: [brew.go]\n---\n# Lids do not help\n\nThey rust.\n")
	d, v := at(t, r, Options{Patient: true})
	state := agents.At(d.Repo.StateDir())
	brew := []string{"brew.go"}
	note := func(session string, lines ...agents.Line) {
		t.Helper()
		for _, l := range lines {
			l.Time, l.Client, l.Session = noon(), "claude", session
			if err := state.Scratch(l.Client, session).Append(l); err != nil {
				t.Fatal(err)
			}
		}
	}
	given := agents.Line{Event: "read", Files: brew, Given: []string{end}, Group: agents.Treated}
	held := agents.Line{Event: "read", Files: brew, Held: []string{end}, Group: agents.Control}
	edit := func(g agents.Group) agents.Line { return agents.Line{Event: "edit", Files: brew, Group: g} }
	note("one", given)
	note("two", given, edit(agents.Treated))
	note("three", held, edit(agents.Control))
	note("both", given, edit(agents.Control))
	note("none", agents.Line{Event: "edit", Files: brew})
	box, err := inbox.Open(state.Dir, noon)
	if err != nil {
		t.Fatal(err)
	}
	for session, n := range map[string]int{"one": 3, "two": 0, "three": 1} {
		if err := box.PutTrace("claude/"+session, 1, observe.Trace{Session: session, Corrections: n}); err != nil {
			t.Fatal(err)
		}
	}
	if err := box.PutTrace("claude/hooked", 2, observe.Trace{Session: "two", Corrections: 1, Hooked: true}); err != nil {
		t.Fatal(err)
	}
	box.Close()
	s, err := v.Stats(t.Context(), pastOf(t, d), StatsRequest{Days: 30, Top: 3, NoStale: true, Value: true})
	if err != nil || s.Value == nil {
		t.Fatalf("%+v, %v", s, err)
	}
	if s.Value.Sessions != 3 || s.Value.Least != statistics.LeastSessions {
		t.Errorf("%d sessions, of %d at least", s.Value.Sessions, s.Value.Least)
	}
	want := map[string][4]float64{ // sessions and mean of both sides
		DeadEndsReEntered: {2, .5, 1, 1}, ErrorsSolved: {0, 0, 0, 0}, Corrections: {2, .5, 1, 1},
	}
	for _, m := range s.Value.Measures {
		w, ok := want[m.Measure]
		got := [4]float64{float64(m.Given.Sessions), m.Given.Mean, float64(m.Control.Sessions), m.Control.Mean}
		if ok && got != w || m.Enough {
			t.Errorf("%s: %v, want %v", m.Measure, got, w)
		}
	}
	if len(s.Value.Measures) != 4 {
		t.Errorf("%d measures", len(s.Value.Measures))
	}
	if s, err := v.Stats(t.Context(), pastOf(t, d), StatsRequest{Days: 30, NoStale: true}); err != nil || s.Value != nil {
		t.Errorf("not asked for: %+v, %v", s.Value, err)
	}
}

// What is doubted in other bases is told with the name of its base before it.
func TestDoubtsOfTwoBases(t *testing.T) {
	_, one := at(t, shop(t), Options{Patient: true})
	other := shop(t)
	_, two := at(t, other, Options{Patient: true})
	v := Joined([]Base{{Name: "here", Scope: "project", Here: true, View: one}, {Name: "there", Scope: "team", View: two}})
	if got := v.doubtsOfBases(); got != nil {
		t.Errorf("before anything is judged: %v", got)
	}
	two.KeepDoubts(two.State(true), map[string]string{"docs/tea.md": "names brew.go, which changed"})
	got := v.doubtsOfBases()
	if len(got) != 1 || got["there:docs/tea.md"] != "names brew.go, which changed" {
		t.Errorf("%v", got)
	}
}
